import { measureTime } from '@casebook/domain/recordings/measures/measure-recording.ts'
import { measuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import { methods } from '@casebook/domain/recordings/measures/methods.ts'
import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import type { Source } from '@casebook/domain/recordings/recording.ts'
import { UnreadableRecording } from '@casebook/domain/recordings/unreadable-recording.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import type { File, Measured, Methods } from './work.sql.ts'

/** The versions of the methods of this release. */
export const currentMethods: Methods = Object.fromEntries(methods.map(({ name, version }) => [name, version]))

export function rangeOf(file: File): Pick<Measured, 'begun' | 'measured_from' | 'measured_to' | 'of_activity'> {
  const { recorded_from: begun, recorded_to: ended, start_time, stop_time } = file
  const recorded = begun !== null && ended !== null ? { from: begun, to: ended } : undefined
  const time = measuredTime(recorded, { startTime: start_time, stopTime: stop_time })
  return { begun, measured_from: time.from, measured_to: time.to, of_activity: time.ofActivity }
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
