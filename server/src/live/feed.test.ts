import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/beds/database.ts'
import { connect } from '../database/connect.ts'
import { createFeed } from './feed.ts'

const name = 'feed under test'
const log = pino({ level: 'silent' })

let database: FreshDatabase
let observer: pg.Client
let opened: ReturnType<typeof connect>
beforeAll(async () => {
  database = await freshDatabase()
  observer = new pg.Client({ connectionString: database.superuser.url })
  await observer.connect()
  opened = connect({ connectionString: database.runtime.url }, { size: 2, onError: () => undefined })
})
afterAll(async () => {
  await opened.close()
  await observer.end()
})

let feed: ReturnType<typeof createFeed>
afterEach(() => feed.stop())

type Hooks = { onConnected?: (client: pg.ClientBase) => Promise<void>; onReadAgain?: () => void }

async function startFeed({ onConnected, onReadAgain = () => undefined }: Hooks) {
  const connection = { connectionString: database.runtime.url, application_name: name }
  const deps = { connection, db: opened.db, log, ...(onConnected && { onConnected }) }
  const nothing = () => undefined
  feed = createFeed(deps, { onEvents: nothing, onSessionEnd: nothing, onReaders: nothing, onReadAgain })
  await feed.start()
}

/** Ends the listening connection, as a restart of the database does. */
async function breakConnection() {
  await observer.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name])
  await expect.poll(() => feed.isListening()).toBe(false)
}

async function countConnections() {
  const { rowCount } = await observer.query('select from pg_stat_activity where application_name = $1', [name])
  return rowCount
}

test('stopped while it connects again, it leaves no connection', async () => {
  const gate = Promise.withResolvers<void>()
  let connected = 0
  await startFeed({ onConnected: async () => (++connected > 1 ? gate.promise : undefined) })
  await breakConnection()
  await expect.poll(() => connected, { timeout: 5_000 }).toBe(2)
  const stopped = feed.stop()
  gate.resolve()
  await stopped
  await expect.poll(countConnections).toBe(0)
  expect(feed.isListening()).toBe(false)
})

test('a connection that can’t listen is closed, and another one listens', async () => {
  let connected = 0
  await startFeed({
    async onConnected(client) {
      if (++connected !== 2) return
      // In a transaction that has failed, every further statement is refused.
      await client.query('begin')
      await client.query('select from nowhere').catch(() => undefined)
    },
  })
  await breakConnection()
  await expect.poll(() => feed.isListening(), { timeout: 5_000 }).toBe(true)
  expect(connected).toBe(3)
  await expect.poll(countConnections).toBe(1)
})

test('if reading again fails, it is repeated, and only one connection listens', async () => {
  let readAgain = 0
  await startFeed({
    onReadAgain() {
      if (++readAgain === 1) throw new Error('no')
    },
  })
  await breakConnection()
  await expect.poll(() => readAgain, { timeout: 5_000 }).toBe(2)
  await expect.poll(countConnections).toBe(1)
  expect(feed.isListening()).toBe(true)
})
