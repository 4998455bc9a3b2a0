import { compareActivityTypes } from '../activity-types/activity-types.rules.ts'
import { compareFormTypes, type FormTypeField } from '../form-types/fields.ts'
import { type KeyValue, presentFields } from '../forms/forms.rules.ts'
import { compareReferenceData, type ReferenceDataStatus } from '../reference-data/reference-data.rules.ts'
import type { SubjectDevice } from './subjects.rules.ts'

/** A subject with everything recorded about it, as `getSubject` returns it. Lists may have any order, except the devices. */
export type SnapshotData = {
  siteid: string
  studyid: string
  subjectid: string
  identifier?: string | null | undefined
  devices: readonly SubjectDevice[]
  forms: readonly {
    fields: readonly KeyValue[]
    formtype: { formtypeid: string; identifier: string; fields: readonly FormTypeField[] }
  }[]
  activities: readonly {
    activitytype: { activitytypeid: string; description: string }
    comment?: string | null | undefined
    startTime: number
    stopTime: number
    referenceData: readonly {
      referencedataid: string
      filename: string
      persistedObjectName: string
      status: ReferenceDataStatus
    }[]
  }[]
}

/**
 * The snapshot that a closing records, as JSON text: keys always in the same order; lists in the
 * order of the screens (forms by form type identifier, their fields in the order of the type and retired ones last,
 * activities by activity type description, files by name, devices as attached). The same data always give the same
 * bytes. Failed uploads are omitted, because the store has no file. `timezoneOffset` is in seconds, negative east of
 * Greenwich. Without activities, the earliest and latest time are null.
 */
export function buildSnapshot(subject: SnapshotData, timezoneOffset: number): string {
  const { siteid, studyid, subjectid, identifier, devices, forms, activities } = subject
  return JSON.stringify({
    siteid,
    studyid,
    subjectid,
    identifier: identifier ?? null,
    devices: devices.map(({ deviceid, position }) => ({ deviceid, position })),
    forms: forms
      .toSorted((a, b) => compareFormTypes(a.formtype, b.formtype))
      .map(({ formtype, fields }) => ({
        identifier: formtype.identifier,
        fields: presentFields(formtype, fields).map(({ key, value }) => ({ key, value })),
      })),
    activities: activities
      .toSorted((a, b) => compareActivityTypes(a.activitytype, b.activitytype))
      .map(({ activitytype: { activitytypeid, description }, comment, startTime, stopTime, referenceData }) => ({
        activitytypeid,
        description,
        comment: comment ?? null,
        startTime,
        stopTime,
        referenceData: referenceData
          .filter(({ status }) => status === 'UPLOADED')
          .toSorted(compareReferenceData)
          .map(({ referencedataid, filename, persistedObjectName }) => ({
            referencedataid,
            activitytypeid,
            filename,
            persistedObjectName,
          })),
      })),
    earliestStartTime: activities.length > 0 ? Math.min(...activities.map(({ startTime }) => startTime)) : null,
    latestStopTime: activities.length > 0 ? Math.max(...activities.map(({ stopTime }) => stopTime)) : null,
    timezoneOffset,
  })
}
