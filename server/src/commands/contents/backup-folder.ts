import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../command/command.ts'

/** Bytes and their SHA-256, lower-case hex. */
export type Measured = { bytes: number; sha256: string }

export type TablePart = Measured & { name: string; columns: string[]; rows: number }

/** The content of manifest.json. It is written last: a backup without it was interrupted. */
export type Manifest = {
  format: 'casebook-backup 1'
  madeAt: string
  /** The release that made the backup; 0.1.0 did not record it. */
  release?: string
  postgres: string
  /** The migrations that the database had, in order. */
  migrations: string[]
  tables: TablePart[]
  history: { entries: number; last: number; faults: number }
  /** `objects.sha256` lists the files in the format of sha256sum. */
  objects: Measured & { count: number; totalBytes: number; missing: string[] }
}

export const manifestName = 'manifest.json'
export const objectListName = 'objects.sha256'
export const tablePath = (name: string) => join('database', `${name}.copy`)
export const objectPath = (objectName: string) => join('objects', objectName)

/** Creates the folder, readable by its owner only. Throws CommandError if it is not empty. */
export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new CommandError(`${folder} is not empty: give each backup a folder of its own.`)
  for (const part of ['database', 'objects']) await mkdir(join(folder, part), { mode: 0o700 })
}

/** Passes bytes through and measures them. */
export function measuring() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, measured: (): Measured => ({ bytes, sha256: hash.digest('hex') }) }
}

/** Writes a file of the backup. Resolves when it is on disk. */
export async function writePart(folder: string, path: string, source: Readable): Promise<Measured> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const { stream, measured } = measuring()
  await pipeline(source, stream, createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }))
  return measured()
}

export async function measurePart(folder: string, path: string): Promise<Measured | undefined> {
  const { stream, measured } = measuring()
  try {
    await pipeline(createReadStream(join(folder, path)), stream, async (chunks) => {
      for await (const _ of chunks);
    })
    return measured()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Finishes the backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const making = join(folder, `${manifestName}.part`)
  for (const part of ['database', 'objects', '.']) await syncFolder(join(folder, part))
  await writeFile(making, textOf(manifest), { mode: 0o600, flush: true })
  await rename(making, join(folder, manifestName))
  await syncFolder(folder)
}

/** Throws CommandError if the folder is not a complete backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined) {
    throw new CommandError(
      `${folder} has no ${manifestName}: it is no backup, or one that was interrupted. Make another.`,
    )
  }
  const manifest = parsed(text)
  if (!manifest) throw new CommandError(`${join(folder, manifestName)} was changed since the backup was made.`)
  return manifest
}

/** Every file in the folder, by its path below the folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

type Signed = { manifest: Manifest; sha256: string }

const hashOfText = (text: string) => createHash('sha256').update(text).digest('hex')

function textOf(manifest: Manifest): string {
  const signed: Signed = { manifest, sha256: hashOfText(JSON.stringify(manifest)) }
  return `${JSON.stringify(signed, null, 2)}\n`
}

function parsed(text: string): Manifest | undefined {
  try {
    const { manifest }: Signed = JSON.parse(text)
    return textOf(manifest) === text && manifest.format === 'casebook-backup 1' ? manifest : undefined
  } catch {
    return undefined
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export type ListedObject = { objectName: string; sha256: string }

export function objectList(objects: readonly ListedObject[]): Readable {
  return Readable.from(objects.map(({ objectName, sha256 }) => `${sha256}  ${objectPath(objectName)}\n`))
}

export async function readObjectList(folder: string): Promise<ListedObject[]> {
  const text = await readFile(join(folder, objectListName), 'utf8')
  return text.split('\n').flatMap((line) => {
    const [, sha256, objectName] = /^([0-9a-f]{64}) {2}objects\/(.+)$/.exec(line) ?? []
    return sha256 && objectName ? [{ sha256, objectName }] : []
  })
}
