import { limits, makeBreathe } from '../../limits.ts'
import type { Source } from '../../recording.ts'
import type { Encoded } from './encoding.ts'

/** Bytes passed to the inflater at once. A byte inflates to at most 1032, and one call returns everything it yields. */
const inflateFeed = 1 << 14
const gatheredBytes = 1 << 17

export type TextFile = {
  readonly gzip: boolean
  readonly encoded: Encoded | null
  /** The last byte of a line's end: a carriage return alone ends the lines of old Macintosh programs. */
  readonly lineEnd?: '\n' | '\r'
}

/** How reading the text ended: at the end of the file, at a corrupt gzip stream, or at the limit of inflated bytes. */
export type End = { reason: 'end' | 'cut-off' | 'limit' }

/**
 * The text as bytes in which digits and delimiters are ASCII, from an offset of the file, which must be 0 for gzip and
 * UTF-16. Without `encoded`, the bytes are returned as they are.
 */
export async function* textChunks(
  source: Source,
  file: TextFile,
  end: End,
  { offset = 0, signal }: { offset?: number; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<Uint8Array> {
  const bytes = file.gzip ? inflated(source, end, signal) : plain(source, offset, signal)
  if (!file.encoded) return yield* bytes
  const { encoding, mark } = file.encoded
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  if (isWide) return yield* narrowed(bytes, encoding)
  let skip = offset === 0 ? mark : 0
  for await (const chunk of bytes) {
    yield chunk.subarray(skip)
    skip = Math.max(0, skip - chunk.length)
  }
}

/** Reads one chunk ahead while the previous one is processed. */
async function* plain(source: Source, offset: number, signal?: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const breathe = makeBreathe(signal)
  const readAt = (at: number) => {
    const reading = source.read(at, Math.min(limits.chunkBytes, source.size - at), signal)
    // Not awaited if the consumer stops early.
    reading.catch(() => undefined)
    return reading
  }
  let next = offset < source.size ? readAt(offset) : null
  while (next) {
    const chunk: Uint8Array<ArrayBuffer> = await next
    offset += chunk.length
    next = chunk.length > 0 && offset < source.size ? readAt(offset) : null
    if (chunk.length > 0) yield chunk
    await breathe()
  }
}

async function* inflated(source: Source, end: End, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  let broken: unknown
  const fed = feed(plain(source, 0, signal), (error) => {
    broken = error
  })
  const reader = fed.pipeThrough(new DecompressionStream('gzip')).getReader()
  const breathe = makeBreathe(signal)
  let total = 0
  // The inflater returns small pieces, which are gathered so that blocks are large.
  let gathered: Uint8Array[] = []
  let length = 0
  try {
    while (true) {
      const { done, value } = await reader.read()
      if (done) break
      gathered.push(value)
      length += value.length
      total += value.length
      if (total > limits.inflatedBytes) {
        end.reason = 'limit'
        break
      }
      if (length < gatheredBytes) continue
      yield joined(gathered, length)
      gathered = []
      length = 0
      await breathe()
    }
  } catch {
    // An error of the source, or a cancellation, is not a fault of the file.
    signal?.throwIfAborted()
    if (broken) throw broken
    end.reason = 'cut-off'
  } finally {
    // Also stops reading the source.
    await reader.cancel().catch(() => undefined)
  }
  if (length > 0) yield joined(gathered, length)
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function feed(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>, onError: (error: unknown) => void) {
  let chunk: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          if (chunk.length === 0) {
            const next = await chunks.next()
            if (next.done) return controller.close()
            chunk = next.value
          }
        } catch (error) {
          onError(error)
          throw error
        }
        controller.enqueue(chunk.slice(0, inflateFeed))
        chunk = chunk.subarray(inflateFeed)
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

async function* narrowed(bytes: AsyncGenerator<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  // Removes the byte order mark itself.
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  for await (const chunk of bytes) yield encoder.encode(decoder.decode(chunk, { stream: true }))
  yield encoder.encode(decoder.decode())
}
