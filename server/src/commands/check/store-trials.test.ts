import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { S3Store } from '../../object-store/s3/s3-store.ts'
import { storeTrials } from './store-trials.ts'

const origin = 'https://casebook.example.org'
/** The methods of the bucket's CORS rule, and whether the store serves parts of a file. */
const may = { methods: ['POST', 'GET'], parts: true }
beforeEach(() => Object.assign(may, { methods: ['POST', 'GET'], parts: true }))

/** A store that has one file, with the content that the command sent. */
const server = createServer((request, response) => {
  const asked = request.headers['access-control-request-method'] ?? request.method ?? ''
  if (may.methods.includes(asked)) response.setHeader('access-control-allow-origin', origin)
  if (request.method === 'DELETE') removed.push(request.url ?? '')
  if (request.method === 'OPTIONS') return response.writeHead(200).end()
  const isPart = may.parts && request.headers.range === 'bytes=1-2'
  return response.writeHead(isPart ? 206 : 200).end(isPart ? 'el' : 'held')
})
let endpoint: string
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

/** What the store was asked to remove. */
const removed: string[] = []

function checksOf() {
  const s3 = {
    endpoint,
    publicEndpoint: endpoint,
    region: 'eu-north-1',
    bucket: 'files',
    accessKeyId: 'AKIAEXAMPLE',
    secretAccessKey: 'a secret',
    forcePathStyle: true,
  }
  return storeTrials(new S3Store(s3, Fastify().log), { s3, publicUrl: origin, port: 4000 })
}

async function checkParts() {
  const [, trial] = checksOf().trials.find(([claim]) => claim.includes('a part of a file')) ?? []
  return trial?.()
}

test('a store from which a page may read parts of a file passes', async () => {
  await expect(checkParts()).resolves.toBeUndefined()
})

test('a CORS rule for uploads alone is reported, since recordings are read in parts', async () => {
  may.methods = ['POST']
  await expect(checkParts()).rejects.toThrow('check-store --set-up", or have the store')
})

test('a store that ignores Range is reported', async () => {
  may.parts = false
  await expect(checkParts()).rejects.toThrow('it answered 200 with 4 bytes')
})

test('everything that was sent is removed, also an empty file that the store should have refused', async () => {
  await checksOf().clear()
  const sent = removed.map((url) => url.replace(/\?.*/, ''))
  const [empty] = sent.filter((url) => url.endsWith('-empty'))
  expect(empty).toBeDefined()
  expect(sent).toContain(empty?.replace(/-empty$/, ''))
})
