import { Fourier } from '../../signals/fourier.ts'
import { cosine } from '../../signals/trigonometry.ts'

/** The power by frequency of segments whose length is a power of two. */
export class PowerSpectrum {
  readonly #fourier: Fourier
  readonly #window: Float64Array
  readonly #real: Float64Array
  readonly #imaginary: Float64Array

  constructor(length: number) {
    this.#fourier = new Fourier(length)
    this.#window = Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * cosine((2 * Math.PI * i) / length))
    this.#real = new Float64Array(length)
    this.#imaginary = new Float64Array(length)
  }

  /** From zero to half the sampling rate. The mean is taken out. */
  of(segment: Float64Array): Float64Array {
    const { length } = this.#fourier
    let sum = 0
    for (let i = 0; i < length; i++) sum += segment[i] ?? 0
    const mean = sum / length
    for (let i = 0; i < length; i++) this.#real[i] = ((segment[i] ?? 0) - mean) * (this.#window[i] ?? 0)
    this.#imaginary.fill(0)
    this.#fourier.transform(this.#real, this.#imaginary)
    return this.#real.subarray(0, length / 2 + 1).map((value, i) => {
      const other = this.#imaginary[i] ?? 0
      const power = value * value + other * other
      // Each frequency but the first and the last stands for its negative, too.
      return i === 0 || i === length / 2 ? power : 2 * power
    })
  }
}
