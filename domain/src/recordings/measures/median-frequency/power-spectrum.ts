import { Fourier } from '../../signals/fourier.ts'
import { cosine, sine } from '../../signals/trigonometry.ts'

/** The power by frequency of segments whose length is a power of two, at least 4. */
export class PowerSpectrum {
  /** Of half the length: the samples with even indices are its real parts, the others its imaginary ones. */
  readonly #fourier: Fourier
  readonly #window: Float64Array
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #real: Float64Array
  readonly #imaginary: Float64Array
  readonly #power: Float64Array

  constructor(length: number) {
    const half = length / 2
    this.#fourier = new Fourier(half)
    this.#window = Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * cosine((2 * Math.PI * i) / length))
    this.#cos = Float64Array.from({ length: half }, (_, i) => cosine((2 * Math.PI * i) / length))
    this.#sin = Float64Array.from({ length: half }, (_, i) => sine((2 * Math.PI * i) / length))
    this.#real = new Float64Array(half)
    this.#imaginary = new Float64Array(half)
    this.#power = new Float64Array(half + 1)
  }

  /** From zero to half the sampling rate. The mean is taken out. The array is used for the next segment, too. */
  of(segment: Float64Array): Float64Array {
    const [real, imaginary, window] = [this.#real, this.#imaginary, this.#window]
    const { length } = window
    let sum = 0
    for (let i = 0; i < length; i++) sum += segment[i] ?? 0
    const mean = sum / length
    for (let i = 0; i < length; i += 2) {
      real[i >> 1] = ((segment[i] ?? 0) - mean) * (window[i] ?? 0)
      imaginary[i >> 1] = ((segment[i + 1] ?? 0) - mean) * (window[i + 1] ?? 0)
    }
    this.#fourier.transform(real, imaginary)
    return this.#told()
  }

  /** Takes the transforms of the even and of the odd samples apart, and joins them. */
  #told(): Float64Array {
    const [real, imaginary, cosines, sines, power] = [this.#real, this.#imaginary, this.#cos, this.#sin, this.#power]
    const half = real.length
    const first = real[0] ?? 0
    const other = imaginary[0] ?? 0
    power[0] = (first + other) * (first + other)
    power[half] = (first - other) * (first - other)
    for (let i = 1; i < half; i++) {
      const a = real[i] ?? 0
      const b = imaginary[i] ?? 0
      const c = real[half - i] ?? 0
      const d = imaginary[half - i] ?? 0
      const cos = cosines[i] ?? 0
      const sin = sines[i] ?? 0
      const x = a + c + (b + d) * cos + (c - a) * sin
      const y = b - d + (c - a) * cos - (b + d) * sin
      // Each frequency but the first and the last stands for its negative, too: twice a quarter.
      power[i] = (x * x + y * y) / 2
    }
    return power
  }
}
