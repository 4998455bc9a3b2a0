import { measureTime } from '@casebook/domain/recordings/measures/measure-recording.ts'
import { measuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import { methods } from '@casebook/domain/recordings/measures/methods.ts'
import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import type { Source } from '@casebook/domain/recordings/recording.ts'
import { survey } from '@casebook/domain/recordings/seen/survey.ts'
import { UnreadableRecording } from '@casebook/domain/recordings/unreadable-recording.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import { describeFile, otherStart } from '@casebook/domain/reference-data/file-description.ts'
import { recordedBetween } from '@casebook/domain/reference-data/recorded-file.ts'
import type { File, Measured, Methods } from './work.sql.ts'

/** The versions of the methods of this release. */
export const currentMethods: Methods = Object.fromEntries(methods.map(({ name, version }) => [name, version]))

export function rangeOf(file: File): Pick<Measured, 'begun' | 'measured_from' | 'measured_to' | 'of_activity'> {
  const { recorded_from: begun, recorded_to: ended, start_time, stop_time } = file
  const recorded = begun !== null && ended !== null ? { from: begun, to: ended } : undefined
  const time = measuredTime(recorded, { startTime: start_time, stopTime: stop_time })
  return { begun, measured_from: time.from, measured_to: time.to, of_activity: time.ofActivity }
}

/**
 * A file that nobody has described, such as one that a script uploaded: when it was recorded is found in the file itself.
 * If its own times leave that open, because of its zone or the order of day and month, it stays unknown.
 */
export async function withOwnTimes(file: File, { source, companion }: Sources, signal: AbortSignal): Promise<File> {
  if (file.description !== null) return file
  try {
    const recording = await openRecording(source, file.filename, { signal, companion })
    const described = describeFile(await survey(recording, signal), null)
    if (otherStart(described)) return file
    const { zone, clock_correction: clockCorrection } = file
    const recorded = recordedBetween({ description: JSON.stringify(described), zone, clockCorrection })
    return { ...file, recorded_from: recorded?.from ?? null, recorded_to: recorded?.to ?? null }
  } catch (error) {
    // Measuring says why.
    if (!(error instanceof UnreadableRecording)) throw error
    return file
  }
}

type Sources = { source: Source; companion: (filename: string) => Promise<Source | undefined> }

/** Measures a file from its start to its end. A file that is no recording has a problem instead of values. */
export async function measureFile(
  file: File,
  { source, companion }: Sources,
  signal: AbortSignal,
): Promise<{ measured: Measured; results: readonly Result[] }> {
  const range = rangeOf(file)
  const measured = { ...range, methods: currentMethods, layout: file.layout, epoch_seconds: file.epoch_seconds }
  try {
    const layout = readFileDescription(file.description)?.layout
    const recording = await openRecording(source, file.filename, { signal, companion, ...(layout && { layout }) })
    const time = { from: range.measured_from, to: range.measured_to }
    const { results, to } = await measureTime(recording, time, file.epoch_seconds, signal)
    return { measured: { ...measured, problem: null, measured_to: to }, results }
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    return { measured: { ...measured, problem: error.code, measured_to: range.measured_from }, results: [] }
  }
}
