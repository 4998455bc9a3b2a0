import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { fileFields, storedFile, type UploadTexts } from '../shapes/file-fields.ts'
import { lastChangeOf } from '../shapes/last-change.ts'
import { readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { anyJson, column, jsonList, numberColumn, plainColumn, shape } from '../shapes/shape/shape.ts'
import type { Write } from '../writes/write.ts'

/** The upload form of one version. */
type Begun = { number: number; form: UploadTexts }

/** Reads a row with the alias `version`. The upload form is only shown with the version that it belongs to. */
function versionShape(begun?: Begun) {
  const text = (name: keyof UploadTexts) => (row: string) =>
    begun
      ? anyJson(sql`case when ${sql.ref(`${row}.number`)} = ${begun.number} then ${begun.form[name]}::text end`)
      : sql`null::text`
  return shape('StudyDocumentVersion', {
    number: numberColumn,
    date: column,
    uploadedBy: column.of('uploaded_by'),
    uploadedAt: (row) =>
      anyJson(sql`to_char(${sql.ref(`${row}.created_at`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
    ...fileFields(),
    viewUrl: storedFile,
    objectUrl: text('objectUrl'),
    fields: text('fields'),
  })
}

/** Reads a row with the alias `study_document`. */
function documentShape(begun?: Begun) {
  const versions = versionShape(begun)
  return shape('StudyDocument', {
    siteid: plainColumn,
    studyid: plainColumn,
    documentid: plainColumn,
    title: column,
    kind: column,
    versions: (_, below) =>
      jsonList(versions, 'version', below, {
        from: sql`study_document_version version
          where version.documentid = study_document.documentid and version.siteid = study_document.siteid`,
        orderBy: sql`version.number`,
      }),
    version: numberColumn,
    ...lastChangeOf('study_document'),
  })
}

export const studyDocumentShape = documentShape()

/** Returns undefined if the study does not exist. */
export async function listStudyDocuments(db: SiteData, scope: Scope, studyid: string, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(studyDocumentShape, 'study_document', selection, {
      from: sql`study_document where study_document.studyid = study.studyid and study_document.removed_at is null`,
      orderBy: sql`lower(study_document.kind) collate "C", lower(study_document.title) collate "C", study_document.documentid`,
    })} as json from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}

/** The document, removed or not. Its study is not. Locked against changes until the transaction ends. */
export async function lockStudyDocument(tx: Write, scope: Scope, documentid: string) {
  return tx
    .selectFrom('study_document as file')
    .innerJoin('current_study', (join) =>
      join.onRef('current_study.studyid', '=', 'file.studyid').onRef('current_study.siteid', '=', 'file.siteid'),
    )
    .select(['file.siteid', 'file.studyid', 'file.latest', 'file.version', 'file.removed_at'])
    .where('file.documentid', '=', documentid)
    .where(inScope(scope, 'file'))
    .forNoKeyUpdate('file')
    .executeTakeFirst()
}

export function readStudyDocument(db: SiteData, scope: Scope, documentid: string, selection: Selection, begun?: Begun) {
  const shape = begun ? documentShape(begun) : studyDocumentShape
  return readRecord(db, scope, { kind: 'study_document', shape, ids: { documentid } }, selection)
}

type NewDocument = { documentid: string; siteid: string; studyid: string; title: string; kind: string }

export async function insertStudyDocument(tx: Write, document: NewDocument): Promise<void> {
  await tx.insertInto('study_document').values(document).execute()
}

export async function setLatestVersion(tx: Write, documentid: string, latest: number): Promise<void> {
  await tx.updateTable('study_document').set({ latest }).where('documentid', '=', documentid).execute()
}

type NewVersion = {
  documentid: string
  number: number
  siteid: string
  studyid: string
  filename: string
  date: string | null
  object_name: string
  sha256: string | null
  expires_at: Date
  uploaded_by: string
}

export async function insertVersion(tx: Write, version: NewVersion): Promise<void> {
  await tx.insertInto('study_document_version').values(version).execute()
}

type VersionKey = { documentid: string; siteid: string; number: number }

/** The object name of a version that this person began and whose file has not arrived, locked. Undefined if there is none. */
export async function lockUnsentVersion(
  tx: Write,
  { documentid, siteid, number }: VersionKey,
  personid: string,
): Promise<string | undefined> {
  const version = await tx
    .selectFrom('study_document_version')
    .select('object_name')
    .where('documentid', '=', documentid)
    .where('siteid', '=', siteid)
    .where('number', '=', number)
    .where('status', '<>', 'UPLOADED')
    .where(
      // Several people may have one name.
      sql<boolean>`exists (select from history where kind = 'study_document_version' and id = ${documentid} and subjectid is null
        and siteid = ${siteid} and before is null and (after ->> 'number')::int = ${number} and actor = ${personid})`,
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return version?.object_name
}

type ChangedVersion = Omit<NewVersion, 'studyid' | 'object_name' | 'uploaded_by'>

/** Its upload begins again. */
export async function changeVersion(
  tx: Write,
  { documentid, siteid, number, filename, date, sha256, expires_at }: ChangedVersion,
): Promise<void> {
  await tx
    .updateTable('study_document_version')
    .set({ filename, date, sha256, expires_at, status: 'PENDING' })
    .where('documentid', '=', documentid)
    .where('siteid', '=', siteid)
    .where('number', '=', number)
    .execute()
}
