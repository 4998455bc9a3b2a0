import type { deviceFields } from '../devices/devices.rules.ts'
import type { KeyValue } from '../forms/forms.rules.ts'
import type { Confirmation } from '../forms/judgement.ts'
import type { StoredFields } from '../shared/record-fields/record-fields.ts'
import type { siteFields } from '../sites/sites.rules.ts'
import type { studyFields } from '../studies/studies.rules.ts'
import type { DevicePosition, SubjectStatus } from '../subjects/subjects.rules.ts'
import type { StoredVisit, Window } from '../visits/due.ts'
import type { SubjectVisitState } from '../visits/visits.rules.ts'
import type { StoredRecords } from './exports.rules.ts'
import type { FormTypeRow } from './form-type-row.ts'
import type { ExportHeading } from './heading.ts'
import type { HistoryRow, Provenance } from './history-row.ts'
import type {
  LabelledOccurrence,
  Measurable,
  MeasureRow,
  Occurrence,
  OfSubject,
  Repeating,
  StoredFile,
  UploadedFile,
} from './occurrences.ts'

export type SiteRow = Provenance & StoredFields<typeof siteFields> & { siteid: string; version: number }

/** `places` only where they are others than arm and chest. `worn`: it is recorded what its subjects wore, and when. */
export type StudyRow = Provenance &
  StoredFields<typeof studyFields> & {
    siteid: string
    studyid: string
    identifier: string | null
    version: number
    places?: readonly string[]
    worn?: boolean
  }

export type DeviceRow = Provenance & StoredFields<typeof deviceFields> & { siteid: string; version: number }

/** Someone who acts in the exported history: `actor` as stored there, and the latest name. */
export type UserRow = { actor: string; name: string }

export type ActivityTypeRow = Repeating &
  Measurable & {
    siteid: string
    studyid: string
    activitytypeid: string
    description: string
    version: number
  }

export type SubjectRow = Provenance & {
  siteid: string
  studyid: string
  subjectid: string
  identifier: string | null
  status: SubjectStatus
  version: number
  /** The text of the latest snapshot, byte for byte, and its SHA-256 in lowercase hex. */
  snapshot: string | null
  snapshot_sha256: string | null
}

/** `place` is the position in the subject's list of devices, from 0. */
export type SubjectDeviceRow = OfSubject & {
  place: number
  deviceid: string
  position: DevicePosition
  /** The study's word for where it is worn, only where the position is OTHER. */
  body_place?: string
}

/** `fields` as stored: text, without empty values, including those of retired fields. */
export type FormRow = OfSubject &
  LabelledOccurrence & {
    formtypeid: string
    version: number
    fields: readonly KeyValue[]
    /** The number of the version of the form type by which it was last judged. */
    type_number: number
    /** The unusual values that a person confirmed. */
    confirmed?: readonly Confirmation[] | null | undefined
  }

export type ActivityRow = OfSubject &
  LabelledOccurrence & {
    activitytypeid: string
    /** The description of the activity type. */
    description: string
    /** Whole epoch seconds. */
    startTime: number
    stopTime: number
    comment: string | null
    version: number
  }

/** An activity that was started and not yet stopped. `startedBy` is the name of the person. */
export type RunningActivityRow = OfSubject &
  LabelledOccurrence & {
    activitytypeid: string
    /** The description of the activity type. */
    description: string
    /** Whole epoch seconds. */
    startTime: number
    startedBy: string
    version: number
  }

export type ReferenceDataRow = OfSubject &
  Occurrence &
  UploadedFile & {
    /** In a de-identified export: where the file is, and the seconds to move its start; null if it is left out. */
    stored?: StoredFile | null
    /** In a de-identified export: what reads the recording. Of its texts, nothing is exported. */
    source?: RecordingSource
    referencedataid: string
    activitytypeid: string
    /** The description of the activity type. */
    activitytype: string
    filename: string
    version: number
    /** The file's description as stored (`FileDescription`), the zone of its clock, and seconds to add to its times. */
    description?: { readonly [name: string]: unknown } | null | undefined
    zone?: string | null | undefined
    clock_correction?: number | null | undefined
  }

/** A recording as it was uploaded. `shift`: seconds to add to its times. */
export type RecordingSource = Pick<ReferenceDataRow, 'filename' | 'description'> & { objectName: string; shift: number }

/** A version of a document, with who uploaded it and when. Versions of one document follow one another. */
export type StudyDocumentRow = Provenance &
  UploadedFile & {
    siteid: string
    studyid: string
    documentid: string
    title: string
    kind: string
    version: number
    /** The number of the version, from 1. */
    number: number
    /** yyyy-MM-dd. */
    date: string | null
    filename: string
  }

/**
 * What a person said of a visit of a subject. Without a state: something recorded that belongs to the visit, and when it
 * began, in epoch seconds, if it is an activity.
 */
export type SubjectVisitRow = OfSubject &
  Omit<StoredVisit, 'state'> & { state: SubjectVisitState | null; startTime: number | null }

/** A visit of a study's schedule, `place` from 0. */
export type VisitRow = Provenance &
  Window & {
    siteid: string
    studyid: string
    visitid: string
    place: number
    name: string
    day: number | null
    repeats: boolean
    formtypeids: readonly string[]
    activitytypeids: readonly string[]
    optionaltypeids: readonly string[]
    inOrder: boolean
    version: number
  }

/** What a subject wore or wears. Instants in ISO notation: `from` is null if it is not known, `to` while it is worn. */
export type WornRow = Omit<OfSubject, keyof Provenance> & {
  wornid: string
  deviceid: string
  position: DevicePosition
  /** The study's word for where it was worn. */
  place: string
  from: string | null
  to: string | null
  visitid: string | null
}

/** The lists of an export that are small enough for memory, and those that grow with use, in the order in which they are read. */
export const exportLists = [
  'sites',
  'studies',
  'devices',
  'activityTypes',
  'formTypes',
  'studyDocuments',
  'visits',
] as const
export const exportStreams = [
  'subjects',
  'subjectDevices',
  'worn',
  'subjectVisits',
  'forms',
  'activities',
  'runningActivities',
  'referenceData',
  'measures',
] as const

export type ListName = (typeof exportLists)[number]
export type StreamName = (typeof exportStreams)[number]
/** A list of records in an export, and the rows of each. */
export type ExportedList = ListName | StreamName
export type RowOf = {
  sites: SiteRow
  studies: StudyRow
  devices: DeviceRow
  activityTypes: ActivityTypeRow
  formTypes: FormTypeRow
  studyDocuments: StudyDocumentRow
  visits: VisitRow
  subjects: SubjectRow
  subjectDevices: SubjectDeviceRow
  worn: WornRow
  subjectVisits: SubjectVisitRow
  forms: FormRow
  activities: ActivityRow
  runningActivities: RunningActivityRow
  referenceData: ReferenceDataRow
  measures: MeasureRow
}

/** The lists whose rows have files. */
export type ListWithFiles = { [List in ExportedList]: RowOf[List] extends UploadedFile ? List : never }[ExportedList]

type LeftOut = { [List in ListName]: { list: List; name: string; texts: readonly (keyof RowOf[List])[] } }[ListName]

/** The lists of which a de-identified export has nothing: their name there, and the columns of which it has no text. */
export const leftOutLists = [
  { list: 'studyDocuments', name: 'documents of studies with their files', texts: ['title', 'filename', 'created_by'] },
] as const satisfies readonly LeftOut[]

/**
 * The rows of an export, all from one snapshot. Lists are in memory; each call reads a stream from its beginning.
 * Ids are ordered by code unit (`collate "C"`):
 * - sites, studies, devices, activityTypes, formTypes, studyDocuments, users: by their ids, outermost first; versions of a
 *   document by `number`, visits by `studyid, place`.
 * - subjects: siteid, studyid, subjectid. Below a subject the same, then: subjectDevices `place`; worn `from` (null first), `to` (null last); all others by their type,
 *   `visitid`, `occurrence`; files and measures then by `referencedataid`.
 * - history: siteid, studyid, subjectid (null before any text), then historyid as a number. Empty if not requested.
 * Does not include subjects that are not exported, nor their history.
 */
export type ExportRows = { heading: ExportHeading; users: readonly UserRow[] } & {
  [List in ListName]: readonly RowOf[List][]
} & {
  [Stream in Exclude<StreamName, 'forms'>]: () => AsyncIterable<RowOf[Stream]>
} & {
  /** All forms, or those of one form type. */
  forms: (formtypeid?: string) => AsyncIterable<FormRow>
  history: () => AsyncIterable<HistoryRow>
  /** The rows of each table as stored, in an order in which they can be added (`holdsRecords`). */
  records?: readonly StoredRecords[]
}
