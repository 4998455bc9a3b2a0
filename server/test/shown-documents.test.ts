import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openStore } from '../src/composition/open-store.ts'

const config = {
  endpoint: '',
  publicEndpoint: 'https://files.example.org',
  region: 'eu-north-1',
  bucket: 'study-files',
  accessKeyId: 'AKIAEXAMPLE',
  secretAccessKey: 'a secret',
  forcePathStyle: true,
}

test('a document on S3 is shown through the server, in a frame that runs nothing', async () => {
  const bytes = Buffer.from('%PDF-1.7 what is shown')
  const s3 = http.createServer((request, response) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = start === undefined ? bytes : bytes.subarray(Number(start), Number(end) + 1)
    response.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length })
    response.end(request.method === 'HEAD' ? undefined : part)
  })
  await new Promise<void>((listening) => s3.listen(0, '127.0.0.1', listening))
  const at = `http://127.0.0.1:${(s3.address() as AddressInfo).port}`
  const app = Fastify()
  try {
    const { store } = await openStore(app, { s3: { ...config, endpoint: at }, dataDir: '/nowhere' }, 'a secret')
    const link = await store.presignDownload(
      'study-1/file-1',
      'protocol.pdf',
      'https://ours.example.org',
      'application/pdf',
    )
    const { origin, pathname, search } = new URL(link)
    expect(origin).toBe('https://ours.example.org')
    const whole = await app.inject(pathname + search)
    expect([whole.statusCode, whole.body]).toEqual([200, bytes.toString()])
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^inline; filename="protocol.pdf"/),
      'content-security-policy': "default-src 'none'; sandbox; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
    })
    const part = await app.inject({ url: pathname + search, headers: { range: 'bytes=0-3' } })
    expect([part.statusCode, part.body]).toEqual([206, '%PDF'])
    const forged = search.replace('application%2Fpdf', 'text%2Fhtml')
    expect((await app.inject(pathname + forged)).statusCode).toBe(403)
    expect((await app.inject(pathname)).statusCode).toBe(403)
    expect((await app.inject(pathname.replace('file-1', 'file-2') + search)).statusCode).toBe(403)
  } finally {
    await app.close()
    s3.close()
  }
})
