import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { exportEntries } from '../src/exports/bundle/bundle.ts'
import type { ExportRows } from '../src/exports/rows.ts'

/** Writes the entries that are made from the rows into a folder, and answers all paths in their order. */
export async function writeBundle(rows: ExportRows, folder: string): Promise<string[]> {
  const paths: string[] = []
  for await (const entry of exportEntries(rows)) {
    paths.push(entry.path)
    if (entry.kind === 'file') continue
    const path = join(folder, entry.path)
    await mkdir(dirname(path), { recursive: true })
    await pipeline(Readable.from(entry.write()), createWriteStream(path))
  }
  return paths
}
