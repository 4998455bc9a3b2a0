import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import type { StoredField } from '../database/tables.ts'
import { formTypeOrder, formTypeShape } from '../shapes/form-type.shape.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList, jsonObject } from '../shapes/shape/shape.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the study does not exist. */
export async function listFormTypes(db: SiteData, scope: Scope, studyid: string, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(formTypeShape, 'form_type', selection, {
      from: sql`form_type where form_type.studyid = study.studyid and form_type.removed_at is null`,
      orderBy: formTypeOrder,
    })} as json from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}

type Ids = { studyid: string; formtypeid: string }

export async function findFormType(db: SiteData, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonObject(formTypeShape, 'form_type', selection)} as json from current_form_type form_type
      where form_type.formtypeid = ${ids.formtypeid} and form_type.studyid = ${ids.studyid}
        and ${inScope(scope, 'form_type')}`,
  )
}

/** The form type, if it is still offered. Locked against changes and removal until the transaction ends. */
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

type Redefinition = Definition & { keepsOrder: boolean }

export async function updateFormType(tx: Write, formtypeid: string, change: Redefinition, selection: Selection) {
  return readJson(
    tx,
    sql`update form_type set identifier = ${change.identifier}, identifier_key = ${change.identifier_key},
        fields = ${JSON.stringify(change.fields)}::jsonb, reordered = reordered or not ${change.keepsOrder}
      where formtypeid = ${formtypeid}
      returning ${jsonObject(formTypeShape, 'form_type', selection)} as json`,
  )
}
