import { type RawBuilder, sql } from 'kysely'
import { exportKinds } from '../shape/export-kinds.ts'
import type { Selection } from '../shape/selection.ts'
import { anyJson, jsonObject, shape, shapedTypes } from '../shape/shape.ts'
import { expectsFile } from './expects-file.ts'
import { defineFacts } from './fact-tables.ts'
import { expectedVisits, type FactsOf, timesPlanned } from './planned-tables.ts'
import { wasPublished } from './was-published.ts'

const number = (of: string) => () => sql`coalesce(${sql.ref(of)}, 0)::text`
/** What is planned, and how much more a subject is asked for. */
const sumOf = (planned: RawBuilder<unknown>, more: string) => () =>
  sql`(${planned} + coalesce(${sql.ref(more)}, 0))::text`
const instant = (of: RawBuilder<unknown>) =>
  anyJson(sql`to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** How often the study's types are expected: those that belong to visits as often as these are planned, the others once. */
export function expectedForms(studyid: RawBuilder<unknown>) {
  return sql`(select coalesce(sum(coalesce(${timesPlanned('form', 'form_type')}, 1)), 0) from form_type
    where form_type.studyid = ${studyid} and form_type.removed_at is null and ${wasPublished('form_type')})`
}
export function expectedActivities(studyid: RawBuilder<unknown>) {
  return sql`(select coalesce(sum(coalesce(${timesPlanned('activity', 'activity_type')}, 1)), 0) from activity_type
    where activity_type.studyid = ${studyid} and activity_type.removed_at is null)`
}
export function expectedFiles(studyid: RawBuilder<unknown>) {
  return sql`(select coalesce(sum(coalesce(${timesPlanned('activity', 'activity_type')}, 1)), 0) from activity_type
    where activity_type.studyid = ${studyid} and activity_type.removed_at is null and ${expectsFile('activity_type')})`
}

/** How many types a study offers. */
function offeredTypes(studyid: RawBuilder<unknown>) {
  return sql`((select count(*) from form_type where form_type.studyid = ${studyid} and form_type.removed_at is null and ${wasPublished('form_type')})
    + (select count(*) from activity_type where activity_type.studyid = ${studyid} and activity_type.removed_at is null))::int`
}

// The shape is made for each statement, and a document may be planned before the first.
shapedTypes.add('SubjectFacts')

function factsShape(studyid: RawBuilder<unknown>) {
  return shape('SubjectFacts', {
    formsDone: number('form_facts.done'),
    formsExpected: sumOf(expectedForms(studyid), 'form_facts.more'),
    activitiesDone: number('activity_facts.done'),
    activitiesRecorded: number('activity_facts.recorded'),
    activitiesExpected: sumOf(expectedActivities(studyid), 'activity_facts.more'),
    filesDone: number('activity_facts.files_done'),
    filesExpected: sumOf(expectedFiles(studyid), 'activity_facts.files_more'),
    filesUploaded: number('activity_facts.uploaded'),
    filesPending: number('activity_facts.pending'),
    filesFailed: number('activity_facts.failed'),
    warnings: number('activity_facts.warnings'),
    visitsDone: number('visit_facts.done'),
    visitsExpected: sumOf(expectedVisits(studyid), 'visit_facts.more'),
    cells: () => anyJson(sql`coalesce(cell_facts.cells, repeat('-', ${offeredTypes(studyid)}))`),
    addedAt: () => instant(sql`subject.created_at`),
    changedAt: () => instant(sql`coalesce(change_facts.at, subject.created_at)`),
    changedBy: () => anyJson(sql`change_facts.actor_name`),
  })
}

const factsOfSubject = factsShape(sql`subject.studyid`)

const tableOf: Readonly<Record<string, string>> = {
  formsDone: 'form_facts',
  formsExpected: 'form_facts',
  activitiesDone: 'activity_facts',
  activitiesRecorded: 'activity_facts',
  activitiesExpected: 'activity_facts',
  filesDone: 'activity_facts',
  filesExpected: 'activity_facts',
  filesUploaded: 'activity_facts',
  filesPending: 'activity_facts',
  filesFailed: 'activity_facts',
  warnings: 'activity_facts',
  visitsDone: 'visit_facts',
  visitsExpected: 'visit_facts',
  cells: 'cell_facts',
  changedAt: 'change_facts',
  changedBy: 'change_facts',
}

/** The last change of the subject with the alias `subject`, by one look-up in the history's index. */
export const lastChange = sql`left join lateral (
  select history.at, history.actor_name from history where history.subjectid = subject.subjectid
    and history.kind not in ${exportKinds}
  order by history.historyid desc limit 1) change_facts on true`

/** The tables that a selection of facts needs, and the object made from them. */
export function readFacts(of: FactsOf, selection: Selection, facts = factsShape(of.studyid)) {
  const wanted = new Set([...selection.values()].map(({ field }) => tableOf[field] ?? ''))
  const tables = ['form_facts', 'activity_facts', 'visit_facts', 'cell_facts'].filter((name) => wanted.has(name))
  return {
    tables: new Set(tables),
    isChangeWanted: wanted.has('change_facts'),
    object: jsonObject(facts, 'subject', selection),
  }
}

/** Facts of the one subject with the alias `subject`. */
export function factsOfOne(_: string, below: Selection): RawBuilder<unknown> {
  const of: FactsOf = {
    studyid: sql`subject.studyid`,
    own: (row) => sql`${sql.ref(`${row}.subjectid`)} = subject.subjectid`,
  }
  const { tables, isChangeWanted, object } = readFacts(of, below, factsOfSubject)
  const definitions = defineFacts(of, tables)
  const joins = [...tables].map((name) => sql`left join ${sql.ref(name)} on true`)
  return sql`(${definitions.length > 0 ? sql`with ${sql.join(definitions)}` : sql``} select ${object}
    from (select) one ${sql.join([...joins, isChangeWanted ? lastChange : sql``], sql` `)})`
}
