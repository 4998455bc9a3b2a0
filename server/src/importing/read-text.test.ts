import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ObjectStore } from '../object-store/object-store.ts'
import { readText } from './read-text.ts'

function reading(content: readonly Uint8Array[]) {
  const file = Readable.from(content)
  const store = { read: async () => file } as unknown as ObjectStore
  const { pieces } = readText(store, 'a file', { signal: new AbortController().signal, onProgress: () => undefined })
  return { file, pieces }
}

const text = 'identifier\r\n'.repeat(100_000)
const inPieces = (bytes: Buffer) => [bytes.subarray(0, 40), ...Array.from({ length: 100 }, () => bytes.subarray(40))]

test.each([
  ['text', Buffer.from(text)],
  ['gzip', gzipSync(text)],
])('a file of %s is closed where its reader stops, even at the first piece', async (_, bytes) => {
  const { file, pieces } = reading(inPieces(bytes))
  for await (const _ of pieces) break
  await expect.poll(() => file.destroyed).toBe(true)
})

test('a character that the database does not store is refused, whatever piece it is in', async () => {
  const { file, pieces } = reading([Buffer.from('identifier\r\n'), Buffer.from('A\0\r\n')])
  await expect(Array.fromAsync(pieces)).rejects.toMatchObject({ reason: 'import.encoding' })
  await expect.poll(() => file.destroyed).toBe(true)
})
