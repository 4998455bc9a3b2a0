import { Readable } from 'node:stream'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'

/** From this length on, an answer is encoded and sent piece by piece. */
const longFrom = 500_000
const pieceBytes = 65_536

const encoder = new TextEncoder()

/**
 * An answer as the texts that it consists of. It is never put together: a buffer of 30 MB would stop the event loop
 * while it is filled, while the kernel takes what it can of it, and while it is collected.
 */
export class LongAnswer {
  readonly texts: readonly string[]
  /** As UTF-8. */
  readonly bytes: number

  constructor(texts: readonly string[]) {
    this.texts = texts
    this.bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  }

  /**
   * A stream that encodes each piece when the one before has been taken. The kernel may take all of them at once, so
   * that each piece also waits for a turn of the event loop, and other calls go on in between.
   */
  stream(): Readable {
    return Readable.from(this.#paced(), { objectMode: false, highWaterMark: pieceBytes })
  }

  async *#paced() {
    for (const piece of this.pieces()) {
      yield piece
      await turnOfTheLoop()
    }
  }

  /** The answer without its data: enough to see whether it has errors. */
  beginning(): Buffer {
    const [head = '', errors = ''] = this.texts
    return Buffer.from(head.startsWith('{"errors"') ? `${head}${errors}}` : head)
  }

  *pieces(): Generator<Uint8Array> {
    let piece = new Uint8Array(pieceBytes)
    let filled = 0
    for (const text of this.texts) {
      let at = 0
      while (at < text.length) {
        // Characters are never divided.
        const { read, written } = encoder.encodeInto(text.slice(at), piece.subarray(filled))
        at += read
        filled += written
        if (at === text.length) break
        yield piece.subarray(0, filled)
        piece = new Uint8Array(pieceBytes)
        filled = 0
      }
    }
    if (filled > 0) yield piece.subarray(0, filled)
  }
}

export function isLong(texts: readonly string[]): boolean {
  return texts.reduce((sum, { length }) => sum + length, 0) >= longFrom
}
