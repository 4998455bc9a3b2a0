import {
  type Block,
  type Channel,
  type Clock,
  endOf,
  type FaultCode,
  follows,
  isFault,
  type Recording,
  type Remark,
} from '../recording.ts'

/** The results of reading a whole recording; plain JSON, stored with the file. */
export type Survey = {
  readonly format: string
  readonly recognised: readonly Remark[]
  readonly start: number | null
  readonly clock: Clock
  /** Seconds from the start to the end of the last sample. */
  readonly duration: number | null
  /** `samples`: number of samples that are not missing. */
  readonly channels: readonly (Channel & { readonly samples: number })[]
  readonly samples: number
  /** The gaps of the channel that lacks most: number, total seconds, and the longest in chronological order. */
  readonly gaps: { readonly count: number; readonly seconds: number; readonly longest: readonly Gap[] }
  /** The same for each channel. */
  readonly channelGaps?: readonly {
    readonly count: number
    readonly seconds: number
    readonly longest: readonly Gap[]
  }[]
  readonly faults: readonly { readonly what: FaultCode; readonly count: number }[]
  readonly annotations: number
  readonly device: string | null
  readonly serialnumber: string | null
  readonly fingerprint: string | null
  readonly entries?: readonly string[]
}

/** `at`: seconds since the start. */
export type Gap = { readonly at: number; readonly seconds: number }

/** The maximum number of gaps that a survey lists. */
export const mostGaps = 20
/** Seconds that a channel may lack samples within a block without a drop-out being counted. */
const shortestDropOut = 1

/** The samples of one channel so far. */
class Presence {
  samples = 0
  gaps = 0
  /** In gaps. */
  seconds = 0
  longest: Gap[] = []
  /** When the first sample begins, and the last ends. */
  from = Number.NaN
  to = Number.NaN
  readonly #rate: number | null
  #last: Block | null = null
  #isMissing = false

  /** `rate`: nominal, in Hz; null if irregular or unknown. */
  constructor(rate: number | null) {
    this.#rate = rate
  }

  add(block: Block): void {
    const { at, step, times, values } = block
    let isBroken = this.#last !== null && !follows(this.#last, block)
    this.#last = block
    const lasts = step ?? (this.#rate === null ? 0 : 1 / this.#rate)
    for (let i = 0; i < values.length; i++) {
      if (Number.isNaN(values[i])) {
        this.#isMissing = true
        continue
      }
      const begins = step === null ? (times?.[i] ?? at) : at + i * step
      if (this.samples === 0) this.from = begins
      else if (isBroken || this.#isMissing) {
        const seconds = Math.max(0, begins - this.to)
        if (isBroken || seconds > shortestDropOut) this.addGap({ at: this.to, seconds })
      }
      isBroken = false
      this.#isMissing = false
      this.samples++
      this.to = begins + lasts
    }
  }

  addGap(gap: Gap): void {
    this.gaps++
    this.seconds += gap.seconds
    this.longest.push(gap)
    if (this.longest.length > 4 * mostGaps) this.longest = longestOf(this.longest)
  }

  /** The number of gaps, their seconds together, and the longest in chronological order. */
  told(): Survey['gaps'] {
    const longest = longestOf(this.longest).toSorted((a, b) => a.at - b.at)
    return { count: this.gaps, seconds: this.seconds, longest }
  }

  /** Of a channel with a rate, lacking samples before the first and after the last are gaps, too. */
  addEnds(end: number, isEmpty: boolean): void {
    if (this.#rate === null) return
    const shortest = Math.max(shortestDropOut, 1.5 / this.#rate)
    if (this.samples === 0) {
      // Beside channels with samples, one without is reported by their number.
      if (isEmpty && end > shortest) this.addGap({ at: 0, seconds: end })
      return
    }
    if (this.from > shortest) this.addGap({ at: 0, seconds: this.from })
    if (end - this.to > shortest) this.addGap({ at: this.to, seconds: end - this.to })
  }
}

/** Builds a survey from the blocks as they are read, so that one pass serves the picture and the survey. */
export class Surveyor {
  readonly #channels: readonly Presence[]
  readonly #faults = new Map<FaultCode, number>()
  #end = Number.NEGATIVE_INFINITY

  constructor(channels: readonly Pick<Channel, 'rate'>[]) {
    this.#channels = channels.map(({ rate }) => new Presence(rate))
  }

  add(block: Block): void {
    this.#channels[block.channel]?.add(block)
    this.#end = Math.max(this.#end, endOf(block))
  }

  addFault(what: FaultCode, count: number): void {
    this.#faults.set(what, (this.#faults.get(what) ?? 0) + count)
  }

  result({ description, fingerprint, entries }: Recording, annotations: number): Survey {
    const { format, recognised, start, clock, duration, device = null, serialnumber = null } = description
    // Without a rate, blocks have no duration.
    const isTimed = !recognised.some(({ code }) => code === 'rate-unknown')
    // What the file says that it lasts, although its samples end before, is missing.
    const end = Math.max(this.#end, duration ?? 0)
    const isEmpty = this.#channels.every(({ samples }) => samples === 0)
    if (isTimed) for (const channel of this.#channels) channel.addEnds(end, isEmpty)
    const most = this.#channels.reduce(
      (worst, next) => (next.seconds > worst.seconds ? next : worst),
      new Presence(null),
    )
    return {
      format,
      recognised,
      start,
      clock,
      duration: duration ?? (isTimed && this.#end > 0 ? this.#end : null),
      channels: description.channels.map((channel, index) => ({
        ...channel,
        samples: this.#channels[index]?.samples ?? 0,
      })),
      samples: this.#channels.reduce((sum, { samples }) => sum + samples, 0),
      gaps: most.told(),
      channelGaps: this.#channels.map((channel) => channel.told()),
      faults: [...this.#faults].map(([what, count]) => ({ what, count })),
      annotations,
      device,
      serialnumber,
      fingerprint,
      ...(entries && { entries }),
    }
  }
}

function longestOf(gaps: readonly Gap[]): Gap[] {
  return gaps.toSorted((a, b) => b.seconds - a.seconds || a.at - b.at).slice(0, mostGaps)
}

/** Reads a recording from its start to its end. */
export async function survey(recording: Recording, signal?: AbortSignal): Promise<Survey> {
  const surveyor = new Surveyor(recording.description.channels)
  for await (const item of recording.blocks(signal && { signal })) {
    if (isFault(item)) surveyor.addFault(item.what, item.count)
    else surveyor.add(item)
  }
  return surveyor.result(recording, (await recording.annotations(signal)).length)
}
