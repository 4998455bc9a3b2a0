import type { ImportOrigin } from '@casebook/domain/exports/import/origins.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'

/** An origin with the names of its study and its form type; null for those that do not exist in the scope. */
export type NamedOrigin = ImportOrigin & { studyName: string | null; formTypeName: string | null }

/** Names the origins of a file. Ids in a file are anybody's text: they name nothing outside the caller's scope. */
export async function nameOrigins(
  db: SiteData,
  scope: Scope,
  origins: readonly ImportOrigin[],
): Promise<NamedOrigin[]> {
  if (origins.length === 0) return []
  const reader = readsOf(db, scope)
  const studyids = origins.flatMap(({ studyid }) => studyid ?? [])
  const formtypeids = origins.flatMap(({ formtypeid }) => formtypeid ?? [])
  const { rows: studies } = await sql<{ id: string; name: string }>`select studyid as id, name from current_study study
    where studyid = any(${sql.val(studyids)}::text[]) and ${inScope(scope, 'study')}`.execute(reader)
  const { rows: formTypes } = await sql<{ id: string; name: string }>`
    select formtypeid as id, identifier as name from current_form_type form_type
    where formtypeid = any(${sql.val(formtypeids)}::text[]) and ${inScope(scope, 'form_type')}`.execute(reader)
  const studyNames = new Map(studies.map(({ id, name }) => [id, name]))
  const formTypeNames = new Map(formTypes.map(({ id, name }) => [id, name]))
  return origins.map((origin) => ({
    ...origin,
    studyName: studyNames.get(origin.studyid ?? '') ?? null,
    formTypeName: formTypeNames.get(origin.formtypeid ?? '') ?? null,
  }))
}
