import { problem } from '@casebook/domain/shared/problems.ts'
import { allowOccurrence, lockVisit, nextOccurrence, type Occurrence, type Which } from '../writes/occurrences.sql.ts'
import type { Write } from '../writes/write.ts'
import { findOffered } from './activities.sql.ts'

/** The place of a new activity, of a type that is still offered. Undefined if the subject has the one that is meant. */
export async function placeOfNew(
  tx: Write,
  studyid: string,
  { subjectid, activitytypeid }: { subjectid: string; activitytypeid: string },
  which: Which,
): Promise<Occurrence | undefined> {
  const type = await findOffered(tx, studyid, activitytypeid)
  if (!type) throw problem('activity-type.missing', { field: 'activitytypeid' })
  await lockVisit(tx, 'activity', { studyid, typeid: activitytypeid }, which)
  const place = await nextOccurrence(tx, 'activity', { subjectid, typeid: activitytypeid }, which, type.repeats)
  if (place) await allowOccurrence(tx, place)
  return place
}
