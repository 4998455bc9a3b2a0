import type { FormCheck } from '@casebook/domain/form-types/fields.ts'
import type { StoredDefinition, StoredField, StoredProperties } from '@casebook/domain/form-types/stored-definition.ts'
import type { StoredForm } from '@casebook/domain/forms/review/review-draft.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import type { StoredDraft } from '../database/tables.ts'
import { checksOf, fieldsOf, formTypeShape } from '../shapes/form-type.shape.ts'
import { readListBelow, readRecord } from '../shapes/shape/read-records.ts'
import { type Selection, select } from '../shapes/shape/selection.ts'
import { anyJson, jsonList, jsonObject, shape } from '../shapes/shape/shape.ts'
import { studyShape } from '../shapes/study.shape.ts'
import { insertRecord } from '../writes/records.sql.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the study does not exist. */
export function listFormTypes(db: SiteData, scope: Scope, studyid: string, selection: Selection) {
  return readListBelow(db, scope, { kind: 'study', shape: studyShape, ids: { studyid }, field: 'formtypes' }, selection)
}

type Ids = { studyid: string; formtypeid: string }

export function findFormType(db: SiteData, scope: Scope, { studyid, formtypeid }: Ids, selection: Selection) {
  return readRecord(db, scope, { kind: 'form_type', shape: formTypeShape, ids: { studyid, formtypeid } }, selection)
}

/** The study of a form type that is still offered. */
export async function findStudyOfFormType(tx: Write, scope: Scope, formtypeid: string): Promise<string | undefined> {
  const { rows } = await sql<{ studyid: string }>`select form_type.studyid from current_form_type form_type
    where form_type.formtypeid = ${formtypeid} and ${inScope(scope, 'form_type')}`.execute(tx)
  return rows[0]?.studyid
}

export type FormTypeToChange = {
  formtypeid: string
  version: number
  fields: StoredField[]
  properties: StoredProperties | null
  checks: FormCheck[]
  repeats: boolean
  number: number
  draft: StoredDraft | null
}

/** The definition of a form type and its draft. */
export async function findDraft(
  db: SiteData,
  scope: Scope,
  formtypeid: string,
): Promise<(FormTypeToChange & { studyid: string }) | undefined> {
  const { rows } = await sql<
    FormTypeToChange & { studyid: string }
  >`select form_type.formtypeid, form_type.studyid, form_type.version, form_type.fields,
      form_type.properties, form_type.checks, form_type.repeats, form_type.number, form_type.draft
    from current_form_type form_type where form_type.formtypeid = ${formtypeid} and ${inScope(scope, 'form_type')}`.execute(
    readsOf(db, scope),
  )
  return rows[0]
}

/** The form type, if it is still offered. Locked against changes and removal until the transaction ends. */
export async function lockFormType(tx: Write, studyid: string, formtypeid: string) {
  return tx
    .selectFrom('form_type')
    .select(['formtypeid', 'version', 'fields', 'properties', 'checks', 'repeats', 'number', 'draft'])
    .where('formtypeid', '=', formtypeid)
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type NamedForm = StoredForm & { identifier: string }

/** The values of all forms of a type, except those of deleted subjects. */
export async function listStoredForms(db: SiteData | Write, scope: Scope, formtypeid: string): Promise<NamedForm[]> {
  const { rows } =
    await sql<NamedForm>`select form.subjectid, form.visitid, form.occurrence, subject.identifier, form.fields,
      subject.status = 'OPEN' as "isOpen"
    from form join subject using (subjectid, siteid)
    where form.formtypeid = ${formtypeid} and form.removed_at is null and subject.status <> 'DELETED'
      and ${inScope(scope, 'form')}
    order by form.subjectid, form.visitid, form.occurrence`.execute(readsOf(db, scope))
  return rows
}

type NewFormType = StoredDefinition & { formtypeid: string; siteid: string; studyid: string; repeats?: boolean }

export function insertFormType(tx: Write, type: NewFormType, selection: Selection) {
  const { fields, properties, checks, ...texts } = type
  const values = { ...texts, fields: JSON.stringify(fields), properties: properties && JSON.stringify(properties) }
  return insertRecord(tx, 'form_type', { ...values, checks: JSON.stringify(checks) }, formTypeShape, selection)
}

type Redefinition = StoredDefinition & { keepsOrder: boolean; isDraftDone: boolean; repeats: boolean }

/** Publishes a definition. Its number grows only if it says something else. */
export async function updateFormType(tx: Write, formtypeid: string, change: Redefinition, selection: Selection) {
  const { identifier, fields, properties, checks } = change
  return readJson(
    tx,
    sql`update form_type set identifier = ${identifier}, identifier_key = ${change.identifier_key},
        fields = ${json(fields)}, properties = ${json(properties)}, checks = ${json(checks)}, repeats = ${change.repeats},
        number = number + case when (identifier, fields, properties, checks)
          is distinct from (${identifier}::text, ${json(fields)}, ${json(properties)}, ${json(checks)}) then 1 else 0 end,
        draft = case when ${change.isDraftDone} then null else draft end,
        reordered = reordered or not ${change.keepsOrder}
      where formtypeid = ${formtypeid}
      returning ${jsonObject(formTypeShape, 'form_type', selection)} as json`,
  )
}

/** Calls a published version something else. */
export async function nameVersion(
  tx: Write,
  formtypeid: string,
  { number, note }: { number: number; note: string },
  selection: Selection,
) {
  return readJson(
    tx,
    sql`update form_type
      set version_notes = coalesce(version_notes, '{}') || jsonb_build_object(${String(number)}::text, ${note}::text)
      where formtypeid = ${formtypeid}
      returning ${jsonObject(formTypeShape, 'form_type', selection)} as json`,
  )
}

/** What a published version is called. Empty: nothing. */
export async function noteOfVersion(tx: Write, scope: Scope, ids: Ids, number: number): Promise<string> {
  const listed = await listFormTypeVersions(tx, scope, ids, select({ number: {}, note: {} }))
  const versions: { number: number; note: string | null }[] = JSON.parse(listed?.text ?? '[]')
  return versions.find((version) => version.number === number)?.note ?? ''
}

/** Keeps a definition beside the published one. */
export async function saveDraft(
  tx: Write,
  formtypeid: string,
  definition: StoredDefinition & { repeats?: boolean | undefined },
  selection: Selection,
) {
  const { identifier_key: _, ...draft } = definition
  return readJson(
    tx,
    sql`update form_type set draft = ${json(draft)} where formtypeid = ${formtypeid}
      returning ${jsonObject(formTypeShape, 'form_type', selection)} as json`,
  )
}

function json(value: object | null) {
  return sql`${value === null ? null : JSON.stringify(value)}::jsonb`
}

const instant = (at: string) =>
  anyJson(sql`to_char(${sql.ref(at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Reads a row of `numbered` below. */
const versionShape = shape('FormTypeVersion', {
  number: (row) => sql`${sql.ref(`${row}.number`)}::text`,
  publishedAt: (row) => instant(`${row}.at`),
  publishedBy: (row) => anyJson(sql.ref(`${row}.actor_name`)),
  note: (row) => anyJson(sql.ref(`${row}.note`)),
  identifier: (row) => sql`(${sql.ref(`${row}.after`)} -> 'identifier')::text`,
  fields: (row, below) => {
    const after = sql.ref(`${row}.after`)
    return fieldsOf(
      { fields: sql`(${after} -> 'fields')`, properties: sql`nullif(${after} -> 'properties', 'null')` },
      below,
    )
  },
  checks: (row, below) => checksOf(sql`coalesce(${sql.ref(`${row}.after`)} -> 'checks', '[]')`, below),
})

/**
 * The published versions, newest first, from the history. Changes before versions had numbers are together version 1, as
 * it was last. Who published a version is who first made it what it is. Undefined if there is no such form type.
 */
export async function listFormTypeVersions(db: SiteData | Write, scope: Scope, ids: Ids, selection: Selection) {
  const definition = sql`(after - '{version,draft,reordered,version_notes,removed_at}'::text[])`
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(versionShape, 'version', selection, {
      from: sql`(select distinct on (number) number, at, actor_name, after,
          nullif(coalesce(form_type.version_notes ->> number::text, reason), '') as note from (
          select coalesce((after ->> 'number')::int, 1) as number, at, actor_name, reason, after, historyid,
            ${definition} = last_value(${definition}) over (partition by coalesce((after ->> 'number')::int, 1)
              order by historyid rows between unbounded preceding and unbounded following) as is_final
          from history where history.kind = 'form_type' and history.id = form_type.formtypeid
            and history.subjectid is null and history.after is not null) numbered
        where is_final order by number, historyid) version`,
      orderBy: sql`version.number desc`,
    })} as json from current_form_type form_type
      where form_type.formtypeid = ${ids.formtypeid} and form_type.studyid = ${ids.studyid} and ${inScope(scope, 'form_type')}`,
  )
}
