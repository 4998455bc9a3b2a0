import { limits, makeBreathe } from '../limits.ts'
import { type Block, type BlocksOptions, type Fault, makeFault } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import type { EvenRun, Timeline } from './array-times.ts'
import { layOf, type Numbers, type NumericArray } from './numeric-array.ts'

/** An array to draw: each of its columns is a channel. */
export type Drawn = {
  readonly array: NumericArray
  readonly firstChannel: number
  readonly time: Times | undefined
  /** Seconds between samples if there is no time array. */
  readonly step: number
}

/** An array of times, and how they are read. Null: they are no times. */
export type Times = { readonly array: NumericArray; readonly timeline: Timeline | Fault | null }

export function timelineOf({ time }: Drawn): Timeline | undefined {
  return time?.timeline && 'scale' in time.timeline ? time.timeline : undefined
}

/** `origin`: what times are counted from; null: those of each array from its first. */
export async function* readArrayBlocks(
  drawn: readonly Drawn[],
  origin: number | null,
  faults: readonly Fault[],
  { signal, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: BlocksOptions = {},
): AsyncGenerator<Block | Fault> {
  yield* faults
  const breathe = makeBreathe(signal)
  for (const each of drawn) {
    const { length, columns, step, across } = layOf(each.array)
    const timeline = timelineOf(each)
    const late = timeline && origin !== null ? timeline.origin - origin : 0
    const numbers = await loadOrFault(each.array, signal)
    const runs = timeline ? timeline.runs : [{ from: 0, to: length, at: 0, step: each.step }]
    const times = each.time && runs.length === 0 ? await loadOrFault(each.time.array, signal) : null
    if (each.time?.timeline && 'what' in each.time.timeline) yield each.time.timeline
    else if ('what' in numbers) yield numbers
    else if (times && 'what' in times) yield times
    else {
      const valuesOf = (column: number, first: number, count: number) => {
        const values = new Float64Array(count)
        for (let index = 0; index < count; index++) {
          values[index] = Number(numbers[(first + index) * step + column * across] ?? Number.NaN)
        }
        return values
      }
      for (const piece of piecesOf(runs, times && timeline ? { times, timeline, length } : null)) {
        const { first, count, end, ...place } = piece
        const at = late + place.at
        if (late + end < from || at > to || !Number.isFinite(at)) continue
        const own = place.times?.map((time) => late + time)
        for (let column = 0; column < columns; column++) {
          const values = valuesOf(column, first, count)
          yield { ...place, at, channel: each.firstChannel + column, values, ...(own && { times: own }) }
          await breathe()
        }
      }
    }
    await breathe()
  }
}

/** Samples of one block. `end` in seconds: of the last one. */
type Piece = Pick<Block, 'at' | 'step' | 'times' | 'continues'> & {
  readonly first: number
  readonly count: number
  readonly end: number
}

function* piecesOf(
  runs: readonly EvenRun[],
  uneven: { readonly times: Numbers; readonly timeline: Timeline; readonly length: number } | null,
): Generator<Piece> {
  for (const { from, to, at, step } of runs) {
    for (let first = from; first < to; first += limits.blockSamples) {
      const count = Math.min(limits.blockSamples, to - first)
      const begins = at + (first - from) * step
      yield { first, count, at: begins, step, end: begins + count * step }
    }
  }
  if (!uneven) return
  const { times, timeline, length } = uneven
  for (let first = 0; first < length; first += limits.blockSamples) {
    const count = Math.min(limits.blockSamples, length - first)
    const own = Float64Array.from(
      { length: count },
      (_, index) => (Number(times[first + index]) - timeline.first) * timeline.scale,
    )
    yield { first, count, at: own[0] ?? 0, step: null, times: own, continues: first > 0, end: own.at(-1) ?? 0 }
  }
}

export async function loadOrFault(array: NumericArray, signal?: AbortSignal): Promise<Numbers | Fault> {
  try {
    return await array.load(signal)
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    const what = error.code === 'cut-off' ? 'cut-off' : error.code === 'unsupported' ? 'not-supported' : 'corrupt-block'
    const offset = error.offset === null ? {} : { offset: error.offset }
    return makeFault(what, { ...offset, detail: error.detail ?? array.name })
  }
}
