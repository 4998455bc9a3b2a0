import { limits } from '@casebook/domain/recordings/limits.ts'
import { hasTime, measureTime } from '@casebook/domain/recordings/measures/measure-recording.ts'
import { measuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import { methods } from '@casebook/domain/recordings/measures/methods.ts'
import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import { readingVersion } from '@casebook/domain/recordings/open/reading-version.ts'
import type { Recording, Source } from '@casebook/domain/recordings/recording.ts'
import { Surveyor } from '@casebook/domain/recordings/seen/survey.ts'
import { UnreadableRecording } from '@casebook/domain/recordings/unreadable-recording.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import { describeFile } from '@casebook/domain/reference-data/file-description.ts'
import { recordedBetween } from '@casebook/domain/reference-data/recorded-file.ts'
import { timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import type { File, Measured, Methods } from './work.sql.ts'

/** The versions of the methods of this release, and that of how files are read. */
export const currentMethods: Methods = {
  ...Object.fromEntries(methods.map(({ name, version }) => [name, version])),
  reading: readingVersion,
}

export function rangeOf(file: File): Pick<Measured, 'begun' | 'measured_from' | 'measured_to' | 'of_activity'> {
  const { recorded_from: begun, recorded_to: ended, start_time, stop_time } = file
  const recorded = begun !== null && ended !== null ? { from: begun, to: ended } : undefined
  const time = measuredTime(recorded, { startTime: start_time, stopTime: stop_time })
  return { begun, measured_from: time.from, measured_to: time.to, of_activity: time.ofActivity }
}

type Sources = { source: Source; companion: (filename: string) => Promise<Source | undefined> }

/** A file with the recording in it, or why there is none. `file`: with its own times, if nobody has described it. */
export type Opened = {
  readonly file: File
  readonly recording: Recording | UnreadableRecording
  /** The file does not say when it ends, and nobody has described it: that is known once it was read. */
  readonly isEndOpen: boolean
}

/** Opens a file as it is to be measured, without reading all of it. */
export async function openFile(file: File, { source, companion }: Sources, signal: AbortSignal): Promise<Opened> {
  try {
    const layout = readFileDescription(file.description)?.layout
    const recording = await openRecording(source, file.filename, { signal, companion, ...(layout && { layout }) })
    const { duration } = recording.description
    if (file.description !== null) return { file, recording, isEndOpen: false }
    return { file: withOwnTimes(file, recording, duration ?? longest), recording, isEndOpen: duration === null }
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    return { file, recording: error, isEndOpen: false }
  }
}

/** Seconds: what is not known to end is thought to last until after its activity. */
const longest = limits.duration

/**
 * When a file was recorded that nobody has described, such as one that a script uploaded: by its own times. If they leave
 * that open, because of its zone or the order of day and month, it stays unknown.
 */
function withOwnTimes(file: File, recording: Recording, duration: number | null): File {
  const { description } = recording
  const described = describeFile(new Surveyor(description.channels).result(recording, 0), null)
  if (timesQuestion({ ...described, duration })) return file
  const { zone, clock_correction: clockCorrection } = file
  const recorded = recordedBetween({ description: JSON.stringify({ ...described, duration }), zone, clockCorrection })
  return { ...file, recorded_from: recorded?.from ?? null, recorded_to: recorded?.to ?? null }
}

type MeasuredFile = { file: File; measured: Measured; results: readonly Result[] }

/** Measures a file from its start to its end. A file that is no recording has a problem instead of values. */
export async function measureFile(opened: Opened, signal: AbortSignal): Promise<MeasuredFile> {
  const { recording, isEndOpen } = opened
  if (recording instanceof UnreadableRecording) return withProblem(opened.file, recording)
  try {
    const made = await measureAs(opened.file, recording, signal)
    if (!isEndOpen) return made
    const file = withOwnTimes(opened.file, recording, hasTime(recording) && made.end > 0 ? made.end : null)
    const isSame = JSON.stringify(rangeOf(file)) === JSON.stringify(rangeOf(opened.file))
    return isSame ? { ...made, file } : await measureAs(file, recording, signal)
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    return withProblem(opened.file, error)
  }
}

async function measureAs(
  file: File,
  recording: Recording,
  signal: AbortSignal,
): Promise<MeasuredFile & { end: number }> {
  const range = rangeOf(file)
  const time = { from: range.measured_from, to: range.measured_to }
  const { results, to, end } = await measureTime(recording, time, file.epoch_seconds, signal)
  return { file, measured: { ...howOf(file), ...range, problem: null, measured_to: to }, results, end }
}

function withProblem(file: File, { code }: UnreadableRecording): MeasuredFile {
  const range = rangeOf(file)
  return { file, measured: { ...howOf(file), ...range, problem: code, measured_to: range.measured_from }, results: [] }
}

function howOf(file: File): Pick<Measured, 'methods' | 'layout' | 'epoch_seconds'> {
  return { methods: currentMethods, layout: file.layout, epoch_seconds: file.epoch_seconds }
}
