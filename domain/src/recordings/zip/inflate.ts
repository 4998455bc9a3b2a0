import { limits } from '../limits.ts'
import { membersOf } from './gzip-members.ts'

/** The deflated data are damaged, end too early, or would inflate beyond the limit. */
export class InflateError extends Error {
  override readonly name = 'InflateError'
  /** How far the file had been read, in bytes. */
  readonly offset: number | null
  /** Whether everything was unpacked, but is not what was packed. */
  readonly isWhole: boolean

  constructor(message: string, offset: number | null = null, isWhole = false) {
    super(message)
    this.offset = offset
    this.isWhole = isWhole
  }
}

/**
 * Chromium inflates all of a chunk at once, and a byte may become a thousand. The chunk is small enough to become at
 * most 16 MiB.
 */
const feedBytes = 16_384

type Chunks = AsyncIterable<Uint8Array<ArrayBuffer>>

/** Inflates chunk by chunk with the platform's decompressor. Of gzip, one file after another that are joined. */
export async function* inflate(
  chunks: Chunks,
  format: 'deflate-raw' | 'deflate' | 'gzip',
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let inflated = 0
  for await (const member of format === 'gzip' ? membersOf(divide(chunks)) : [divide(chunks)]) {
    for await (const chunk of inflateOne(member, format, signal)) {
      inflated += chunk.length
      if (inflated > limits.inflatedBytes) throw new InflateError(`inflates to more than ${limits.inflatedBytes} bytes`)
      yield chunk
    }
  }
}

async function* inflateOne(
  feed: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  format: 'deflate-raw' | 'deflate' | 'gzip',
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let failure: unknown
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await feed.next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          failure = error
          controller.error(error)
        }
      },
    },
    { highWaterMark: 0 },
  )
  const reader = input.pipeThrough(new DecompressionStream(format)).getReader()
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await reader.read().catch((error: unknown) => {
        // Rethrows an error of the source. Any other error means that the data are not valid deflate.
        throw failure ?? new InflateError(reasonOf(error))
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
    await feed.return(undefined)
  }
}

/** What the decompressor says. Node hands it on as the cause of an error without words. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || reasonOf(error.cause ?? 'damaged') : String(error)
}

async function* divide(chunks: Chunks): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += feedBytes) yield chunk.subarray(at, at + feedBytes)
  }
}

/** The beginning of what is inflated, at most `length` bytes. Shorter if the rest is damaged. */
export async function startOf(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const start = new Uint8Array(length)
  let held = 0
  try {
    for await (const chunk of chunks) {
      start.set(chunk.subarray(0, length - held), held)
      held = Math.min(length, held + chunk.length)
      if (held === length) break
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error
  }
  return start.subarray(0, held)
}
