import { kindOfChannel, kindsTogether } from '../channel-kind.ts'
import { isBelievableRate, limits } from '../limits.ts'
import {
  type Channel,
  countFaults,
  type Description,
  type Fault,
  makeFault,
  type Recording,
  type Remark,
} from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { type Drawn, loadOrFault, readArrayBlocks, type Times, timelineOf } from './array-blocks.ts'
import { findTimeline, isTimeName, type Timeline } from './array-times.ts'
import { layOf, type NumericArray } from './numeric-array.ts'

type ArrayFile = {
  readonly format: string
  readonly arrays: readonly NumericArray[]
  /** Scalars by name, such as a rate. */
  readonly scalars: ReadonlyMap<string, number>
  readonly faults: readonly Fault[]
}

const rateName =
  /^(fs|fsamp|sf|sfreq|srate|hz|(samp(l(e|ing))?[_ ]?)(rate|freq(uency)?)|freq(uency)?)([_ ]?(in[_ ]?)?\(?hz\)?)?$/i
/** Arrays with fewer numbers than this are parameters. */
const fewest = 8

/** Whether a number of this name is a rate in Hz, such as `fs` and `sampling_rate`. */
export function isRateName(name: string): boolean {
  return rateName.test(name)
}

/**
 * Makes a recording from a file of arrays. Such files do not declare what an array is, so it is inferred from names and
 * lengths. Times are read once to know when they begin.
 */
export async function makeArrayRecording(file: ArrayFile, signal?: AbortSignal): Promise<Recording> {
  const long = file.arrays.filter((array) => layOf(array).length >= fewest)
  const timeArrays = long.filter((array) => layOf(array).columns === 1 && isTimeName(lastName(array.name)))
  const rates = [...file.scalars].filter(([key, value]) => isRateName(lastName(key)) && isBelievableRate(value))
  const rateOf = (array: NumericArray) => array.rate ?? nearest(array.name, rates, ([key]) => key)?.[1] ?? null
  const times: Times[] = []
  for (const array of timeArrays)
    times.push({ array, timeline: await readTimeline(file, array, rateOf(array), signal) })
  const channels: Channel[] = []
  const drawn: Drawn[] = []
  const recognised: Remark[] = []
  let more = 0
  for (const array of long.filter((each) => !timeArrays.includes(each))) {
    const { length, columns } = layOf(array)
    if (channels.length + columns > limits.channels) {
      more += columns
      continue
    }
    const found = nearest(
      array.name,
      times.filter((each) => layOf(each.array).length === length),
      (each) => each.array.name,
    )
    const time = found?.timeline ? found : undefined
    const own = time?.timeline && 'scale' in time.timeline ? time.timeline : undefined
    const rate = time ? rateBy(own?.step ?? null) : rateOf(array)
    drawn.push({ array, firstChannel: channels.length, time, step: own?.step ?? 1 / (rate ?? 1) })
    if (!time && rate === null) recognised.push({ code: 'rate-unknown' })
    for (let column = 0; column < columns; column++) {
      const name = columns === 1 ? array.name : `${array.name} ${column + 1}`
      const unit = array.unit ?? null
      channels.push({ name, unit, kind: kindOfChannel(name, unit), rate })
    }
  }
  if (drawn.length === 0) {
    const cut = file.faults.find(({ what }) => what === 'cut-off')
    if (cut) throw new UnreadableRecording('cut-off', cut.offset === null ? {} : { offset: cut.offset })
    const unread = file.faults.find(({ what }) => what === 'not-supported')
    if (unread?.detail) throw new UnreadableRecording('unsupported', { detail: unread.detail })
    throw new UnreadableRecording('no-data', { offset: 0, detail: 'arrays of numbers' })
  }
  const faults = more > 0 ? [...file.faults, makeFault('limit', { count: more })] : file.faults
  const { origin, clock, lengths } = placeOf(drawn)
  return {
    description: {
      format: file.format,
      recognised: [...recognised, ...timeRemarks(drawn, clock)],
      start: clock === 'unknown' ? null : origin,
      clock,
      duration: lengths.reduce((most, each) => (most === null || each === null ? null : Math.max(most, each)), 0),
      channels: kindsTogether(channels),
      samples: drawn.reduce((sum, { array }) => sum + array.shape[0] * array.shape[1], 0),
    },
    layout: null,
    fingerprint: null,
    annotations: async () => [],
    blocks: (options) => countFaults(readArrayBlocks(drawn, origin, faults, options)),
  }
}

async function readTimeline(
  { format }: ArrayFile,
  array: NumericArray,
  rate: number | null,
  signal?: AbortSignal,
): Promise<Timeline | Fault | null> {
  const numbers = await loadOrFault(array, signal)
  if ('what' in numbers) return numbers
  const stated = { name: array.name, unit: array.unit, rate, isMatlab: format.startsWith('MATLAB') }
  return findTimeline(numbers, layOf(array).length, stated)
}

/** In Hz, with as many digits as times are worth. */
function rateBy(step: number | null): number | null {
  const rate = step === null ? Number.NaN : Number((1 / step).toPrecision(6))
  return isBelievableRate(rate) ? rate : null
}

/**
 * What the times of all arrays are counted from: the first of them, if they tell the same clock. Without a date, they do
 * if they overlap. Arrays without times begin with the first.
 */
function placeOf(drawn: readonly Drawn[]) {
  const timelines = drawn.map(timelineOf)
  const known = timelines.filter((each) => each !== undefined)
  const first = Math.min(...known.map(({ origin }) => origin))
  const last = Math.max(...known.map(({ origin }) => origin))
  const own = known[0]?.clock ?? 'unknown'
  const areOverlapping = known.every(({ origin, length }) => origin + length >= last)
  const areAlike = known.every((each) => each.clock === own) && (own !== 'unknown' || areOverlapping)
  const origin = known.length > 0 && areAlike ? first : null
  const lengths = drawn.map(({ array, time, step }, index) => {
    const timeline = timelines[index]
    if (time && (!timeline || timeline.step === null)) return null
    const lasts = timeline ? timeline.length + step : layOf(array).length * step
    return (timeline && origin !== null ? timeline.origin - origin : 0) + lasts
  })
  return { origin, clock: areAlike ? own : ('unknown' as const), lengths }
}

function timeRemarks(drawn: readonly Drawn[], clock: Description['clock']): Remark[] {
  const assumed = drawn.map((each) => timelineOf(each)?.assumed).find((unit) => unit !== undefined)
  return [
    ...(assumed ? [{ code: 'time-unit-assumed', params: { unit: assumed } }] : []),
    ...(clock === 'unknown' ? [] : [{ code: 'start', params: { from: 'time-column' } }]),
    ...(clock === 'local' ? [{ code: 'times-without-zone' }] : []),
  ]
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
