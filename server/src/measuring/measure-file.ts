import { measureRecording } from '@casebook/domain/recordings/measures/measure-recording.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import { methods } from '@casebook/domain/recordings/measures/methods.ts'
import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import type { Source } from '@casebook/domain/recordings/recording.ts'
import { UnreadableRecording } from '@casebook/domain/recordings/unreadable-recording.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import type { File, Measured, Methods } from './work.sql.ts'

/** The versions of the methods of this release. */
export const currentMethods: Methods = Object.fromEntries(methods.map(({ name, version }) => [name, version]))

/** What is to be measured: the activity, if the file was recorded during it; otherwise the whole recording. */
export function rangeOf(file: File): Pick<Measured, 'begun' | 'measured_from' | 'measured_to' | 'of_activity'> {
  const { recorded_from: begun, recorded_to: ended, start_time, stop_time } = file
  if (begun !== null && ended !== null && Math.min(ended, stop_time) > Math.max(begun, start_time)) {
    return { begun, measured_from: start_time - begun, measured_to: stop_time - begun, of_activity: true }
  }
  const measured_to = begun !== null && ended !== null ? ended - begun : Number.POSITIVE_INFINITY
  return { begun, measured_from: 0, measured_to, of_activity: false }
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
    const { duration } = recording.description
    const measured_to = Number.isFinite(range.measured_to) ? range.measured_to : (duration ?? Number.POSITIVE_INFINITY)
    const { results, end } = await measureRecording(
      recording,
      { from: range.measured_from, to: measured_to, epoch: file.epoch_seconds },
      signal,
    )
    const ended = Number.isFinite(measured_to) ? measured_to : end
    return { measured: { ...measured, problem: null, measured_to: ended }, results }
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    return { measured: { ...measured, problem: error.code, measured_to: range.measured_from }, results: [] }
  }
}
