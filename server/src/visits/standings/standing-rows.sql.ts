import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { isDateName } from '@casebook/domain/forms/forms.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Reader } from '../../access/site-data.ts'
import { joinOfWhole } from '../../shapes/facts/fact-tables.ts'
import { basisOf } from '../../shapes/facts/kept-facts.ts'
import { isPresent, recordedInVisits } from '../../shapes/subject-visits.ts'

export type PlannedVisit = {
  visitid: string
  day: number | null
  daysBefore: number
  daysAfter: number
  repeats: boolean
  inOrder: boolean
  activitytypeids: string[]
}
type Type = { formtypeid: string; identifier: string; fields: readonly { name: string; type: string }[] }
/** `basis`: by what facts of its subjects are counted (`basisOf`). */
export type Plan = { siteid: string; studyid: string; basis: string; visits: PlannedVisit[]; types: Type[] }

/** The schedule of a study. Undefined if it does not exist or is not in the scope. */
export function readPlan(db: Reader, scope: Scope, studyid: string): Promise<Plan | undefined> {
  return readPlanWhere(db, 'current_study', sql`study.studyid = ${studyid} and ${inScope(scope, 'study')}`)
}

/** Also that of a removed study. */
export function readAnyPlan(
  db: Reader,
  { siteid, studyid }: Pick<Plan, 'siteid' | 'studyid'>,
): Promise<Plan | undefined> {
  return readPlanWhere(db, 'study', sql`study.studyid = ${studyid} and study.siteid = ${siteid}`)
}

async function readPlanWhere(db: Reader, studies: 'study' | 'current_study', isWanted: RawBuilder<unknown>) {
  const { rows } = await sql<Plan>`select study.siteid, study.studyid, ${basisOf(sql`study.studyid`)} as basis,
      (select coalesce(json_agg(json_build_object('visitid', visit.visitid, 'day', visit.day, 'daysBefore', visit.days_before,
          'daysAfter', visit.days_after, 'repeats', visit.repeats,
          'inOrder', visit.in_order, 'activitytypeids', visit.activitytypeids) order by visit.place), '[]')
        from visit where visit.studyid = study.studyid and visit.siteid = study.siteid) as visits,
      (select coalesce(json_agg(json_build_object('formtypeid', type.formtypeid, 'identifier', type.identifier, 'fields', type.fields)), '[]')
        from form_type type where type.studyid = study.studyid and type.siteid = study.siteid) as types
    from ${sql.table(studies)} study where ${isWanted}`.execute(db)
  return rows[0]
}

/** Texts instead of JSON: 10,000 subjects with 12 visits have 200,000 entries. Each is a list of lines. */
export type StandingRow = {
  subjectid: string
  identifier: string | null
  status: 'OPEN' | 'CLOSED' | 'DELETED'
  /** Place of the visit in the schedule, occurrence, first letter of the state, which deviations are explained, and the date if there is one. */
  said: string | null
  /** Place of the visit in the schedule, occurrence, and of an activity the seconds at which it began. */
  recorded: string | null
  /** Place of the form's type in their order, and as JSON the value, or a list of those that may be the day. */
  dates: string | null
  /** Place of the visit in the schedule, occurrence, seconds at which it began and id of the type: activities of visits that plan their order. */
  started: string | null
}

const lines = (line: RawBuilder<unknown>) => sql`string_agg(${line}, chr(10))`

/** What the subjects of a study have of its visits: all of them, or some. */
export async function readSubjects(
  db: Reader,
  { siteid, studyid, visits, types }: Plan,
  subjectids?: readonly string[],
): Promise<StandingRow[]> {
  const own = (row: string) =>
    sql`${sql.ref(`${row}.studyid`)} = ${studyid} and ${sql.ref(`${row}.siteid`)} = ${siteid}
      ${subjectids ? sql`and ${sql.ref(`${row}.subjectid`)} = any(${sql.val([...subjectids])}::text[])` : sql``}`
  const place = sql`array_position(${sql.val(visits.map(({ visitid }) => visitid))}::text[], visitid)`
  const ordered = visits.filter(({ inOrder }) => inOrder).map(({ visitid }) => visitid)
  const ofType = types.toSorted(compareFormTypes).map(({ formtypeid, fields }, rank) => {
    // Values of a Date field are days, so that no retired field counts beside one.
    const key = fields.find(({ name, type }) => type === 'Date' && isDateName(name))?.name ?? null
    return { formtypeid, rank, key }
  })
  const { rows } =
    await sql<StandingRow>`select subject.subjectid, subject.identifier, subject.status, said.lines as said, recorded.lines as recorded, dated.lines as dates,
      ${ordered.length === 0 ? sql`null::text` : sql`begun.lines`} as started
    from (select * from subject where ${own('subject')}) subject
    ${joinOfWhole} (
      select subjectid, ${lines(sql`${place} || ' ' || occurrence || ' ' || left(state, 1) || ' ' ||
        (outside_reason is not null)::int || (order_reason is not null)::int || ' ' || coalesce(date, '')`)} as lines
      from subject_visit where ${own('subject_visit')} group by subjectid) said on said.subjectid = subject.subjectid
    ${joinOfWhole} (
      select subjectid, ${lines(sql`${place} || ' ' || occurrence || ' ' || coalesce(start_time::text, '')`)} as lines
      from ${recordedInVisits((row) => sql`${own(row)} and ${isPresent(row)}`)} recorded group by subjectid) recorded
      on recorded.subjectid = subject.subjectid
    ${joinOfWhole} (
      select form.subjectid, ${lines(sql`type.rank || ' ' || coalesce(
          jsonb_path_query_first(form.fields, '$[*] ? (@.key == $key).value', jsonb_build_object('key', type.key))::text,
          jsonb_path_query_array(form.fields, '$[*] ? (@.key like_regex "^date$" flag "i").value')::text)`)} as lines
      from form join jsonb_to_recordset(${JSON.stringify(ofType)}::jsonb) as type (formtypeid text, rank int, key text)
        on type.formtypeid = form.formtypeid
      where ${own('form')} and form.removed_at is null group by form.subjectid) dated on dated.subjectid = subject.subjectid
    ${
      ordered.length === 0
        ? sql``
        : sql`${joinOfWhole} (
      select subjectid, ${lines(sql`${place} || ' ' || occurrence || ' ' || start_time || ' ' || activitytypeid`)} as lines
      from activity where ${own('activity')} and removed_at is null and visitid = any(${sql.val(ordered)}::text[])
      group by subjectid) begun on begun.subjectid = subject.subjectid`
    }
    order by subject.subjectid collate "C"`.execute(db)
  return rows.filter(({ subjectid }) => subjectid !== null)
}
