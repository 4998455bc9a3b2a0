import { randomUUID } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isFull, readDiskRoom } from '../../config/disk-room.ts'
import { makeFolder, removeFile } from './object-folder.ts'
import { noRoom } from './store-refusal.ts'

/** An upload without additions for this long belongs to no export that is still kept. */
const abandonedAfterMs = 8 * 24 * 60 * 60 * 1000

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
      if (mtimeMs < Date.now() - abandonedAfterMs) await this.remove(name)
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
