import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeFormFields, maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { downloadSeconds } from '../object-store.ts'
import { S3Store, uploadOriginOf } from './s3-store.ts'

// Tests that need no real store; the infrastructure tests use a real one.
const config = {
  endpoint: 'http://127.0.0.1:1',
  publicEndpoint: 'https://files.example.org',
  region: 'eu-north-1',
  bucket: 'study-files',
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: 'a secret',
  forcePathStyle: true,
}
const { log } = Fastify()
let server: http.Server
let endpoint: string
let status = 200

beforeAll(async () => {
  server = http.createServer((request, response) => request.resume().on('end', () => response.writeHead(status).end()))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

test('a form is for the public address, one name, the allowed sizes and bytes, and fits the contract’s text', async () => {
  const store = new S3Store(config, log)
  const { url, fields } = await store.presignUpload('study-1/file-1', 'https://ours.example.org', {
    most: maxUploadBytes,
    sha256: 'ab'.repeat(32),
  })
  expect(url).toBe('https://files.example.org/study-files')
  expect(encodeFormFields(fields)).toContain('key=study-1/file-1')
  const policy = JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString())
  expect(policy.conditions).toEqual(
    expect.arrayContaining([
      { key: 'study-1/file-1' },
      { bucket: 'study-files' },
      { success_action_status: '200' },
      { 'x-amz-checksum-sha256': Buffer.from('ab'.repeat(32), 'hex').toString('base64') },
      ['content-length-range', 1, maxUploadBytes],
    ]),
  )
  await expect(store.presignUpload('../secret', '', { most: 1 })).rejects.toThrow('no name of an object')
})

test('a link is for the public address and makes the store serve an attachment', async () => {
  const url = new URL(await new S3Store(config, log).presignDownload('study-1/file-1', 'økt.csv'))
  expect(url.origin + url.pathname).toBe('https://files.example.org/study-files/study-1/file-1')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    'X-Amz-Expires': String(downloadSeconds),
    'response-content-disposition': `attachment; filename="okt.csv"; filename*=UTF-8''%C3%B8kt.csv`,
    'response-content-type': 'application/octet-stream',
  })
})

test.each([
  [true, 'https://files.example.org'],
  [false, 'https://study-files.files.example.org'],
])('with path style %s browsers send files to %s', async (forcePathStyle, origin) => {
  expect(uploadOriginOf({ ...config, forcePathStyle })).toBe(origin)
  const { url } = await new S3Store({ ...config, forcePathStyle }, log).presignUpload('study-1/file-1', '', { most: 1 })
  expect(new URL(url).origin).toBe(origin)
})

test('a missing object is undefined; a store that is down, broken or refuses us is a problem that says what to do', async () => {
  const store = new S3Store({ ...config, endpoint }, log)
  status = 404
  expect(await store.head('study-1/file-1')).toBeUndefined()
  for (const answer of [403, 500, 503]) {
    status = answer
    await expect(store.head('study-1/file-1')).rejects.toMatchObject({ reason: 'store.unavailable', code: 'INTERNAL' })
  }
  await expect(new S3Store(config, log).ready()).rejects.toThrow('Nothing is lost; try again in a minute.')
})
