import { recordedSpan, type Span } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import { type FileDescription, isZoneMissing } from '@casebook/domain/reference-data/file-description.ts'
import { recordedTime } from '@casebook/domain/reference-data/recorded-file.ts'
import type { Seen } from '../reading/reading-state.ts'

/** As many recordings as a screen and its memory hold. */
export const mostTogether = 4

export type StoredRecording = { description?: string | null; zone?: string | null; clockCorrection: number }

/** When a file was recorded, in epoch seconds. `isZoneAssumed`: by the study's zone, because nobody said the recorder's. */
export type Recorded = Span & { readonly description: FileDescription; readonly isZoneAssumed: boolean }

/** Undefined if the file was never read, or does not say when it was recorded. */
export function recordedBy(file: StoredRecording, studyZone: string): Recorded | undefined {
  const description = readFileDescription(file.description)
  if (!description || description.unreadable) return undefined
  const isZoneAssumed = isZoneMissing(description) && !file.zone
  const time = recordedTime(description, file)
  const span = recordedSpan(isZoneAssumed ? { ...time, zone: studyZone } : time)
  return typeof span === 'string' ? undefined : { ...span, description, isZoneAssumed }
}

/** The axis that holds all recordings, each moved by the seconds that are not saved yet. */
export function frameOf(spans: readonly (Span & { readonly shift: number })[]): Span {
  return {
    from: Math.min(...spans.map(({ from, shift }) => from + shift)),
    to: Math.max(...spans.map(({ to, shift }) => to + shift)),
  }
}

/** What a reader saw, on an axis on which its recording begins at `by`. */
export function moved(seen: Seen, by: number): Seen {
  return {
    from: seen.from + by,
    to: seen.to + by,
    views: seen.views.map((view) => ({ ...view, times: view.times.map((time) => time + by) })),
  }
}

/** The files that an address names, without those that are not there, and no more than can be shown. */
export function chosenOf<F extends { readonly referencedataid: string }>(
  text: string | null,
  files: readonly F[],
): F[] {
  const ids = [...new Set((text ?? '').split(','))]
  return ids.flatMap((id) => files.find(({ referencedataid }) => referencedataid === id) ?? []).slice(0, mostTogether)
}
