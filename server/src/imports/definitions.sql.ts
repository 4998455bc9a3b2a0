import type { Definitions } from '@casebook/domain/exports/definitions/definitions.ts'
import type { StoredDefinition } from '@casebook/domain/form-types/stored-definition.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { StoredDraft } from '../database/tables.ts'
import { wasPublished } from '../shapes/facts/fact-tables.ts'
import type { Write } from '../writes/write.ts'

export type StudyDefinitions = Definitions & { siteid: string; studyName: string; status: string }

type Row = {
  siteid: string
  name: string
  status: string
  formTypes: Definitions['formTypes']
  activityTypes: Definitions['activityTypes']
}

/**
 * The current definitions of a study, without removed ones, and without those that were never published if `published`.
 * Throws if the study does not exist.
 */
export async function readDefinitions(
  db: SiteData,
  scope: Scope,
  studyid: string,
  { published = false } = {},
): Promise<StudyDefinitions> {
  const { rows } = await sql<Row>`select study.siteid, study.name, study.status,
      (select coalesce(json_agg(json_build_object('identifier', identifier, 'fields', merged_fields(fields, properties), 'checks', checks)), '[]') from current_form_type form_type
        where form_type.studyid = study.studyid and form_type.siteid = study.siteid
          ${published ? sql`and ${wasPublished('form_type')}` : sql``}) as "formTypes",
      (select coalesce(json_agg(json_build_object('description', description)), '[]') from current_activity_type activity_type
        where activity_type.studyid = study.studyid and activity_type.siteid = study.siteid) as "activityTypes"
    from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`.execute(
    readsOf(db, scope),
  )
  const [found] = rows
  if (!found) throw problem('study.missing', { field: 'studyid' })
  const { siteid, name, status, formTypes, activityTypes } = found
  return { siteid, studyName: name, status, formTypes, activityTypes }
}

type Made = { siteid: string; studyid: string }
export type MadeFormType = StoredDefinition & { formtypeid: string }
export type MadeActivityType = { activitytypeid: string; description: string; description_key: string }

export async function insertDefinitions(
  tx: Write,
  { siteid, studyid }: Made,
  formTypes: readonly MadeFormType[],
  activityTypes: readonly MadeActivityType[],
): Promise<void> {
  await sql`insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields, properties, checks)
    select formtypeid, ${siteid}, ${studyid}, identifier, identifier_key, fields, nullif(properties, 'null'), checks
    from jsonb_to_recordset(${JSON.stringify(formTypes)}::jsonb)
      as given (formtypeid text, identifier text, identifier_key text, fields jsonb, properties jsonb, checks jsonb)`.execute(
    tx,
  )
  await sql`insert into activity_type (activitytypeid, siteid, studyid, description, description_key)
    select activitytypeid, ${siteid}, ${studyid}, description, description_key
    from jsonb_to_recordset(${JSON.stringify(activityTypes)}::jsonb)
      as given (activitytypeid text, description text, description_key text)`.execute(tx)
}

export type StudyForms = { studyid: string; studyName: string; formTypes: Definitions['formTypes'] }

/**
 * Form types of a study in the order of their ids, as they are published; one that was never published, as its draft.
 * Throws if the study or one of them does not exist.
 */
export async function readFormTypes(
  db: SiteData,
  scope: Scope,
  studyid: string,
  formtypeids: readonly string[],
): Promise<StudyForms> {
  const { rows } = await sql<{ name: string; formTypes: (Definitions['formTypes'][number] & { id: string })[] }>`
    select study.name, (select coalesce(json_agg(json_build_object('id', formtypeid, 'identifier', identifier,
        'fields', case when draft is not null and fields = '[]' then merged_fields(draft -> 'fields', nullif(draft -> 'properties', 'null'))
          else merged_fields(fields, properties) end,
        'checks', case when draft is not null and fields = '[]' then draft -> 'checks' else checks end)), '[]')
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
  return { studyid, studyName: found.name, formTypes }
}

type Draft = { formtypeid: string; identifier: string; identifier_key: string; draft: StoredDraft }

/** Adds form types without published fields, each with a draft. */
export async function insertDrafts(tx: Write, { siteid, studyid }: Made, drafts: readonly Draft[]): Promise<void> {
  await sql`insert into form_type (formtypeid, siteid, studyid, identifier, identifier_key, fields, checks, draft)
    select formtypeid, ${siteid}, ${studyid}, identifier, identifier_key, '[]', '[]', draft
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as given (formtypeid text, identifier text, identifier_key text, draft jsonb)`.execute(tx)
}
