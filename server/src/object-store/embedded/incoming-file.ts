import { type FileHandle, open, unlink } from 'node:fs/promises'

/** Written at once: large enough that calls cost little, small enough that ten uploads stay far below 60 MB. */
const batchBytes = 256 * 1024

/**
 * A file that is being received. Incoming bytes fill one of two buffers while the other is being written, so memory use
 * does not depend on speed or file size.
 */
export class IncomingFile {
  readonly path: string
  size = 0
  readonly #handle: FileHandle
  #filling = Buffer.allocUnsafeSlow(batchBytes)
  #spare = Buffer.allocUnsafeSlow(batchBytes)
  #filled = 0
  /** Resolves to the error of the previous batch, if any. Never rejects, since nobody may be waiting yet. */
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

  /** Resolves when every byte is on disk, safe from a power failure. */
  async settle(): Promise<void> {
    await this.#flush()
    await this.#written()
    await this.#handle.sync()
    await this.#handle.close()
  }

  /** Removes the file, at whatever stage. */
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

/** A write may be partial, for example on a nearly full disk. The next write then reports the error. */
async function writeAll(handle: FileHandle, batch: Uint8Array): Promise<void> {
  for (let rest = batch; rest.length > 0; ) rest = rest.subarray((await handle.write(rest)).bytesWritten)
}
