import { type FileHandle, open, unlink } from 'node:fs/promises'

/** Written at once: large enough that the calls cost little, small enough that ten uploads stay far under 60 MB. */
const batchBytes = 512 * 1024
const batchChunks = 256

/** A file that is still arriving. One batch is written while the next one comes in. */
export class IncomingFile {
  readonly path: string
  size = 0
  readonly #handle: FileHandle
  #batch: Uint8Array[] = []
  #batchBytes = 0
  /** Answers why the batch before could not be written; never rejects, since nobody may be waiting yet. */
  #writing: Promise<unknown> = Promise.resolve()

  private constructor(path: string, handle: FileHandle) {
    this.path = path
    this.#handle = handle
  }

  static async create(path: string): Promise<IncomingFile> {
    return new IncomingFile(path, await open(path, 'wx', 0o600))
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#batch.push(bytes)
    this.#batchBytes += bytes.length
    this.size += bytes.length
    if (this.#batchBytes >= batchBytes || this.#batch.length >= batchChunks) await this.#flush()
  }

  /** Resolves when every byte is on the disk, whatever happens to the power afterwards. */
  async settle(): Promise<void> {
    await this.#flush()
    await this.#written()
    await this.#handle.sync()
    await this.#handle.close()
  }

  /** Leaves nothing behind, at whatever point. */
  async discard(): Promise<void> {
    await this.#writing
    await this.#handle.close().catch(() => undefined)
    await unlink(this.path).catch(() => undefined)
  }

  async #flush(): Promise<void> {
    await this.#written()
    const batch = this.#batch
    this.#batch = []
    this.#batchBytes = 0
    this.#writing = writeAll(this.#handle, batch).then(
      () => undefined,
      (error: unknown) => error,
    )
  }

  async #written(): Promise<void> {
    const error = await this.#writing
    if (error !== undefined) throw error
  }
}

async function writeAll(handle: FileHandle, batch: readonly Uint8Array[]): Promise<void> {
  if (batch.length === 0) return
  const { bytesWritten } = await handle.writev(batch)
  if (bytesWritten === batch.reduce((sum, bytes) => sum + bytes.length, 0)) return
  // On a disk that is nearly full a write takes a part only; the next one then says why.
  let rest = Buffer.concat(batch).subarray(bytesWritten)
  while (rest.length > 0) rest = rest.subarray((await handle.write(rest)).bytesWritten)
}
