/** The power by frequency of segments whose length is a power of two. */
export class PowerSpectrum {
  readonly #length: number
  readonly #window: Float64Array
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #order: Uint32Array
  readonly #real: Float64Array
  readonly #imaginary: Float64Array

  constructor(length: number) {
    const bits = Math.log2(length)
    if (!Number.isInteger(bits) || bits < 1) throw new Error(`${length} is no power of two`)
    this.#length = length
    this.#window = Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / length))
    this.#cos = Float64Array.from({ length: length / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / length))
    this.#sin = Float64Array.from({ length: length / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / length))
    this.#order = Uint32Array.from({ length }, (_, i) => reverse(i, bits))
    this.#real = new Float64Array(length)
    this.#imaginary = new Float64Array(length)
  }

  /** From zero to half the sampling rate. The mean is taken out. */
  of(segment: Float64Array): Float64Array {
    const length = this.#length
    const mean = segment.reduce((sum, value) => sum + value, 0) / length
    for (let i = 0; i < length; i++) {
      const place = this.#order[i] ?? 0
      this.#real[i] = ((segment[place] ?? 0) - mean) * (this.#window[place] ?? 0)
    }
    this.#imaginary.fill(0)
    for (let size = 2; size <= length; size *= 2) this.#combine(size)
    return this.#real.subarray(0, length / 2 + 1).map((value, i) => {
      const power = value * value + (this.#imaginary[i] ?? 0) ** 2
      // Each frequency but the first and the last stands for its negative, too.
      return i === 0 || i === length / 2 ? power : 2 * power
    })
  }

  #combine(size: number): void {
    const [real, imaginary, half, stride] = [this.#real, this.#imaginary, size / 2, this.#length / size]
    for (let from = 0; from < this.#length; from += size) {
      for (let i = 0; i < half; i++) {
        const [low, high] = [from + i, from + i + half]
        const [cos, sin] = [this.#cos[i * stride] ?? 0, this.#sin[i * stride] ?? 0]
        const [a, b] = [real[high] ?? 0, imaginary[high] ?? 0]
        const [turnedReal, turnedImaginary] = [a * cos - b * sin, a * sin + b * cos]
        real[high] = (real[low] ?? 0) - turnedReal
        imaginary[high] = (imaginary[low] ?? 0) - turnedImaginary
        real[low] = (real[low] ?? 0) + turnedReal
        imaginary[low] = (imaginary[low] ?? 0) + turnedImaginary
      }
    }
  }
}

function reverse(value: number, bits: number): number {
  let reversed = 0
  for (let i = 0; i < bits; i++) reversed |= ((value >> i) & 1) << (bits - 1 - i)
  return reversed >>> 0
}
