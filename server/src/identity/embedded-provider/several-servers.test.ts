import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../test/beds/browser.ts'
import { type Casebook, personIn, startCasebook } from '../../../test/beds/casebook.ts'
import { freshDatabase } from '../../../test/beds/database.ts'
import { startRoundRobin } from '../../../test/round-robin.ts'
import { sweepProviderState } from './table-adapter.ts'

let balancer: Awaited<ReturnType<typeof startRoundRobin>>
let dataDir: string
let servers: [Casebook, Casebook]

beforeAll(async () => {
  balancer = await startRoundRobin()
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-several-'))
  const shared = { database: await freshDatabase(), dataDir }
  const env = { PUBLIC_URL: balancer.origin, TRUST_PROXY: '1' }
  servers = [await startCasebook(env, shared), await startCasebook(env, shared)]
  balancer.send(...servers.map(({ origin }) => origin))
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await balancer.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function signIn(name: string) {
  const browser = new Browser()
  await browser.visit(`${balancer.origin}/auth/sign-in?login_hint=${name}`, { until: (url) => url.pathname === '/' })
  return personIn(browser, balancer.origin)
}

test('a sign-in in local mode begins on one server and ends on the other', async () => {
  const begunAndEnded = new Set<string>()
  // The number of requests of a sign-in is constant. One more lets the next sign-in begin at the other server.
  for (let round = 0; round < 4 && begunAndEnded.size < 2; round += 1) {
    const before = balancer.asked.length
    const nurse = await signIn('nurse')
    expect((await nurse.ask('{ me { given_name } }')).me.given_name).toBe('Kari')
    const asked = balancer.asked.slice(before)
    const serverOf = (start: string) => asked.find(({ path }) => path.startsWith(start))?.server
    const [begun, code, ended] = ['/auth/sign-in', '/idp/auth', '/auth/callback'].map(serverOf)
    expect(new Set([begun, code, ended])).toEqual(new Set([0, 1]))
    if (begun !== ended) begunAndEnded.add(`${begun} ${ended}`)
    await fetch(`${balancer.origin}/health`)
  }
  expect(begunAndEnded.size).toBeGreaterThan(0)
})

test('signing out on one ends the session on the other', async () => {
  const nurse = await signIn('nurse')
  const { body } = await nurse.browser.fetch(`${balancer.origin}/auth/sign-out`, { method: 'POST' })
  const { url } = await nurse.browser.visit(JSON.parse(body).location, { until: ({ pathname }) => pathname === '/' })
  expect(url.origin).toBe(balancer.origin)
  for (const _ of servers) expect((await nurse.call('{ me { given_name } }')).status).toBe(401)
})

test('the remains of a sign-in are swept when they expire', async () => {
  await signIn('admin')
  const { database, services } = servers[0]
  const client = new pg.Client(database.superuser.url)
  await client.connect()
  const count = async () => (await client.query('select from provider_state')).rows.length
  expect(await count()).toBeGreaterThan(0)
  await sweepProviderState(services.people)
  expect(await count()).toBeGreaterThan(0)
  await client.query(`update provider_state set expires_at = now() - interval '1 second'`)
  await sweepProviderState(services.people)
  expect(await count()).toBe(0)
  await client.end()
})
