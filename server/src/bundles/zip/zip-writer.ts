import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import {
  dosTime,
  endOf,
  type ZipEntry,
  type ZipForm,
  zipDirectory,
  zipEntry,
} from '@casebook/domain/exports/zip/zip.ts'

/** Receives the bytes of the file in order. Resolves when it can take more. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** A written entry, with the SHA-256 of its bytes in lowercase hex. */
export type WrittenEntry = ZipEntry & { sha256: string }

/** The offset at which a written entry ends, where a file can be continued. */
export const endOfEntry = (entry: ZipEntry) => endOf(entry, { isLarge: true })

/**
 * Writes a ZIP (ZIP64) of uncompressed entries as their bytes arrive, with sizes after the data. The same entries and
 * `at` produce the same bytes. `position`: the number of bytes already written, when a file is continued after an
 * entry.
 */
export class ZipWriter {
  readonly #sink: Sink
  readonly #form: ZipForm
  #position: number

  constructor(sink: Sink, at: Date, position = 0) {
    this.#sink = sink
    this.#form = { isLarge: true, isDeflated: false, time: dosTime(at), checksum: crc32 }
    this.#position = position
  }

  get position(): number {
    return this.#position
  }

  async add(path: string, bytes: AsyncIterable<string | Uint8Array>): Promise<WrittenEntry> {
    const hash = createHash('sha256')
    async function* hashed() {
      for await (const piece of bytes) {
        const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
        hash.update(chunk)
        yield chunk
      }
    }
    const writing = zipEntry(path, hashed(), this.#position, this.#form)
    try {
      for (;;) {
        const { done, value } = await writing.next()
        if (done) return { ...value, sha256: hash.digest('hex') }
        await this.#write(value)
      }
    } finally {
      await writing[Symbol.asyncDispose]()
    }
  }

  /** Writes the central directory, in the order of the entries. */
  async end(entries: readonly ZipEntry[]): Promise<void> {
    let batch: Uint8Array[] = []
    for (const part of zipDirectory(entries, this.#position, this.#form)) {
      batch.push(part)
      if (batch.length < 1_000) continue
      await this.#write(Buffer.concat(batch))
      batch = []
    }
    await this.#write(Buffer.concat(batch))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#position += bytes.length
    await this.#sink(bytes)
  }
}
