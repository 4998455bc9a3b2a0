import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Casebook, startCasebook } from '../../test/casebook.ts'

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

const statusOf = async (url: string) => (await fetch(url)).status

test('a server that is told to stop says so, answers what comes meanwhile and finishes what is under way', async () => {
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

test('a server whose store is gone says within seconds that it is not ready, and serves on', async () => {
  const { origin, services } = await start()
  services.store.ready = () => new Promise(() => undefined)
  expect(await statusOf(`${origin}/ready`)).toBe(503)
  for (const path of ['/health', '/serving']) expect(await statusOf(origin + path)).toBe(200)
})
