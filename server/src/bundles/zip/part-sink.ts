import type { Sink } from './zip-writer.ts'

type PutPart = (number: number, offset: number, bytes: Uint8Array) => Promise<void>

/**
 * Cuts a byte stream into parts of equal size and passes each on, so that memory holds at most one part. `from`: where
 * the stream begins. Bytes before `written` were passed on earlier and are skipped.
 */
export class PartSink {
  readonly #put: PutPart
  readonly #buffer: Buffer
  #position: number
  #filled = 0
  #written: number

  constructor({ partBytes, from, written, put }: { partBytes: number; from: number; written: number; put: PutPart }) {
    this.#buffer = Buffer.allocUnsafeSlow(partBytes)
    this.#position = from
    this.#written = written
    this.#put = put
  }

  readonly write: Sink = async (bytes) => {
    const passed = Math.min(bytes.length, Math.max(0, this.#written - this.#position))
    this.#position += bytes.length
    for (let rest = bytes.subarray(passed); rest.length > 0; ) {
      const part = rest.subarray(0, this.#buffer.length - this.#filled)
      this.#buffer.set(part, this.#filled)
      this.#filled += part.length
      rest = rest.subarray(part.length)
      if (this.#filled === this.#buffer.length) await this.#flush()
    }
  }

  /** Passes on the rest, as the last part. */
  async end(): Promise<void> {
    if (this.#filled > 0) await this.#flush()
  }

  async #flush(): Promise<void> {
    const bytes = this.#buffer.subarray(0, this.#filled)
    await this.#put(this.#written / this.#buffer.length + 1, this.#written, bytes)
    this.#written += bytes.length
    this.#filled = 0
  }
}
