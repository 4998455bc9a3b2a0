import { type Block, type Channel, endOf, follows } from '../../recording.ts'
import { flatAfter, mayBeClipped } from './flat.rules.ts'

/** Samples in a row at an extreme that are not by chance. */
const clippedRun = 3
/** How many of the smallest steps a signal must jump to its extreme, so that it did not rest there. */
const clippedJump = 8
/** In seconds: shorter constant parts are not kept. */
const shortestFlat = 5
const mostFlats = 5

export type Flat = { readonly from: number; readonly to: number }

/** An extreme of a channel, and the samples of runs at it. */
class Extreme {
  value = Number.NaN
  samples = 0
  runs = 0

  reach(value: number): void {
    this.value = value
    this.samples = 0
    this.runs = 0
  }
}

/** Watches one channel while it is read, in little memory. */
export class ChannelWatch {
  samples = 0
  missing = 0
  /** Samples that differ from the one before. */
  changes = 0
  readonly highest = new Extreme()
  readonly lowest = new Extreme()
  /** Samples at the limits of its range. */
  atRange = 0
  first = Number.NaN
  mean = 0
  squares = 0
  /** Samples and the seconds that they took, in parts without a gap. */
  timed = 0
  seconds = 0
  readonly #channel: Pick<Channel, 'kind' | 'rate' | 'range'>
  readonly #isClippable: boolean
  #flats: Flat[] = []
  /** The smallest step between two samples. */
  #quantum = Number.POSITIVE_INFINITY
  #value = Number.NaN
  #run = 0
  #runFrom = 0
  #jump = 0
  /** When the last sample ended. */
  #until = 0
  #last: Block | null = null

  constructor(channel: Pick<Channel, 'kind' | 'rate' | 'range'>) {
    this.#channel = channel
    this.#isClippable = mayBeClipped(channel.kind)
  }

  /** The last value. */
  get last(): number {
    return this.#value
  }

  add(block: Block): void {
    const { at, step, times, values } = block
    const continues = this.#last !== null && follows(this.#last, block)
    if (!continues) this.#endRun()
    this.#addTime(block, continues)
    const lasts = step ?? (this.#channel.rate === null ? 0 : 1 / this.#channel.rate)
    const [least, most] = this.#limits()
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value)) {
        this.missing++
        this.#endRun()
        continue
      }
      const begins = step === null ? (times?.[i] ?? at) : at + i * step
      if (this.samples === 0) this.first = value
      this.samples++
      const distance = value - this.mean
      this.mean += distance / this.samples
      this.squares += distance * (value - this.mean)
      if (value >= most || value <= least) this.atRange++
      if (value === this.#value && this.#run > 0) this.#run++
      else this.#beginRun(value, begins)
      this.#until = begins + lasts
    }
    this.#last = { ...block, values: values.subarray(-1), ...(times && { times: times.slice(-1) }) }
    if (step !== null) this.#last = { ...this.#last, at: endOf(block) - step }
  }

  /** The parts with one value, those that are long enough for the kind. Only at the end. */
  flats(end: number): { readonly seconds: number; readonly longest: Flat | undefined } {
    this.#endRun()
    const after = flatAfter(this.#channel, this.samples === 0 ? 0 : this.changes / this.samples, end)
    if (after === null || this.samples < 2) return { seconds: 0, longest: undefined }
    const long = this.#flats.filter(({ from, to }) => to - from >= after)
    const seconds = long.reduce((sum, { from, to }) => sum + to - from, 0)
    return { seconds, longest: long.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0] }
  }

  /** The samples that stop at the channel's own extremes. */
  clipped(): number {
    if (!this.#isClippable) return 0
    return [this.highest, this.lowest].reduce(
      (sum, { value, samples, runs }) => sum + (value !== 0 && runs >= clippedRun ? samples : 0),
      0,
    )
  }

  #beginRun(value: number, begins: number): void {
    const before = this.#run > 0 ? this.#value : Number.NaN
    this.#endRun()
    const step = Math.abs(value - before)
    if (step > 0) {
      this.changes++
      if (step < this.#quantum) this.#quantum = step
    }
    this.#jump = step
    this.#value = value
    this.#run = 1
    this.#runFrom = begins
    if (!(value <= this.highest.value)) this.highest.reach(value)
    if (!(value >= this.lowest.value)) this.lowest.reach(value)
  }

  #endRun(): void {
    const run = this.#run
    this.#run = 0
    if (run < clippedRun) return
    const [from, to] = [this.#runFrom, this.#until]
    if (to - from >= shortestFlat) this.#keepFlat({ from, to })
    else if (this.#jump >= clippedJump * this.#quantum) {
      for (const extreme of [this.highest, this.lowest]) {
        if (this.#value !== extreme.value) continue
        extreme.samples += run
        extreme.runs++
      }
    }
  }

  #keepFlat(flat: Flat): void {
    this.#flats.push(flat)
    if (this.#flats.length > 4 * mostFlats)
      this.#flats = this.#flats.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, mostFlats)
  }

  /** What is near the end of the range counts as its end: converters stop a few steps before it. */
  #limits(): [least: number, most: number] {
    const { range } = this.#channel
    if (!range || !this.#isClippable) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    const near = (range[1] - range[0]) * 0.0005
    return [range[0] + near, range[1] - near]
  }

  #addTime(block: Block, continues: boolean): void {
    const { step, times, values } = block
    if (step !== null) {
      this.timed += values.length
      this.seconds += values.length * step
      return
    }
    if (!times || times.length === 0) return
    const before = continues && this.#last ? endOf(this.#last) : (times[0] ?? 0)
    this.timed += continues ? values.length : values.length - 1
    this.seconds += (times.at(-1) ?? 0) - before
  }
}
