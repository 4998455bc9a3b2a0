import type { Source } from '@casebook/domain/recordings/recording.ts'
import { type Piece, piecesOf } from './pieces.ts'

/** The store did not respond after all retries. */
export class StoreUnreachable extends Error {}

const attempts = 4
const pauseMs = 500

/**
 * A file in the store, fetched in pieces as needed, one piece ahead. A fetched piece is kept as a Blob, which the
 * browser may put on disk, so that no byte is fetched twice. Links expire soon: `renew` returns a new one.
 */
export class RangeSource implements Source {
  readonly size: number
  #url: string
  readonly #renew: () => Promise<string>
  readonly #pieces: readonly Piece[]
  readonly #kept = new Map<number, Promise<Blob>>()
  /** The whole file, from a store that ignores ranges. */
  #whole: Blob | null = null
  /** The piece last read from, as bytes. */
  #open: { index: number; bytes: Uint8Array<ArrayBuffer> } | null = null
  /** How far the file was read. */
  reached = 0

  constructor(url: string, size: number, renew: () => Promise<string>) {
    this.#url = url
    this.size = size
    this.#renew = renew
    this.#pieces = piecesOf(size)
  }

  async read(offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(this.size, offset + length)
    if (end <= offset) return new Uint8Array()
    const answer = new Uint8Array(end - offset)
    let at = offset
    while (at < end) {
      signal?.throwIfAborted()
      const index = this.#pieces.findIndex((piece) => at < piece.end)
      const piece = this.#pieces[index]
      if (!piece) break
      const bytes = await this.#bytesOf(index)
      const part = bytes.subarray(at - piece.start, Math.min(piece.end, end) - piece.start)
      if (part.length === 0) break
      answer.set(part, at - offset)
      at += part.length
    }
    return at === end ? answer : answer.subarray(0, at - offset)
  }

  async #bytesOf(index: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#open?.index === index) return this.#open.bytes
    const piece = this.#keep(index)
    const bytes = new Uint8Array(await (await piece).arrayBuffer())
    this.#open = { index, bytes }
    const reached = this.#pieces[index]
    // The end of the file is read before its middle.
    if (reached && (reached.end < this.size || index === 0 || this.#kept.has(index - 1)))
      this.reached = Math.max(this.reached, reached.end)
    // A failure is reported when the piece is needed.
    if (this.#pieces[index + 1]) this.#keep(index + 1).catch(() => undefined)
    return bytes
  }

  #keep(index: number): Promise<Blob> {
    const kept = this.#kept.get(index)
    if (kept) return kept
    const piece = this.#pieces[index] ?? { start: 0, end: 0 }
    const coming = this.#fetch(piece)
    this.#kept.set(index, coming)
    coming.catch(() => this.#kept.delete(index))
    return coming
  }

  async #fetch({ start, end }: Piece): Promise<Blob> {
    for (let attempt = 1; ; attempt++) {
      if (this.#whole) return this.#whole.slice(start, end)
      try {
        const answer = await fetch(this.#url, { headers: { range: `bytes=${start}-${end - 1}` }, credentials: 'omit' })
        if (answer.status === 206) {
          const blob = await answer.blob()
          if (blob.size === end - start) return blob
        } else if (answer.status === 200) {
          this.#whole = await answer.blob()
          return this.#whole.slice(start, end)
        } else if (answer.status < 500) this.#url = await this.#renew()
      } catch (error) {
        // A lost connection: retried below.
        if (attempt >= attempts) throw new StoreUnreachable('The file store does not answer.', { cause: error })
      }
      if (attempt >= attempts) throw new StoreUnreachable('The file store does not answer.')
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt))
    }
  }
}
