import { type Block, endOf, follows } from '../recording.ts'

export type Statistics = {
  /** Samples that are not missing. */
  readonly n: number
  /** NaN samples, and samples missing in gaps according to the rate. */
  readonly missing: number
  readonly mean: number | null
  /** Of a sample (n - 1). */
  readonly sd: number | null
  readonly min: number | null
  readonly max: number | null
  readonly rms: number | null
  readonly gaps: number
}

/** Statistics of one channel while it is read: of the whole, or of the samples from `from` until `to` (exclusive). */
export class RunningStatistics {
  #n = 0
  #missing = 0
  #mean = 0
  /** Sum of squared distances from the mean (Welford), which avoids cancellation for large offsets. */
  #squares = 0
  #min = Number.POSITIVE_INFINITY
  #max = Number.NEGATIVE_INFINITY
  #gaps = 0
  #last: Block | null = null
  readonly #from: number
  readonly #to: number

  readonly #rate: number | null

  /** `rate`: nominal, in Hz, to count the samples missing in gaps. */
  constructor(rate: number | null, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY) {
    this.#rate = rate
    this.#from = from
    this.#to = to
  }

  /** Adds the channel's next block. */
  add(block: Block): void {
    const { at, step, times, values } = block
    if (this.#last) this.#addGap(this.#last, block)
    this.#last = block
    for (let i = 0; i < values.length; i++) {
      const time = step === null ? (times?.[i] ?? at) : at + i * step
      if (time < this.#from || time >= this.#to) continue
      this.#addValue(values[i] ?? Number.NaN)
    }
  }

  result(): Statistics {
    const n = this.#n
    if (n === 0)
      return { n, missing: this.#missing, mean: null, sd: null, min: null, max: null, rms: null, gaps: this.#gaps }
    return {
      n,
      missing: this.#missing,
      mean: this.#mean,
      sd: n > 1 ? Math.sqrt(this.#squares / (n - 1)) : null,
      min: this.#min,
      max: this.#max,
      rms: Math.sqrt(this.#mean * this.#mean + this.#squares / n),
      gaps: this.#gaps,
    }
  }

  #addValue(value: number): void {
    if (Number.isNaN(value)) {
      this.#missing++
      return
    }
    this.#n++
    const distance = value - this.#mean
    this.#mean += distance / this.#n
    this.#squares += distance * (value - this.#mean)
    if (value < this.#min) this.#min = value
    if (value > this.#max) this.#max = value
  }

  #addGap(last: Block, next: Block): void {
    if (follows(last, next)) return
    const start = Math.max(endOf(last), this.#from)
    const end = Math.min(next.at, this.#to)
    if (end <= start) return
    this.#gaps++
    // Without a step, a block ends with its last sample, and the next one would follow a step later.
    const begun = last.step === null && start === endOf(last) ? 1 : 0
    if (this.#rate !== null) this.#missing += Math.max(0, Math.round((end - start) * this.#rate) - begun)
  }
}
