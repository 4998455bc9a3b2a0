import { openRecording } from '../../recordings/open/open-recording.ts'
import type { Channel, ChannelKind, Recording, Source } from '../../recordings/recording.ts'
import { recordedSpan } from '../../recordings/seen/recorded-span.ts'
import { UnreadableRecording } from '../../recordings/unreadable-recording.ts'
import { readFileDescription } from '../../reference-data/file-description.rules.ts'
import type { FileDescription } from '../../reference-data/file-description.ts'
import { recordedTime } from '../../reference-data/recorded-file.ts'
import { timesQuestion } from '../../reference-data/times-question.ts'
import { isUnit } from '../deidentified/clean-edf.ts'
import type { ExportRows, ReferenceDataRow } from '../rows.ts'
import { UniqueNames } from '../unique-names.ts'
import { type Wearing, type WornDevice, wornDevice } from './worn-device.ts'

/** Opens a stored file. Undefined if it is missing. */
export type OpenStored = (objectName: string) => Promise<Source | undefined>

/** A channel as it is exported. `axis`: x, y, z, or w of a quaternion, if its name tells. */
export type ExportedChannel = {
  index: number
  name: string
  unit: string | null
  kind: ChannelKind
  rate: number | null
  sensor: string | null
  axis: string | null
}

/** An uploaded file that can be read as a recording. */
export type ExportedRecording = {
  row: ReferenceDataRow
  /** What was found when all of it was read. Undefined if it never was. */
  surveyed: FileDescription | undefined
  format: string
  device: string | null
  serialnumber: string | null
  /** Epoch seconds of the first sample, corrected. Null if the clock or its zone is unknown. */
  from: number | null
  /** Epoch seconds of the end of the last sample. Null if unknown. */
  to: number | null
  worn: WornDevice | undefined
  channels: readonly ExportedChannel[]
  /** How many channels are left out, because what they contain is unknown. */
  leftOut: number
}

/** A file that was meant to be a recording, and why it is none. */
export type NoRecording = { row: ReferenceDataRow; why: string }

/** Reads the recordings of one subject after another. Keeps only the one that was opened last. */
export class RecordingReader {
  readonly #open: OpenStored
  readonly #isDeidentified: boolean
  #last: { row: ReferenceDataRow; recording: Recording } | undefined

  constructor({ heading }: Pick<ExportRows, 'heading'>, open: OpenStored) {
    this.#open = open
    this.#isDeidentified = heading.deidentified !== undefined
  }

  /** Throws `UnreadableRecording`, or an error of the store. Undefined if the file is missing. */
  async recording(row: ReferenceDataRow, files: readonly ReferenceDataRow[]): Promise<Recording | undefined> {
    if (this.#last?.row === row) return this.#last.recording
    this.#last = undefined
    const { objectName, filename } = sourceOf(row)
    const source = await this.#open(objectName)
    if (!source) return undefined
    const layout = descriptionOf(row)?.layout
    const companion = async (name: string) => {
      const found = files.find((file) => isBeside(file, row) && sourceOf(file).filename === name)
      return found && this.#open(sourceOf(found).objectName)
    }
    const recording = await openRecording(source, filename, { companion, ...(layout && { layout }) })
    this.#last = { row, recording }
    return recording
  }

  /** What is known of a file without reading all of it. */
  async describe(
    row: ReferenceDataRow,
    files: readonly ReferenceDataRow[],
    wearing: Wearing,
  ): Promise<ExportedRecording | NoRecording> {
    const surveyed = descriptionOf(row)
    if (surveyed?.unreadable) return { row, why: unreadable }
    let recording: Recording | undefined
    try {
      recording = await this.recording(row, files)
    } catch (error) {
      if (!(error instanceof UnreadableRecording)) throw error
      return { row, why: unreadable }
    }
    if (!recording) return { row, why: 'the file is missing in the store' }
    const { description } = recording
    const { from, to } = timesOf(row, surveyed, recording)
    const serialnumber = description.serialnumber ?? null
    const exported = description.channels.flatMap((channel, index) => this.#exported(channel, index) ?? [])
    return {
      row,
      surveyed,
      format: description.format,
      device: description.device ?? null,
      serialnumber: this.#isDeidentified ? null : serialnumber,
      from,
      to,
      worn: wornDevice(wearing, { from, to, serialnumber }),
      channels: this.#isDeidentified ? namedByKind(exported) : exported,
      leftOut: description.channels.length - exported.length,
    }
  }

  /** In a de-identified export only what is known to be no name, number or place of anybody. */
  #exported({ name, unit, kind, rate, sensor }: Channel, index: number): ExportedChannel | undefined {
    const channel = { index, name, unit, kind, rate, sensor: sensor ?? null, axis: axisOf(name, kind) }
    if (!this.#isDeidentified) return channel
    if (kind === 'other' || kind === 'position') return undefined
    return { ...channel, unit: unit !== null && isUnit(unit) ? unit : null, sensor: null }
  }
}

const unreadable = 'it cannot be read as a recording'

function namedByKind(channels: readonly ExportedChannel[]): ExportedChannel[] {
  const names = new UniqueNames()
  return channels.map((channel) => {
    const name = channel.axis === null ? channel.kind : `${channel.kind} ${channel.axis}`
    return { ...channel, name: names.claim(name, (count) => `${name} ${count}`) }
  })
}

/** Where a file is stored, and what it was called. */
function sourceOf(row: ReferenceDataRow) {
  const { persistedObjectName: objectName, filename, description } = row
  return row.source ?? { objectName, filename, description, shift: 0 }
}

function descriptionOf(row: ReferenceDataRow): FileDescription | undefined {
  const { description } = sourceOf(row)
  return description ? (readFileDescription(JSON.stringify(description)) ?? undefined) : undefined
}

function isBeside(a: ReferenceDataRow, b: ReferenceDataRow): boolean {
  const isOne = a.activitytypeid === b.activitytypeid && (a.visitid ?? null) === (b.visitid ?? null)
  return isOne && (a.occurrence ?? 1) === (b.occurrence ?? 1) && a.status === 'UPLOADED'
}

function timesOf(row: ReferenceDataRow, surveyed: FileDescription | undefined, { description }: Recording) {
  const unknown = { from: null, to: null }
  // Nobody has decided yet how its times are read.
  if (!surveyed && timesQuestion(description)) return unknown
  const known = surveyed ?? { ...description, gaps: {} }
  const time = recordedTime(known, { zone: row.zone ?? null, clockCorrection: row.clock_correction ?? 0 })
  const span = recordedSpan({ ...time, duration: time.duration ?? 0 })
  if (typeof span === 'string') return unknown
  const { shift } = sourceOf(row)
  return { from: span.from + shift, to: time.duration === null ? null : span.to + shift }
}

/** The last of x, y, z in a name such as `acc_x`, `Accelerometer X` or `GyroZ`. */
function axisOf(name: string, kind: ChannelKind): string | null {
  const found = /(?:^|[^a-z]|acc|accel|acceleration|gyr|gyro|rot|mag|pos|q|quat)([w-z])(?:$|[^a-z])/i.exec(name)?.[1]
  const axis = found?.toLowerCase() ?? null
  if (kind === 'orientation' && axis !== null && /q/i.test(name)) return `quat_${axis}`
  return axis === 'w' ? null : axis
}
