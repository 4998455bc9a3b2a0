import { isLacking } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import { type Failure, failuresOf } from '../../calls/failures.ts'
import type { SubjectRow } from '../list/SubjectPanels.tsx'

/** Why a chosen subject stays open: something of it must be looked at first, or the server refused. */
export type WhyOpen =
  | { kind: 'notOpen' | 'missing' | 'unsaved' | 'running' }
  | { kind: 'refused'; failures: readonly Failure[] }

export type LeftOpen = { subject: SubjectRow; why: WhyOpen }

type Calls = {
  /** Whether an activity of the subject is running. */
  isRunning: (subject: SubjectRow) => Promise<boolean>
  /** Closes it as it was read: refused if it has changed since. */
  close: (subject: SubjectRow) => Promise<unknown>
}

/**
 * Whether a subject must be looked at before it is closed. Closing several closes only what is complete: what is missing
 * in one is a question that its own page asks. `unsaved`: the records with unsaved text in this browser.
 */
export function whyNotAtOnce(subject: SubjectRow, unsaved: readonly string[]): WhyOpen | undefined {
  if (subject.status !== 'OPEN') return { kind: 'notOpen' }
  if (unsaved.some((record) => record.split('/')[1] === subject.subjectid)) return { kind: 'unsaved' }
  if (!isLacking(subject.facts, 'nothing')) return { kind: 'missing' }
}

/**
 * A subject as it is listed now, with the version that was shown when the question was asked: closed only if nobody changed
 * it since, and if it still lacks nothing.
 */
export function asAsked(asked: SubjectRow, listed: readonly SubjectRow[]): SubjectRow {
  const now = listed.find(({ subjectid }) => subjectid === asked.subjectid)
  return { ...(now ?? asked), version: asked.version }
}

/** Closes subjects one after the other. Each that stays open says why; `onDone` counts those that are done with. */
export async function closeChosen(
  subjects: readonly SubjectRow[],
  unsaved: readonly string[],
  { isRunning, close }: Calls,
  onDone: (count: number) => void,
): Promise<LeftOpen[]> {
  const left: LeftOpen[] = []
  for (const [place, subject] of subjects.entries()) {
    const why = whyNotAtOnce(subject, unsaved)
    if (why) left.push({ subject, why })
    else {
      try {
        if (await isRunning(subject)) left.push({ subject, why: { kind: 'running' } })
        else await close(subject)
      } catch (thrown) {
        left.push({ subject, why: { kind: 'refused', failures: failuresOf(thrown) } })
      }
    }
    onDone(place + 1)
  }
  return left
}
