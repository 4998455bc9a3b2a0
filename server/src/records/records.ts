import { activityRecord, runningActivityRecord } from './activities.record.ts'
import { exportAccessRecord, exportRecord } from './exports.record.ts'
import { formRecord } from './forms.record.ts'
import { accessTokenRecord, personRecord } from './people.record.ts'
import type { RecordDescription } from './record.ts'
import { referenceDataRecord } from './reference-data.record.ts'
import { deviceRecord, siteRecord } from './sites.record.ts'
import { activityTypeRecord, formTypeRecord, studyRecord } from './studies.record.ts'
import { studyDocumentRecord, studyDocumentVersionRecord } from './study-documents.record.ts'
import { subjectDeviceRecord, subjectRecord } from './subjects.record.ts'
import { subjectVisitRecord, visitRecord } from './visits.record.ts'

/**
 * Every kind of record by its table, which is also its kind in the history. `records.test.ts` compares the list with the
 * database: the tables whose changes are recorded are exactly these.
 */
export const records = {
  site: siteRecord,
  device: deviceRecord,
  study: studyRecord,
  activity_type: activityTypeRecord,
  form_type: formTypeRecord,
  study_document: studyDocumentRecord,
  study_document_version: studyDocumentVersionRecord,
  visit: visitRecord,
  subject: subjectRecord,
  subject_device: subjectDeviceRecord,
  subject_visit: subjectVisitRecord,
  form: formRecord,
  activity: activityRecord,
  running_activity: runningActivityRecord,
  reference_data: referenceDataRecord,
  person: personRecord,
  access_token: accessTokenRecord,
  export: exportRecord,
  export_access: exportAccessRecord,
} as const

type Records = typeof records

export type RecordKind = keyof Records

/** The kinds whose description has this. */
type KindsWith<Part> = { [Kind in RecordKind]: Records[Kind] extends Part ? Kind : never }[RecordKind]

/** The kinds of which each row has a file in the object store. */
export type FileKind = Exclude<RecordKind, KindsWith<{ file: null }>>

/** The kinds of site data that are hidden when they are removed. */
export type HiddenKind = KindsWith<{ removal: 'hides'; of: 'site' | 'study' | 'subject' }>

export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(records, kind)
}

export const recordKinds: readonly RecordKind[] = Object.keys(records).filter(isRecordKind)

/** The description of a kind, as every kind has it. */
export function describeRecord(kind: RecordKind): RecordDescription {
  return records[kind]
}

/** The kinds that belong to one of these, in the order of the list. */
export function kindsOf<Of extends RecordDescription['of']>(...places: readonly Of[]): KindsWith<{ of: Of }>[] {
  const isOfThem = (kind: RecordKind): kind is KindsWith<{ of: Of }> => places.some((of) => of === records[kind].of)
  return recordKinds.filter(isOfThem)
}

export const fileKinds: readonly FileKind[] = recordKinds.filter(ownsFile)

function ownsFile(kind: RecordKind): kind is FileKind {
  return records[kind].file !== null
}

type PutBack = Records[RecordKind]['putBack']

/** A kind that listRemoved lists, and restoreRemoved puts back. */
export type ListedRecord = {
  table: RecordKind
  of: RecordDescription['of']
  as: Extract<PutBack, { listed: unknown }>['listed']['as']
  id: string
  name: string
  nameKey?: string
}

export const listedRecords: readonly ListedRecord[] = recordKinds.flatMap((table) => {
  const { of, putBack } = records[table]
  return 'listed' in putBack ? [{ table, of, ...putBack.listed }] : []
})
