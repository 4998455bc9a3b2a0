import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { acceptedEncoding, compress } from './content-encoding.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br; q=0.1', 'br'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=nonsense', undefined],
  ['abrx', undefined],
])('Accept-Encoding: %s takes %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
})

test('compressed text decompresses unchanged', async () => {
  const body = Buffer.from('æøå 🧡 '.repeat(2_000))
  const brotli = await compress(body, 'br')
  const gzipped = await compress(body, 'gzip')
  expect(brotliDecompressSync(brotli).equals(body)).toBe(true)
  expect(gunzipSync(gzipped).equals(body)).toBe(true)
  expect(Math.max(brotli.length, gzipped.length)).toBeLessThan(body.length / 20)
})
