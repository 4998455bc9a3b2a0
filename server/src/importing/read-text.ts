import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { mostFileBytes } from '@casebook/domain/exports/import/import-plan.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { ObjectStore } from '../object-store/object-store.ts'

type Read = { signal: AbortSignal; onProgress: (bytes: number) => void }

/**
 * The text of a file in the store in pieces, which is decompressed if it is compressed with gzip. `hash` is the SHA-256 of
 * the text once it was read to the end. Throws the Problem of a file that is no UTF-8, or too large.
 */
export function readText(store: ObjectStore, objectName: string, { signal, onProgress }: Read) {
  const digest = createHash('sha256')

  async function* pieces(): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    const decode = (bytes?: Uint8Array) => {
      let text: string
      try {
        text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
      } catch {
        throw problem('import.encoding')
      }
      // The database stores it nowhere, not even in the list of the file's mistakes.
      if (text.includes('\0')) throw problem('import.encoding')
      return text
    }
    let size = 0
    for await (const bytes of decompressed(await store.read(objectName), onProgress)) {
      signal.throwIfAborted()
      size += bytes.length
      if (size > mostFileBytes) throw problem('import.too-large', { params: { most: mostFileBytes / 1_000_000 } })
      digest.update(bytes)
      yield decode(bytes)
    }
    yield decode()
  }

  return { pieces: pieces(), hash: () => digest.digest('hex') }
}

async function* decompressed(file: Readable, onProgress: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let done = 0
  async function* counted() {
    for await (const bytes of file as AsyncIterable<Uint8Array>) {
      done += bytes.length
      onProgress(done)
      yield bytes
    }
  }
  const source = counted()
  const first = await source.next()
  if (first.done) return
  async function* whole() {
    try {
      yield first.value as Uint8Array
      yield* source
    } finally {
      // Of a reader who stops at the first piece, `yield*` knows nothing.
      await source.return(undefined)
    }
  }
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole()
    return
  }
  try {
    yield* inflate(whole())
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw problem('import.encoding')
    throw error
  }
}

/** Stops reading where the reader stops: little of a file that grows a thousandfold is ever decompressed. */
async function* inflate(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const fed = pipeline(bytes, gunzip)
  fed.catch(() => undefined)
  try {
    yield* gunzip
    await fed
  } finally {
    gunzip.destroy()
  }
}
