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
  /** The gaps of the channel with the most: number, total seconds, and the longest in chronological order. */
  readonly gaps: { readonly count: number; readonly seconds: number; readonly longest: readonly Gap[] }
  readonly faults: readonly { readonly what: FaultCode; readonly count: number }[]
  readonly annotations: number
  readonly device: string | null
  readonly serialnumber: string | null
  readonly fingerprint: string | null
}

/** `at`: seconds since the start. */
export type Gap = { readonly at: number; readonly seconds: number }

type Gaps = { gaps: number; seconds: number; longest: readonly Gap[] }

/** The maximum number of gaps that a survey lists. */
export const mostGaps = 20

/** Builds a survey from the blocks as they are read, so that one pass serves the picture and the survey. */
export class Surveyor {
  readonly #channels
  readonly #faults = new Map<FaultCode, number>()
  #end = Number.NEGATIVE_INFINITY

  constructor(channels: number) {
    this.#channels = Array.from({ length: channels }, () => ({
      samples: 0,
      gaps: 0,
      seconds: 0,
      longest: [] as Gap[],
      last: null as Block | null,
    }))
  }

  add(block: Block): void {
    const channel = this.#channels[block.channel]
    if (!channel) return
    if (channel.last && !follows(channel.last, block)) {
      const at = endOf(channel.last)
      const seconds = Math.max(0, block.at - at)
      channel.gaps++
      channel.seconds += seconds
      channel.longest.push({ at, seconds })
      if (channel.longest.length > 4 * mostGaps) channel.longest = longestOf(channel.longest)
    }
    channel.last = block
    this.#end = Math.max(this.#end, endOf(block))
    for (const value of block.values) if (!Number.isNaN(value)) channel.samples++
  }

  addFault(what: FaultCode, count: number): void {
    this.#faults.set(what, (this.#faults.get(what) ?? 0) + count)
  }

  result({ description, fingerprint }: Recording, annotations: number): Survey {
    const { format, recognised, start, clock, duration, device = null, serialnumber = null } = description
    const most = this.#channels.reduce<Gaps>((worst, next) => (next.gaps > worst.gaps ? next : worst), {
      gaps: 0,
      seconds: 0,
      longest: [],
    })
    // Without a rate, blocks have no duration.
    const isTimed = !recognised.some(({ code }) => code === 'rate-unknown')
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
      gaps: {
        count: most.gaps,
        seconds: most.seconds,
        longest: longestOf(most.longest).toSorted((a, b) => a.at - b.at),
      },
      faults: [...this.#faults].map(([what, count]) => ({ what, count })),
      annotations,
      device,
      serialnumber,
      fingerprint,
    }
  }
}

function longestOf(gaps: readonly Gap[]): Gap[] {
  return gaps.toSorted((a, b) => b.seconds - a.seconds || a.at - b.at).slice(0, mostGaps)
}

/** Reads a recording from its start to its end. */
export async function survey(recording: Recording, signal?: AbortSignal): Promise<Survey> {
  const surveyor = new Surveyor(recording.description.channels.length)
  for await (const item of recording.blocks(signal && { signal })) {
    if (isFault(item)) surveyor.addFault(item.what, item.count)
    else surveyor.add(item)
  }
  return surveyor.result(recording, (await recording.annotations(signal)).length)
}
