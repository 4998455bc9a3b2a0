import { type RawBuilder, sql } from 'kysely'
import { expectsFile } from './expects-file.ts'
import { isUnkept, keptRows, keptTables } from './kept-facts.ts'
import {
  type FactsOf,
  placeInVisit,
  placesOf,
  timesPlanned,
  visitExcess,
  visitFacts,
  visitPlaces,
} from './planned-tables.ts'
import { wasPublished } from './was-published.ts'

/** The tables that each one is computed from, in the order of their definitions. */
const needs = {
  form_offered: [],
  activity_offered: [],
  form_state: ['form_offered'],
  activity_state: ['activity_offered'],
  visit_places: [],
  visit_excess: ['visit_places'],
  form_places: ['form_state', 'form_offered', 'visit_places', 'visit_excess'],
  activity_places: ['activity_state', 'activity_offered', 'visit_places', 'visit_excess'],
  form_facts: ['form_state', 'form_places'],
  activity_facts: ['activity_state', 'activity_places', 'activity_offered'],
  visit_facts: ['visit_places'],
  cell_facts: ['form_state', 'activity_state', 'form_places', 'activity_places'],
} as const
type FactTable = keyof typeof needs
const tables = Object.keys(needs) as FactTable[]

/** A few rows that are compared with each record. */
const isSmall: ReadonlySet<string> = new Set<FactTable>(['form_offered', 'activity_offered'])

/** All subjects of a study. */
export function wholeStudy(studyid: RawBuilder<unknown>): FactsOf {
  return {
    studyid,
    own: (row) => sql`${sql.ref(`${row}.studyid`)} = ${studyid} and ${isUnkept(row)}`,
    isWhole: true,
  }
}

/**
 * The WITH definitions of these tables and of those they are computed from. Every table of facts has one row per
 * subject.
 */
export function defineFacts(of: FactsOf, wanted: ReadonlySet<string>): RawBuilder<unknown>[] {
  if (wanted.size === 0) return []
  const used = new Set<string>(wanted)
  for (const name of tables.toReversed()) if (used.has(name)) for (const each of needs[name]) used.add(each)
  const usersOf = (name: FactTable) =>
    tables.filter((user) => used.has(user) && needs[user].some((each) => each === name))
  const counted = tables
    .filter((name) => used.has(name))
    .map((name) => {
      // Written to a temporary file only if it is read more than once, or once for each subject without statistics.
      const isStored = wanted.has(name) || usersOf(name).length > 1 || isSmall.has(name)
      const rows = definitions[name](of)
      const all =
        of.isWhole && isOfSubjects(name) ? sql`select * from (${rows}) counted union all ${keptRows[name]}` : rows
      return sql`${sql.ref(name)} as ${isStored ? sql`materialized` : sql`not materialized`} (${all})`
    })
  return of.isWhole ? [...keptTables(of.studyid), ...counted] : counted
}

function isOfSubjects(name: string): name is keyof typeof keptRows {
  return Object.hasOwn(keptRows, name)
}

const definitions: Readonly<Record<FactTable, (of: FactsOf) => RawBuilder<unknown>>> = {
  form_offered: formOffered,
  activity_offered: activityOffered,
  form_state: formState,
  activity_state: activityState,
  visit_places: visitPlaces,
  visit_excess: () => visitExcess,
  form_places: (of) => placesOf('form', of),
  activity_places: (of) => placesOf('activity', of),
  form_facts: () => formFacts,
  activity_facts: () => activityFacts,
  visit_facts: visitFacts,
  cell_facts: cellFacts,
}

// A field that is asked only if others say so is not missing.
function formOffered({ studyid }: FactsOf) {
  return sql`select form_type.formtypeid, ${timesPlanned('form', 'form_type')} as planned, coalesce((
      select jsonb_agg(jsonb_build_object('key', field ->> 'name')) from jsonb_array_elements(form_type.fields) field
      where field ->> 'required' = 'true' and not coalesce(form_type.properties -> (field ->> 'name') ? 'showIf', false)), '[]') as required
    from form_type where form_type.studyid = ${studyid} and form_type.removed_at is null`
}

function activityOffered({ studyid }: FactsOf) {
  return sql`select activity_type.activitytypeid, ${timesPlanned('activity', 'activity_type')} as planned,
      ${expectsFile('activity_type')} as expects_file
    from activity_type where activity_type.studyid = ${studyid} and activity_type.removed_at is null`
}

// "offset 0" prevents the values of forms from being sorted.
function formState({ studyid, own }: FactsOf) {
  return sql`select form.subjectid, form.formtypeid, form.visitid, ${placeInVisit('form', studyid)} as place, offered.planned,
      case when offered.required = '[]' or form.fields @> offered.required then 'D' else 'H' end as state
    from form join form_offered offered using (formtypeid)
    where ${own('form')} and form.removed_at is null offset 0`
}

// A type that belongs to no visit is done once for the study.
const formFacts = sql`select coalesce(once.subjectid, planned.subjectid) as subjectid,
    coalesce(once.done, 0) + coalesce(planned.done, 0) as done, coalesce(planned.more, 0) as more
  from (
    select form_state.subjectid, count(distinct form_state.formtypeid) filter (where form_state.planned is null)
      - count(distinct form_state.formtypeid) filter (where form_state.planned is null and form_state.state <> 'D') as done
    from form_state group by form_state.subjectid) once
  full join (
    select form_places.subjectid, sum(form_places.complete) as done, sum(form_places.more) as more
    from form_places group by form_places.subjectid) planned on planned.subjectid = once.subjectid`

// As int: sums of bigint are of type numeric, and several times slower.
const countOf = (status: string) => sql`(count(*) filter (where reference_data.status = ${sql.lit(status)}))::int`

/**
 * The join of tables with at most one row for each subject of a study. What a study has is written faster than the
 * database gathers statistics. Without them it expects one row, and would compare each subject with each in a nested
 * loop. It can't execute a full join as one. No table has a row of anything else, so the result is the same as of a left
 * join.
 */
export const joinOfWhole = sql`full join`

// "having" leaves out files of removed activities, if there ever are any. As a condition on rows it would allow a nested loop.
function activityState({ studyid, own }: FactsOf) {
  return sql`select activity.*, activity.failed + activity.uncovered + activity.lacks_file
      + case when activity.start_time < activity.busy_until then 1 else 0 end as warnings
    from (
      select with_files.*, ${placeInVisit('with_files', studyid)} as place, offered.planned,
        offered.activitytypeid is not null as is_offered, coalesce(offered.expects_file, false) as expects_file,
        (coalesce(offered.expects_file, false) and with_files.uploaded + with_files.pending + with_files.failed = 0)::int as lacks_file
      from (
        select activity.subjectid, activity.activitytypeid, activity.visitid, activity.occurrence, activity.start_time, activity.busy_until,
          ${countOf('UPLOADED')} as uploaded, ${countOf('PENDING')} as pending, ${countOf('FAILED')} as failed,
          coalesce(sum(case when reference_data.recorded_from is not null and reference_data.status = 'UPLOADED' then ${uncovered} end), 0)::int as uncovered
        from (
          select activity.subjectid, activity.activitytypeid, activity.visitid, activity.occurrence, activity.start_time, activity.stop_time,
            max(activity.stop_time) over (partition by activity.subjectid
              order by activity.start_time, activity.stop_time, activity.activitytypeid collate "C",
                activity.visitid collate "C", activity.occurrence
              rows between unbounded preceding and 1 preceding) as busy_until
          from activity where ${own('activity')} and activity.removed_at is null) activity
        ${joinOfWhole} (
          select * from reference_data where ${own('reference_data')} and reference_data.removed_at is null) reference_data
          on reference_data.subjectid = activity.subjectid and reference_data.activitytypeid = activity.activitytypeid
            and reference_data.visitid = activity.visitid and reference_data.occurrence = activity.occurrence
        group by activity.subjectid, activity.activitytypeid, activity.visitid, activity.occurrence, activity.start_time, activity.busy_until
        having bool_and(activity.subjectid is not null)) with_files
      left join activity_offered offered using (activitytypeid)) activity`
}

/** Number of warnings that whyNotCovered (coverage.rules.ts) returns for a file and its activity. */
const uncovered = sql`(select case
    when least(reference_data.recorded_to, activity.stop_time) - greatest(reference_data.recorded_from, activity.start_time)
      - missed.seconds <= 0 then 1
    else (reference_data.recorded_from - activity.start_time > reference_data.recorded_tolerance)::int
      + (activity.stop_time - reference_data.recorded_to > reference_data.recorded_tolerance)::int + (missed.seconds > reference_data.recorded_tolerance)::int end
  from (
    select coalesce(sum(greatest(0, least(reference_data.recorded_gaps[gap + 1], activity.stop_time)
      - greatest(reference_data.recorded_gaps[gap], activity.start_time))), 0) as seconds
    from generate_series(1, cardinality(reference_data.recorded_gaps), 2) gap) missed)`

const activityFacts = sql`select coalesce(once.subjectid, planned.subjectid) as subjectid, once.recorded, once.uploaded, once.pending, once.failed, once.warnings,
    coalesce(once.done, 0) + coalesce(planned.done, 0) as done, coalesce(once.files_done, 0) + coalesce(planned.files_done, 0) as files_done,
    coalesce(planned.more, 0) as more, coalesce(planned.files_more, 0) as files_more
  from (
    select activity_state.subjectid, count(distinct activity_state.activitytypeid) filter (where activity_state.is_offered and activity_state.planned is null) as done,
      count(*) as recorded,
      count(distinct activity_state.activitytypeid) filter (where activity_state.expects_file and activity_state.planned is null)
        - count(distinct activity_state.activitytypeid) filter (
          where activity_state.expects_file and activity_state.planned is null and activity_state.uploaded = 0) as files_done,
      sum(activity_state.uploaded) as uploaded, sum(activity_state.pending) as pending, sum(activity_state.failed) as failed,
      sum(activity_state.warnings) as warnings
    from activity_state group by activity_state.subjectid) once
  full join (
    select activity_places.subjectid, sum(activity_places.complete) as done, sum(activity_places.more) as more,
      sum(activity_places.with_files) filter (where offered.expects_file) as files_done, sum(activity_places.more) filter (where offered.expects_file) as files_more
    from activity_places join activity_offered offered on offered.activitytypeid = activity_places.typeid
    group by activity_places.subjectid) planned on planned.subjectid = once.subjectid`

/**
 * The letters of a subject that has at least one form or activity, in the order of the study's types. Of several of one
 * type, the letter is of the one that most needs to be looked at.
 */
function cellFacts({ studyid }: FactsOf) {
  return sql`select cell.subjectid,
      rpad(string_agg(case when cell.place > cell.before then repeat('-', cell.place - cell.before - 1) || cell.state else '' end, '' order by cell.place, strpos('WMPHD', cell.state)), max(cell.types), '-') as cells
    from (
      select known.subjectid, known.state, offered.place, offered.types,
        coalesce(lag(offered.place) over (partition by known.subjectid order by offered.place, strpos('WMPHD', known.state)), 0) as before
      from (
        select form_state.subjectid, form_state.formtypeid as typeid, form_state.state from form_state
        union all
        select activity_state.subjectid, activity_state.activitytypeid,
          case when activity_state.warnings > activity_state.lacks_file then 'W' when activity_state.lacks_file > 0 then 'M'
            when activity_state.pending > 0 then 'P' else 'D' end from activity_state
        union all
        select form_places.subjectid, form_places.typeid, 'H' from form_places where form_places.complete between 1 and form_places.expected - 1
        union all
        select activity_places.subjectid, activity_places.typeid, 'H' from activity_places
          where activity_places.complete between 1 and activity_places.expected - 1) known
      join (
        select listed.typeid, (count(*) over ())::int as types, (row_number() over (
          order by listed.part, listed.key collate "C", listed.name collate "C", listed.typeid))::int as place
        from (select 1 as part, form_type.formtypeid as typeid, form_type.identifier_key as key, form_type.identifier as name
            from form_type where form_type.studyid = ${studyid} and form_type.removed_at is null and ${wasPublished('form_type')}
          union all
          select 2, activity_type.activitytypeid, activity_type.description_key, activity_type.description
            from activity_type where activity_type.studyid = ${studyid} and activity_type.removed_at is null) listed) offered using (typeid)) cell
    group by cell.subjectid`
}
