import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'

/** Typed and not saved: what, and below the subject's address where. `name` is undefined for a type that was removed. */
export type UnsavedDraft = {
  record: string
  kind: 'form' | 'activity' | 'device'
  name: string | undefined
  to: string
}

/**
 * The drafts of this subject among the names of stored drafts: 'form/SUBJECTID/FORMTYPEID', 'activity/…/…',
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
    const [kind, ofSubject, id] = record.split('/')
    if (ofSubject !== subjectid) return []
    switch (kind) {
      case 'form': {
        const isSaved = forms.some(({ formtypeid }) => formtypeid === id)
        const name = formtypes.find(({ formtypeid }) => formtypeid === id)?.identifier
        return [{ record, kind, name, to: `formtypes/${isSaved ? '' : 'new/'}${id}` }]
      }
      case 'activity': {
        const name = activitytypes.find(({ activitytypeid }) => activitytypeid === id)?.description
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
