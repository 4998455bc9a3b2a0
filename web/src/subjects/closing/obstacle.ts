import { occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { whyNotClosable } from '@casebook/domain/subjects/subjects.rules.ts'
import { type Failure, failuresOf } from '../../calls/failures.ts'
import { formKey, newFormKey } from '../../forms/values/form-record.ts'
import { isStopped, rowOf, targetKey, type Upload } from '../../reference-data/uploads/upload-state.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'

/** Why a subject cannot be submitted yet: the first thing to put right. */
export type Obstacle =
  | { kind: 'refused'; failure: Failure }
  /** A file that was not uploaded waits for the person, in this browser. */
  | { kind: 'stoppedUpload'; filename: string; activity: string }
  | { kind: 'unsaved'; drafts: readonly UnsavedDraft[] }

/**
 * The obstacle to submitting, or undefined. `uploads` are the subject's of this browser.
 */
export function findObstacle(
  { activities }: Pick<SubjectRecord, 'activities'>,
  uploads: readonly Upload[],
  drafts: readonly UnsavedDraft[],
): Obstacle | undefined {
  const stopped = uploads.filter(({ state }) => isStopped(state))
  const rows = new Set(stopped.map(rowOf))
  const problem = whyNotClosable({
    activities,
    // The row of a file that stopped here says that it is being uploaded, until the file is retried or dismissed.
    referenceData: activities
      .flatMap(({ referenceData }) => referenceData)
      .filter(({ referencedataid }) => !rows.has(referencedataid)),
    // A reason only helps against shortcomings, and is requested in the dialog.
    shortcomings: [],
    reason: undefined,
  })
  const [failure] = problem ? failuresOf(problem) : []
  if (failure) return { kind: 'refused', failure }
  const [upload] = stopped
  if (upload) {
    const { file, target } = upload
    return { kind: 'stoppedUpload', filename: file.name, activity: targetKey(target) }
  }
  return drafts.length > 0 ? { kind: 'unsaved', drafts } : undefined
}

/** Typed and not saved: what, and below the subject's address where. `name` is undefined for a type that was removed. */
export type UnsavedDraft = {
  record: string
  kind: 'form' | 'activity' | 'device'
  name: string | undefined
  to: string
}

/**
 * The drafts of this subject among the names of stored drafts: 'form/SUBJECTID/KEY' (keyOfOccurrence), 'activity/…/…',
 * 'new-activity/SUBJECTID', 'subject-device/SUBJECTID'.
 */
export function unsavedDrafts(
  records: readonly string[],
  { subjectid, forms, activities }: SubjectRecord,
  { listFormTypes, listActivityTypes, listRunningActivities }: SubjectOffers,
): UnsavedDraft[] {
  const formtypes = [...listFormTypes, ...forms.map(({ formtype }) => formtype)]
  const activitytypes = [
    ...listActivityTypes,
    ...[...activities, ...listRunningActivities].map(({ activitytype }) => activitytype),
  ]
  return records.flatMap((record): UnsavedDraft[] => {
    const [kind, ofSubject, key = ''] = record.split('/')
    if (ofSubject !== subjectid) return []
    const { typeid } = occurrenceOfKey(key)
    switch (kind) {
      case 'form': {
        const isSaved = forms.some((form) => formKey(form) === key)
        const name = formtypes.find(({ formtypeid }) => formtypeid === typeid)?.identifier
        // One with a number that a colleague removed is opened by its own address.
        const isNew = !isSaved && (key === typeid || key === newFormKey({ formtypeid: typeid, repeats: true }))
        return [{ record, kind, name, to: `formtypes/${isNew ? `new/${typeid}` : key}` }]
      }
      case 'activity': {
        const name = activitytypes.find(({ activitytypeid }) => activitytypeid === typeid)?.description
        return [{ record, kind, name, to: 'activities' }]
      }
      case 'new-activity':
        return [{ record, kind: 'activity', name: undefined, to: 'activities' }]
      case 'subject-device':
        return [{ record, kind: 'device', name: undefined, to: 'devices/new' }]
      default:
        return []
    }
  })
}
