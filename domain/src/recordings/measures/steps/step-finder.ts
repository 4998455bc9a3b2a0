/** The thresholds as revised in 2022. Times are in samples, acceleration in g. */
export const revised = {
  rate_hz: 15,
  block: 4,
  period_min: 4,
  period_max: 20,
  similarity: -1,
  continuous: 4,
  continuity_window: 4,
  variance: 0.01,
  magnitude: 1.25,
  /** Of the whole stretch: if its standard deviation is lower, nobody walks. */
  least_deviation: 0.025,
}

export type Thresholds = typeof revised

type Peak = {
  /** Of the sample. */
  readonly index: number
  readonly height: number
  /** Sums of the samples before it, and of their squares. */
  readonly sum: number
  readonly squares: number
}

/**
 * Finds the peaks of walking in the length of acceleration: the largest sample of each block, if it is high enough,
 * follows and is followed in the time of a step, is alike the peak after the next, and belongs to a time of movement.
 */
export class StepFinder {
  readonly #thresholds: Thresholds
  /** The largest sample of its block is a peak if none within this distance is larger. */
  readonly #reach: number
  /** The last samples; the one with index i is at i modulo the length. */
  readonly #recent = new Float64Array(64)
  readonly #sums = new Float64Array(64)
  readonly #squares = new Float64Array(64)
  #n = 0
  #sum = 0
  #square = 0
  /** The end of the next block to be looked at. */
  #blockEnd: number
  #waiting: Peak | undefined
  #timely: Peak[] = []
  #alike: Peak[] = []
  #found: number[] = []

  constructor(thresholds: Thresholds) {
    this.#thresholds = thresholds
    this.#reach = roundHalfToEven(thresholds.block / 2)
    this.#blockEnd = thresholds.block
  }

  add(length: number): void {
    const slot = this.#n % 64
    // Sums of what differs from gravity are more precise.
    const value = length - 1
    this.#recent[slot] = length
    this.#sums[slot] = this.#sum
    this.#squares[slot] = this.#square
    this.#sum += value
    this.#square += value * value
    this.#n++
    if (this.#n >= this.#blockEnd + this.#reach) this.#lookAtBlock()
  }

  /** The indices of the steps. */
  end(): readonly number[] {
    while (this.#blockEnd <= this.#n) this.#lookAtBlock()
    const deviation = Math.sqrt(Math.max(0, this.#square - (this.#sum * this.#sum) / this.#n) / (this.#n - 1))
    return deviation >= this.#thresholds.least_deviation ? this.#found : []
  }

  #lookAtBlock(): void {
    const { block, magnitude } = this.#thresholds
    const end = this.#blockEnd
    this.#blockEnd += block
    const index = this.#highest(end - block, end)
    // The first samples are not preceded by enough others.
    if (index < this.#reach) return
    if (this.#highest(index - this.#reach, Math.min(this.#n, index + this.#reach + 1)) !== index) return
    const height = this.#recent[index % 64] ?? 0
    if (height <= magnitude) return
    this.#takePeak({ index, height, sum: this.#sums[index % 64] ?? 0, squares: this.#squares[index % 64] ?? 0 })
  }

  /** The first of the highest samples. */
  #highest(from: number, to: number): number {
    let best = from
    for (let i = from + 1; i < to; i++) if ((this.#recent[i % 64] ?? 0) > (this.#recent[best % 64] ?? 0)) best = i
    return best
  }

  #takePeak(peak: Peak): void {
    const before = this.#waiting
    this.#waiting = peak
    if (!before) return
    const period = peak.index - before.index
    if (period <= this.#thresholds.period_min || period >= this.#thresholds.period_max) return
    this.#timely.push(before)
    const [first, , third] = this.#timely
    if (!first || !third) return
    this.#timely.shift()
    if (-Math.abs(third.height - first.height) > this.#thresholds.similarity) this.#takeAlike(first)
  }

  #takeAlike(peak: Peak): void {
    const { continuity_window: length, continuous, variance } = this.#thresholds
    this.#alike.push(peak)
    if (this.#alike.length < length + 1) return
    let varied = 0
    for (let i = 0; i < length; i++) {
      const [from, to] = [this.#alike[i], this.#alike[i + 1]]
      if (from && to && this.#varianceBetween(from, to) > variance) varied++
    }
    // The stretch after the last peak but one is the newest: that peak is what is judged.
    const judged = this.#alike[length - 1]
    if (judged && varied >= continuous) this.#found.push(judged.index)
    this.#alike.shift()
  }

  /** Of the samples from one peak to another, both included. */
  #varianceBetween(from: Peak, to: Peak): number {
    const last = to.height - 1
    const n = to.index - from.index + 1
    const sum = to.sum + last - from.sum
    const squares = to.squares + last * last - from.squares
    return (squares - (sum * sum) / n) / (n - 1)
  }
}

/** As R rounds. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value)
  return value - floor === 0.5 ? floor + (floor % 2) : Math.round(value)
}
