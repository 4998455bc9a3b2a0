import { plainText } from '../recordings/plain-text.ts'
import type { Quality } from '../recordings/quality/quality.ts'
import type { Clock, FaultCode, Layout, Remark } from '../recordings/recording.ts'
import type { Gap, Survey } from '../recordings/seen/survey.ts'
import type { UnreadableCode, UnreadableRecording } from '../recordings/unreadable-recording.ts'

export type DescribedChannel = {
  readonly name: string
  readonly unit: string | null
  readonly kind: string
  /** In Hz. */
  readonly rate: number | null
  readonly sensor: string | null
  /** Samples that are not missing. */
  readonly samples: number
}

/** Why a file can't be read as a recording, and where. */
export type Unreadable = {
  readonly code: UnreadableCode
  readonly offset: number | null
  readonly line: number | null
  readonly detail: string | null
  /** The recordings of an archive with several, by name. */
  readonly entries?: readonly string[]
}

/**
 * The findings of a reader in a file; plain JSON, stored with the file and exported. Seconds and epoch seconds as in
 * `Description`.
 */
export type FileDescription = {
  /** Empty if the file can't be read. */
  readonly format: string
  readonly unreadable: Unreadable | null
  readonly recognised: readonly Remark[]
  readonly start: number | null
  readonly clock: Clock
  readonly duration: number | null
  /** At most `mostDescribedChannels` of them. */
  readonly channels: readonly DescribedChannel[]
  /** Of the file, which may have more channels than are described. */
  readonly channelCount: number
  readonly samples: number
  /** `longest`: in chronological order. Omitted in older descriptions. */
  readonly gaps: { readonly count: number; readonly seconds: number; readonly longest?: readonly Gap[] }
  readonly faults: readonly { readonly what: FaultCode; readonly count: number }[]
  readonly annotations: number
  readonly device: string | null
  readonly serialnumber: string | null
  readonly fingerprint: string | null
  /** The recordings of the archive, by name, if it contains several. */
  readonly entries?: readonly string[]
  /** How good it is. Omitted in older descriptions. */
  readonly quality?: Quality
  /** Settings that a person chose instead of the recognised ones. */
  readonly layout: Layout | null
}

/** What a person can still choose makes these readable: one of several recordings, a file that belongs to it, or settings. */
const readableByChoice: readonly UnreadableCode[] = [
  'missing-companion',
  'several-recordings',
  'no-data',
  'mixed-dates',
  'wrong-layout',
]

/** Whether no choice makes the file a recording: a document, for example, or one that is cut off. */
export function isNoRecording({ unreadable }: FileDescription): boolean {
  return unreadable !== null && !readableByChoice.includes(unreadable.code)
}

export const mostDescribedChannels = 256

/** Seconds by which the recorder's clock was ahead of UTC when it was started; null if the file does not contain them. */
export function utcOffset({ recognised }: Pick<FileDescription, 'recognised'>): number | null {
  const minutes = recognised.find(({ code }) => code === 'utc-offset')?.params?.minutes
  return typeof minutes === 'number' ? minutes * 60 : null
}

/** Whether somebody has to say which zone the recorder's clock was set to. */
export function isZoneMissing({ start, clock, recognised }: Pick<FileDescription, 'start' | 'clock' | 'recognised'>) {
  return start !== null && clock !== 'utc' && utcOffset({ recognised }) === null
}

/** Limits a file's texts to what is stored: without control characters, and no more channels or remarks than allowed. */
export function describeFile(survey: Survey, layout: Layout | null, quality?: Quality): FileDescription {
  return {
    format: plainText(survey.format),
    unreadable: null,
    recognised: survey.recognised.slice(0, 40).map(({ code, params }) => ({
      code,
      ...(params && {
        params: Object.fromEntries(
          Object.entries(params)
            .slice(0, 8)
            .map(([name, value]) => [name, typeof value === 'string' ? plainText(value) : finite(value)]),
        ),
      }),
    })),
    start: orNull(survey.start),
    clock: survey.clock,
    duration: orNull(survey.duration),
    channels: survey.channels.slice(0, mostDescribedChannels).map(({ name, unit, kind, rate, sensor, samples }) => ({
      name: plainText(name),
      unit: unit === null ? null : plainText(unit),
      kind,
      rate: orNull(rate),
      sensor: sensor === undefined ? null : plainText(sensor),
      samples,
    })),
    channelCount: survey.channels.length,
    samples: survey.samples,
    gaps: {
      count: survey.gaps.count,
      seconds: finite(survey.gaps.seconds),
      longest: survey.gaps.longest.map(({ at, seconds }) => ({ at: finite(at), seconds: finite(seconds) })),
    },
    faults: survey.faults.slice(0, 20),
    annotations: survey.annotations,
    device: survey.device === null ? null : plainText(survey.device),
    serialnumber: survey.serialnumber === null ? null : plainText(survey.serialnumber),
    fingerprint: survey.fingerprint === null ? null : plainText(survey.fingerprint),
    ...(survey.entries && { entries: survey.entries }),
    ...(quality && { quality: storable(quality) }),
    layout,
  }
}

/** What a reader threw, as plain JSON. */
export function whyUnreadable({ code, offset, line, detail, entries }: UnreadableRecording): Unreadable {
  return { code, offset, line, detail, ...(entries && { entries }) }
}

/** For a file that no reader accepts. */
export function describeUnreadable({ code, offset, line, detail, entries }: Unreadable): FileDescription {
  return {
    format: '',
    unreadable: {
      code,
      offset,
      line,
      detail: detail === null ? null : plainText(detail),
      ...(entries && { entries }),
    },
    recognised: [],
    start: null,
    clock: 'unknown',
    duration: null,
    channels: [],
    channelCount: 0,
    samples: 0,
    gaps: { count: 0, seconds: 0 },
    faults: [],
    annotations: 0,
    device: null,
    serialnumber: null,
    fingerprint: null,
    layout: null,
  }
}

/** Without channels that are not described, and with numbers of at most six digits. */
function storable(quality: Quality): Quality {
  const isDescribed = (channel: number) => channel < mostDescribedChannels
  const short = JSON.stringify(quality, (_, value) =>
    typeof value === 'number'
      ? Number.isFinite(value)
        ? Number(value.toPrecision(value > 1e6 ? 12 : 6))
        : null
      : value,
  )
  const kept: Quality = JSON.parse(short)
  const course = (each: Quality['battery']) => (each && isDescribed(each.channel) ? each : null)
  return {
    ...kept,
    findings: kept.findings.flatMap((finding) => {
      const channels = finding.channels.filter(isDescribed)
      const isKnown = channels.length > 0 || finding.channels.length === 0
      return isKnown && typeof finding.value === 'number' ? [{ ...finding, channels }] : []
    }),
    accelerometers: kept.accelerometers.filter(({ channels }) => channels.every(isDescribed)),
    battery: course(kept.battery),
    temperature: course(kept.temperature),
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0
}

function orNull(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}
