import { type FileHandle, open, unlink } from 'node:fs/promises'

/** Written at once: large enough that the calls cost little, small enough that ten uploads at once stay far under 60 MB. */
const batchBytes = 256 * 1024

/**
 * A file that is still arriving. What comes is copied into one of two buffers while the other is being written, so that
 * the memory taken is the same however fast it comes and however large it gets.
 */
export class IncomingFile {
  readonly path: string
  size = 0
  readonly #handle: FileHandle
  #filling = Buffer.allocUnsafeSlow(batchBytes)
  #spare = Buffer.allocUnsafeSlow(batchBytes)
  #filled = 0
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
    this.size += bytes.length
    for (let rest = bytes; rest.length > 0; ) {
      const part = rest.subarray(0, batchBytes - this.#filled)
      this.#filling.set(part, this.#filled)
      this.#filled += part.length
      rest = rest.subarray(part.length)
      if (this.#filled === batchBytes) await this.#flush()
    }
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
    const batch = this.#filling.subarray(0, this.#filled)
    ;[this.#filling, this.#spare] = [this.#spare, this.#filling]
    this.#filled = 0
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

/** A write may take a part only, as on a disk that is nearly full: the next one then says why. */
async function writeAll(handle: FileHandle, batch: Uint8Array): Promise<void> {
  for (let rest = batch; rest.length > 0; ) rest = rest.subarray((await handle.write(rest)).bytesWritten)
}
