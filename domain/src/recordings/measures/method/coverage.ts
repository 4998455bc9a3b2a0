import { EpochRow, epochAt, type Range } from './spans.ts'

/** The share of an epoch that must be recorded. */
const leastShare = 0.95

/** How much of the range and of each epoch was recorded. */
export class Coverage {
  readonly #range: Range
  readonly #seconds = new EpochRow()
  #whole = 0
  #step = 0
  #end = 0

  constructor(range: Range) {
    this.#range = range
  }

  add(at: number, step: number, count: number): void {
    const { from, to, epoch } = this.#range
    this.#step = step
    const end = at + step * count
    this.#end = end
    this.#whole += Math.max(0, Math.min(end, to) - Math.max(at, from))
    for (let number = epochAt(at, this.#range); ; number++) {
      const begins = from + number * epoch
      if (begins >= end - step / 2) break
      const seconds = Math.min(end, begins + epoch) - Math.max(at, begins)
      const before = this.#seconds.values[number - this.#seconds.first] ?? 0
      this.#seconds.set(number, (Number.isNaN(before) ? 0 : before) + Math.max(0, seconds))
      if (number - this.#seconds.first >= this.#seconds.values.length) break
    }
  }

  /** Of the range, from 0 to 1. If it has no end, until the last sample. */
  get recorded(): number {
    const from = this.#range.from
    const to = Number.isFinite(this.#range.to) ? this.#range.to : this.#end
    return to > from ? Math.min(1, this.#whole / (to - from)) : 0
  }

  /** Leaves out the values of epochs that were not recorded, and an epoch at the end that the recording does not fill. */
  complete(row: EpochRow | undefined, empty: number | null): { firstEpoch: number; epochs: readonly number[] } {
    const { epoch } = this.#range
    if (!row || Number.isNaN(this.#seconds.first)) return { firstEpoch: 0, epochs: [] }
    const values = this.#seconds.values.map((seconds, index) => {
      if (!(seconds >= leastShare * epoch - this.#step / 2)) return Number.NaN
      const value = row.values[this.#seconds.first + index - row.first] ?? Number.NaN
      return Number.isNaN(value) ? (empty ?? Number.NaN) : value
    })
    const last = this.#seconds.values.at(-1) ?? 0
    // Times are rounded in files: a sample less, if that is little of the epoch, is no end within it.
    const spare = Math.max(this.#step / 2, Math.min(1.5 * this.#step, epoch / 100))
    if (last < epoch - spare) values.pop()
    return { firstEpoch: this.#seconds.first, epochs: values }
  }
}
