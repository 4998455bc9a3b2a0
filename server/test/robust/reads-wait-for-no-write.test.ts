import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../beds/casebook.ts'
import { until } from '../beds/live.ts'
import { bearer } from '../beds/tokens.ts'

let casebook: Casebook
let nurse: Person
let script: Person
let holder: pg.Client
let observer: pg.Client

beforeAll(async () => {
  casebook = await startCasebook()
  nurse = await casebook.as('nurse')
  script = await bearer(nurse, { scopes: ['read'] })
  holder = new pg.Client(casebook.database.superuser.url)
  observer = new pg.Client(casebook.database.superuser.url)
  await Promise.all([holder.connect(), observer.connect()])
})
afterAll(async () => {
  await Promise.all([holder?.end(), observer?.end()])
  await casebook.stop()
})

/** How many statements of this kind wait for a lock. */
async function waiting(statement: string): Promise<number> {
  const { rows } = await observer.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
    [`%${statement}%`],
  )
  return rows[0]?.count ?? 0
}

type Case = [what: string, who: () => Person, table: string, column: string, statement: string]
const cases: Case[] = [
  ['a session', () => nurse, 'session', 'last_active_at', 'update session'],
  ['a token', () => script, 'access_token_use', 'last_used_at', 'into "access_token_use"'],
]

test.each(cases)('a read is answered while the time of use of %s cannot be written', async (...given) => {
  const [_what, who, table, column, statement] = given
  await who().ask('{ me { sub } }')
  const rowsOf = (condition: string) => observer.query(`select from ${table} where ${column} ${condition}`)
  await until('it was used', async () => (await rowsOf('is not null')).rowCount !== 0)
  await observer.query(`update ${table} set ${column} = now() - interval '5 minutes'`)

  await holder.query(`begin; select from ${table} for update`)
  const { data, errors } = await who().call('{ me { sub } listSites { siteid } }')
  expect(errors).toBeUndefined()
  expect(data.me.sub).toBe('nurse')
  // The row is still locked, and its write has neither been done nor given up.
  await until('the write waits', async () => (await waiting(statement)) === 1)
  expect((await rowsOf("> now() - interval '4 minutes'")).rowCount).toBe(0)

  await holder.query('rollback')
  await until('it is written', async () => (await rowsOf("> now() - interval '4 minutes'")).rowCount === 1)
})
