import { compareActivityTypes } from '../activity-types/activity-types.rules.ts'
import { compareFormTypes, type FormTypeField } from '../form-types/fields.ts'
import { type KeyValue, presentFields } from '../forms/forms.rules.ts'
import { compareReferenceData, type ReferenceDataStatus } from '../reference-data/reference-data.rules.ts'
import { compareOccurrences, type Occurrence } from '../shared/names/occurrences.ts'
import type { SubjectVisitState } from '../visits/visits.rules.ts'
import type { PlacedDevice } from './subjects.rules.ts'

/** `label` is its own, where it has one. */
type Labelled = Occurrence & { label?: string | null | undefined }

/** A subject with everything recorded about it, as `getSubject` returns it. Lists may have any order, except the devices. */
export type SnapshotData = {
  siteid: string
  studyid: string
  subjectid: string
  identifier?: string | null | undefined
  /** `place` is read where the position is OTHER. */
  devices: readonly PlacedDevice[]
  forms: readonly (Labelled & {
    fields: readonly KeyValue[]
    formtype: {
      formtypeid: string
      identifier: string
      fields: readonly FormTypeField[]
      repeats?: boolean | undefined
    }
  })[]
  activities: readonly (Labelled & {
    activitytype: { activitytypeid: string; description: string; repeats?: boolean | undefined }
    comment?: string | null | undefined
    startTime: number
    stopTime: number
    referenceData: readonly {
      referencedataid: string
      filename: string
      persistedObjectName: string
      status: ReferenceDataStatus
    }[]
  })[]
  /** In the order of the study's schedule. Empty if it has none. */
  visits: readonly {
    visitid: string
    name: string
    occurrence: number
    state: SubjectVisitState
    plannedDate?: string | null | undefined
    date?: string | null | undefined
    reason?: string | null | undefined
  }[]
}

/**
 * The snapshot that a closing records, as JSON text: keys always in the same order; lists in the
 * order of the screens (forms by form type identifier, their fields in the order of the type and retired ones last,
 * activities by activity type description, those of one type by visit and number, files by name, devices as attached). The same data always give the same
 * bytes. Failed uploads are omitted, because the store has no file. `timezoneOffset` is in seconds, negative east of
 * Greenwich. Only a study with a schedule has visits. Without activities, the earliest and latest time are null.
 */
export function buildSnapshot(subject: SnapshotData, timezoneOffset: number): string {
  const { siteid, studyid, subjectid, identifier, devices, forms, activities, visits } = subject
  return JSON.stringify({
    siteid,
    studyid,
    subjectid,
    identifier: identifier ?? null,
    devices: devices.map(({ deviceid, position, place }) => ({
      deviceid,
      position,
      ...(position === 'OTHER' && { place: place ?? null }),
    })),
    forms: forms
      .toSorted((a, b) => compareFormTypes(a.formtype, b.formtype) || compareOccurrences(a, b))
      .map(({ formtype, fields, ...which }) => ({
        identifier: formtype.identifier,
        ...occurrenceOf(formtype, which),
        fields: presentFields(formtype, fields).map(({ key, value }) => ({ key, value })),
      })),
    activities: activities
      .toSorted((a, b) => compareActivityTypes(a.activitytype, b.activitytype) || compareOccurrences(a, b))
      .map(({ activitytype, comment, startTime, stopTime, referenceData, ...which }) => ({
        activitytypeid: activitytype.activitytypeid,
        description: activitytype.description,
        ...occurrenceOf(activitytype, which),
        comment: comment ?? null,
        startTime,
        stopTime,
        referenceData: referenceData
          .filter(({ status }) => status === 'UPLOADED')
          .toSorted(compareReferenceData)
          .map(({ referencedataid, filename, persistedObjectName }) => ({
            referencedataid,
            activitytypeid: activitytype.activitytypeid,
            filename,
            persistedObjectName,
          })),
      })),
    ...(visits.length > 0 && { visits: visits.map(visitOf) }),
    earliestStartTime: activities.length > 0 ? Math.min(...activities.map(({ startTime }) => startTime)) : null,
    latestStopTime: activities.length > 0 ? Math.max(...activities.map(({ stopTime }) => stopTime)) : null,
    timezoneOffset,
  })
}

/** Nothing for an entry without a visit and a label whose type does not repeat. */
function occurrenceOf({ repeats }: { repeats?: boolean | undefined }, { visitid, occurrence, label }: Labelled) {
  return {
    ...((visitid || repeats) && { visitid: visitid ?? null, occurrence: occurrence ?? 1 }),
    ...(label && { label }),
  }
}

function visitOf({ visitid, name, occurrence, state, plannedDate, date, reason }: SnapshotData['visits'][number]) {
  const said = { plannedDate: plannedDate ?? null, date: date ?? null, reason: reason ?? null }
  return { visitid, name, occurrence, state, ...said }
}
