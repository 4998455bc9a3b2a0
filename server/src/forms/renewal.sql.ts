import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'
import type { Confirmation } from '@casebook/domain/forms/judgement.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { Write } from '../writes/write.ts'
import type { Judging } from './forms.sql.ts'

type Ids = { studyid: string; formtypeid: string }

export type RenewingType = Judging & { siteid: string }

/** The form type that judges, if it is still offered. Locked against changes until the transaction ends, if `locked`. */
export async function findRenewingType(
  db: SiteData | Write,
  scope: Scope,
  { studyid, formtypeid }: Ids,
  { locked }: { locked: boolean },
): Promise<RenewingType | undefined> {
  const { rows } =
    await sql<RenewingType>`select form_type.siteid, form_type.fields, form_type.properties, form_type.checks,
      form_type.number
    from form_type join current_study using (studyid, siteid)
    where form_type.formtypeid = ${formtypeid} and form_type.studyid = ${studyid} and form_type.removed_at is null
      and ${inScope(scope, 'form_type')} ${locked ? sql`for share of form_type` : sql``}`.execute(readsOf(db, scope))
  return rows[0]
}

export type OutdatedForm = {
  subjectid: string
  visitid: string
  occurrence: number
  identifier: string | null
  isOpen: boolean
  fields: KeyValue[]
  confirmed: Confirmation[] | null
}

/** Which forms of a subject: all that agree with what is given. */
export type ChosenForm = { subjectid: string; visitid?: string | null; occurrence?: number | null }
type Chosen = { formtypeid: string; number: number; forms: readonly ChosenForm[] | null | undefined }

const outdated = (scope: Scope, { formtypeid, number, forms }: Chosen) =>
  sql`from form join subject using (subjectid, siteid)
    where form.formtypeid = ${formtypeid} and form.removed_at is null and form.type_number <> ${number}
      and subject.status <> 'DELETED' and ${inScope(scope, 'form')}
      ${forms ? sql`and exists (${chosen(forms)})` : sql``}`

const isChosen = sql`one.subjectid = form.subjectid and coalesce(one.visitid, form.visitid) = form.visitid
      and coalesce(one.occurrence, form.occurrence) = form.occurrence`

const chosen = (forms: readonly ChosenForm[]) =>
  sql`select from jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) as one (subjectid text, visitid text, occurrence int)
    where ${isChosen}`

/** Whether the study has a form of this type for each that is named. */
export async function hasForms(tx: Write, scope: Scope, formtypeid: string, forms: readonly ChosenForm[]) {
  const { rows } = await sql<{ missing: boolean }>`select exists (
      select from jsonb_to_recordset(${JSON.stringify(forms)}::jsonb) as one (subjectid text, visitid text, occurrence int)
      where not exists (select from form where form.formtypeid = ${formtypeid} and form.removed_at is null
        and ${inScope(scope, 'form')} and ${isChosen})) as missing`.execute(tx)
  return !rows[0]?.missing
}

/** The forms that another version judged, all or those of some subjects. */
export async function listOutdatedForms(db: SiteData, scope: Scope, given: Chosen): Promise<OutdatedForm[]> {
  const { rows } = await sql<OutdatedForm>`select form.subjectid, form.visitid, form.occurrence, subject.identifier,
      subject.status = 'OPEN' as "isOpen", form.fields, form.confirmed ${outdated(scope, given)}
      order by form.subjectid, form.visitid, form.occurrence`.execute(readsOf(db, scope))
  return rows
}

/** The same of open subjects. They, and that their subjects are open, are locked until the transaction ends. */
export async function lockOutdatedForms(tx: Write, scope: Scope, given: Chosen): Promise<OutdatedForm[]> {
  // In the same order as other writes: subjects before forms.
  await sql`select from subject where (subjectid, siteid) in (select form.subjectid, form.siteid ${outdated(scope, given)})
    order by subjectid for share`.execute(tx)
  const { rows } = await sql<OutdatedForm>`select form.subjectid, form.visitid, form.occurrence, subject.identifier,
      true as "isOpen", form.fields, form.confirmed ${outdated(scope, given)} and subject.status = 'OPEN'
    order by form.subjectid, form.visitid, form.occurrence for no key update of form`.execute(tx)
  return rows
}

/** Forms per statement: few enough for the statement timeout. */
const atOnce = 1_000

type Renewed = Pick<OutdatedForm, 'subjectid' | 'visitid' | 'occurrence'> & {
  fields: readonly KeyValue[]
  confirmed: readonly Confirmation[] | null
}

export async function saveRenewedForms(
  tx: Write,
  { formtypeid, siteid, number, renewalid }: { formtypeid: string; siteid: string; number: number; renewalid: string },
  forms: readonly Renewed[],
): Promise<void> {
  for (let from = 0; from < forms.length; from += atOnce) {
    await sql`update form set fields = given.fields, confirmed = given.confirmed, type_number = ${number}, renewalid = ${renewalid}
      from jsonb_to_recordset(${JSON.stringify(forms.slice(from, from + atOnce))}::jsonb)
        as given (subjectid text, visitid text, occurrence int, fields jsonb, confirmed jsonb)
      where form.subjectid = given.subjectid and form.visitid = given.visitid and form.occurrence = given.occurrence
        and form.formtypeid = ${formtypeid} and form.siteid = ${siteid}`.execute(tx)
  }
}

export type RenewalRow = { renewalid: string; at: string; by: string; forms: number }

const mostListed = 10

/** The renewals that forms of open subjects are still as they left them, newest first: their ids are ordered by time. */
export async function listRenewals(db: SiteData, scope: Scope, formtypeid: string): Promise<RenewalRow[]> {
  const { rows } = await sql<RenewalRow>`select made.renewalid, made.forms,
      to_char(act.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, act.actor_name as by
    from (select form.renewalid, count(*)::int as forms, min(form.subjectid) as subjectid
      from form join subject using (subjectid, siteid)
      where form.formtypeid = ${formtypeid} and form.renewalid is not null and form.removed_at is null and subject.status = 'OPEN'
        and ${inScope(scope, 'form')}
      group by form.renewalid order by form.renewalid desc limit ${mostListed}) made
    cross join lateral (select history.at, history.actor_name from history
      where history.subjectid = made.subjectid and history.kind = 'form' and history.id = ${formtypeid}
        and history.after ->> 'renewalid' = made.renewalid order by history.historyid limit 1) act
    order by made.renewalid desc`.execute(readsOf(db, scope))
  return rows
}

/**
 * Gives forms of open subjects that are as the renewal left them back what they were, from the history. Returns how many.
 * One that was removed and put back is as it was left, whatever its version.
 */
export async function undoRenewal(tx: Write, formtypeid: string, siteid: string, renewalid: string): Promise<number> {
  const ofRenewal = sql`form.formtypeid = ${formtypeid} and form.siteid = ${siteid} and form.renewalid = ${renewalid}
    and form.removed_at is null`
  await sql`select from subject where (subjectid, siteid) in (select form.subjectid, form.siteid from form where ${ofRenewal})
    order by subjectid for share`.execute(tx)
  const { numAffectedRows } = await sql`update form set fields = act.before -> 'fields',
      confirmed = nullif(act.before -> 'confirmed', 'null'), type_number = coalesce((act.before ->> 'type_number')::int, 1),
      renewalid = null
    from history act, subject
    where ${ofRenewal} and subject.subjectid = form.subjectid and subject.siteid = form.siteid and subject.status = 'OPEN'
      and act.subjectid = form.subjectid and act.kind = 'form' and act.id = form.formtypeid and act.siteid = form.siteid
      and act.after ->> 'renewalid' = form.renewalid and act.before ->> 'renewalid' is distinct from form.renewalid
      and coalesce(act.after ->> 'visitid', '') = form.visitid and coalesce((act.after ->> 'occurrence')::int, 1) = form.occurrence`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
