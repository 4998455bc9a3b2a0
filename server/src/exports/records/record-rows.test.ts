import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/beds/database.ts'
import { keyOf, recordTables } from './record-rows.sql.ts'

/** Tables with rows of a study that are not moved to another installation with it. */
const left: Record<string, string> = {
  history: 'it is attached as a document',
  export: 'what was exported there is in the history there',
  export_access: 'what was exported there is in the history there',
  import_job: 'an import ends where it began, and its changes are in the history',
  measure: 'the files are measured anew where they are',
  measured_file: 'the files are measured anew where they are',
  outdated_facts: 'facts of subjects are counted where they are',
  subject_facts: 'facts of subjects are counted where they are',
}

test('every table with rows of studies moves with them, or is named with the reason', async () => {
  const { superuser } = await freshDatabase()
  const client = new pg.Client({ connectionString: superuser.url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname in ('studyid', 'subjectid') and not attisdropped
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace group by relname order by relname`)
  const moved: readonly string[] = recordTables
  expect(rows.map(({ name }) => name).filter((name) => !moved.includes(name))).toEqual(Object.keys(left).sort())
  for (const table of recordTables) {
    if (table === 'form_type_state') continue
    const { rows: keys } = await client.query<{ columns: string[] }>(
      `select array_agg(attname::text order by attname) as columns from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where conrelid = $1::regclass and contype = 'p'`,
      [table],
    )
    expect([table, keys[0]?.columns]).toEqual([table, [...keyOf(table)].sort()])
  }
  await client.end()
})
