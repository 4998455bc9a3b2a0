import { readOnce } from '../calls/graphql.ts'
import { StudyHistoryDocument, SubjectHistoryDocument } from '../generated/graphql.ts'
import type { Author } from '../records/machine/entry.ts'
import { entryKey } from './history-changes.ts'

/** How far to search the history. A record that was just changed is near the top. */
const limit = 50

/** Who closed the subject or marked it as deleted, and when. Undefined if its newest changes do not tell. */
export async function readClosing(studyid: string, subjectid: string) {
  const { listHistory } = await readOnce(SubjectHistoryDocument, { studyid, subjectid, before: null, limit })
  const entry = listHistory.find(
    ({ kind, before, after }) => kind === 'subject' && statusOf(before) !== statusOf(after),
  )
  const status = statusOf(entry?.after)
  if (!entry || (status !== 'CLOSED' && status !== 'DELETED')) return undefined
  return { status, by: entry.actor, at: entry.at } as const
}

function statusOf(json: string | null | undefined): unknown {
  const row: unknown = json ? JSON.parse(json) : undefined
  return typeof row === 'object' && row !== null ? Reflect.get(row, 'status') : undefined
}

/** Finds who last changed the form or activity with this key (keyOfOccurrence), and when, in its subject's history. */
export async function findAuthor(
  { studyid, subjectid }: { studyid: string; subjectid: string },
  kind: 'form' | 'activity',
  key: string,
): Promise<Author | undefined> {
  const { listHistory } = await readOnce(SubjectHistoryDocument, { studyid, subjectid, before: null, limit })
  const entry = listHistory.find((each) => each.kind === kind && entryKey(each) === key)
  return entry && { by: entry.actor, at: entry.at }
}

/** The same for a part of a study, such as an activity type, in the study's history. */
export async function findAuthorInStudy(studyid: string, kind: string, id: string): Promise<Author | undefined> {
  const { listStudyHistory } = await readOnce(StudyHistoryDocument, { studyid, before: null, limit })
  const entry = listStudyHistory.find((each) => each.kind === kind && each.id === id)
  return entry && { by: entry.actor, at: entry.at }
}
