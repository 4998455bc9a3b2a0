import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { jsonOf, objectOf } from '@casebook/domain/exports/definitions/read-fields.ts'
import yauzl from 'yauzl'
import { CommandError } from '../command/command.ts'

type ListedEntry = { path: string; size: number; sha256: string; from: string }

/** The ZIP of an export, opened for reading. */
export type BundleFile = {
  /** The release that made it, and the moment that it shows (ISO 8601). */
  release: string
  at: string
  siteid: string
  studyid: string
  /** The entries in their order, as manifest.json lists them. */
  entries: readonly ListedEntry[]
  /** The bytes of an entry. */
  read(path: string): Promise<Readable>
  /** The lines of an entry, at most `most` at a time. */
  batches(path: string, most: number): AsyncGenerator<string[]>
  close(): void
}

/** Opens a bundle. Throws CommandError for a file that is none. */
export async function openBundle(path: string): Promise<BundleFile> {
  const zip = await yauzl.openPromise(path, { autoClose: false, lazyEntries: true }).catch((error: unknown) => {
    throw new CommandError(`${path} is not a ZIP that can be read: ${error instanceof Error ? error.message : error}`)
  })
  const known = new Map<string, yauzl.Entry>()
  for await (const entry of zip.eachEntry()) known.set(entry.fileName, entry)
  const read = async (name: string) => {
    const entry = known.get(name)
    if (!entry) throw new CommandError(`${path} has no ${name}: it is not a whole export.`)
    return zip.openReadStreamPromise(entry)
  }
  async function* batches(name: string, most: number) {
    const decoder = new TextDecoder()
    let lines: string[] = []
    let rest = ''
    for await (const piece of await read(name)) {
      const [first = '', ...others] = decoder.decode(piece, { stream: true }).split('\n')
      rest += first
      for (const other of others) {
        lines.push(rest)
        rest = other
        if (lines.length < most) continue
        yield lines
        lines = []
      }
    }
    if (lines.length > 0) yield lines
  }
  const manifest = readManifest((await Array.fromAsync(await read('manifest.json'))).join(''))
  if (!manifest) throw new CommandError(`The manifest.json of ${path} is not that of an export.`)
  return { ...manifest, read, batches, close: () => zip.close() }
}

function readManifest(text: string) {
  const { release, at, scope, entries } = objectOf(jsonOf(text)) ?? {}
  const { siteid, studyid } = objectOf(scope) ?? {}
  if (typeof release !== 'string' || typeof at !== 'string' || !Array.isArray(entries)) return undefined
  if (typeof siteid !== 'string' || typeof studyid !== 'string')
    throw new CommandError('This is not the export of one study.')
  const listed = entries.flatMap((value: unknown) => {
    const { path, size, sha256, from } = objectOf(value) ?? {}
    const isEntry =
      typeof path === 'string' && typeof size === 'number' && typeof sha256 === 'string' && typeof from === 'string'
    return isEntry ? [{ path, size, sha256, from }] : []
  })
  return { release, at, siteid, studyid, entries: listed }
}

/** The entries whose bytes are not those that manifest.json lists, each with what is wrong. */
export async function listChangedEntries(bundle: BundleFile): Promise<string[]> {
  const faults: string[] = []
  for (const { path, sha256 } of bundle.entries) {
    const hash = createHash('sha256')
    const isRead = await (async () => {
      for await (const piece of await bundle.read(path)) hash.update(piece)
      return true
    })().catch(() => false)
    if (!isRead) faults.push(`${path} is missing or cannot be read`)
    else if (hash.digest('hex') !== sha256) faults.push(`${path} was changed since the export was made`)
  }
  return faults
}
