import { type ExportEntry, exportEntries, type FileEntry } from '@casebook/domain/exports/bundle/bundle.ts'
import { type ManifestEntry, manifestText } from '@casebook/domain/exports/bundle/manifest.ts'
import { chunked } from '@casebook/domain/exports/chunks.ts'
import type { ExportRows } from '@casebook/domain/exports/rows.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import type { WrittenEntry, ZipWriter } from '../zip/zip-writer.ts'

/** An entry written to the ZIP, with its line for the manifest. */
export type BundleEntry = WrittenEntry & { from: string; expected_sha256?: string }

export type Bundle = {
  rows: ExportRows
  store: ObjectStore
  zip: ZipWriter
  /** The entries already written to the ZIP, in their order. */
  finished: readonly BundleEntry[]
  onEntry: (entry: BundleEntry) => void
  signal: AbortSignal
}

/**
 * Writes a bundle, or the rest of one. Returns the SHA-256 of its manifest. A file that differs from its upload is
 * written as it is and named in the manifest. A file missing from the store becomes an empty entry.
 */
export async function writeBundle({ rows, store, zip, finished, onEntry, signal }: Bundle): Promise<string> {
  const entries: BundleEntry[] = [...finished]
  const add = async (path: string, bytes: AsyncIterable<string | Uint8Array>) =>
    zip.add(path, untilAborted(bytes, signal))
  let place = 0
  for await (const entry of exportEntries(rows)) {
    signal.throwIfAborted()
    place += 1
    if (place <= finished.length) continue
    const isLost = entry.kind === 'file' && (await store.head(entry.persistedObjectName)) === undefined
    const written = await add(entry.path, isLost ? noBytes() : bytesOf(entry, store))
    const from = isLost ? `${entry.from}, missing in the store` : entry.from
    const differs = entry.kind === 'file' && entry.sha256 !== null && entry.sha256 !== written.sha256
    const made = { ...written, from, ...(differs && { expected_sha256: entry.sha256 ?? '' }) }
    entries.push(made)
    onEntry(made)
  }
  const listed: ManifestEntry[] = entries.map(({ path, size, sha256, from, expected_sha256 }) => ({
    path,
    size,
    sha256,
    from,
    ...(expected_sha256 && { expected_sha256 }),
  }))
  const manifest = await add('manifest.json', chunked(manifestText(rows.heading, listed)))
  await zip.end([...entries, manifest])
  return manifest.sha256
}

async function* bytesOf(entry: ExportEntry, store: ObjectStore): AsyncGenerator<string | Uint8Array> {
  if (entry.kind === 'made') yield* entry.write()
  else yield* await fileOf(entry, store)
}

async function fileOf({ persistedObjectName }: FileEntry, store: ObjectStore): Promise<AsyncIterable<Uint8Array>> {
  return store.read(persistedObjectName)
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

async function* untilAborted<T>(pieces: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}
