import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { centralHeader, dataDescriptor, dosTime, endRecords, localHeader, type ZipEntry } from './zip-records.ts'

/** Receives the bytes of the file in order. Resolves when it can take more. */
export type Sink = (bytes: Uint8Array) => Promise<void>

/** A written entry, with the SHA-256 of its bytes in lowercase hex. */
export type WrittenEntry = ZipEntry & { sha256: string }

/**
 * Writes a ZIP (ZIP64) of uncompressed entries as their bytes arrive, with sizes after the data. The same entries and
 * `at` produce the same bytes. `position`: the number of bytes already written, when a file is continued after an
 * entry.
 */
export class ZipWriter {
  readonly #sink: Sink
  readonly #time: number
  #position: number

  constructor(sink: Sink, at: Date, position = 0) {
    this.#sink = sink
    this.#time = dosTime(at)
    this.#position = position
  }

  get position(): number {
    return this.#position
  }

  async add(path: string, bytes: AsyncIterable<string | Uint8Array>): Promise<WrittenEntry> {
    const offset = this.#position
    await this.#write(localHeader(path, this.#time))
    const hash = createHash('sha256')
    let crc = 0
    let size = 0
    for await (const piece of bytes) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece
      hash.update(chunk)
      crc = crc32(chunk, crc)
      size += chunk.length
      await this.#write(chunk)
    }
    await this.#write(dataDescriptor({ crc, size }))
    return { path, size, crc, offset, sha256: hash.digest('hex') }
  }

  /** Writes the central directory, in the order of the entries. */
  async end(entries: readonly ZipEntry[]): Promise<void> {
    const start = this.#position
    let batch: Buffer[] = []
    for (const entry of entries) {
      batch.push(centralHeader(entry, this.#time))
      if (batch.length < 1_000) continue
      await this.#write(Buffer.concat(batch))
      batch = []
    }
    await this.#write(Buffer.concat(batch))
    await this.#write(endRecords(entries.length, start, this.#position - start))
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#position += bytes.length
    await this.#sink(bytes)
  }
}
