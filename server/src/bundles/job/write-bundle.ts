import {
  type ExportEntry,
  exportEntries,
  type FileEntry,
  type MadeEntry,
} from '@casebook/domain/exports/bundle/bundle.ts'
import { manifestText } from '@casebook/domain/exports/bundle/manifest.ts'
import { chunked } from '@casebook/domain/exports/chunks.ts'
import { cleanEdf, NotCleanable } from '@casebook/domain/exports/deidentified/clean-edf.ts'
import type { TermFinder } from '@casebook/domain/exports/deidentified/term-finder.ts'
import { fileFault } from '@casebook/domain/exports/files/file-fault.ts'
import type { ExportRows } from '@casebook/domain/exports/rows.ts'
import { redcapFiles } from '@casebook/domain/form-exchange/redcap-data/redcap-files.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { storeSource } from '../../object-store/store-source.ts'
import type { WrittenEntry, ZipWriter } from '../zip/zip-writer.ts'

/** An entry written to the ZIP, with its line for the manifest. */
export type BundleEntry = WrittenEntry & {
  from: string
  table_id?: string
  expected_size?: number
  expected_sha256?: string
  /** Why this file is not the one uploaded. */
  fault?: string
}

export type Bundle = {
  rows: ExportRows
  store: ObjectStore
  zip: ZipWriter
  /** Looks in each entry for what must be gone from a de-identified export. */
  watch?: TermFinder | undefined
  /** The entries already written to the ZIP, in their order. */
  finished: readonly BundleEntry[]
  onEntry: (entry: BundleEntry) => void
  signal: AbortSignal
}

/**
 * Writes a bundle, or the rest of one. Returns the SHA-256 of its manifest and the number of faulty files. A file that
 * differs from its upload is written as it is, and a file missing from the store becomes an empty entry. Both are named
 * in problems.csv and in the manifest.
 */
export async function writeBundle({ rows, store, zip, watch, finished, onEntry, signal }: Bundle) {
  const entries: BundleEntry[] = [...finished]
  const faults = new Map(finished.flatMap(({ path, fault }) => (fault ? [[path, fault] as const] : [])))
  const add = async (path: string, bytes: AsyncIterable<string | Uint8Array>) =>
    zip.add(path, untilAborted(bytes, signal))
  let place = 0
  const open = async (objectName: string) => {
    const found = await store.head(objectName)
    return found && storeSource(store, objectName, found.size)
  }
  for await (const entry of exportEntries(rows, faults, entries, open, redcapFiles)) {
    signal.throwIfAborted()
    place += 1
    if (place <= finished.length) {
      // A file of which entries were made is gone, or came back.
      if (finished[place - 1]?.path !== entry.path) throw new Error(`The bundle was to continue with ${entry.path}.`)
      continue
    }
    const isLost = entry.kind === 'file' && (await store.head(entry.persistedObjectName)) === undefined
    const isCleaned = entry.kind === 'file' && entry.shift !== undefined
    const leftOut: string[] = []
    const bytes = isLost ? noBytes() : bytesOf(entry, store, (why) => leftOut.push(why))
    const written = await add(entry.path, watch ? watched(watch, entry, bytes) : bytes)
    const from = isLost
      ? `${entry.from}, missing in the store`
      : leftOut.length > 0
        ? `${entry.from}, left out`
        : entry.from
    const made: BundleEntry = {
      ...written,
      from,
      ...(entry.kind === 'made' && entry.tableId && { table_id: entry.tableId }),
      ...(entry.kind === 'file' && (isLost || !isCleaned) && expectedOf(entry, written, isLost)),
      ...(leftOut[0] && { fault: leftOut[0] }),
      ...(entry.kind === 'made' && faultOf(entry)),
    }
    if (made.fault) faults.set(made.path, made.fault)
    entries.push(made)
    onEntry(made)
  }
  const manifest = await add('manifest.json', chunked(manifestText(rows.heading, entries)))
  await zip.end([...entries, manifest])
  return { sha256: manifest.sha256, faultyFiles: faults.size }
}

/** What was wrong with the file that an entry was made from. */
function faultOf(entry: MadeEntry) {
  const fault = entry.fault?.()
  return fault && { fault }
}

/** What was recorded at upload, where the written file differs from it. */
function expectedOf({ size, sha256 }: FileEntry, written: WrittenEntry, isLost: boolean) {
  const fault = fileFault({ size, sha256 }, isLost ? undefined : written)
  return {
    ...(fault && { fault }),
    ...(size !== written.size && { expected_size: size }),
    ...(sha256 !== null && sha256 !== written.sha256 && { expected_sha256: sha256 }),
  }
}

async function* bytesOf(
  entry: ExportEntry,
  store: ObjectStore,
  onLeftOut: (why: string) => void,
): AsyncGenerator<string | Uint8Array> {
  if (entry.kind === 'made') yield* entry.write()
  else if (entry.shift === undefined) yield* await fileOf(entry, store)
  else {
    try {
      yield* cleanEdf(await fileOf(entry, store), entry.shift)
    } catch (error) {
      if (!(error instanceof NotCleanable)) throw error
      onLeftOut('What identifies people could not be taken out of the file. It is empty here.')
    }
  }
}

/** Something that was meant to be gone is in an entry. */
export class IdentifyingText extends Error {}

async function* watched(watch: TermFinder, entry: ExportEntry, bytes: AsyncIterable<string | Uint8Array>) {
  const looking = {
    isBinary: entry.kind === 'file',
    onFound() {
      throw new IdentifyingText(`Something that identifies people is in ${entry.path}.`)
    },
  }
  if (entry.kind === 'file' || !entry.texts) return yield* watch.watching(bytes, looking)
  for await (const _ of watch.watching(entry.texts(), looking));
  yield* bytes
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
