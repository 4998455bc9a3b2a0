import { isTimeZone } from '../activities/activity-time.ts'
import { longestText } from '../recordings/plain-text.ts'
import {
  findingCodes,
  mostAccelerometers,
  mostChannels,
  mostFindings,
  mostFlags,
  mostStretches,
} from '../recordings/quality/quality.ts'
import type { Clock, Epoch, FaultCode, TimeUnit } from '../recordings/recording.ts'
import { mostGaps } from '../recordings/seen/survey.ts'
import { mostEntries, type UnreadableCode } from '../recordings/unreadable-recording.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { type FileDescription, mostDescribedChannels } from './file-description.ts'

/** Maximum characters of a description's JSON. */
export const maxDescriptionLength = 65_536
/** Maximum correction of a recorder's clock in seconds: a hundred years, for a clock that began in 1970. */
export const maxClockCorrection = 3.2e9

const clocks: readonly Clock[] = ['utc', 'local', 'unknown']
const timeUnits: readonly TimeUnit[] = ['d', 'h', 'min', 's', 'ms', 'us', '100ns', 'ns']
const epochs: readonly Epoch[] = [0, 1, 1601, 1900, 1904, 1970, 2001]
const faultCodes: readonly FaultCode[] = [
  'cut-off',
  'corrupt-block',
  'wrong-header',
  'wrong-line',
  'not-a-number',
  'wrong-time',
  'time-backwards',
  'lost-samples',
  'clock-changed',
  'other-table',
  'limit',
  'not-supported',
]
const unreadableCodes: readonly UnreadableCode[] = [
  'empty',
  'unknown-format',
  'unsupported',
  'cut-off',
  'wrong-header',
  'missing-companion',
  'several-recordings',
  'no-data',
  'mixed-dates',
  'wrong-layout',
]

type Check = (value: unknown) => boolean

const word: Check = (value) => typeof value === 'string' && /^[a-z][a-z0-9-]{0,39}$/.test(value)
const text: Check = (value) =>
  typeof value === 'string' &&
  value.length <= 2 * longestText &&
  !/[\p{Cc}\p{Surrogate}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(value)
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const positive: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const count: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const index: Check = (value) => count(value) && Number(value) < 10_000

const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const oneOf =
  (known: readonly unknown[]): Check =>
  (value) =>
    known.includes(value)
const listOf =
  (check: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check)
const pair: Check = (value) => Array.isArray(value) && value.length === 2 && value.every(index)

/** An object with all of these keys, any of the optional ones, and no others. */
function object(required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check {
  const keys = Object.keys(required)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    const entries = Object.entries(value)
    return (
      keys.every((key) => Object.hasOwn(value, key)) &&
      entries.every(([key, held]) => {
        const check = Object.hasOwn(required, key)
          ? required[key]
          : Object.hasOwn(optional, key)
            ? optional[key]
            : undefined
        return check?.(held) ?? false
      })
    )
  }
}

const params: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).length <= 8 &&
  Object.entries(value).every(([name, held]) => /^[a-z]{1,20}$/i.test(name) && (number(held) || text(held)))

const layout = object(
  {},
  {
    delimiter: oneOf([',', ';', '\t', '|', ' ']),
    decimal: oneOf(['.', ',']),
    headerRows: (value) => count(value) && Number(value) <= 10_000,
    timeColumn: (value) => value === null || index(value) || pair(value),
    timeUnit: oneOf(timeUnits),
    epoch: oneOf(epochs),
    dateOrder: oneOf(['ymd', 'dmy', 'mdy']),
    rate: (value) => number(value) && Number(value) > 0,
    start: number,
    clock: oneOf(clocks),
    counterColumn: (value) => value === null || index(value) || pair(value),
    entry: text,
  },
)

const channelIndices = (most: number) => listOf((value) => count(value) && Number(value) < mostDescribedChannels, most)
const course = orNull(object({ channel: index, first: number, last: number, min: number, max: number, mean: number }))
const three = listOf(number, 3)
const calibration = object({
  points: count,
  error: positive,
  correction: orNull(object({ offset: three, scale: three, error: positive })),
})
const notWorn = object({ seconds: positive, longest: listOf(object({ from: number, to: number }), mostStretches) })
const quality = object(
  {
    version: count,
    share: orNull((value) => positive(value) && Number(value) <= 1),
    findings: listOf(
      object({
        code: oneOf(findingCodes),
        channels: channelIndices(mostChannels),
        from: orNull(number),
        to: orNull(number),
        value: number,
        expected: orNull(number),
        isWarning: (value) => typeof value === 'boolean',
      }),
      mostFindings,
    ),
    accelerometers: listOf(
      object({
        channels: channelIndices(3),
        calibration: orNull(calibration),
        notWorn: orNull(notWorn),
      }),
      mostAccelerometers,
    ),
    battery: course,
    temperature: course,
  },
  { flags: listOf(object({ channel: index, notWorn }), mostFlags) },
)

const entries = listOf(text, mostEntries)

const description = object(
  {
    format: text,
    unreadable: orNull(
      object(
        { code: oneOf(unreadableCodes), offset: orNull(count), line: orNull(count), detail: orNull(text) },
        { entries },
      ),
    ),
    recognised: listOf(object({ code: word }, { params }), 40),
    start: orNull(number),
    clock: oneOf(clocks),
    duration: orNull(positive),
    channels: listOf(
      object({
        name: text,
        unit: orNull(text),
        kind: word,
        rate: orNull(positive),
        sensor: orNull(text),
        samples: count,
      }),
      mostDescribedChannels,
    ),
    channelCount: count,
    samples: count,
    gaps: object(
      { count, seconds: positive },
      { longest: listOf(object({ at: number, seconds: positive }), mostGaps) },
    ),
    faults: listOf(object({ what: oneOf(faultCodes), count }), 20),
    annotations: count,
    device: orNull(text),
    serialnumber: orNull(text),
    fingerprint: orNull(text),
    layout: orNull(layout),
  },
  { entries, quality },
)

function isDescription(value: unknown): value is FileDescription {
  return description(value)
}

/** Parses a description as received or stored; undefined for anything else. */
export function readFileDescription(json: string | null | undefined): FileDescription | undefined {
  if (!json || json.length > maxDescriptionLength) return undefined
  try {
    const value: unknown = JSON.parse(json)
    return isDescription(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function whyNotFileDescription(json: string): Problem | undefined {
  if (!readFileDescription(json)) return problem('recording.description', { field: 'description' })
}

export function whyNotRecorderZone(zone: string | null | undefined): Problem | undefined {
  if (zone !== null && zone !== undefined && !(zone.length <= 64 && /^[A-Za-z]/.test(zone) && isTimeZone(zone)))
    return problem('recording.zone', { field: 'zone' })
}

export function whyNotClockCorrection(seconds: number): Problem | undefined {
  if (!(Math.abs(seconds) <= maxClockCorrection)) return problem('recording.correction', { field: 'seconds' })
}
