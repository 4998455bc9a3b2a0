import { type RawBuilder, sql } from 'kysely'
import { expectsFile } from './expects-file.ts'
import { wasPublished } from './was-published.ts'

/**
 * To be increased whenever the same records are counted in another way (rules-of-counting.test.ts), and only then: releases
 * with the same rules use what the other one counted.
 */
const rules = 2

/** Of a form type: which fields are required, and which may be the subject's date. Its other properties count nothing. */
const countedFields =
  '$[*] ? (@.required == true || @.type == "Date").keyvalue() ? (@.key == "name" || @.key == "type" || @.key == "required").value'
const conditions = '$.keyvalue() ? (exists (@.value.showIf)).key'
const partsOf = (column: string, path: string) =>
  sql`jsonb_path_query_array(coalesce(${sql.ref(column)}, '{}'), ${sql.lit(path)})`
const rowsOf = (table: string, id: string, studyid: RawBuilder<unknown>, row: RawBuilder<unknown>) =>
  sql`(select string_agg(${row}::text, ',' order by ${sql.ref(`${table}.${id}`)} collate "C") from ${sql.ref(table)}
    where ${sql.ref(`${table}.studyid`)} = ${studyid})`

/**
 * By what the facts of a study's subjects are counted: its types and its schedule, as a hash. Facts that were kept with
 * another one are outdated.
 */
export function basisOf(studyid: RawBuilder<unknown>): RawBuilder<unknown> {
  const formTypes = sql`row(form_type.formtypeid, form_type.identifier, form_type.identifier_key, form_type.removed_at is null,
    ${wasPublished('form_type')}, ${partsOf('form_type.fields', countedFields)}, ${partsOf('form_type.properties', conditions)})`
  const activityTypes = sql`row(activity_type.activitytypeid, activity_type.description, activity_type.description_key,
    activity_type.removed_at is null, ${expectsFile('activity_type')})`
  const visits = sql`row(visit.visitid, visit.place, visit.day, visit.days_before, visit.days_after, visit.repeats, visit.formtypeids,
    visit.activitytypeids, visit.optional_typeids, visit.in_order)`
  return sql`(select md5(row(${sql.lit(`rules ${rules}`)}, ${rowsOf('form_type', 'formtypeid', studyid, formTypes)},
    ${rowsOf('activity_type', 'activitytypeid', studyid, activityTypes)}, ${rowsOf('visit', 'visitid', studyid, visits)})::text))`
}

/**
 * What is kept of a study's subjects and still holds. Full joins, because the planner may know nothing of tables that were
 * just filled (`joinOfWhole`).
 */
export function keptOf(studyid: RawBuilder<unknown>, basis: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select facts.* from (
      select * from subject_facts where subject_facts.studyid = ${studyid} and subject_facts.basis = ${basis}) facts
    full join (select distinct outdated_facts.subjectid as noted from outdated_facts where outdated_facts.studyid = ${studyid}) note
      on note.noted = facts.subjectid
    where note.noted is null`
}

/** The WITH definitions of what is kept, and of the subjects that are to be counted. */
export function keptTables(studyid: RawBuilder<unknown>): RawBuilder<unknown>[] {
  return [
    sql`kept as materialized (${keptOf(studyid, basisOf(studyid))})`,
    sql`unkept as materialized (select subject.subjectid from (
        select subject.subjectid from subject where subject.studyid = ${studyid}) subject
      full join kept on kept.subjectid = subject.subjectid
      where kept.subjectid is null)`,
  ]
}

/** A condition for the rows of the subjects that are to be counted. */
export function isUnkept(row: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${row}.subjectid`)} = any (array(select unkept.subjectid from unkept))`
}

/** What was kept, as the tables of facts have it. */
export const keptRows = {
  form_facts: sql`select kept.subjectid, kept.forms_done, kept.forms_more from kept`,
  activity_facts: sql`select kept.subjectid, kept.activities_recorded, kept.files_uploaded, kept.files_pending, kept.files_failed, kept.warnings,
    kept.activities_done, kept.files_done, kept.activities_more, kept.files_more from kept`,
  visit_facts: sql`select kept.subjectid, kept.visits_done, kept.visits_more from kept`,
  cell_facts: sql`select kept.subjectid, kept.cells from kept`,
} as const
