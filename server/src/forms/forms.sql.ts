import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import { sql } from 'kysely'
import { type Reader, readJson } from '../database/read.ts'
import { jsonColumn, jsonList, jsonObject, numberColumns, plainColumns, type Shape } from '../database/shape.ts'
import { formTypeOrder, formTypeShape } from '../form-types/form-types.sql.ts'
import { inScope, type Scope } from '../platform/scope.ts'
import type { Selection } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'
import type { Guarded } from '../platform/write-guarded.ts'
import { openSubject } from '../subjects/open-subject.sql.ts'

/** Reads from a row whose alias is `form`. A removed form type is still readable through its forms. */
export const formShape: Shape = {
  type: 'Form',
  fields: {
    ...plainColumns('subjectid', 'formtypeid'),
    ...numberColumns('version'),
    fields: jsonColumn('fields', 'KeyValue', ['key', 'value']),
    formtype: (row, below) =>
      sql`(select ${jsonObject(formTypeShape, 'of_form', below)} from form_type of_form
        where of_form.formtypeid = ${sql.ref(`${row}.formtypeid`)} and of_form.siteid = ${sql.ref(`${row}.siteid`)})`,
  },
}

/** Undefined where the subject is not there. */
export async function listForms(db: Reader, scope: Scope, subjectid: string, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonList(formShape, 'form', selection, {
      from: sql`form join form_type using (formtypeid, siteid)
        where form.subjectid = subject.subjectid and form.removed_at is null`,
      orderBy: formTypeOrder,
    })} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`,
  )
}

type Ids = { subjectid: string; formtypeid: string }

export async function findForm(db: Reader, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonObject(formShape, 'form', selection)} as json from current_form form
      where form.subjectid = ${ids.subjectid} and form.formtypeid = ${ids.formtypeid} and ${inScope(scope, 'form')}`,
  )
}

/** A form and the fields of the type it follows, removed or not. */
function selectForm(db: Reader, ids: Ids) {
  return db
    .selectFrom('form')
    .innerJoin('form_type', (join) =>
      join.onRef('form_type.formtypeid', '=', 'form.formtypeid').onRef('form_type.siteid', '=', 'form.siteid'),
    )
    .select(['form.version', 'form.fields as stored', 'form_type.fields as defined'])
    .where('form.subjectid', '=', ids.subjectid)
    .where('form.formtypeid', '=', ids.formtypeid)
    .where('form.removed_at', 'is', null)
}

/** The form, kept from being changed by others until the transaction ends. */
export async function lockForm(tx: Write, ids: Ids) {
  return selectForm(tx, ids).forNoKeyUpdate('form').executeTakeFirst()
}

/** The form as it is now, to be judged before `changeForm`. */
export async function findFormToJudge(db: Reader, scope: Scope, ids: Ids) {
  return selectForm(db, ids).where(inScope(scope, 'form')).executeTakeFirst()
}

/** The fields of a form type that is still offered in the study. */
export async function findOfferedFields(tx: Write, studyid: string, formtypeid: string) {
  return tx
    .selectFrom('form_type')
    .select('fields')
    .where('formtypeid', '=', formtypeid)
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

/** The change of a form that is still of this version and whose subject is open (write-guarded.ts). */
export function changeForm(
  scope: Scope,
  ids: Ids,
  { fields, version }: { fields: readonly KeyValue[]; version: number },
  selection: Selection,
): Guarded {
  const { subjectid, formtypeid } = ids
  return {
    change: sql`update form set fields = ${JSON.stringify(fields)}::jsonb
      from ${openSubject(scope, subjectid)}
      where form.subjectid = open_subject.subjectid and form.siteid = open_subject.siteid
        and form.formtypeid = ${formtypeid} and form.version = ${version} and form.removed_at is null
      returning ${jsonObject(formShape, 'form', selection)} as json`,
    footprint: { kind: 'form', id: formtypeid, subjectid, version: version + 1, content: { fields } },
    find: (db) => findForm(db, scope, ids, selection),
  }
}

/** What a form of this type in the subject's study is judged by before `addFirstForm`. */
export async function findFormTypeForSubject(db: Reader, scope: Scope, { subjectid, formtypeid }: Ids) {
  return db
    .selectFrom('current_form_type')
    .innerJoin('subject', (join) =>
      join
        .onRef('subject.studyid', '=', 'current_form_type.studyid')
        .onRef('subject.siteid', '=', 'current_form_type.siteid'),
    )
    .select(['current_form_type.fields', 'current_form_type.version'])
    .where('subject.subjectid', '=', subjectid)
    .where('current_form_type.formtypeid', '=', formtypeid)
    .where(inScope(scope, 'subject'))
    .executeTakeFirst()
}

/** The first form of its type, which is still of this version, of a subject that is open (write-guarded.ts). */
export function addFirstForm(
  scope: Scope,
  ids: Ids,
  { fields, typeVersion }: { fields: readonly KeyValue[]; typeVersion: number },
  selection: Selection,
): Guarded {
  const { subjectid, formtypeid } = ids
  return {
    change: sql`insert into form (subjectid, formtypeid, siteid, studyid, fields)
      select open_subject.subjectid, offered.formtypeid, open_subject.siteid, open_subject.studyid, ${JSON.stringify(fields)}::jsonb
      from ${openSubject(scope, subjectid)},
        (select formtypeid, siteid, studyid from form_type where formtypeid = ${formtypeid} and version = ${typeVersion}
          and removed_at is null for share) offered
      where offered.studyid = open_subject.studyid and offered.siteid = open_subject.siteid
      on conflict do nothing
      returning ${jsonObject(formShape, 'form', selection)} as json`,
    footprint: { kind: 'form', id: formtypeid, subjectid, version: 1, content: { fields } },
    find: (db) => findForm(db, scope, ids, selection),
  }
}

type NewForm = Ids & { siteid: string; studyid: string; fields: KeyValue[] }

/** Undefined where the subject has such a form already. A removed one comes back with these values, its version going on. */
export async function insertForm(tx: Write, form: NewForm, selection: Selection) {
  return readJson(
    tx,
    sql`insert into form (subjectid, formtypeid, siteid, studyid, fields)
      values (${form.subjectid}, ${form.formtypeid}, ${form.siteid}, ${form.studyid}, ${JSON.stringify(form.fields)}::jsonb)
      on conflict (subjectid, formtypeid, siteid) do update set fields = excluded.fields, removed_at = null
        where form.removed_at is not null
      returning ${jsonObject(formShape, 'form', selection)} as json`,
  )
}

export async function updateForm(tx: Write, ids: Ids, fields: readonly KeyValue[], selection: Selection) {
  return readJson(
    tx,
    sql`update form set fields = ${JSON.stringify(fields)}::jsonb
      where subjectid = ${ids.subjectid} and formtypeid = ${ids.formtypeid}
      returning ${jsonObject(formShape, 'form', selection)} as json`,
  )
}

/** Undefined where there is no such form. */
export async function removeForm(tx: Write, ids: Ids, selection: Selection) {
  return readJson(
    tx,
    sql`update form set removed_at = now()
      where subjectid = ${ids.subjectid} and formtypeid = ${ids.formtypeid} and removed_at is null
      returning ${jsonObject(formShape, 'form', selection)} as json`,
  )
}
