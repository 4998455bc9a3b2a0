import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import { unscoped } from '../../database/unscoped.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Characters of text in one row of the spool. */
const chunkLength = 256 * 1024

/** Collects the lines of one part of an export's spool and stores them in compressed chunks. */
export class SpoolPart {
  readonly #db: Database
  readonly #exportid: string
  readonly #part: string
  #lines: string[] = []
  #length = 0
  #place = 0

  constructor(db: Database, exportid: string, part: string) {
    this.#db = db
    this.#exportid = exportid
    this.#part = part
  }

  async add(line: string): Promise<void> {
    this.#lines.push(line)
    this.#length += line.length
    if (this.#length >= chunkLength) await this.end()
  }

  /** Stores the remaining lines. */
  async end(): Promise<void> {
    if (this.#lines.length === 0) return
    const body = await compress(this.#lines.join('\n'))
    this.#lines = []
    this.#length = 0
    await sql`insert into export_spool (exportid, part, place, body)
      values (${this.#exportid}, ${this.#part}, ${this.#place}, ${body})`.execute(unscoped(this.#db))
    this.#place += 1
  }
}

/** Returns the lines of a part, parsed, in order. No JSON line contains a line break. */
export async function* readSpool<Row>(db: Database, exportid: string, part: string): AsyncGenerator<Row> {
  for (let place = 0; ; place += 1) {
    const { rows } = await sql<{ body: Buffer }>`select body from export_spool
      where exportid = ${exportid} and part = ${part} and place = ${place}`.execute(unscoped(db))
    const [chunk] = rows
    if (!chunk) return
    for (const line of (await decompress(chunk.body)).toString().split('\n')) {
      const row: Row = JSON.parse(line)
      yield row
    }
  }
}

export async function removeSpool(db: Database, exportid: string): Promise<void> {
  await sql`delete from export_spool where exportid = ${exportid}`.execute(unscoped(db))
}
