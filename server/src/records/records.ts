import type { Problem } from '@casebook/domain/shared/problems.ts'
import { peopleRecords } from './people.record.ts'
import type { RecordDescription } from './record.ts'
import { siteRecords } from './sites.record.ts'
import { studyRecords } from './studies.record.ts'
import { subjectRecords } from './subjects.record.ts'

/**
 * Every kind of record by its table, which is also its kind in the history. `records.test.ts` compares the list with the
 * database: the tables whose changes are recorded are exactly these.
 */
export const records = { ...siteRecords, ...studyRecords, ...subjectRecords, ...peopleRecords } as const

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
  whyNot: (name: string) => Problem | undefined
  nameKey?: string
  anyStatus?: true
}

export const listedRecords: readonly ListedRecord[] = recordKinds.flatMap((table) => {
  const { of, putBack } = records[table]
  return 'listed' in putBack ? [{ table, of, ...putBack.listed }] : []
})
