import type { FormTypeRow } from '@casebook/domain/exports/form-type-row.ts'
import type { ImportPlan, ImportTarget } from '@casebook/domain/exports/import/import-plan.ts'
import type { NamedSubjects } from '@casebook/domain/exports/import/plan-parts.ts'
import type { ReadingStudy } from '@casebook/domain/form-exchange/redcap-data/read-data.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import type { Confirmation } from '@casebook/domain/forms/judgement.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { exportStatements } from '../exports/export-statements.sql.ts'
import { wasPublished } from '../shapes/facts/was-published.ts'
import { findStudyRow } from '../studies/studies.sql.ts'
import { allowOccurrence, type Occurrence, type Which } from '../writes/occurrences.sql.ts'
import type { Write } from '../writes/write.ts'

/** Where a file is imported. `today`: epoch seconds of 12:00 UTC of the day in the study's zone. */
export type ImportPlace = {
  siteid: string
  studyid: string
  formtypeid: string | null
  fromElsewhere: boolean
  /** Why the unusual values of the file are right. */
  confirmed: string | null
  /** What was seen of the changes, as `seenOf` says it. Otherwise, whatever they are. */
  seen?: string | null
  today: number
}

/** The current study, which an import is validated against. Throws if the study or its form type does not exist. */
export async function readTarget(db: SiteData, scope: Scope, place: ImportPlace): Promise<ImportTarget> {
  return readKnown(readsOf(db, scope), await readPlace(db, scope, place))
}

/** The study without its subjects and forms. Throws if it or its form type does not exist. */
export async function readPlace(db: SiteData, scope: Scope, place: ImportPlace): Promise<ImportTarget> {
  const reader = readsOf(db, scope)
  const { siteid, studyid, formtypeid, fromElsewhere, confirmed } = place
  await requireStudy(reader, scope, place)
  const formtype = formtypeid === null ? undefined : await findOfferedType(reader, scope, { ...place, formtypeid })
  if (!formtype) return { siteid, studyid, fromElsewhere, subjects: [], forms: [] }
  const { rows: visits } = await sql<{ visitid: string; repeats: boolean }>`select visitid, repeats from visit
    where studyid = ${studyid} and siteid = ${siteid} and ${formtype.formtypeid} = any(formtypeids)`.execute(reader)
  const { rows: others } = await sql<{ formtypeid: string }>`select formtypeid from form_type
    where studyid = ${studyid} and siteid = ${siteid} and formtypeid <> ${formtype.formtypeid}`.execute(reader)
  const otherTypes = others.map((other) => other.formtypeid)
  const known = { subjects: [], forms: [], visits, otherTypes, today: place.today }
  return { siteid, studyid, fromElsewhere, confirmed, formtype, ...known }
}

/** The study with its subjects and their forms; with `named`, only those of these subjects. */
export async function readKnown(reader: Reader, target: ImportTarget, named?: NamedSubjects): Promise<ImportTarget> {
  const { siteid, studyid, formtype } = target
  const ofStudy = reader
    .selectFrom('subject')
    .select(['subjectid', 'identifier', 'status'])
    .where('studyid', '=', studyid)
    .where('siteid', '=', siteid)
  const subjects = await (named
    ? ofStudy
        .where(sql<boolean>`(subjectid = any(${sql.val(named.subjectids)}::text[])
          or identifier_key = any(${sql.val(named.identifiers.map(caseKey))}::text[]))`)
        .execute()
    : ofStudy.execute())
  if (!formtype) return { ...target, subjects }
  const ofType = reader
    .selectFrom('form')
    .select(['subjectid', 'visitid', 'occurrence', 'label', 'version', 'fields', 'confirmed'])
    .where('studyid', '=', studyid)
    .where('siteid', '=', siteid)
    .where('formtypeid', '=', formtype.formtypeid)
    .where('removed_at', 'is', null)
  const subjectids = subjects.map(({ subjectid }) => subjectid)
  const forms = await (named
    ? ofType.where(sql<boolean>`subjectid = any(${sql.val(subjectids)}::text[])`).execute()
    : ofType.execute())
  return { ...target, subjects, forms }
}

async function requireStudy(reader: Reader, scope: Scope, { siteid, studyid }: ImportPlace): Promise<void> {
  const study = await findStudyRow(reader, scope, studyid)
  if (study?.siteid !== siteid) throw problem('study.missing', { field: 'studyid' })
}

/** What a file of REDCap is read for: the offered form types, the schedule, and the ids of subjects without an identifier. */
export async function readRedcapStudy(
  db: SiteData,
  scope: Scope,
  place: ImportPlace,
): Promise<Omit<ReadingStudy, 'zone'>> {
  const reader = readsOf(db, scope)
  await requireStudy(reader, scope, place)
  const { siteid, studyid } = place
  const offered = await reader
    .selectFrom('current_form_type')
    .select('formtypeid')
    .where('studyid', '=', studyid)
    .where(wasPublished('current_form_type'))
    .execute()
  const ids = new Set(offered.map(({ formtypeid }) => formtypeid))
  const types = await readTypes(reader, scope, place)
  const visits = await reader
    .selectFrom('visit')
    .select(['visitid', 'name', 'repeats', 'formtypeids'])
    .where('studyid', '=', studyid)
    .where('siteid', '=', siteid)
    .orderBy('place')
    .execute()
  const unnamed = await reader
    .selectFrom('subject')
    .select('subjectid')
    .where('studyid', '=', studyid)
    .where('siteid', '=', siteid)
    .where('identifier', 'is', null)
    .execute()
  return {
    formTypes: types.filter(({ formtypeid, removed }) => ids.has(formtypeid) && !removed),
    visits,
    unnamed: unnamed.map(({ subjectid }) => subjectid),
  }
}

/** The form types of a study with the fields of their earlier versions, as in an export. */
async function readTypes(reader: Reader, scope: Scope, { siteid, studyid }: ImportPlace): Promise<FormTypeRow[]> {
  const all = { siteid, studyid, subjectid: null, subjectids: null, closedOnly: false, deleted: true, history: false }
  const { rows } = await exportStatements(scope, all).formTypes.execute(reader)
  return rows.map(({ line }): FormTypeRow => JSON.parse(line))
}

/** The form type with the fields of its earlier versions, as in an export. Throws unless it was published, and not removed. */
async function findOfferedType(reader: Reader, scope: Scope, place: ImportPlace): Promise<FormTypeRow> {
  const { studyid, formtypeid } = place
  const offered = await reader
    .selectFrom('current_form_type')
    .select('formtypeid')
    .where('formtypeid', '=', formtypeid)
    .where('studyid', '=', studyid)
    .where(wasPublished('current_form_type'))
    .executeTakeFirst()
  if (!offered) throw problem('form-type.missing', { field: 'formtypeid' })
  const types = await readTypes(reader, scope, place)
  const found = types.find((type) => type.formtypeid === formtypeid && !type.removed)
  if (!found) throw problem('form-type.missing', { field: 'formtypeid' })
  return found
}

/** Keeps the form type as it is until the transaction ends. Others can save forms of the type, but not change or remove it. */
export async function lockFormType(tx: Write, { siteid, studyid, formtypeid }: ImportPlace): Promise<void> {
  await sql`select from form_type
    where formtypeid = ${formtypeid} and studyid = ${studyid} and siteid = ${siteid} for share`.execute(tx)
}

/** A form to save, with the version that the plan was made on; null if the subject had no such form. */
export type PlannedForm = Occurrence & { subjectid: string; version: number | null }

/** The forms of existing subjects that a plan saves. */
export function plannedForms({ saveForms: planned }: ImportPlan): PlannedForm[] {
  return planned.flatMap(({ subject, version, visitid, occurrence = 1 }) =>
    'added' in subject ? [] : [{ subjectid: subject.subjectid, visitid: visitid ?? '', occurrence, version }],
  )
}

/** A form as a key: the subject, the visit and the number. */
export function keyOfForm({ subjectid, visitid, occurrence }: { subjectid: string } & Which): string {
  return JSON.stringify([subjectid, visitid || '', occurrence ?? 1])
}

/**
 * Locks the forms of the plan, and the status of their subjects, until the transaction ends. Returns false if one of them
 * has changed since the plan was made. No form of another subject or type is locked.
 */
export async function lockPlannedForms(
  tx: Write,
  { siteid, studyid, formtypeid }: ImportPlace,
  planned: readonly PlannedForm[],
): Promise<boolean> {
  if (planned.length === 0) return true
  const subjectids = [...new Set(planned.map(({ subjectid }) => subjectid))]
  const ofPlan = sql`studyid = ${studyid} and siteid = ${siteid} and subjectid = any(${sql.val(subjectids)}::text[])`
  // In the same order as other writes: subjects before forms.
  const { rows: subjects } = await sql<{ status: string }>`
    select status from subject where ${ofPlan} order by subjectid for share`.execute(tx)
  const { rows: forms } = await sql<Occurrence & { subjectid: string; version: number; isRemoved: boolean }>`
    select subjectid, visitid, occurrence, version, removed_at is not null as "isRemoved" from form
    where formtypeid = ${formtypeid} and ${ofPlan} order by subjectid, visitid, occurrence for no key update`.execute(
    tx,
  )
  const versions = new Map(forms.map((form) => [keyOfForm(form), form.isRemoved ? null : form.version]))
  return (
    subjects.length === subjectids.length &&
    subjects.every(({ status }) => status === 'OPEN') &&
    planned.every((form) => (versions.get(keyOfForm(form)) ?? null) === form.version)
  )
}

/** Rows per statement: few enough for the statement timeout. */
const atOnce = 1_000

export type AddedSubject = { subjectid: string; identifier: string | null; identifier_key: string | null }

export async function insertSubjects(tx: Write, place: ImportPlace, subjects: readonly AddedSubject[]): Promise<void> {
  for (const some of batches(subjects)) {
    await sql`insert into subject (subjectid, siteid, studyid, identifier, identifier_key)
      select subjectid, ${place.siteid}, ${place.studyid}, identifier, identifier_key
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as given (subjectid text, identifier text, identifier_key text)`.execute(
      tx,
    )
  }
}

/** `type_number`: of the version of the form type that judged it. */
export type ImportedForm = PlannedForm & {
  fields: readonly KeyValue[]
  confirmed: readonly Confirmation[] | null
  type_number: number
  label: string | null
}

/**
 * Adds and changes forms. A removed form is restored with these values. Throws if someone else has added one of the new
 * forms since the plan was made.
 */
export async function saveForms(tx: Write, place: ImportPlace, forms: readonly ImportedForm[]): Promise<void> {
  const one = forms.find(({ visitid, occurrence }) => visitid !== '' || occurrence > 1)
  if (one) await allowOccurrence(tx, one)
  for (const some of batches(forms)) {
    const given = sql`jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
      as given (subjectid text, visitid text, occurrence int, version int, fields jsonb, confirmed jsonb, type_number int,
        label text)`
    const { numAffectedRows } =
      await sql`insert into form (subjectid, formtypeid, siteid, studyid, visitid, occurrence, fields, confirmed, type_number, label)
      select subjectid, ${place.formtypeid}, ${place.siteid}, ${place.studyid}, visitid, occurrence, fields, nullif(confirmed, 'null'),
        type_number, label
      from ${given}
      on conflict (subjectid, formtypeid, siteid, visitid, occurrence) do update
        set fields = excluded.fields, confirmed = excluded.confirmed, label = excluded.label, removed_at = null,
          type_number = excluded.type_number, renewalid = null
        where form.removed_at is not null or (form.subjectid, form.visitid, form.occurrence) in (
          select subjectid, visitid, occurrence from ${given} where version is not null)`.execute(tx)
    if (numAffectedRows !== BigInt(some.length)) throw problem('import.form.added')
  }
}

function* batches<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce)
}
