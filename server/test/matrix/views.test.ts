import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../beds/database.ts'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.owner.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
})

/** PostgreSQL expands `select *` when a view is created: a column added later is not in it. */
async function listColumns(): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table_name: string; columns: string[] }>(
    `select table_name, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by table_name`,
  )
  return new Map(rows.map(({ table_name, columns }) => [table_name, columns]))
}

test('each current_… view has every column of its table; a migration that adds one must recreate the view', async () => {
  const columns = await listColumns()
  const views = [...columns.keys()].filter((name) => name.startsWith('current_'))
  expect(views.length).toBeGreaterThan(8)
  const missing = views.flatMap((view) => {
    const table = columns.get(view.replace('current_', '')) ?? []
    return table.filter((column) => !columns.get(view)?.includes(column)).map((column) => `${view} lacks ${column}`)
  })
  expect(missing).toEqual([])
})
