import type { Change, ChangeKind } from '../generated/resolvers.ts'
import { isRecordKind, records } from '../records/records.ts'
import type { Entry, Wearer } from './changes.sql.ts'

/** The kind of the schema, and whose id is reported. A record whose kind is not of the schema does not compile. */
function kindOf(table: string): { kind: ChangeKind | null; partOf?: 'studyid' | 'subjectid' | 'id' } {
  const change = isRecordKind(table) ? records[table].change : null
  return typeof change === 'string' || change === null ? { kind: change } : { kind: change.partOf, partOf: change.id }
}

/** The changes of a page of the history. Repeated changes of one kind to one record are reported once. */
export function reportedChanges(entries: readonly Entry[], wearers: readonly Wearer[]): Change[] {
  const reported: Change[] = []
  const lastOf = new Map<string, Change['action']>()
  for (const change of entries.flatMap((entry) => changesOf(entry, wearers))) {
    const { kind, siteid, studyid, subjectid, id, visitid, occurrence, action } = change
    const record = JSON.stringify([kind, siteid, studyid, subjectid, id, visitid, occurrence])
    if (lastOf.get(record) === action) continue
    lastOf.set(record, action)
    reported.push(change)
  }
  return reported
}

function changesOf(
  { kind: table, action, id, visitid, occurrence, old_id, deviceuid, is_reported, ...place }: Entry,
  wearers: readonly Wearer[],
): Change[] {
  const { siteid, studyid, subjectid } = place
  const { kind, partOf } = kindOf(table)
  if (partOf) {
    const whole = { id, studyid, subjectid }[partOf]
    return whole === null ? [] : [{ kind, action: 'UPDATED', siteid, studyid, subjectid, id: whole }]
  }
  const own: Change = { kind, action, siteid, studyid, subjectid, id, visitid: visitid || null, occurrence }
  if (old_id === null || old_id === id) return is_reported ? [own] : []
  // A device was renamed: the old name no longer exists, and the subjects that wear it show the new one.
  const renamed: Change[] = is_reported
    ? [
        { ...own, action: 'REMOVED', id: old_id },
        { ...own, action: 'ADDED' },
      ]
    : []
  return [...renamed, ...wearers.filter((worn) => worn.deviceuid === deviceuid).map(ofSubject)]
}

type SubjectPlace = { siteid: string | null; studyid: string | null; subjectid: string }

function ofSubject({ siteid, studyid, subjectid }: SubjectPlace): Change {
  return { kind: 'SUBJECT', action: 'UPDATED', siteid, studyid, subjectid, id: subjectid }
}
