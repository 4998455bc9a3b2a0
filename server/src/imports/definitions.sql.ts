import type { Definitions } from '@casebook/domain/exports/definitions/definitions.ts'
import {
  type LeftOutDefinition,
  retiredFieldsOf,
  type VersionedFields,
} from '@casebook/domain/exports/definitions/left-out.ts'
import type { VisitDefinition } from '@casebook/domain/exports/definitions/visit-definitions.ts'
import type { StoredDefinition } from '@casebook/domain/form-types/stored-definition.ts'
import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { StoredDraft } from '../database/tables.ts'
import { earlierVersions } from '../exports/provenance.sql.ts'
import { wasPublished } from '../shapes/facts/was-published.ts'
import { insertVisits } from '../visits/visits.sql.ts'
import { newId } from '../writes/versions.ts'
import type { Write } from '../writes/write.ts'

export type StudyDefinitions = Definitions & { siteid: string; studyName: string; status: string }

type Row = {
  siteid: string
  name: string
  status: string
  formTypes: Definitions['formTypes']
  activityTypes: Definitions['activityTypes']
  visits: VisitDefinition[]
}

/** Of a form type that was never published, what its draft says. */
const mayRepeat = sql`case when draft is not null and fields = '[]' then coalesce((draft ->> 'repeats')::boolean, false) else repeats end`

/** The activity types of the study with the alias `study`. */
const activityTypesOf = sql`(select coalesce(json_agg(json_build_object('description', description, 'repeats', repeats)), '[]')
  from current_activity_type activity_type
  where activity_type.studyid = study.studyid and activity_type.siteid = study.siteid)`

/** The schedule of the study with the alias `study`. Of the form types, those that `offered` is true of. */
function scheduleOf(offered: RawBuilder<unknown>) {
  const named = (
    ids: string,
    types: RawBuilder<unknown>,
  ) => sql`(select coalesce(json_agg(type.name order by given.place), '[]')
    from unnest(${sql.ref(`visit.${ids}`)}) with ordinality given(id, place) join (${types}) type on type.id = given.id)`
  const own = (row: string) =>
    sql`${sql.ref(`${row}.studyid`)} = study.studyid and ${sql.ref(`${row}.siteid`)} = study.siteid`
  const formTypes = sql`select formtypeid as id, identifier as name from current_form_type form_type
    where ${own('form_type')} and ${offered}`
  const activityTypes = sql`select activitytypeid as id, description as name from current_activity_type activity_type
    where ${own('activity_type')}`
  const pairs = sql`'name', visit.name, 'day', visit.day, 'daysBefore', visit.days_before, 'daysAfter', visit.days_after,
      'repeats', visit.repeats, 'formTypes', ${named('formtypeids', formTypes)},
      'activityTypes', ${named('activitytypeids', activityTypes)}`
  // What a visit does not say is left out, and the others keep their order.
  const more = (key: string, ids: string, types: RawBuilder<unknown>) =>
    sql`coalesce(${`, "${key}": `}::text || (select json_agg(type.name order by given.place)
      from unnest(visit.optional_typeids) with ordinality given(id, place) join (${types}) type on type.id = given.id
      where given.id = any(${sql.ref(`visit.${ids}`)}))::text, '')`
  return sql`(select coalesce(json_agg((left(json_build_object(${pairs})::text, -1)
      || ${more('optionalFormTypes', 'formtypeids', formTypes)} || ${more('optionalActivityTypes', 'activitytypeids', activityTypes)}
      || case when visit.in_order then ', "inOrder": true}' else '}' end)::json order by visit.place), '[]')
    from visit where ${own('visit')})`
}

type Left = { versions: VersionedFields[]; removedForms: string[]; removedActivities: string[] }

/** What says of the study with the alias `study` what its current definitions are without. */
const leftOfStudy = sql`, (select coalesce(json_agg(json_build_object('identifier', identifier,
      'fields', fields, 'earlier', ${earlierVersions('form_type')}) order by identifier_key), '[]') from current_form_type form_type
      where form_type.studyid = study.studyid and form_type.siteid = study.siteid) as versions,
    ${namesOfRemoved('form_type', 'identifier')} as "removedForms",
    ${namesOfRemoved('activity_type', 'description')} as "removedActivities"`

function namesOfRemoved(table: 'form_type' | 'activity_type', name: string) {
  return sql`(select coalesce(json_agg(${sql.ref(name)} order by ${sql.ref(name)} collate "C"), '[]') from ${sql.table(table)} type
    where type.studyid = study.studyid and type.siteid = study.siteid and type.removed_at is not null)`
}

function leftOutOf({ versions, removedForms, removedActivities }: Left): LeftOutDefinition[] {
  return [
    ...versions.flatMap(retiredFieldsOf),
    ...removedForms.map((formType) => ({ formType })),
    ...removedActivities.map((activityType) => ({ activityType })),
  ]
}

/**
 * The current definitions of a study, without removed ones. If `published`, without those that were never published, and
 * with what is left out. Throws if the study does not exist.
 */
export async function readDefinitions(
  db: SiteData,
  scope: Scope,
  studyid: string,
  { published = false } = {},
): Promise<StudyDefinitions> {
  const offered = published ? wasPublished('form_type') : sql`true`
  const { rows } = await sql<Row & Partial<Left>>`select study.siteid, study.name, study.status,
      (select coalesce(json_agg(json_build_object('identifier', identifier, 'fields', merged_fields(fields, properties), 'checks', checks,
          'repeats', ${mayRepeat})), '[]') from current_form_type form_type
        where form_type.studyid = study.studyid and form_type.siteid = study.siteid and ${offered}) as "formTypes",
      ${activityTypesOf} as "activityTypes",
      ${scheduleOf(offered)} as visits ${published ? leftOfStudy : sql``}
    from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`.execute(
    readsOf(db, scope),
  )
  const [found] = rows
  if (!found) throw problem('study.missing', { field: 'studyid' })
  const { name, versions = [], removedForms = [], removedActivities = [], ...definitions } = found
  const leftOut = leftOutOf({ versions, removedForms, removedActivities })
  return { ...definitions, studyName: name, ...(leftOut.length > 0 ? { leftOut } : {}) }
}

type Made = { siteid: string; studyid: string }
export type MadeFormType = StoredDefinition & { formtypeid: string; repeats: boolean }
export type MadeActivityType = {
  activitytypeid: string
  description: string
  description_key: string
  repeats: boolean
}

export async function insertDefinitions(
  tx: Write,
  { siteid, studyid }: Made,
  formTypes: readonly MadeFormType[],
  activityTypes: readonly MadeActivityType[],
): Promise<void> {
  await sql`insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields, properties, checks, repeats)
    select formtypeid, ${siteid}, ${studyid}, identifier, identifier_key, fields, nullif(properties, 'null'), checks, repeats
    from jsonb_to_recordset(${JSON.stringify(formTypes)}::jsonb)
      as given (formtypeid text, identifier text, identifier_key text, fields jsonb, properties jsonb, checks jsonb, repeats boolean)`.execute(
    tx,
  )
  await sql`insert into activity_type (activitytypeid, siteid, studyid, description, description_key, repeats)
    select activitytypeid, ${siteid}, ${studyid}, description, description_key, repeats
    from jsonb_to_recordset(${JSON.stringify(activityTypes)}::jsonb)
      as given (activitytypeid text, description text, description_key text, repeats boolean)`.execute(tx)
}

/** Adds visits at the end of the schedule, after the types that belong to them. The caller has locked the study. */
export async function addVisits(tx: Write, { siteid, studyid }: Made, visits: readonly VisitDefinition[]) {
  if (visits.length === 0) return
  const formTypes = await tx
    .selectFrom('form_type')
    .select(['formtypeid as id', 'identifier_key as key'])
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forShare()
    .execute()
  const activityTypes = await tx
    .selectFrom('activity_type')
    .select(['activitytypeid as id', 'description_key as key'])
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forShare()
    .execute()
  const last = await tx
    .selectFrom('visit')
    .select(({ fn }) => fn.max('place').as('place'))
    .where('studyid', '=', studyid)
    .executeTakeFirst()
  const next = (last?.place ?? -1) + 1
  const idsOf = (names: readonly string[], types: readonly { id: string; key: string }[]) =>
    names.flatMap((name) => types.filter(({ key }) => key === caseKey(name)).map(({ id }) => id))
  await insertVisits(
    tx,
    visits.map(({ name, day, daysBefore, daysAfter, repeats, inOrder = false, ...types }, at) => ({
      ...{ visitid: newId(), siteid, studyid, place: next + at, name, name_key: caseKey(name), day, repeats },
      ...{ days_before: daysBefore, days_after: daysAfter, in_order: inOrder },
      ...{ formtypeids: idsOf(types.formTypes, formTypes), activitytypeids: idsOf(types.activityTypes, activityTypes) },
      optional_typeids: [
        ...idsOf(types.optionalFormTypes ?? [], formTypes),
        ...idsOf(types.optionalActivityTypes ?? [], activityTypes),
      ],
    })),
  )
}

export type StudyForms = Definitions & { studyid: string; studyName: string }

/**
 * Form types of a study in the order of their ids, as they are published; one that was never published, as its draft;
 * with the study's activity types and its schedule. Throws if the study or one of them does not exist.
 */
export async function readFormTypes(
  db: SiteData,
  scope: Scope,
  studyid: string,
  formtypeids: readonly string[],
): Promise<StudyForms> {
  const { rows } = await sql<
    Pick<Row, 'name' | 'activityTypes' | 'visits'> & {
      formTypes: (Definitions['formTypes'][number] & { id: string })[]
    }
  >`select study.name, ${scheduleOf(sql`true`)} as visits, ${activityTypesOf} as "activityTypes", (select coalesce(json_agg(json_build_object('id', formtypeid, 'identifier', identifier,
        'fields', case when draft is not null and fields = '[]' then merged_fields(draft -> 'fields', nullif(draft -> 'properties', 'null'))
          else merged_fields(fields, properties) end,
        'checks', case when draft is not null and fields = '[]' then draft -> 'checks' else checks end,
        'repeats', ${mayRepeat})), '[]')
      from current_form_type form_type where form_type.studyid = study.studyid
        and form_type.formtypeid = any(${[...formtypeids]}::text[])) as "formTypes"
    from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`.execute(
    readsOf(db, scope),
  )
  const [found] = rows
  if (!found) throw problem('study.missing', { field: 'studyid' })
  const formTypes = formtypeids.map((id) => {
    const one = found.formTypes.find((own) => own.id === id)
    if (!one) throw problem('form-type.missing', { field: 'formtypeids' })
    return one
  })
  const { name, activityTypes, visits } = found
  return { studyid, studyName: name, formTypes, activityTypes, visits }
}

type Draft = { formtypeid: string; identifier: string; identifier_key: string; draft: StoredDraft }

/** Adds form types without published fields, each with a draft. */
export async function insertDrafts(tx: Write, { siteid, studyid }: Made, drafts: readonly Draft[]): Promise<void> {
  await sql`insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields, checks, draft)
    select formtypeid, ${siteid}, ${studyid}, identifier, identifier_key, '[]', '[]', draft
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as given (formtypeid text, identifier text, identifier_key text, draft jsonb)`.execute(tx)
}
