import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { dropDatabases, type FreshDatabase, freshDatabase } from '../../../test/beds/database.ts'
import { makePeers } from './peers.ts'

let database: FreshDatabase
let home: string
let clients: pg.Client[] = []
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(dropDatabases)
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'casebook-peers-'))
})
afterEach(async () => {
  for (const client of clients) await client.end()
  clients = []
  await rm(home, { recursive: true, force: true })
})

async function connection(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.runtime.url })
  await client.connect()
  clients.push(client)
  return client
}

const s3 = (bucket: string, endpoint = 'https://s3.example') => ({
  endpoint,
  publicEndpoint: endpoint,
  region: 'r',
  bucket,
  accessKeyId: 'a',
  secretAccessKey: 'b',
  forcePathStyle: true,
})

/** A server that starts listening. */
async function begin(secret: string, store: { folder?: string; bucket?: string; endpoint?: string } = {}) {
  const dataDir = join(home, store.folder ?? 'shared')
  const peers = await makePeers({ dataDir, ...(store.bucket && { s3: s3(store.bucket, store.endpoint) }) }, secret)
  const client = await connection()
  await peers.hold(client)
  return { peers, client }
}

test('servers with one secret and one store run side by side', async () => {
  await begin('one')
  await begin('one')
  for (const client of clients) await client.end()
  clients = []
  await begin('one', { folder: 'a', bucket: 'files' })
  await begin('one', { folder: 'b', bucket: 'files', endpoint: 'https://nearer.example' })
})

test('a server with another secret is refused and told to use the same', async () => {
  await begin('one')
  await expect(begin('another')).rejects.toThrow('give all servers the same SECRET_KEY')
})

test('a server with its own data folder, or another bucket, is refused', async () => {
  await begin('one', { folder: 'a' })
  await expect(begin('one', { folder: 'b' })).rejects.toThrow('keeps its files elsewhere')
  await expect(begin('one', { bucket: 'files' })).rejects.toThrow('S3_ settings')
})

test('the settings of a stopped server do not count', async () => {
  const { client } = await begin('one')
  await client.end()
  clients = []
  await begin('another')
})

test('a running server is not stopped when its connection is restored beside another', async () => {
  const first = await begin('one')
  await first.client.end()
  clients = []
  await begin('another')
  await first.peers.hold(await connection())
})
