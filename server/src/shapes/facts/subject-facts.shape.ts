import { type RawBuilder, sql } from 'kysely'
import { exportKinds } from '../shape/export-kinds.ts'
import type { Selection } from '../shape/selection.ts'
import { anyJson, jsonObject, shape, shapedTypes } from '../shape/shape.ts'
import { defineFacts, expectsFile, type FactsOf, wasPublished } from './fact-tables.ts'

const number = (of: string) => () => sql`coalesce(${sql.ref(of)}, 0)::text`
const instant = (of: RawBuilder<unknown>) =>
  anyJson(sql`to_char(${of} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** How many of the study's types are expected. */
export function expectedForms(studyid: RawBuilder<unknown>) {
  return sql`(select count(*) from form_type where form_type.studyid = ${studyid} and form_type.removed_at is null
    and ${wasPublished('form_type')})`
}
export function expectedActivities(studyid: RawBuilder<unknown>) {
  return sql`(select count(*) from activity_type where activity_type.studyid = ${studyid} and activity_type.removed_at is null)`
}
export function expectedFiles(studyid: RawBuilder<unknown>) {
  return sql`(select count(*) from activity_type where activity_type.studyid = ${studyid} and activity_type.removed_at is null
    and ${expectsFile('activity_type')})`
}

// The shape is made for each statement, and a document may be planned before the first.
shapedTypes.add('SubjectFacts')

function factsShape(studyid: RawBuilder<unknown>) {
  return shape('SubjectFacts', {
    formsDone: number('form_facts.done'),
    formsExpected: () => sql`${expectedForms(studyid)}::text`,
    activitiesDone: number('activity_facts.done'),
    activitiesRecorded: number('activity_facts.recorded'),
    activitiesExpected: () => sql`${expectedActivities(studyid)}::text`,
    filesDone: number('activity_facts.files_done'),
    filesExpected: () => sql`${expectedFiles(studyid)}::text`,
    filesUploaded: number('activity_facts.uploaded'),
    filesPending: number('activity_facts.pending'),
    filesFailed: number('activity_facts.failed'),
    warnings: number('activity_facts.warnings'),
    cells: () =>
      anyJson(
        sql`coalesce(cell_facts.cells, repeat('-', (${expectedForms(studyid)} + ${expectedActivities(studyid)})::int))`,
      ),
    addedAt: () => instant(sql`subject.created_at`),
    changedAt: () => instant(sql`coalesce(change_facts.at, subject.created_at)`),
    changedBy: () => anyJson(sql`change_facts.actor_name`),
  })
}

const factsOfSubject = factsShape(sql`subject.studyid`)

const tableOf: Readonly<Record<string, string>> = {
  formsDone: 'form_facts',
  activitiesDone: 'activity_facts',
  activitiesRecorded: 'activity_facts',
  filesDone: 'activity_facts',
  filesUploaded: 'activity_facts',
  filesPending: 'activity_facts',
  filesFailed: 'activity_facts',
  warnings: 'activity_facts',
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
  const tables = ['form_facts', 'activity_facts', 'cell_facts'].filter((name) => wanted.has(name))
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
