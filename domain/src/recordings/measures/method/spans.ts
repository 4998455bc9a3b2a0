import type { Collector, Method } from './method.ts'

/** What is measured, in seconds since the start of the recording. */
export type Range = {
  /** The whole that gets one value. Epochs begin here, and go on in both directions. */
  readonly from: number
  readonly to: number
  /** The length of an epoch in seconds. */
  readonly epoch: number
}

/** A week of epochs of 5 seconds. */
export const mostEpochs = 125_000

/** What a method found, by its outputs. `empty`: the value of an epoch in which it found nothing, such as no steps. */
export type Summary = {
  whole: readonly (number | null)[]
  epochs: readonly EpochRow[]
  empty: readonly (number | null)[]
}

/** Values by epoch, of which the first may be before the whole begins. */
export class EpochRow {
  /** The number of the first epoch; that which begins with the whole is number 0. */
  first = Number.NaN
  values: number[] = []

  /** Later epochs come later; those between are missing. */
  set(number: number, value: number | null): void {
    if (Number.isNaN(this.first)) this.first = number
    const index = number - this.first
    if (index < 0 || index >= mostEpochs) return
    while (this.values.length < index) this.values.push(Number.NaN)
    this.values[index] = value ?? Number.NaN
  }
}

/** The epoch that a sample belongs to. A sample that a rounding error puts just before an epoch belongs to it. */
export function epochAt(at: number, { from, epoch }: Range): number {
  return Math.floor((at - from) / epoch + 1e-6)
}

/** Summarises the values of a method for the whole and for each epoch, as they are emitted. */
export class Spans<T> {
  readonly #method: Method<T>
  readonly #rate: number
  readonly #range: Range
  readonly #whole: Collector<T>
  readonly #rows: readonly EpochRow[]
  #epoch: Collector<T> | undefined
  #number = Number.NaN
  #begins = Number.NaN
  #ends = Number.NaN
  readonly #hasEpochs: boolean

  constructor(method: Method<T>, rate: number, range: Range, hasEpochs: boolean) {
    this.#hasEpochs = hasEpochs
    this.#method = method
    this.#rate = rate
    this.#range = range
    this.#whole = method.makeCollector(rate, true)
    this.#rows = method.outputs.map(() => new EpochRow())
  }

  readonly take = (at: number, value: T): void => {
    const { from, to, epoch } = this.#range
    const tolerance = epoch * 1e-6
    if (at >= from - tolerance && at < to - tolerance) this.#whole.add(value)
    if (!this.#hasEpochs) return
    if (!(at >= this.#begins && at < this.#ends)) {
      this.#close()
      this.#number = epochAt(at, this.#range)
      this.#begins = from + this.#number * epoch - tolerance
      this.#ends = this.#begins + epoch
      this.#epoch = this.#method.makeCollector(this.#rate, false)
    }
    this.#epoch?.add(value)
  }

  #close(): void {
    if (!this.#epoch) return
    for (const [index, value] of this.#epoch.results().entries()) this.#rows[index]?.set(this.#number, value)
    this.#epoch = undefined
  }

  results(): Summary {
    this.#close()
    const empty = this.#method.makeCollector(this.#rate, false).results()
    return { whole: this.#whole.results(), epochs: this.#rows, empty }
  }
}
