import { tangent } from '../../signals/trigonometry.ts'

/** A filter of second order, computed sample by sample. */
class Section {
  readonly #b: readonly [number, number, number]
  readonly #a: readonly [number, number]
  #one = 0
  #two = 0

  constructor(b: readonly [number, number, number], a: readonly [number, number]) {
    this.#b = b
    this.#a = a
  }

  next(value: number): number {
    const result = this.#b[0] * value + this.#one
    this.#one = this.#b[1] * value - this.#a[0] * result + this.#two
    this.#two = this.#b[2] * value - this.#a[1] * result
    return result
  }
}

/** Passes what is between two frequencies in Hz: Butterworth filters of second order, one for each. */
export class BandPass {
  readonly #high: Section
  readonly #low: Section
  /** The first value, so that a signal far from zero does not begin with a step. */
  #offset = Number.NaN

  constructor(rate: number, from: number, to: number) {
    this.#high = makeSection(rate, from, 'high')
    this.#low = makeSection(rate, Math.min(to, rate * 0.45), 'low')
  }

  next(value: number): number {
    if (Number.isNaN(this.#offset)) this.#offset = value
    return this.#low.next(this.#high.next(value - this.#offset))
  }
}

function makeSection(rate: number, frequency: number, passes: 'high' | 'low'): Section {
  const w = tangent((Math.PI * frequency) / rate)
  const scale = 1 / (1 + Math.SQRT2 * w + w * w)
  const b0 = passes === 'low' ? w * w * scale : scale
  const b1 = passes === 'low' ? 2 * b0 : -2 * b0
  return new Section([b0, b1, b0], [2 * (w * w - 1) * scale, (1 - Math.SQRT2 * w + w * w) * scale])
}
