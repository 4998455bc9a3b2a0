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

async function connectAgain(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: database.runtime.url })
  await other.connect()
  return other
}

test('who lifts the constraints during an export lets others go on, and changes nothing', async () => {
  const [exporting, reading] = [await connectAgain(), await connectAgain()]
  await exporting.query('begin; select from form')
  const ended: string[] = []
  const lifting = client.query('select allow_occurrences()').then(
    () => ended.push('lifted'),
    (error: { code?: string }) => ended.push(`refused: ${error.code}`),
  )
  for (let n = 1; n <= 5; n++) {
    await reading.query('select from form')
    ended.push(`read ${n}`)
  }
  await lifting
  expect(ended).toEqual(['read 1', 'read 2', 'read 3', 'read 4', 'read 5', 'refused: 55P03'])
  for (const statement of statements) await client.query(`explain ${statement}`)
  await exporting.end()
  await reading.end()
})

test('of two who lift the constraints at once, one is asked to begin again', async () => {
  const both = [await connectAgain(), await connectAgain()]
  for (const each of both) await each.query('begin; select from form')
  const ended = both.map((each) =>
    each.query('select allow_occurrences()').then(
      () => 'lifted',
      async (error: { code?: string }) => {
        await each.query('rollback')
        return error.code
      },
    ),
  )
  expect((await Promise.all(ended)).sort()).toEqual(['40P01', 'lifted'])
  for (const each of both) {
    await each.query('rollback')
    await each.end()
  }
})

test('only the role of the server may lift the constraints', async () => {
  const { rows } = await client.query<{ grantee: string }>(`select coalesce(role.rolname, 'everybody') as grantee
    from pg_proc function cross join lateral aclexplode(function.proacl) right_
    left join pg_roles role on role.oid = right_.grantee
    where function.proname = 'allow_occurrences' and right_.grantee <> function.proowner`)
  expect(rows).toEqual([{ grantee: 'casebook_runtime' }])
})

test('the statements of 0.2.0 run beside this release until something is recorded a second time', async () => {
  for (const statement of statements) await client.query(`explain ${statement}`)
  await client.query('select allow_occurrences()')
  for (const statement of statements) await expect(client.query(`explain ${statement}`)).rejects.toThrow('ON CONFLICT')
  await client.query('select allow_occurrences()')
})
