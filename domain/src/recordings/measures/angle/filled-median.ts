import { RollingMedian } from './rolling-median.ts'

/** The medians at the start in which GGIR replaces zeros. */
const headLength = 1000

/**
 * The rolling median of one axis, centred, with a value for every sample. Where the window does not fit, and where the
 * median is exactly zero, GGIR uses others: in the first thousand, the first that is not zero, and in the last `tail`,
 * the first of those that is not. So a value is certain only when `tail` others have followed.
 */
export class FilledMedian {
  readonly #median: RollingMedian
  readonly #half: number
  readonly #tail: number
  #added = 0
  /** Medians that were not given out yet, zero where there is none. */
  #held: number[] = []
  #given = 0
  #first = 0

  constructor(half: number, tail: number) {
    this.#half = half
    this.#tail = Math.max(tail, headLength)
    this.#median = new RollingMedian(2 * half + 1)
  }

  /** Returns the medians that became certain. */
  add(value: number): readonly number[] {
    const median = this.#median.add(value)
    this.#added++
    if (this.#added <= this.#half) this.#held.push(0)
    if (median !== undefined) this.#hold(median)
    return this.#held.length > 2 * this.#tail ? this.#give(this.#held.length - this.#tail) : []
  }

  #hold(median: number): void {
    if (this.#first === 0 && this.#given + this.#held.length < headLength) this.#first = median
    this.#held.push(median)
  }

  #give(count: number): number[] {
    const given = this.#held.splice(0, count).map((value, i) => this.#inHead(value, this.#given + i))
    this.#given += count
    return given
  }

  #inHead(value: number, index: number): number {
    return value === 0 && index < headLength ? this.#first : value
  }

  /** Returns the others. Nothing if the window never fitted. */
  end(): readonly number[] {
    if (this.#added < 2 * this.#half + 1) return []
    for (let i = 0; i < this.#half; i++) this.#held.push(0)
    const values = this.#give(this.#held.length)
    const from = Math.max(0, values.length - this.#tail)
    const first = values.slice(from).find((value) => value !== 0) ?? 0
    return values.map((value, i) => (i >= from && value === 0 ? first : value))
  }
}
