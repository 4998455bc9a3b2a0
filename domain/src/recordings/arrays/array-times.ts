import { limits } from '../limits.ts'
import type { Clock, TimeUnit } from '../recording.ts'
import { secondsPer, timeUnitOf } from '../time-units.ts'
import type { Numbers } from './numeric-array.ts'

/** How the numbers of an array of times are read. */
export type Timeline = {
  /** Seconds for each unit. */
  readonly scale: number
  /** The first number, and how many seconds it is after what the times are counted from. */
  readonly first: number
  readonly origin: number
  /** Seconds from the first to the last. */
  readonly length: number
  /** `unknown`: they are counted from anything. Otherwise `origin` is in epoch seconds. */
  readonly clock: Clock
  /** The unit, if only the numbers indicate it. */
  readonly assumed?: TimeUnit
  /** Seconds between samples where the times are even, but for gaps between runs of them. Null: they are not. */
  readonly step: number | null
  /** None if they are not even. */
  readonly runs: readonly EvenRun[]
}

/** Samples, the last one excluded, whose times are within half a step of even ones. */
export type EvenRun = {
  readonly from: number
  readonly to: number
  /** Seconds since the first time. */
  readonly at: number
  /** In seconds. */
  readonly step: number
}

/** What a file says about an array of times beside its numbers. */
export type TimesStated = {
  readonly name: string
  readonly unit: string | undefined
  /** In Hz, of the arrays beside it. */
  readonly rate: number | null
  /** Whether whole days may be counted from the year 0, as MATLAB's serial dates are. */
  readonly isMatlab: boolean
}

const timeName = /^(?:time_?stamps?|times?|t)(?:(?:[ _]+\(?|\()([a-zµμ]+)\)?)?$/i

function unitOf(text: string): TimeUnit | null {
  return /^\s*d(ays?)?\s*$/i.test(text) ? 'd' : timeUnitOf(text)
}

/** Whether an array of this name has times, such as `time`, `t_ms` and `timestamps`. */
export function isTimeName(name: string): boolean {
  const parts = timeName.exec(name)
  return parts !== null && (parts[1] === undefined || unitOf(parts[1]) !== null)
}

/** From 1980 to 2100, in epoch seconds. */
const [earliest, latest] = [315_532_800, 4_102_444_800]
/** MATLAB counts days from the year 0. */
const daysBeforeEpoch = 719_529

/**
 * How these times are read. Null if they are none: they go back, or last longer than a century. Times count in the unit
 * that their name or the file says. Otherwise, that of instants is known by their size, and that of others by the rate
 * of what is beside them.
 */
export function findTimeline(numbers: Numbers, length: number, stated: TimesStated): Timeline | null {
  const at = (index: number) => Number(numbers[index])
  const first = at(0)
  const found = findUnit(numbers, length, stated)
  const lasting = (at(length - 1) - first) * found.scale
  if (!isAscending(numbers, length) || lasting > limits.duration) return null
  const runs = evenRuns(numbers, length, found.scale)
  const steps = runs.map(({ from, to, step }) => (to - from) * step)
  const step = runs.length > 0 ? steps.reduce((sum, each) => sum + each, 0) / length : null
  return { ...found, first, length: lasting, step, runs }
}

type Unit = Pick<Timeline, 'scale' | 'origin' | 'clock' | 'assumed'>

function findUnit(numbers: Numbers, length: number, stated: TimesStated): Unit {
  const first = Number(numbers[0])
  const since = /^(\w+) since (\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?/.exec(stated.unit?.trim() ?? '')
  const beside = unitOf(since?.[1] ?? stated.unit ?? '') ?? unitOf(timeName.exec(lastWord(stated.name))?.[1] ?? '')
  if (since?.[2] !== undefined && beside) {
    const from = Date.parse(`${since[2]}T${since[3] ?? '00:00'}Z`) / 1000
    if (Number.isFinite(from))
      return { scale: secondsPer[beside], origin: from + first * secondsPer[beside], clock: 'utc' }
  }
  const instant = (['s', 'ms', 'us', 'ns'] as const).find(
    (unit) => isInstant(first * secondsPer[unit]) && (beside ?? unit) === unit,
  )
  if (instant) return { scale: secondsPer[instant], origin: first * secondsPer[instant], clock: 'utc' }
  const day = (first - daysBeforeEpoch) * secondsPer.d
  if (stated.isMatlab && (beside ?? 'd') === 'd' && isInstant(day))
    // A day in double precision has ten thousandths of a second.
    return { scale: secondsPer.d, origin: Math.round(day * 1000) / 1000, clock: 'local' }
  const unit = beside ?? unitByRate(numbers, length, stated.rate)
  if (unit) return { scale: secondsPer[unit], origin: first * secondsPer[unit], clock: 'unknown' }
  const steps = firstSteps(numbers, length)
  const usual = median(steps)
  const isUsual = (step: number) => Number.isInteger(step) && Math.abs(step - usual) < usual / 2
  const isWhole = Number.isInteger(first) && usual > 1 && steps.filter(isUsual).length >= 0.8 * steps.length
  // Whole numbers are milliseconds, but for the usual epochs.
  const assumed = isWhole && usual % 15 !== 0 ? 'ms' : 's'
  return {
    scale: secondsPer[assumed],
    origin: first * secondsPer[assumed],
    clock: 'unknown',
    ...(isWhole && { assumed }),
  }
}

function lastWord(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1)
}

function isInstant(epoch: number): boolean {
  return epoch >= earliest && epoch <= latest
}

/** The unit in which the times have the rate of the arrays beside them. */
function unitByRate(numbers: Numbers, length: number, rate: number | null): TimeUnit | undefined {
  if (rate === null) return undefined
  const step = median(firstSteps(numbers, length)) * rate
  return (['s', 'ms', 'us', 'ns', 'min', 'h', 'd'] as const).find(
    (unit) => Math.abs(step * secondsPer[unit] - 1) < 0.05,
  )
}

function firstSteps(numbers: Numbers, length: number): number[] {
  const count = Math.min(length, 1000) - 1
  return Array.from({ length: count }, (_, index) => Number(numbers[index + 1]) - Number(numbers[index]))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

function isAscending(numbers: Numbers, length: number): boolean {
  let last = Number(numbers[0])
  for (let index = 0; index < length; index++) {
    const time = Number(numbers[index])
    if (!(time >= last)) return false
    last = time
  }
  return true
}

/** Fewer samples than this between gaps, on average, are not even. */
const shortestRun = 4

/** A step that is half as long again as the usual one, or half as long, begins a run. */
function evenRuns(numbers: Numbers, length: number, scale: number): EvenRun[] {
  const usual = median(firstSteps(numbers, length))
  if (!(usual > 0)) return []
  const at = (index: number) => Number(numbers[index])
  const runs: EvenRun[] = []
  for (let from = 0, index = 1; index <= length; index++) {
    if (index < length && Math.abs(at(index) - at(index - 1) - usual) <= usual / 2) continue
    const step = index - from > 1 ? (at(index - 1) - at(from)) / (index - from - 1) : usual
    for (let each = from; each < index; each++)
      if (Math.abs(at(each) - at(from) - (each - from) * step) > step / 2) return []
    runs.push({ from, to: index, at: (at(from) - at(0)) * scale, step: step * scale })
    if (runs.length > 1 + index / shortestRun) return []
    from = index
  }
  return runs.length === 1 || runs.length * shortestRun <= length ? runs : []
}
