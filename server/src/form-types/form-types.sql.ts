import { sql } from 'kysely'
import { type Reader, readJson } from '../database/read.ts'
import {
  columns,
  jsonColumn,
  jsonList,
  jsonObject,
  numberColumns,
  plainColumns,
  type Shape,
} from '../database/shape.ts'
import type { StoredField } from '../database/tables.ts'
import { inScope, type Scope } from '../platform/scope.ts'
import type { Selection } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'

const fieldKeys = ['name', 'type', 'length', 'pattern', 'required']

export const formTypeShape: Shape = {
  type: 'FormType',
  fields: {
    ...plainColumns('studyid', 'formtypeid'),
    ...columns('identifier'),
    ...numberColumns('version'),
    fields: jsonColumn('fields', 'FormTypeField', fieldKeys),
  },
}

/** As `compareFormTypes` orders them, whatever the database's own collation. */
export const formTypeOrder = sql`form_type.identifier_key collate "C", form_type.identifier collate "C", form_type.formtypeid`

/** Undefined where the study is not there. */
export async function listFormTypes(db: Reader, scope: Scope, studyid: string, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonList(formTypeShape, 'form_type', selection, {
      from: sql`form_type where form_type.studyid = study.studyid and form_type.removed_at is null`,
      orderBy: formTypeOrder,
    })} as json from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}

type Ids = { studyid: string; formtypeid: string }

export async function findFormType(db: Reader, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonObject(formTypeShape, 'form_type', selection)} as json from current_form_type form_type
      where form_type.formtypeid = ${ids.formtypeid} and form_type.studyid = ${ids.studyid}
        and ${inScope(scope, 'form_type')}`,
  )
}

/** The form type, offered still, kept from being changed or removed by others until the transaction ends. */
export async function lockFormType(tx: Write, studyid: string, formtypeid: string) {
  return tx
    .selectFrom('form_type')
    .select(['formtypeid', 'version', 'fields'])
    .where('formtypeid', '=', formtypeid)
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type Definition = { identifier: string; identifier_key: string; fields: StoredField[] }
type NewFormType = Definition & { formtypeid: string; siteid: string; studyid: string }

export async function insertFormType(tx: Write, type: NewFormType, selection: Selection) {
  return readJson(
    tx,
    sql`insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields)
      values (${type.formtypeid}, ${type.siteid}, ${type.studyid}, ${type.identifier}, ${type.identifier_key},
        ${JSON.stringify(type.fields)}::jsonb)
      returning ${jsonObject(formTypeShape, 'form_type', selection)} as json`,
  )
}

export async function updateFormType(tx: Write, formtypeid: string, change: Definition, selection: Selection) {
  return readJson(
    tx,
    sql`update form_type set identifier = ${change.identifier}, identifier_key = ${change.identifier_key},
        fields = ${JSON.stringify(change.fields)}::jsonb
      where formtypeid = ${formtypeid}
      returning ${jsonObject(formTypeShape, 'form_type', selection)} as json`,
  )
}

export async function removeFormType(tx: Write, formtypeid: string, selection: Selection) {
  return readJson(
    tx,
    sql`update form_type set removed_at = now() where formtypeid = ${formtypeid}
      returning ${jsonObject(formTypeShape, 'form_type', selection)} as json`,
  )
}
