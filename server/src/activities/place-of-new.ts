import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanOccurrenceLabel, whyNotOccurrenceLabel } from '@casebook/domain/visits/labels.rules.ts'
import { allowOccurrence, lockVisit, nextOccurrence, type Occurrence, type Which } from '../writes/occurrences.sql.ts'
import type { Write } from '../writes/write.ts'
import { findOffered, findRunningLabel, typeRepeats } from './activities.sql.ts'

type OfType = { subjectid: string; activitytypeid: string }
type Given = Which & { label?: string | null | undefined }

/**
 * The place of a new activity, of a type that is still offered, and its label: that of the running one, if it ends that and
 * the call says none. Undefined if the subject has the one that is meant.
 */
export async function placeOfNew(
  tx: Write,
  studyid: string,
  { subjectid, activitytypeid }: OfType,
  { label, ...which }: Given,
): Promise<(Occurrence & { label: string | null }) | undefined> {
  const type = await findOffered(tx, studyid, activitytypeid)
  if (!type) throw problem('activity-type.missing', { field: 'activitytypeid' })
  const why = whyNotOccurrenceLabel(label, type)
  if (why) throw why
  await lockVisit(tx, 'activity', { studyid, typeid: activitytypeid }, which)
  const place = await nextOccurrence(tx, 'activity', { subjectid, typeid: activitytypeid }, which, type.repeats)
  if (!place) return undefined
  await allowOccurrence(tx, place)
  const running = label === undefined ? await findRunningLabel(tx, { subjectid, activitytypeid, ...place }) : null
  return { ...place, label: running ?? cleanOccurrenceLabel(label) }
}

/** The label that an activity gets when it is changed: the stored one, if the call says none. */
export async function labelOf(
  tx: Write,
  activitytypeid: string,
  { given, stored }: { given: string | null | undefined; stored: string | null },
): Promise<string | null> {
  if (given === undefined || cleanOccurrenceLabel(given) === stored) return stored
  const why = whyNotOccurrenceLabel(given, { repeats: await typeRepeats(tx, activitytypeid), stored })
  if (why) throw why
  return cleanOccurrenceLabel(given)
}
