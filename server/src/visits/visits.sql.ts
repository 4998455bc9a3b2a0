import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { type Reader, readJson, readsOf, type SiteData } from '../access/site-data.ts'
import type { Tables } from '../database/tables.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { anyJson, column, jsonList, numberColumn, numberColumnOf, plainColumn, shape } from '../shapes/shape/shape.ts'
import { readSubjectVisits, recordedInVisits } from '../shapes/subject-visits.ts'
import type { Write } from '../writes/write.ts'

const ids = (name: string) => (row: string) => anyJson(sql.ref(`${row}.${name}`))

/** Reads a row with the alias `visit`. */
const visitShape = shape('Visit', {
  studyid: plainColumn,
  visitid: plainColumn,
  name: column,
  day: numberColumn,
  daysBefore: numberColumnOf('days_before'),
  daysAfter: numberColumnOf('days_after'),
  repeats: numberColumn,
  formtypeids: ids('formtypeids'),
  activitytypeids: ids('activitytypeids'),
  optionaltypeids: ids('optional_typeids'),
  inOrder: numberColumnOf('in_order'),
  version: numberColumn,
})

/** Returns undefined if the study does not exist. */
export async function listVisits(db: SiteData, scope: Scope, studyid: string, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(visitShape, 'visit', selection, {
      from: sql`visit where visit.studyid = study.studyid and visit.siteid = study.siteid`,
      orderBy: sql`visit.place`,
    })} as json from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}

/** Returns undefined if the subject does not exist. */
export function listSubjectVisits(db: SiteData, scope: Scope, subjectid: string, zone: string) {
  const subject = sql`current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`
  return readSubjectVisits(readsOf(db, scope), subject, zone)
}

/** The schedule, locked against changes until the transaction ends. The caller has locked the study. */
export function lockVisits(tx: Write, studyid: string) {
  return tx
    .selectFrom('visit')
    .select([
      'visitid',
      'place',
      'name',
      'repeats',
      'formtypeids',
      'activitytypeids',
      'optional_typeids',
      'in_order',
      'version',
    ])
    .where('studyid', '=', studyid)
    .orderBy('place')
    .forUpdate()
    .execute()
}

/** The visit, which stays in the schedule until the transaction ends. */
export function holdVisit(tx: Write, { studyid, visitid }: { studyid: string; visitid: string }) {
  return tx
    .selectFrom('visit')
    .select(['visitid', 'repeats'])
    .where('visitid', '=', visitid)
    .where('studyid', '=', studyid)
    .forShare()
    .executeTakeFirst()
}

/**
 * Which of these visits something stored belongs to, removed records and devices that were taken off included. What a
 * person said of a visit counts unless it is only planned, without a day and a reason.
 */
export async function findUsedVisits(tx: Reader, studyid: string, visitids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ visitid: string }>`
    select visitid from ${recordedInVisits((row) => sql`${sql.ref(`${row}.studyid`)} = ${studyid}`)} recorded
      where visitid = any(${sql.val([...visitids])}::text[])
    union select visitid from worn where studyid = ${studyid} and visitid = any(${sql.val([...visitids])}::text[])
    union select visitid from subject_visit where visitid = any(${sql.val([...visitids])}::text[])
      and (state <> 'PLANNED' or date is not null or reason is not null)`.execute(tx)
  return new Set(rows.map(({ visitid }) => visitid))
}

/** Which of these visits a subject has had more than once. */
export async function findRepeatedVisits(
  tx: Reader,
  studyid: string,
  visitids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ visitid: string }>`
    select visitid from ${recordedInVisits((row) => sql`${sql.ref(`${row}.studyid`)} = ${studyid}`)} recorded
      where visitid = any(${sql.val([...visitids])}::text[]) and occurrence > 1
    union select visitid from subject_visit where visitid = any(${sql.val([...visitids])}::text[]) and occurrence > 1`.execute(
    tx,
  )
  return new Set(rows.map(({ visitid }) => visitid))
}

/** The types that the study offers, locked against removal until the transaction ends. */
export async function holdOfferedTypes(tx: Write, studyid: string) {
  const forms = await tx
    .selectFrom('form_type')
    .select('formtypeid')
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forShare()
    .execute()
  const activities = await tx
    .selectFrom('activity_type')
    .select('activitytypeid')
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forShare()
    .execute()
  return {
    formtypeids: new Set(forms.map(({ formtypeid }) => formtypeid)),
    activitytypeids: new Set(activities.map(({ activitytypeid }) => activitytypeid)),
  }
}

/** Removes visits that nothing belongs to, with what was only planned of them. */
export async function deleteVisits(tx: Write, visitids: readonly string[]): Promise<void> {
  if (visitids.length === 0) return
  await tx.deleteFrom('subject_visit').where('visitid', 'in', visitids).execute()
  await tx.deleteFrom('visit').where('visitid', 'in', visitids).execute()
}

type Changeable = Pick<Tables['visit'], 'place' | 'name' | 'name_key' | 'day' | 'formtypeids' | 'activitytypeids'> & {
  days_before: number
  days_after: number
  repeats: boolean
  optional_typeids?: string[]
  in_order?: boolean
}

export async function updateVisit(tx: Write, visitid: string, values: Changeable): Promise<void> {
  await tx.updateTable('visit').set(values).where('visitid', '=', visitid).execute()
}

type Ids = { visitid: string; siteid: string; studyid: string }

export async function insertVisits(tx: Write, visits: readonly (Ids & Changeable)[]): Promise<void> {
  if (visits.length > 0) await tx.insertInto('visit').values(visits).execute()
}

type Place = { subjectid: string; visitid: string }

/** What a person said of the subject's visits of this kind, locked until the transaction ends, and the highest occurrence ever used. */
export async function lockSubjectVisits(tx: Write, { subjectid, visitid }: Place) {
  const said = await tx
    .selectFrom('subject_visit')
    .select(['occurrence', 'version'])
    .where('subjectid', '=', subjectid)
    .where('visitid', '=', visitid)
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{ occurrence: number | null }>`
    select max(occurrence) as occurrence from ${recordedInVisits((row) => sql`${sql.ref(`${row}.subjectid`)} = ${subjectid}`)} recorded
      where visitid = ${visitid}`.execute(tx)
  return { said, highest: Math.max(rows[0]?.occurrence ?? 0, ...said.map(({ occurrence }) => occurrence)) }
}

type Said = Pick<Tables['subject_visit'], 'state' | 'date' | 'reason'>
type Occurrence = Place & { occurrence: number; siteid: string; studyid: string }

const columnOf = { MISSED: 'reason', ORDER: 'order_reason', OUTSIDE: 'outside_reason' } as const

/** Says why a visit of a subject, which the caller has locked, deviates. */
export async function saveExplanation(
  tx: Write,
  visit: Occurrence,
  kind: keyof typeof columnOf,
  explanation: string | null,
): Promise<void> {
  const said = { [columnOf[kind]]: explanation }
  await tx
    .insertInto('subject_visit')
    .values({ ...visit, state: 'PLANNED', ...said })
    .onConflict((conflict) => conflict.columns(['subjectid', 'visitid', 'occurrence', 'siteid']).doUpdateSet(said))
    .execute()
}

/** Replaces what was said of a visit of a subject, which the caller has locked. */
export async function saveSubjectVisit(tx: Write, visit: Occurrence, said: Said): Promise<void> {
  await tx
    .insertInto('subject_visit')
    .values({ ...visit, ...said })
    .onConflict((conflict) => conflict.columns(['subjectid', 'visitid', 'occurrence', 'siteid']).doUpdateSet(said))
    .execute()
}
