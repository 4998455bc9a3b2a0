import { type Block, endOf, follows } from '../recording.ts'
import { Buckets } from './buckets.ts'

/** The buckets of all channels together: 21 bytes of each that has samples, and as many again for the levels above. */
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
  /** By how often pairs were merged: the levels that were shown since the last sample. */
  readonly levels: Map<number, Buckets>
  last: Block | null
  isAfterMissing: boolean
}

/**
 * Stores the minimum and maximum of every time interval while a recording is read, so that no peak is lost at any zoom
 * level. Its memory is limited: when the buckets are full, each pair is merged.
 */
export class Pyramid {
  /** The most buckets per channel. */
  readonly length: number
  /** Seconds of one bucket. */
  width = narrowest
  /** End of the last sample, in seconds since the start of the recording. */
  end = Number.NEGATIVE_INFINITY
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
    const { channel, step, values } = block
    if (values.length === 0 || !(channel in this.#stacks)) return
    const end = endOf(block)
    if (end > this.end) this.end = end
    this.#makeRoom(end)
    this.#stacks[channel] ??= { base: new Buckets(this.length), levels: new Map(), last: null, isAfterMissing: false }
    const stack = this.#stacks[channel]
    const { base } = stack
    const isAfterGap = stack.isAfterMissing || stack.last === null || !follows(stack.last, block)
    stack.isAfterMissing = base.add(block, this.#from, this.width, isAfterGap)
    stack.last = { channel, step, values: values.subarray(-1), ...lastOf(block, end) }
    stack.levels.clear()
  }

  /** The buckets between two times and one on either side, at least `buckets` of them if the pyramid is that fine. */
  view(channel: number, from: number, to: number, buckets: number): View {
    const stack = this.#stacks[channel]
    const wanted = Math.max(1, buckets)
    const level = Math.max(0, Math.floor(Math.log2((to - from) / this.width / wanted)))
    const highest = Math.log2(this.length)
    const chosen = Number.isFinite(level) ? Math.min(level, highest) : 0
    const width = this.width * 2 ** chosen
    const source = stack ? levelOf(stack, chosen) : new Buckets(0)
    const length = this.length / 2 ** chosen
    return {
      ...taken(source, (from - this.#from) / width, (to - this.#from) / width, length, this.#from, width),
      width,
    }
  }

  #makeRoom(end: number): void {
    while ((end - this.#from) / this.width >= this.length) {
      this.width *= 2
      for (const stack of this.#stacks) {
        stack?.base.merge(1)
        stack?.levels.clear()
      }
    }
  }
}

function levelOf({ base, levels }: Stack, level: number): Buckets {
  const made = level === 0 ? base : (levels.get(level) ?? base.merged(level))
  if (level > 0) levels.set(level, made)
  return made
}

/** The parts of a block that `follows` needs, without keeping its samples in memory. */
function lastOf({ step, times }: Block, end: number): Pick<Block, 'at' | 'times'> {
  if (step !== null) return { at: end - step }
  return { at: end, ...(times && { times: times.slice(-1) }) }
}

/** The buckets with samples between two of them, and the next on either side. */
function taken(
  source: Buckets,
  from: number,
  to: number,
  length: number,
  start: number,
  width: number,
): Omit<View, 'width'> {
  const first = Math.min(length, Math.max(0, Math.floor(from) || 0))
  const last = Math.max(-1, Math.min(length - 1, Math.floor(to) || 0))
  const low = Math.max(0, source.placeOf(first) - 1)
  const high = Math.min(source.count, source.placeOf(Math.max(first, last + 1)) + 1)
  const times = new Float64Array(Math.max(0, high - low))
  for (let i = 0; i < times.length; i++) times[i] = start + ((source.index[low + i] ?? 0) + 0.5) * width
  return {
    times,
    min: source.min.slice(low, high),
    max: source.max.slice(low, high),
    gaps: source.gaps.slice(low, high),
  }
}
