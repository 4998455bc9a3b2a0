import type { Block } from '../recording.ts'

/** There is a gap between the bucket's first sample and the previous one. */
export const gapBefore = 1
/** There is a gap between two samples of the bucket. */
export const gapWithin = 2

const fewest = 1024

/**
 * The minimum and maximum of one channel's samples in each time interval, in the order of time. Only intervals with
 * samples take memory: a minute at 100 Hz fills one in forty of those that a pyramid has for it.
 */
export class Buckets {
  /** The number of the interval, and what is in it, of the first `count`. */
  index = new Int32Array(fewest)
  min = new Float64Array(fewest)
  max = new Float64Array(fewest)
  /** Bits of `gapBefore` and `gapWithin`. */
  gaps = new Uint8Array(fewest)
  count = 0
  readonly #most: number
  /** Whether a sample came later than one of a later interval, so that some are out of order, or there twice. */
  #isMixed = false

  /** `most`: so many intervals there are. */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Adds samples. `start` and `width`, in seconds: when the first interval begins, and how long each is. `isAfterGap`:
   * something is missing before the first sample. Returns whether something is missing after the last.
   */
  add({ at, step, times, values }: Block, start: number, width: number, isAfterGap: boolean): boolean {
    const most = this.#most
    const { length } = values
    let isGap = isAfterGap
    // That of the last place is kept here while samples are added to it.
    let place = this.count - 1
    let latest = place < 0 ? -1 : (this.index[place] ?? 0)
    let least = this.min[place] ?? 0
    let greatest = this.max[place] ?? 0
    for (let i = 0; i < length; i++) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value)) {
        isGap = true
        continue
      }
      const time = step === null ? (times?.[i] ?? at) : at + i * step
      const bucket = Math.floor((time - start) / width)
      if (bucket === latest) {
        if (value < least) least = value
        else if (value > greatest) greatest = value
        if (isGap) this.gaps[place] = (this.gaps[place] ?? 0) | gapWithin
      } else {
        if (!(bucket >= 0 && bucket < most)) continue
        if (place >= 0) {
          this.min[place] = least
          this.max[place] = greatest
        }
        place = this.#append(bucket, value, isGap ? gapBefore : 0)
        latest = bucket
        least = value
        greatest = value
      }
      isGap = false
    }
    if (place >= 0) {
      this.min[place] = least
      this.max[place] = greatest
    }
    return isGap
  }

  /** Adds an interval with its first sample, and returns its place. */
  #append(bucket: number, value: number, gaps: number): number {
    // Making room may put the others in order, so that the last of them is another one.
    if (this.count === this.index.length) this.#makeRoom()
    if (bucket <= (this.index[this.count - 1] ?? -1)) this.#isMixed = true
    const place = this.count++
    this.index[place] = bucket
    this.min[place] = value
    this.max[place] = value
    this.gaps[place] = gaps
    return place
  }

  /** Merges each 2 ** `levels` intervals into one. */
  merge(levels: number): void {
    this.#tidy()
    this.#mergeInto(this, levels)
  }

  /** The same with each 2 ** `levels` intervals merged into one. */
  merged(levels: number): Buckets {
    this.#tidy()
    const to = new Buckets(this.#most)
    to.#resize(Math.max(1, Math.min(this.count, this.#most >> levels)))
    this.#mergeInto(to, levels)
    return to
  }

  /** The place of the first interval from this one on. */
  placeOf(bucket: number): number {
    this.#tidy()
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.index[middle] ?? 0) < bucket) low = middle + 1
      else high = middle
    }
    return low
  }

  #mergeInto(to: Buckets, levels: number): void {
    let made = -1
    for (let i = 0; i < this.count; i++) {
      const index = (this.index[i] ?? 0) >> levels
      const [min, max, gaps] = [this.min[i] ?? 0, this.max[i] ?? 0, this.gaps[i] ?? 0]
      if (made >= 0 && to.index[made] === index) {
        if (min < (to.min[made] ?? 0)) to.min[made] = min
        if (max > (to.max[made] ?? 0)) to.max[made] = max
        // A gap before the second of two is within the merged one.
        if (gaps !== 0) to.gaps[made] = (to.gaps[made] ?? 0) | gapWithin
        continue
      }
      made++
      to.index[made] = index
      to.min[made] = min
      to.max[made] = max
      to.gaps[made] = gaps
    }
    to.count = made + 1
  }

  /** Out of order, there may be more than there are intervals: twice as many, so that sorting is rare. */
  #makeRoom(): void {
    const most = 2 * this.#most
    if (this.count >= most) this.#tidy()
    else this.#resize(Math.min(most, 2 * this.count))
  }

  #resize(length: number): void {
    const { index, min, max, gaps } = this
    this.index = new Int32Array(length)
    this.min = new Float64Array(length)
    this.max = new Float64Array(length)
    this.gaps = new Uint8Array(length)
    this.index.set(index.subarray(0, this.count))
    this.min.set(min.subarray(0, this.count))
    this.max.set(max.subarray(0, this.count))
    this.gaps.set(gaps.subarray(0, this.count))
  }

  /** Puts what came out of order into its place. */
  #tidy(): void {
    if (!this.#isMixed) return
    this.#isMixed = false
    const { count, index, min, max, gaps } = this
    const order = new Int32Array(count).map((_, place) => place).sort((a, b) => (index[a] ?? 0) - (index[b] ?? 0))
    this.index = Int32Array.from(order, (place) => index[place] ?? 0)
    this.min = Float64Array.from(order, (place) => min[place] ?? 0)
    this.max = Float64Array.from(order, (place) => max[place] ?? 0)
    this.gaps = Uint8Array.from(order, (place) => gaps[place] ?? 0)
    this.#mergeInto(this, 0)
  }
}
