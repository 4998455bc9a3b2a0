import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { S3Store } from './s3-store.ts'
import { mayPass, storeMistake } from './store-mistake.ts'

// Responses of Amazon that other stores do not send, such as another region. The infrastructure tests use a real store.
let server: http.Server
let endpoint: string
let answer: { status: number; code: string }
beforeAll(async () => {
  server = http.createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${answer.code}</Code><Message>said by the store</Message></Error>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const config = () => ({
  endpoint,
  publicEndpoint: endpoint,
  region: 'eu-north-1',
  bucket: 'files',
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: 'hushhush',
  forcePathStyle: true,
})

async function refusal(at = config()) {
  const store = new S3Store(at, Fastify().log)
  const error: unknown = await store.examine().then(
    () => undefined,
    (reason) => reason,
  )
  return { mistake: storeMistake(error, at), mayPass: mayPass(error) }
}

test.each([
  [403, 'InvalidAccessKeyId', 'correct S3_ACCESS_KEY_ID', 'store'],
  [403, 'SignatureDoesNotMatch', 'correct S3_SECRET_ACCESS_KEY', 'store'],
  [403, 'AccessDenied', 'list, read, write and delete', 'store'],
  [404, 'NoSuchBucket', 'correct S3_BUCKET', 'store'],
  [400, 'AuthorizationHeaderMalformed', 'correct S3_REGION', 'store'],
  [403, 'RequestTimeTooSkewed', 'clock', 'clock'],
])('a store that answers %d %s: the line says so and what to do', async (status, code, advice, kind) => {
  answer = { status, code }
  const { mistake, mayPass } = await refusal()
  expect(mistake.message).toContain(`answers ${status} ${code}`)
  expect(mistake.message).toContain(advice)
  expect(mistake.message).not.toContain('hushhush')
  expect(mistake.kind).toBe(kind)
  expect(mayPass).toBe(false)
})

test('a store that is overloaded or down may recover', async () => {
  answer = { status: 503, code: 'SlowDown' }
  expect(await refusal()).toMatchObject({
    mayPass: true,
    mistake: { message: expect.stringContaining('503 SlowDown') },
  })
  const down = await refusal({ ...config(), endpoint: 'http://127.0.0.1:9' })
  expect(down).toMatchObject({
    mayPass: true,
    mistake: { message: expect.stringContaining('does not answer (ECONNREFUSED)') },
  })
})
