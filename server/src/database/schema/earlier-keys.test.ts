import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/beds/database.ts'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.runtime.url })
  await client.connect()
})
afterAll(() => client.end())

/** As release 0.2.0 adds what was removed before. */
const statements = [
  `insert into activity (subjectid, activitytypeid, siteid, studyid, start_time, stop_time, comment) values ('s', 't', 'o', 'u', 1, 2, null)
    on conflict (subjectid, activitytypeid, siteid) do update set removed_at = null`,
  `insert into form (subjectid, formtypeid, siteid, studyid, fields) values ('s', 't', 'o', 'u', '[]')
    on conflict (subjectid, formtypeid, siteid) do update set removed_at = null`,
]

test('the statements of 0.2.0 run beside this release until something is recorded a second time', async () => {
  for (const statement of statements) await client.query(`explain ${statement}`)
  await client.query('select allow_occurrences()')
  for (const statement of statements) await expect(client.query(`explain ${statement}`)).rejects.toThrow('ON CONFLICT')
  await client.query('select allow_occurrences()')
})
