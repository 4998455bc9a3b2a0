import { malformed } from './store-refusal.ts'

const headersEnd = Buffer.from('\r\n\r\n')

export type PartHead = {
  /** Undefined if the part is not a form field. */
  readonly name: string | undefined
}

/**
 * Reads multipart/form-data as it arrives, part by part, holding no more than a chunk. Strict where browsers and other
 * clients agree: no preamble, no nested parts. A body that breaks off or is out of form throws a StoreRefusal.
 *
 *     for (let part = await reader.nextPart(…); part; part = await reader.nextPart(…))
 *       for await (const bytes of reader.content()) …
 */
export class MultipartReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  /** Bytes received and not yet returned. The line break that the first delimiter lacks is prepended. */
  #ahead: Buffer = Buffer.from('\r\n')
  #chunk: Buffer = Buffer.alloc(0)

  /** The source is only read, never closed: after a refusal the caller may still want to drain it. */
  constructor(source: AsyncIterator<Buffer>, boundary: string) {
    this.#source = source
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  /** The next part's headers, or undefined after the last part. `mostBytes` limits the headers. */
  async nextPart(mostBytes: number): Promise<PartHead | undefined> {
    const start = this.#delimiter.length
    while (this.#ahead.length < start + 2) await this.#more()
    if (!this.#ahead.subarray(0, start).equals(this.#delimiter))
      throw malformed('A part does not begin at its boundary.')
    const mark = this.#ahead.toString('latin1', start, start + 2)
    if (mark === '--') return undefined
    if (mark !== '\r\n') throw malformed('A boundary is followed by something else.')
    this.#ahead = this.#ahead.subarray(start)
    let end = this.#ahead.indexOf(headersEnd)
    while (end < 0) {
      if (this.#ahead.length > mostBytes) throw malformed('A part has too long a head.')
      await this.#more()
      end = this.#ahead.indexOf(headersEnd)
    }
    const head = this.#ahead.toString('utf8', 0, end)
    this.#ahead = this.#ahead.subarray(end + headersEnd.length)
    return { name: fieldName(head) }
  }

  /**
   * The bytes of the current part; must be read completely before the next part. Each piece is valid until the next one
   * is requested.
   */
  async *content(): AsyncGenerator<Buffer, void, undefined> {
    for (;;) {
      const at = this.#ahead.indexOf(this.#delimiter)
      const sure = at >= 0 ? at : this.#ahead.length - this.#possibleDelimiterAtEnd()
      if (sure > 0) {
        const bytes = this.#ahead.subarray(0, sure)
        this.#ahead = this.#ahead.subarray(sure)
        yield bytes
      }
      if (at >= 0) return
      await this.#more()
    }
  }

  /** How many of the last bytes may be the beginning of a delimiter that has not fully arrived. */
  #possibleDelimiterAtEnd(): number {
    const tailStart = Math.max(0, this.#ahead.length - this.#delimiter.length + 1)
    for (let at = this.#ahead.indexOf(13, tailStart); at >= 0; at = this.#ahead.indexOf(13, at + 1)) {
      const tail = this.#ahead.subarray(at)
      if (tail.equals(this.#delimiter.subarray(0, tail.length))) return tail.length
    }
    return 0
  }

  async #more(): Promise<void> {
    const next = await this.#source.next()
    if (next.done) throw malformed('The body ends before its last boundary.')
    const ahead = this.#ahead.length === 0 ? next.value : Buffer.concat([this.#ahead, next.value])
    release(this.#chunk)
    this.#chunk = next.value
    this.#ahead = ahead
  }
}

/**
 * Frees a chunk's memory now. Left to garbage collection, ten uploads accumulate about 70 MB between two collections
 * (measured). Small chunks may share a pool and are left alone.
 */
function release(chunk: Buffer): void {
  const { buffer } = chunk
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.length && !buffer.detached) buffer.transfer(0)
}

/** The boundary of a multipart/form-data content type, or undefined. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  const found = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i.exec(
    contentType ?? '',
  )
  return found?.[1] ?? found?.[2]
}

function fieldName(head: string): string | undefined {
  const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(head)?.[1]
  const found = /(?:^|;)\s*name=(?:"([^"]*)"|([^\s";]+))/i.exec(disposition ?? '')
  return found?.[1] ?? found?.[2]
}
