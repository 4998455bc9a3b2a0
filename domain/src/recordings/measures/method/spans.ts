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

type Summing = { results(): readonly (number | null)[] }

/** The collectors of a method for the whole and for each epoch, as time goes on. */
export class Spans<C extends Summing> {
  readonly #make: (isWhole: boolean) => C
  readonly #range: Range
  readonly #hasEpochs: boolean
  readonly #tolerance: number
  readonly #whole: C
  readonly #rows: readonly EpochRow[]
  #epoch: C | undefined
  #number = Number.NaN
  #begins = Number.NaN
  #ends = Number.NaN

  constructor(make: (isWhole: boolean) => C, outputs: number, range: Range, hasEpochs: boolean) {
    this.#make = make
    this.#range = range
    this.#hasEpochs = hasEpochs
    this.#tolerance = range.epoch * 1e-6
    this.#whole = make(true)
    this.#rows = Array.from({ length: outputs }, () => new EpochRow())
  }

  /** That of the whole, if this time is within it. */
  wholeAt(at: number): C | undefined {
    const { from, to } = this.#range
    return at >= from - this.#tolerance && at < to - this.#tolerance ? this.#whole : undefined
  }

  /** That of the epoch of this time. Undefined if nobody wants epochs. */
  epochAt(at: number): C | undefined {
    if (!this.#hasEpochs) return undefined
    if (!(at >= this.#begins && at < this.#ends)) {
      this.#close()
      const { from, epoch } = this.#range
      this.#number = epochAt(at, this.#range)
      this.#begins = from + this.#number * epoch - this.#tolerance
      this.#ends = this.#begins + epoch
      this.#epoch = this.#make(false)
    }
    return this.#epoch
  }

  /**
   * The index of the first sample that belongs to another epoch than the one with index `index`, or is no longer before,
   * in or after the whole as that one is. `at`: the time of the sample with index 0.
   */
  endOfStretch(at: number, step: number, index: number, count: number): number {
    const time = at + index * step
    const { from, to } = this.#range
    let until = Number.POSITIVE_INFINITY
    for (const bound of [from - this.#tolerance, to - this.#tolerance]) if (bound > time) until = Math.min(until, bound)
    if (this.#hasEpochs) {
      this.epochAt(time)
      until = Math.min(until, this.#ends)
    }
    // What is divided may be off by one of what is multiplied.
    let end = Math.min(count, Math.max(index + 1, Math.ceil((until - at) / step)))
    while (end > index + 1 && at + (end - 1) * step >= until) end--
    while (end < count && at + end * step < until) end++
    return end
  }

  #close(): void {
    if (!this.#epoch) return
    for (const [index, value] of this.#epoch.results().entries()) this.#rows[index]?.set(this.#number, value)
    this.#epoch = undefined
  }

  results(): Summary {
    this.#close()
    return { whole: this.#whole.results(), epochs: this.#rows, empty: this.#make(false).results() }
  }
}
