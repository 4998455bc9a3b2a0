import { useCallback } from 'react'
import { readOnce } from '../calls/graphql.ts'
import type { FindAuthor } from '../drafts/use-record-draft.ts'
import { SubjectHistoryDocument } from '../generated/graphql.ts'

/** How far to search the history. A record that was just changed is near the top. */
const limit = 50

/** Finds who last changed one of a subject's records, and when, in its history. */
export function useFindAuthor(
  { studyid, subjectid }: { studyid: string; subjectid: string },
  kind: 'form' | 'activity',
  id: string,
): FindAuthor {
  return useCallback(async () => {
    const { listHistory } = await readOnce(SubjectHistoryDocument, { studyid, subjectid, before: null, limit })
    const entry = listHistory.find((each) => each.kind === kind && each.id === id)
    return entry && { by: entry.actor, at: entry.at }
  }, [studyid, subjectid, kind, id])
}
