import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, link, mkdir, open, opendir, readdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { isFull, readDiskRoom } from '../../config/disk-room.ts'
import { isObjectName, type StoredObject } from '../object-store.ts'
import { IncomingFile } from './incoming-file.ts'
import { denied, noRoom, StoreRefusal } from './store-refusal.ts'

/** An upload is aborted after a fraction of this time without data, so anything older is abandoned. */
const abandonedAfterMs = 60 * 60 * 1000

/**
 * Stores objects as files: `objects/studyid/referencedataid` in the data folder, and incoming ones beside them in
 * `objects-incoming`, on the same file system. An object's file is linked into place once it is completely on disk. It
 * is never modified or replaced.
 */
export class ObjectFolder {
  readonly #objects: string
  readonly #incoming: string
  readonly #owner = `${hostname().replace(/[^A-Za-z0-9-]/g, '-')}.${process.pid}`

  constructor(dataDir: string) {
    this.#objects = resolve(dataDir, 'objects')
    this.#incoming = resolve(dataDir, 'objects-incoming')
  }

  /** Creates the folders and removes uploads that a killed process left. */
  async open(): Promise<void> {
    for (const folder of [this.#objects, this.#incoming]) await makeFolder(folder)
    for (const name of await readdir(this.#incoming)) {
      if (await this.#isAbandoned(name)) await removeFile(join(this.#incoming, name))
    }
  }

  pathOf(objectName: string): string {
    if (!isObjectName(objectName)) throw denied('This is no name of an object.')
    return join(this.#objects, objectName)
  }

  async find(objectName: string): Promise<StoredObject | undefined> {
    try {
      const { size } = await stat(this.pathOf(objectName))
      return { objectName, size }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  read(objectName: string, range?: { start: number; end: number }) {
    return createReadStream(this.pathOf(objectName), { ...range, highWaterMark: 256 * 1024 })
  }

  /** Opens a file to receive about this many bytes. Throws a StoreRefusal if the disk lacks space. */
  async receive(expectedBytes: number): Promise<IncomingFile> {
    if (isFull(await readDiskRoom(this.#incoming), expectedBytes)) throw noRoom()
    return IncomingFile.create(join(this.#incoming, `${this.#owner}.${randomUUID()}`))
  }

  /** Moves a received file into place durably. Throws a StoreRefusal if the name is taken. */
  async keep(file: IncomingFile, objectName: string): Promise<void> {
    await file.settle()
    await this.adopt(file.path, objectName)
  }

  /** Moves a complete file of the same file system into place. Throws like `keep`. */
  async adopt(from: string, objectName: string): Promise<void> {
    const path = this.pathOf(objectName)
    await makeFolder(dirname(path))
    try {
      // Unlike a rename, a link never replaces an existing file.
      await link(from, path)
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? taken() : error
    }
    await syncFolder(dirname(path))
    await removeFile(from)
  }

  async remove(objectName: string): Promise<void> {
    const path = this.pathOf(objectName)
    if (await removeFile(path)) await syncFolder(dirname(path))
  }

  async *list(): AsyncGenerator<StoredObject, void, undefined> {
    for await (const study of await opendir(this.#objects)) {
      if (!study.isDirectory()) continue
      for await (const file of await opendir(join(this.#objects, study.name))) {
        const objectName = `${study.name}/${file.name}`
        const found = isObjectName(objectName) ? await this.find(objectName) : undefined
        if (found) yield found
      }
    }
  }

  async ready(): Promise<void> {
    for (const folder of [this.#objects, this.#incoming]) await access(folder, constants.W_OK)
  }

  async #isAbandoned(name: string): Promise<boolean> {
    const { mtimeMs } = await stat(join(this.#incoming, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < Date.now() - abandonedAfterMs) return true
    const [host, pid] = name.split('.')
    if (host !== this.#owner.split('.')[0]) return false
    // When the folder is opened, this process has no upload in progress.
    return Number(pid) === process.pid || !isAlive(Number(pid))
  }
}

export function taken(): StoreRefusal {
  return new StoreRefusal(409, 'ObjectAlreadyExists', 'This object is in the store already and is never replaced.')
}

/** Creates a folder durably. An existing folder costs one call. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first !== undefined) await syncFolder(dirname(first))
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

export async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

/** An upload without additions for this long belongs to no export that is still kept. */
const partsAbandonedAfterMs = 8 * 24 * 60 * 60 * 1000

/**
 * The embedded store's counterpart of S3's multipart uploads: one file each in `objects-parts`, on the same file system
 * as the objects. Each part is written at its offset and is on disk before it is acknowledged, so that any process can
 * continue.
 */
export class PartFolder {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = resolve(dataDir, 'objects-parts')
  }

  async open(): Promise<void> {
    await makeFolder(this.#folder)
    for (const name of await readdir(this.#folder)) {
      const { mtimeMs } = await stat(this.#pathOf(name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
      if (mtimeMs < Date.now() - partsAbandonedAfterMs) await this.remove(name)
    }
  }

  async begin(): Promise<string> {
    const uploadid = randomUUID()
    await (await open(this.#pathOf(uploadid), 'wx', 0o600)).close()
    return uploadid
  }

  async put(uploadid: string, offset: number, bytes: Uint8Array): Promise<string> {
    if (isFull(await readDiskRoom(this.#folder), bytes.length)) throw noRoom()
    const file = await open(this.#pathOf(uploadid), 'r+')
    try {
      for (let at = 0; at < bytes.length; ) {
        at += (await file.write(bytes, at, bytes.length - at, offset + at)).bytesWritten
      }
      await file.datasync()
    } finally {
      await file.close()
    }
    return `${offset}`
  }

  /** The file of an upload, completely on disk. */
  async settle(uploadid: string): Promise<string> {
    const path = this.#pathOf(uploadid)
    const file = await open(path, 'r')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    return path
  }

  async remove(uploadid: string): Promise<void> {
    await removeFile(this.#pathOf(uploadid))
  }

  #pathOf(uploadid: string): string {
    if (!/^[0-9a-f-]{36}$/.test(uploadid)) throw new Error(`${JSON.stringify(uploadid)} is no id of an upload`)
    return join(this.#folder, uploadid)
  }
}
