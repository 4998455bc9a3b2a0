import { type Block, endOf, follows } from '../recording.ts'

/** The buckets of all channels together: 17 bytes each, and as many again for the levels above. */
const allBuckets = 2 ** 21
const fewestBuckets = 2 ** 12
const mostBuckets = 2 ** 18
/** Seconds of the narrowest bucket. A power of two, which can be halved exactly. */
const narrowest = 2 ** -15

export type View = {
  /** The middle of each bucket that has samples, in seconds since the start of the recording. */
  readonly times: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
  /** `gapBefore` and `gapWithin` of each. */
  readonly gaps: Uint8Array
  /**
   * Seconds per bucket. If that is wider than a pixel, reading the range again into a pyramid of its own shows more
   * detail.
   */
  readonly width: number
}

type Stack = {
  readonly base: Buckets
  readonly levels: Buckets[]
  levelsUpTo: number
  last: Block | null
  isAfterMissing: boolean
}

/**
 * Stores the minimum and maximum of every time interval while a recording is read, so that no peak is lost at any zoom
 * level. Its memory is limited: when the buckets are full, each pair is merged.
 */
export class Pyramid {
  /** Buckets per channel. */
  readonly length: number
  /** Seconds of one bucket. */
  width = narrowest
  /** End of the last sample, in seconds since the start of the recording. */
  end = Number.NEGATIVE_INFINITY
  /** Buckets up to the last that may contain a sample. */
  #used = 0
  readonly #from: number
  readonly #stacks: (Stack | null)[]

  /** `from`: in seconds since the start of the recording. Earlier samples are ignored. */
  constructor(channels: number, from = 0) {
    const share = Math.min(mostBuckets, Math.max(fewestBuckets, allBuckets / Math.max(1, channels)))
    this.length = 2 ** Math.floor(Math.log2(share))
    this.#from = from
    this.#stacks = Array.from({ length: channels }, () => null)
  }

  /** Adds a channel's next block. */
  add(block: Block): void {
    const { channel, at, step, times, values } = block
    if (values.length === 0 || !(channel in this.#stacks)) return
    const end = endOf(block)
    if (end > this.end) this.end = end
    this.#makeRoom(end)
    this.#stacks[channel] ??= {
      base: emptyBuckets(this.length),
      levels: [],
      levelsUpTo: 0,
      last: null,
      isAfterMissing: false,
    }
    const stack = this.#stacks[channel]
    const { min, max, gaps } = stack.base
    let isAfterGap = stack.isAfterMissing || stack.last === null || !follows(stack.last, block)
    const { width, length } = this
    const from = this.#from
    for (let i = 0; i < values.length; i++) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value)) {
        isAfterGap = true
        continue
      }
      const time = step === null ? (times?.[i] ?? at) : at + i * step
      const bucket = Math.floor((time - from) / width)
      if (!(bucket >= 0 && bucket < length)) continue
      const least = min[bucket] ?? Number.NaN
      const isFirst = Number.isNaN(least)
      if (isFirst || value < least) min[bucket] = value
      if (isFirst || value > (max[bucket] ?? Number.NaN)) max[bucket] = value
      if (isAfterGap) {
        gaps[bucket] = (gaps[bucket] ?? 0) | (isFirst ? gapBefore : gapWithin)
        isAfterGap = false
      }
    }
    stack.isAfterMissing = isAfterGap
    stack.last = { channel, step, values: values.subarray(-1), ...lastOf(block, end) }
    stack.levelsUpTo = 0
  }

  /** The buckets between two times and one on either side, at least `buckets` of them if the pyramid is that fine. */
  view(channel: number, from: number, to: number, buckets: number): View {
    const stack = this.#stacks[channel]
    const wanted = Math.max(1, buckets)
    const level = Math.max(0, Math.floor(Math.log2((to - from) / this.width / wanted)))
    const highest = Math.log2(this.length)
    const chosen = Number.isFinite(level) ? Math.min(level, highest) : 0
    const width = this.width * 2 ** chosen
    if (!stack)
      return {
        times: new Float64Array(),
        min: new Float64Array(),
        max: new Float64Array(),
        gaps: new Uint8Array(),
        width,
      }
    const source = this.#level(stack, chosen)
    const length = this.length / 2 ** chosen
    const indices = filledBetween(source, (from - this.#from) / width, (to - this.#from) / width, length)
    return { ...taken(source, indices, this.#from, width), width }
  }

  #makeRoom(end: number): void {
    while ((end - this.#from) / this.width >= this.length) {
      const used = this.#used
      this.width *= 2
      for (const stack of this.#stacks) {
        if (!stack) continue
        const half = Math.ceil(used / 2)
        halve(stack.base, stack.base, used)
        stack.base.min.fill(Number.NaN, half, used)
        stack.base.max.fill(Number.NaN, half, used)
        stack.base.gaps.fill(0, half, used)
        stack.levels.length = 0
        stack.levelsUpTo = 0
      }
      this.#used = Math.ceil(used / 2)
    }
    this.#used = Math.min(this.length, Math.max(this.#used, Math.floor((end - this.#from) / this.width) + 1))
  }

  /** Level 0 is the base. Each level above it has half as many buckets. Built at the first request after new samples. */
  #level(stack: Stack, level: number): Buckets {
    for (; stack.levelsUpTo < level; stack.levelsUpTo++) {
      const below = stack.levelsUpTo === 0 ? stack.base : stack.levels[stack.levelsUpTo - 1]
      stack.levels[stack.levelsUpTo] ??= emptyBuckets(this.length / 2 ** (stack.levelsUpTo + 1))
      const made = stack.levels[stack.levelsUpTo]
      if (below && made) halve(below, made, Math.ceil(this.#used / 2 ** stack.levelsUpTo))
    }
    return (level === 0 ? stack.base : stack.levels[level - 1]) ?? stack.base
  }
}

/** The parts of a block that `follows` needs, without keeping its samples in memory. */
function lastOf({ step, times }: Block, end: number): Pick<Block, 'at' | 'times'> {
  if (step !== null) return { at: end - step }
  return { at: end, ...(times && { times: times.slice(-1) }) }
}

/** The buckets of these indices. Plain loops, because this runs for every channel in every frame. */
function taken({ min, max, gaps }: Buckets, indices: Int32Array, from: number, width: number): Omit<View, 'width'> {
  const { length } = indices
  const view = {
    times: new Float64Array(length),
    min: new Float64Array(length),
    max: new Float64Array(length),
    gaps: new Uint8Array(length),
  }
  for (let i = 0; i < length; i++) {
    const index = indices[i] ?? 0
    view.times[i] = from + (index + 0.5) * width
    view.min[i] = min[index] ?? Number.NaN
    view.max[i] = max[index] ?? Number.NaN
    view.gaps[i] = gaps[index] ?? 0
  }
  return view
}

/** Indices of the buckets with samples in a range, and of the next on either side. */
function filledBetween({ min }: Buckets, from: number, to: number, length: number): Int32Array {
  const first = Math.min(length, Math.max(0, Math.floor(from) || 0))
  const last = Math.max(-1, Math.min(length - 1, Math.floor(to) || 0))
  const indices = new Int32Array(Math.max(0, last - first + 1) + 2)
  let count = 0
  const isFilled = (index: number) => !Number.isNaN(min[index] ?? Number.NaN)
  let before = first - 1
  while (before >= 0 && !isFilled(before)) before--
  if (before >= 0) indices[count++] = before
  for (let index = first; index <= last; index++) if (isFilled(index)) indices[count++] = index
  let after = Math.max(first, last + 1)
  while (after < length && !isFilled(after)) after++
  if (after < length) indices[count++] = after
  return indices.subarray(0, count)
}

/** The minimum and maximum of one channel's samples in each time interval; NaN if there are none. */
type Buckets = {
  readonly min: Float64Array
  readonly max: Float64Array
  /** Bits of `gapBefore` and `gapWithin`. */
  readonly gaps: Uint8Array
}

/** There is a gap between the bucket's first sample and the previous one. */
export const gapBefore = 1
/** There is a gap between two samples of the bucket. */
export const gapWithin = 2

function emptyBuckets(length: number): Buckets {
  return {
    min: new Float64Array(length).fill(Number.NaN),
    max: new Float64Array(length).fill(Number.NaN),
    gaps: new Uint8Array(length),
  }
}

/**
 * Merges each pair of the first `length` buckets of `from` into one bucket of `to`, which may be the same object. A
 * single last one is unchanged.
 */
function halve(from: Buckets, to: Buckets, length: number): void {
  for (let i = 0; i < length; i += 2) {
    const target = i / 2
    const minA = from.min[i] ?? Number.NaN
    const maxA = from.max[i] ?? Number.NaN
    const gapsA = from.gaps[i] ?? 0
    const isPair = i + 1 < length
    const minB = isPair ? (from.min[i + 1] ?? Number.NaN) : Number.NaN
    const maxB = isPair ? (from.max[i + 1] ?? Number.NaN) : Number.NaN
    const gapsB = from.gaps[i + 1] ?? 0
    // NaN compares as false, so an existing value takes precedence.
    to.min[target] = minB < minA || Number.isNaN(minA) ? minB : minA
    to.max[target] = maxB > maxA || Number.isNaN(maxA) ? maxB : maxA
    to.gaps[target] = Number.isNaN(minA) ? gapsB : joined(gapsA, Number.isNaN(minB) ? 0 : gapsB)
  }
}

/** A gap before the second of two buckets is within the merged one. */
function joined(first: number, second: number): number {
  return first | (second & gapWithin) | (second & gapBefore ? gapWithin : 0)
}
