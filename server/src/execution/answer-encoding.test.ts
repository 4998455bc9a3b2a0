import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendAnswer } from './answer-encoding.ts'

const large = Buffer.from(JSON.stringify({ data: { listSubjects: Array.from({ length: 1_000 }, (_, n) => ({ n })) } }))
const small = Buffer.from('{"data":null}')

async function answered(query: string, answer: Buffer, encodings?: string) {
  const app = Fastify()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/', (request, reply) => sendAnswer(request, reply, answer))
  const headers = { 'content-type': 'application/json', ...(encodings && { 'accept-encoding': encodings }) }
  const got = await app.inject({ method: 'POST', url: '/', headers, body: JSON.stringify({ query }) })
  await app.close()
  return got
}
const query = '{ listSubjects { n } }'

test('a large answer is compressed in an encoding that the caller accepts', async () => {
  const brotli = await answered(query, large, 'gzip, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(brotli.rawPayload).equals(large)).toBe(true)
  const gzipped = await answered(query, large, 'gzip')
  expect(gunzipSync(gzipped.rawPayload).equals(large)).toBe(true)
})

test('a caller that accepts no encoding gets it uncompressed, with a Vary header for caches', async () => {
  const plain = await answered(query, large)
  expect(plain.rawPayload.equals(large)).toBe(true)
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
})

test.each([
  ['a small answer', query, small],
  ['a link to fetch a file', '{ getSubject { referenceData { downloadUrl } } }', large],
  ['a link to send a file', '{ x { objectUrl } }', large],
  ['what a mutation answers', 'mutation { addToken { token } }', large],
])('%s is never compressed', async (_what, document, answer) => {
  const got = await answered(document, answer, 'gzip, br')
  expect(got.headers['content-encoding']).toBeUndefined()
  expect(got.rawPayload.equals(answer)).toBe(true)
})
