import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { register } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { release } from '../config/release.ts'

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function start(env: Record<string, string> = {}): Promise<Casebook & { stopOnce: () => Promise<void> }> {
  const casebook = await startCasebook(env)
  let stopped: Promise<void> | undefined
  const stopOnce = () => {
    stopped ??= casebook.stop()
    return stopped
  }
  ending.push(stopOnce)
  return { ...casebook, stopOnce }
}

test('reports the running release, also in the metrics and to signed-in people', async () => {
  const { origin, as } = await start()
  expect(await (await fetch(`${origin}/ready`)).json()).toEqual({
    status: 'ready',
    release,
    parts: { database: 'ok', migrations: 'ok', store: 'ok', disk: 'ok' },
  })
  const { browser } = await as('nurse')
  const session = JSON.parse((await browser.fetch(`${origin}/auth/session`)).body)
  expect(session.user.release).toBe(release)
  expect(await register.metrics()).toContain(`casebook_build_info{release="${release}"} 1`)
})

const statusOf = async (url: string) => (await fetch(url)).status

test('a stopping server reports it, answers new requests for a while and finishes those in progress', async () => {
  const { origin, as, stopOnce, database } = await start({ DRAIN_SECONDS: '1' })
  const admin = await as('admin')
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  for (const path of ['/ready', '/serving']) expect(await statusOf(origin + path)).toBe(200)

  const token = admin.browser.cookie('casebook_session')
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: `casebook_session=${token}`, origin },
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))

  const blocker = new pg.Client(database.superuser.url)
  await blocker.connect()
  ending.push(() => blocker.end())
  await blocker.query(`begin; select from site where siteid = 'oslo' for update`)
  const underWay = admin.ask('mutation { updateSite(siteid: "oslo", name: "Bergen") { name } }')
  await wait(200)

  const stopping = stopOnce()
  await wait(100)
  for (const path of ['/ready', '/serving']) expect(await statusOf(origin + path)).toBe(503)
  const health = await fetch(`${origin}/health`)
  expect([health.status, health.headers.get('connection')]).toEqual([200, 'close'])
  expect((await admin.ask('{ listSites { name } }')).listSites).toEqual([{ name: 'Oslo' }])
  expect(await closed).toBe(1012)
  await expect(fetch(`${origin}/health`)).rejects.toThrow()
  await blocker.query('commit')
  expect((await underWay).updateSite).toEqual({ name: 'Bergen' })
  await stopping
})

async function missingAt(origin: string) {
  const answer = await fetch(`${origin}/ready`)
  expect(answer.status).toBe(503)
  const { status, missing, parts } = await answer.json()
  expect(status).toBe('not ready')
  return { missing, parts }
}

test('a server whose store is down reports within seconds that it is not ready and why, and keeps serving', async () => {
  const { origin, services } = await start()
  services.store.ready = () => new Promise(() => undefined)
  expect(await missingAt(origin)).toEqual({
    missing: ['store'],
    parts: { database: 'ok', migrations: 'ok', store: 'no answer within 3 s', disk: 'ok' },
  })
  for (const path of ['/health', '/serving']) expect(await statusOf(origin + path)).toBe(200)
})

test('a schema that no longer supports this release is reported as missing', async () => {
  const { origin, database } = await start()
  const owner = new pg.Client(database.owner.url)
  await owner.connect()
  ending.push(() => owner.end())
  await owner.query(
    `insert into schema_migration (name, sha256, release, oldest_release) values ('9000-later', 'x', '9.1.0', '9.1.0')`,
  )
  const { missing, parts } = await missingAt(origin)
  expect(missing).toEqual(['migrations'])
  expect(parts.migrations).toContain('needs Casebook 9.1.0 or later')
  await owner.query(`delete from schema_migration where name in ('9000-later', '0002-people')`)
  expect((await missingAt(origin)).parts.migrations).toBe('0002-people did not run')
})

test('a request on a connection accepted just before the server stopped listening is answered', async () => {
  const { origin, stopOnce } = await start({ DRAIN_SECONDS: '0' })
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  // Accepted by the server, too, by the time it has answered another request.
  await fetch(`${origin}/health`, { headers: { connection: 'close' } })
  const stopping = stopOnce()
  await wait(200)
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  await stopping
})
