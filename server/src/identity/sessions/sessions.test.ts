import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { until } from '../../../test/beds/live.ts'
import { startIdentity, type TestIdentity } from '../../../test/beds/providers/identity.ts'

let identity: TestIdentity
let nurse: string
beforeAll(async () => {
  identity = await startIdentity({ SESSION_IDLE_MINUTES: '30', SESSION_HOURS: '12' })
  const row = await identity.db
    .selectFrom('person')
    .select('personid')
    .where('sub', '=', 'nurse')
    .executeTakeFirstOrThrow()
  nurse = row.personid
})
afterAll(() => identity.stop())

const begin = () =>
  identity.sessions.begin({
    personid: nurse,
    issuer: 'https://issuer.example',
    userAgent: 'Test',
    address: '127.0.0.1',
    tokenGroups: [],
  })
const clockMoves = (interval: string, columns = ['created_at', 'last_active_at']) =>
  identity.pool.query(
    `update session set ${columns.map((column) => `${column} = ${column} - interval '${interval}'`).join(', ')}`,
  )
const change = async (statement: string) => {
  const client = await identity.pool.connect()
  try {
    await client.query(`begin; set local casebook.actor = 'test'; ${statement}; commit`)
  } finally {
    client.release()
  }
}

test('a session ends after 30 idle minutes', async () => {
  const token = await begin()
  await clockMoves('29 minutes 50 seconds')
  expect(await identity.sessions.find(token)).toBeDefined()
  await clockMoves('11 seconds')
  expect(await identity.sessions.find(token)).toBeUndefined()
  expect(await identity.sessions.findActive(token)).toBeUndefined()
})

test('a person’s activity postpones the idle end; looking a session up does not', async () => {
  const token = await begin()
  await clockMoves('29 minutes')
  const before = await identity.sessions.find(token)
  expect((await identity.sessions.find(token))?.idleEndsAt).toEqual(before?.idleEndsAt)
  await identity.sessions.findActive(token)
  const idleEnd = async () => (await identity.sessions.find(token))?.idleEndsAt.getTime() ?? 0
  await until('the activity is noted', async () => (await idleEnd()) > (before?.idleEndsAt.getTime() ?? 0) + 1_000)
  const after = await identity.sessions.find(token)
  expect((after?.idleEndsAt.getTime() ?? 0) - (before?.idleEndsAt.getTime() ?? 0)).toBeGreaterThan(28 * 60_000)
})

test('activity is recorded at most every 30 seconds', async () => {
  const token = await begin()
  const before = await identity.sessions.find(token)
  await identity.sessions.findActive(token)
  expect((await identity.sessions.find(token))?.idleEndsAt).toEqual(before?.idleEndsAt)
})

test('a session ends after 12 hours, however active the person is', async () => {
  const token = await begin()
  await clockMoves('11 hours 59 minutes', ['created_at'])
  expect(await identity.sessions.findActive(token)).toBeDefined()
  await clockMoves('61 seconds', ['created_at'])
  expect(await identity.sessions.findActive(token)).toBeUndefined()
})

test('rights are current: a removed group or site is gone at the next lookup', async () => {
  const token = await begin()
  expect(await identity.sessions.find(token)).toMatchObject({ scope: { sites: 'all', actor: { groups: ['hp'] } } })
  await change(
    `update person set groups = '{study:admin,unheard-of}', all_sites = false, sites = '{oslo}' where sub = 'nurse'`,
  )
  expect(await identity.sessions.find(token)).toMatchObject({
    scope: { sites: ['oslo'], actor: { groups: ['study:admin'] } },
  })
  await change(`update person set groups = '{hp}', all_sites = true, sites = '{}' where sub = 'nurse'`)
})

test('ending all sessions of a person ends earlier ones, and no later one', async () => {
  const token = await begin()
  await change(`update person set sessions_ended_at = clock_timestamp() where sub = 'nurse'`)
  expect(await identity.sessions.find(token)).toBeUndefined()
  expect(await identity.sessions.find(await begin())).toBeDefined()
})

test('the sweep removes only expired sessions', async () => {
  await identity.pool.query('delete from session')
  const gone = await begin()
  await clockMoves('31 minutes')
  const kept = await begin()
  expect(await identity.sessions.sweep()).toBe(1)
  expect(await identity.sessions.find(gone)).toBeUndefined()
  expect(await identity.sessions.find(kept)).toBeDefined()
})

test('a lookup is one statement', async () => {
  const token = await begin()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await identity.sessions.findActive(token)
  const statements = query.mock.calls.length
  query.mockRestore()
  expect(statements).toBe(1)
})
