import type { StoredDefinition } from '@casebook/domain/form-types/stored-definition.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import type { Confirmation } from '@casebook/domain/forms/judgement.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { type Reader, readFirstJson, readsOf, type SiteData } from '../access/site-data.ts'
import { wasPublished } from '../shapes/facts/was-published.ts'
import { formShape } from '../shapes/form.shape.ts'
import { readListBelow, readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonObject } from '../shapes/shape/shape.ts'
import { subjectShape } from '../shapes/subject.shape.ts'
import { openSubject } from '../subjects/subjects.sql.ts'
import { isGiven, isWhich, type Occurrence, onlyOccurrence, onlyOne, type Which } from '../writes/occurrences.sql.ts'
import { insertOrRevive, updateRecord } from '../writes/records.sql.ts'
import type { Write } from '../writes/write.ts'
import type { Guarded } from '../writes/write-guarded.ts'

/** Returns undefined if the subject does not exist. */
export function listForms(db: SiteData, scope: Scope, subjectid: string, selection: Selection) {
  return readListBelow(
    db,
    scope,
    { kind: 'subject', shape: subjectShape, ids: { subjectid }, field: 'forms' },
    selection,
  )
}

type OfType = { subjectid: string; formtypeid: string }
type Ids = OfType & Occurrence

/** The first form of the type that fits what the call says. */
export function findForm(
  db: SiteData,
  scope: Scope,
  { subjectid, formtypeid, ...which }: OfType & Which,
  selection: Selection,
) {
  return readFirstJson(
    readsOf(db, scope),
    sql`select ${jsonObject(formShape, 'form', selection)} as json from current_form form
      where form.subjectid = ${subjectid} and form.formtypeid = ${formtypeid} and ${isGiven('form', which)}
        and ${inScope(scope, 'form')}`,
    sql`form.visitid collate "C", form.occurrence`,
  )
}

function findSameForm(db: Reader, scope: Scope, ids: Ids, selection: Selection) {
  return readRecord(db, scope, { kind: 'form', shape: formShape, ids }, selection)
}

/** A form and the fields of its type, removed or not. */
function selectForm(db: Reader, ids: OfType, which: Which) {
  return db
    .selectFrom('form')
    .innerJoin('form_type', (join) =>
      join.onRef('form_type.formtypeid', '=', 'form.formtypeid').onRef('form_type.siteid', '=', 'form.siteid'),
    )
    .select([
      'form.visitid',
      'form.occurrence',
      'form.label',
      'form.version',
      'form.fields as stored',
      'form.confirmed',
      'form_type.fields',
      'form_type.properties',
      'form_type.checks',
      'form_type.number',
      'form_type.repeats',
    ])
    .where('form.subjectid', '=', ids.subjectid)
    .where('form.formtypeid', '=', ids.formtypeid)
    .where(isWhich('form', which))
    .where('form.removed_at', 'is', null)
}

/** The definition that judges a form. */
export type Judging = Pick<StoredDefinition, 'fields' | 'properties' | 'checks'> & { number: number }
export type FormToValidate = Judging &
  Occurrence & { version: number; stored: KeyValue[]; confirmed: Confirmation[] | null }

/** The form, locked against changes until the transaction ends. Throws if `which` does not say which of several. */
export async function lockForm(tx: Write, ids: OfType, which: Which) {
  return onlyOne(await selectForm(tx, ids, which).forNoKeyUpdate('form').limit(2).execute())
}

/** A definition as it was read last. `revision`: of the form type's row. */
type Known = { revision: string; definition: Judging }
const definitions = new WeakMap<SiteData, Map<string, Known>>()
const mostKnown = 200

function knownDefinitions(db: SiteData): Map<string, Known> {
  const known = definitions.get(db) ?? new Map<string, Known>()
  definitions.set(db, known)
  return known
}

type Found = Omit<FormToValidate, keyof Judging> & { revision: string; definition: Judging | null }

/**
 * The form as it is now, to validate a change before `changeForm`. Undefined if the call does not say which of several.
 * A definition that was read before is not read again while its form type is the same.
 */
export async function findFormToValidate(
  db: SiteData,
  scope: Scope,
  { subjectid, formtypeid, visitid, occurrence }: OfType & Which,
): Promise<FormToValidate | undefined> {
  const all = knownDefinitions(db)
  const known = all.get(formtypeid)
  const revision = sql`concat_ws(' ', form_type.siteid, form_type.version, form_type.xmin)`
  // Written as text: read before each save, it took longer to build than to run.
  const { rows } =
    await sql<Found>`select form.visitid, form.occurrence, form.version, form.fields as stored, form.confirmed,
      ${revision} as revision,
      case when ${revision} is distinct from ${known?.revision ?? null} then jsonb_build_object('fields', form_type.fields,
        'properties', form_type.properties, 'checks', form_type.checks, 'number', form_type.number) end as definition
    from form join form_type using (formtypeid, siteid)
    where form.subjectid = ${subjectid} and form.formtypeid = ${formtypeid}
      and ${isWhich('form', { visitid, occurrence })} and form.removed_at is null and ${inScope(scope, 'form')} limit 2`.execute(
      readsOf(db, scope),
    )
  const [found] = rows
  if (!found || rows.length > 1) return undefined
  const { revision: read, definition: changed, ...form } = found
  const definition = changed ?? known?.definition
  if (!definition) return undefined
  if (changed) {
    if (all.size >= mostKnown) all.clear()
    all.set(formtypeid, { revision: read, definition: changed })
  }
  return { ...form, ...definition }
}

/** The definition of a form type that is still offered in the study. */
export async function findOfferedFields(tx: Write, studyid: string, formtypeid: string) {
  return tx
    .selectFrom('form_type')
    .select(['fields', 'properties', 'checks', 'number', 'repeats'])
    .where('formtypeid', '=', formtypeid)
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .where(wasPublished('form_type'))
    .forShare()
    .executeTakeFirst()
}

/** What is stored of a judged form. `number`: of the version of the form type that judged it. */
export type Judged = { fields: readonly KeyValue[]; confirmations: readonly Confirmation[]; number: number }

function confirmed(confirmations: readonly Confirmation[]) {
  return confirmations.length === 0 ? sql`null::jsonb` : sql`${JSON.stringify(confirmations)}::jsonb`
}

/** Changes a form that still has this version and whose subject is open (write-guarded.ts). */
export function changeForm(
  scope: Scope,
  ids: Ids,
  { fields, confirmations, number, version }: Judged & { version: number },
  selection: Selection,
): Guarded {
  const { subjectid, formtypeid, visitid, occurrence } = ids
  return {
    change: sql`update form set fields = ${JSON.stringify(fields)}::jsonb, confirmed = ${confirmed(confirmations)},
        type_number = ${number}, renewalid = null
      from ${openSubject(scope, subjectid)}
      where form.subjectid = open_subject.subjectid and form.siteid = open_subject.siteid
        and form.formtypeid = ${formtypeid} and form.visitid = ${visitid} and form.occurrence = ${occurrence}
        and form.version = ${version} and form.removed_at is null
      returning ${jsonObject(formShape, 'form', selection)} as json`,
    footprint: {
      kind: 'form',
      id: formtypeid,
      subjectid,
      version: version + 1,
      content: { fields, visitid, occurrence },
    },
    find: (db) => findSameForm(db, scope, ids, selection),
  }
}

/** What a new form of this type is validated against, before `addFirstForm`. */
export async function findFormTypeForSubject(db: SiteData, scope: Scope, { subjectid, formtypeid }: OfType) {
  return readsOf(db, scope)
    .selectFrom('current_form_type')
    .innerJoin('subject', (join) =>
      join
        .onRef('subject.studyid', '=', 'current_form_type.studyid')
        .onRef('subject.siteid', '=', 'current_form_type.siteid'),
    )
    .select([
      'current_form_type.fields',
      'current_form_type.properties',
      'current_form_type.checks',
      'current_form_type.number',
      'current_form_type.repeats',
      'current_form_type.version',
    ])
    .where('subject.subjectid', '=', subjectid)
    .where('current_form_type.formtypeid', '=', formtypeid)
    .where(wasPublished('current_form_type'))
    .where(inScope(scope, 'subject'))
    .executeTakeFirst()
}

/** Adds the form, without a visit, of a type that does not repeat, if the type still has this version and the subject is open (write-guarded.ts). */
export function addFirstForm(
  scope: Scope,
  { subjectid, formtypeid }: OfType,
  { fields, confirmations, number, typeVersion }: Judged & { typeVersion: number },
  selection: Selection,
): Guarded {
  return {
    change: sql`insert into form (subjectid, formtypeid, siteid, studyid, fields, confirmed, type_number)
      select open_subject.subjectid, offered.formtypeid, open_subject.siteid, open_subject.studyid,
        ${JSON.stringify(fields)}::jsonb, ${confirmed(confirmations)}, ${number}::int
      from ${openSubject(scope, subjectid)},
        (select formtypeid, siteid, studyid from form_type where formtypeid = ${formtypeid} and version = ${typeVersion}
          and not repeats and removed_at is null for share) offered
      where offered.studyid = open_subject.studyid and offered.siteid = open_subject.siteid
        and not exists (select from form former where former.subjectid = open_subject.subjectid
          and former.formtypeid = offered.formtypeid and former.visitid = '' and former.removed_at is null)
      on conflict do nothing
      returning ${jsonObject(formShape, 'form', selection)} as json`,
    footprint: { kind: 'form', id: formtypeid, subjectid, version: 1, content: { fields, ...onlyOccurrence } },
    find: (db) => findSameForm(db, scope, { subjectid, formtypeid, ...onlyOccurrence }, selection),
  }
}

type Saved = Judged & { label: string | null }
type NewForm = Ids & Saved & { siteid: string; studyid: string }

/**
 * Returns undefined if the subject already has this form. A removed one is restored with these values and the next
 * version.
 */
export function insertForm(tx: Write, form: NewForm, selection: Selection) {
  const { subjectid, formtypeid, visitid, occurrence, siteid, studyid } = form
  const values = { subjectid, formtypeid, visitid, occurrence, siteid, studyid, ...saved(form) }
  return insertOrRevive(tx, 'form', values, formShape, selection)
}

export function updateForm(tx: Write, ids: Ids, change: Saved, selection: Selection) {
  return updateRecord(tx, 'form', ids, saved(change), formShape, selection)
}

function saved({ fields, confirmations, number, label }: Saved) {
  const confirmed = confirmations.length > 0 ? JSON.stringify(confirmations) : null
  return { fields: JSON.stringify(fields), confirmed, type_number: number, renewalid: null, label }
}
