import { cosine, sine } from './trigonometry.ts'

/** The discrete Fourier transform of complex numbers whose count is a power of two. */
export class Fourier {
  readonly length: number
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #order: Uint32Array

  constructor(length: number) {
    const bits = Math.log2(length)
    if (!Number.isInteger(bits) || bits < 1) throw new Error(`${length} is no power of two`)
    this.length = length
    this.#cos = Float64Array.from({ length: length / 2 }, (_, i) => cosine((2 * Math.PI * i) / length))
    this.#sin = Float64Array.from({ length: length / 2 }, (_, i) => -sine((2 * Math.PI * i) / length))
    this.#order = Uint32Array.from({ length }, (_, i) => reverse(i, bits))
  }

  /** In place, and not divided by the length. With the two parts exchanged, it is the inverse times the length. */
  transform(real: Float64Array, imaginary: Float64Array): void {
    for (let i = 0; i < this.length; i++) {
      const place = this.#order[i] ?? 0
      if (place <= i) continue
      const a = real[i] ?? 0
      const b = imaginary[i] ?? 0
      real[i] = real[place] ?? 0
      imaginary[i] = imaginary[place] ?? 0
      real[place] = a
      imaginary[place] = b
    }
    this.#combineAll(real, imaginary)
  }

  #combineAll(real: Float64Array, imaginary: Float64Array): void {
    const { length } = this
    // Without a turn.
    for (let low = 0; low < length; low += 2) {
      const a = real[low] ?? 0
      const b = imaginary[low] ?? 0
      const c = real[low + 1] ?? 0
      const d = imaginary[low + 1] ?? 0
      real[low] = a + c
      imaginary[low] = b + d
      real[low + 1] = a - c
      imaginary[low + 1] = b - d
    }
    for (let half = 2; half < length; half *= 2) this.#combine(real, imaginary, half)
  }

  #combine(real: Float64Array, imaginary: Float64Array, half: number): void {
    const { length } = this
    const [cosines, sines] = [this.#cos, this.#sin]
    const stride = length / (2 * half)
    for (let from = 0; from < length; from += 2 * half) {
      for (let low = from, turn = 0; low < from + half; low++, turn += stride) {
        const high = low + half
        const cos = cosines[turn] ?? 0
        const sin = sines[turn] ?? 0
        const a = real[high] ?? 0
        const b = imaginary[high] ?? 0
        const c = real[low] ?? 0
        const d = imaginary[low] ?? 0
        const turnedReal = a * cos - b * sin
        const turnedImaginary = a * sin + b * cos
        real[high] = c - turnedReal
        imaginary[high] = d - turnedImaginary
        real[low] = c + turnedReal
        imaginary[low] = d + turnedImaginary
      }
    }
  }
}

function reverse(value: number, bits: number): number {
  let reversed = 0
  for (let i = 0; i < bits; i++) reversed |= ((value >> i) & 1) << (bits - 1 - i)
  return reversed >>> 0
}
