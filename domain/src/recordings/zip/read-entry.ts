import { limits } from '../limits.ts'
import type { Source } from '../recording.ts'
import { InflateError, inflate } from './inflate.ts'
import type { ZipEntry } from './zip-entries.ts'

/** The bytes of an entry, chunk by chunk. Throws `InflateError` if they are damaged or end too early. */
export async function* readEntry(
  source: Source,
  entry: ZipEntry,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const header = await source.read(entry.offset, 30, signal)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (view.byteLength < 30) return
  const from = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true)
  const to = entry.compressed === null ? source.size : Math.min(source.size, from + entry.compressed)
  let reached = from
  const chunks = readRange(source, from, to, (offset) => (reached = offset), signal)
  if (entry.method === 'stored') {
    yield* chunks
    return
  }
  try {
    yield* inflate(chunks, 'deflate-raw', signal)
  } catch (error) {
    throw error instanceof InflateError ? new InflateError(error.message, reached) : error
  }
}

/** The beginning of an entry, at most `length` bytes. Shorter if the rest is damaged. */
export async function readEntryStart(
  source: Source,
  entry: ZipEntry,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  let held = 0
  try {
    for await (const chunk of readEntry(source, entry, signal)) {
      bytes.set(chunk.subarray(0, length - held), held)
      held = Math.min(length, held + chunk.length)
      if (held === length) break
    }
  } catch (error) {
    if (!(error instanceof InflateError)) throw error
  }
  return bytes.subarray(0, held)
}

async function* readRange(
  source: Source,
  from: number,
  to: number,
  reach: (offset: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < to; ) {
    const bytes = await source.read(at, Math.min(limits.chunkBytes, to - at), signal)
    if (bytes.length === 0) return
    at += bytes.length
    reach(at)
    yield bytes
  }
}
