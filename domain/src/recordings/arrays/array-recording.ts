import { kindOfChannel, kindsTogether } from '../channel-kind.ts'
import { isBelievableRate, limits, makeBreathe } from '../limits.ts'
import {
  type Block,
  type BlocksOptions,
  type Channel,
  countFaults,
  type Fault,
  makeFault,
  type Recording,
  type Remark,
} from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { layOf, type Numbers, type NumericArray } from './numeric-array.ts'

type ArrayFile = {
  readonly format: string
  readonly arrays: readonly NumericArray[]
  /** Scalars by name, such as a rate. */
  readonly scalars: ReadonlyMap<string, number>
  readonly faults: readonly Fault[]
}

/** An array to draw: each of its columns is a channel. */
type Drawn = {
  readonly array: NumericArray
  readonly firstChannel: number
  readonly time: NumericArray | undefined
  /** Seconds between samples if there is no time array. */
  readonly step: number
}

const rateName = /^(fs|fsamp|sf|srate|hz|(sampl(e|ing)[_ ]?)(rate|freq(uency)?)|freq(uency)?)$/i
const timeName = /^(t|times?|time_?stamps?|time_?s(ec(onds)?)?)$/i
/** Arrays with fewer numbers than this are parameters. */
const fewest = 8

/**
 * Makes a recording from a file of arrays. Such files do not declare what an array is, so it is inferred from names and
 * lengths.
 */
export function makeArrayRecording(file: ArrayFile): Recording {
  const long = file.arrays.filter((array) => layOf(array).length >= fewest)
  const times = long.filter((array) => layOf(array).columns === 1 && timeName.test(lastName(array.name)))
  const rates = [...file.scalars].filter(([key, value]) => rateName.test(lastName(key)) && isBelievableRate(value))
  const channels: Channel[] = []
  const drawn: Drawn[] = []
  const recognised: Remark[] = []
  let more = 0
  for (const array of long.filter((each) => !times.includes(each))) {
    const { length, columns } = layOf(array)
    if (channels.length + columns > limits.channels) {
      more += columns
      continue
    }
    const time = nearest(
      array.name,
      times.filter((each) => layOf(each).length === length),
      (each) => each.name,
    )
    const rate = array.rate ?? nearest(array.name, rates, ([key]) => key)?.[1] ?? null
    drawn.push({ array, firstChannel: channels.length, time, step: 1 / (rate ?? 1) })
    if (!time && rate === null) recognised.push({ code: 'rate-unknown' })
    for (let column = 0; column < columns; column++) {
      const name = columns === 1 ? array.name : `${array.name} ${column + 1}`
      const unit = array.unit ?? null
      channels.push({ name, unit, kind: kindOfChannel(name, unit), rate: time ? null : rate })
    }
  }
  if (drawn.length === 0) {
    const cut = file.faults.find(({ what }) => what === 'cut-off')
    if (cut) throw new UnreadableRecording('cut-off', cut.offset === null ? {} : { offset: cut.offset })
    throw new UnreadableRecording('no-data', { offset: 0, detail: 'arrays of numbers' })
  }
  const faults = more > 0 ? [...file.faults, makeFault('limit', { count: more })] : file.faults
  const lengths = drawn.map(({ array, step, time }) => (time ? null : layOf(array).length * step))
  return {
    description: {
      format: file.format,
      recognised,
      start: null,
      clock: 'unknown',
      duration: lengths.reduce((most, each) => (most === null || each === null ? null : Math.max(most, each)), 0),
      channels: kindsTogether(channels),
      samples: drawn.reduce((sum, { array }) => sum + array.shape[0] * array.shape[1], 0),
    },
    layout: null,
    fingerprint: null,
    annotations: async () => [],
    blocks: (options) => countFaults(readBlocks(drawn, faults, options)),
  }
}

function lastName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1)
}

/** If there are several, that of the same structure or group, or of the closest one around it. */
function nearest<T>(name: string, candidates: readonly T[], nameOf: (each: T) => string): T | undefined {
  const own = groupsOf(name)
  const shared = (groups: readonly string[]) => {
    const other = groups.findIndex((group, depth) => group !== own[depth])
    return other < 0 ? groups.length : other
  }
  const ranked = candidates.map((each) => ({ each, groups: groupsOf(nameOf(each)) }))
  ranked.sort((a, b) => shared(b.groups) - shared(a.groups) || a.groups.length - b.groups.length)
  return ranked[0]?.each
}

function groupsOf(name: string): string[] {
  return name
    .split(/[./]/)
    .slice(0, -1)
    .filter((group) => group !== '')
}

async function* readBlocks(
  drawn: readonly Drawn[],
  faults: readonly Fault[],
  { signal, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: BlocksOptions = {},
): AsyncGenerator<Block | Fault> {
  yield* faults
  const breathe = makeBreathe(signal)
  for (const each of drawn) {
    const { length, columns, step, across } = layOf(each.array)
    const numbers = await loadOrFault(each.array, signal)
    const times = each.time ? await loadOrFault(each.time, signal) : null
    if ('what' in numbers) yield numbers
    else if (times && 'what' in times) yield times
    else {
      const stops = times && areTimes(times, length) ? times : null
      for (let first = 0; first < length; first += limits.blockSamples) {
        const count = Math.min(limits.blockSamples, length - first)
        const at = stops ? secondsAt(stops, first) : first * each.step
        const end = stops ? secondsAt(stops, first + count - 1) : at + count * each.step
        if (end < from || at > to || !Number.isFinite(at)) continue
        const own = stops && timesFrom(stops, first, count)
        for (let column = 0; column < columns; column++) {
          const values = new Float64Array(count)
          for (let index = 0; index < count; index++) {
            values[index] = Number(numbers[(first + index) * step + column * across] ?? Number.NaN)
          }
          const place = { channel: each.firstChannel + column, at, values }
          yield own ? { ...place, step: null, times: own, continues: first > 0 } : { ...place, step: each.step }
          await breathe()
        }
      }
    }
    await breathe()
  }
}

async function loadOrFault(array: NumericArray, signal?: AbortSignal): Promise<Numbers | Fault> {
  try {
    return await array.load(signal)
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    const what = error.code === 'cut-off' ? 'cut-off' : error.code === 'unsupported' ? 'limit' : 'corrupt-block'
    const offset = error.offset === null ? {} : { offset: error.offset }
    return makeFault(what, { ...offset, detail: error.detail ?? array.name })
  }
}

/**
 * Whether these are times: they never go back, and last a century at most. Times of day and epoch times count from the
 * first one, too.
 */
function areTimes(numbers: Numbers, length: number): boolean {
  let last = 0
  for (let index = 0; index < length; index++) {
    const time = secondsAt(numbers, index)
    if (!(time >= last) || time > limits.duration) return false
    last = time
  }
  return true
}

/** Seconds since the first time. */
function secondsAt(numbers: Numbers, index: number): number {
  return Number(numbers[index]) - Number(numbers[0])
}

function timesFrom(numbers: Numbers, first: number, count: number): Float64Array {
  const times = new Float64Array(count)
  for (let index = 0; index < count; index++) times[index] = secondsAt(numbers, first + index)
  return times
}
