import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, constants, link, mkdir, open, opendir, readdir, stat, statfs, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { IncomingFile } from './incoming-file.ts'
import { isObjectName, type StoredObject } from './object-store.ts'
import { denied, noRoom, StoreRefusal } from './store-refusal.ts'

/** Left free on the disk, which as a rule the database shares: at most this much, and at most a twentieth of the disk. */
const reserveBytes = 256 * 1024 * 1024
/** An upload is given up when nothing has come for a fraction of this time, so what is older belongs to nobody. */
const abandonedAfterMs = 60 * 60 * 1000

/**
 * Objects as files: `objects/studyid/referencedataid` under the data folder, and what is still arriving beside them in
 * `objects-incoming`, in the same file system. An object's file is linked into place when all of it is on the disk; it is never
 * written to again, and never replaced.
 */
export class ObjectFolder {
  readonly #objects: string
  readonly #incoming: string
  readonly #owner = `${hostname().replace(/[^A-Za-z0-9-]/g, '-')}.${process.pid}`

  constructor(dataDir: string) {
    this.#objects = resolve(dataDir, 'objects')
    this.#incoming = resolve(dataDir, 'objects-incoming')
  }

  /** Makes the folders and clears away what uploads left that a killed process was taking. */
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

  /** A file to receive about so many bytes. Throws a StoreRefusal where the disk lacks the room. */
  async receive(expectedBytes: number): Promise<IncomingFile> {
    const { bavail, blocks, bsize } = await statfs(this.#incoming)
    const reserve = Math.min(reserveBytes, (blocks * bsize) / 20)
    if (bavail * bsize - expectedBytes < reserve) throw noRoom()
    return IncomingFile.create(join(this.#incoming, `${this.#owner}.${randomUUID()}`))
  }

  /** Puts a received file in its place, durably. Throws a StoreRefusal where the name is taken. */
  async keep(file: IncomingFile, objectName: string): Promise<void> {
    const path = this.pathOf(objectName)
    await makeFolder(dirname(path))
    await file.settle()
    try {
      // Unlike a rename, a link never replaces what is there.
      await link(file.path, path)
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? taken() : error
    }
    await syncFolder(dirname(path))
    await removeFile(file.path)
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
    // Nothing is under way in this process yet when the folder is opened.
    return Number(pid) === process.pid || !isAlive(Number(pid))
  }
}

export function taken(): StoreRefusal {
  return new StoreRefusal(409, 'ObjectAlreadyExists', 'This object is in the store already and is never replaced.')
}

/** Makes a folder that outlives a power cut; one that is there already costs one call. */
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

async function removeFile(path: string): Promise<boolean> {
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
