import type pg from 'pg'
import { runtimeRole } from '../connect.ts'
import type { MigrationFile } from './schema-state.ts'

/** `grant RIGHTS on TABLES to casebook_runtime`, as migrations write it. Rights of functions and schemas begin otherwise. */
const grants = new RegExp(`^grant ((?:select|insert|update|delete)[a-z, ]*) on ([\\w,\\s]+?) to ${runtimeRole};`, 'gm')

const namesIn = (list: string) => list.split(',').map((name) => name.trim())

/** What migrations grant to the role that servers act as: rights such as `insert`, by table or view. */
export function grantedRights(files: readonly MigrationFile[]): Map<string, Set<string>> {
  const granted = new Map<string, Set<string>>()
  for (const { text } of files) {
    for (const [, rights = '', tables = ''] of text.matchAll(grants)) {
      for (const table of namesIn(tables))
        granted.set(table, new Set([...(granted.get(table) ?? []), ...namesIn(rights)]))
    }
  }
  return granted
}

/** The granted rights that the role lacks in this database, such as `insert on form`. Tables that are gone don't count. */
export async function missingRights(client: pg.ClientBase, files: readonly MigrationFile[]): Promise<string[]> {
  const wanted = [...grantedRights(files)].flatMap(([table, rights]) => [...rights].map((right) => [table, right]))
  const { rows } = await client.query<{ missing: string }>(
    `select "right" || ' on ' || "table" as missing
    from unnest($2::text[], $3::text[]) with ordinality as wanted ("table", "right", place)
    where to_regclass('public.' || quote_ident("table")) is not null
      and not has_table_privilege($1, 'public.' || quote_ident("table"), "right") order by place`,
    [runtimeRole, wanted.map(([table]) => table), wanted.map(([, right]) => right)],
  )
  return rows.map(({ missing }) => missing)
}
