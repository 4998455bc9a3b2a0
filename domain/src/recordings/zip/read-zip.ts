import { limits } from '../limits.ts'
import type { Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { InflateError, inflate, startOf } from './inflate.ts'

export type ZipEntry = {
  readonly name: string
  readonly method: 'stored' | 'deflated'
  /** Of the local header, in bytes from the start of the file. */
  readonly offset: number
  /** In bytes. Null: the archive does not contain it, so the entry extends to the end of its deflated data. */
  readonly compressed: number | null
}

/** The local header of the first entry. */
const mark = [0x50, 0x4b, 3, 4]

export function isZip(head: Uint8Array): boolean {
  return mark.every((byte, index) => head[index] === byte)
}

const maxEntries = 1000
/** A comment of 65,535 bytes may follow the end record of 22. */
const longestEnd = 65_557

/**
 * Lists the contents of an archive from its directory or, if the end of the file was truncated, from the headers before
 * each entry.
 */
export async function listEntries(source: Source, signal?: AbortSignal): Promise<ZipEntry[]> {
  const from = Math.max(0, source.size - longestEnd)
  const tail = viewOf(await source.read(from, source.size - from, signal))
  for (let at = tail.byteLength - 22; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue
    const [length, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
    if (offset === 0xffffffff) throw new UnreadableRecording('unsupported', { offset: from + at, detail: 'zip64' })
    if (length <= 1 << 20 && offset + length <= from + at) {
      const entries = readDirectory(viewOf(await source.read(offset, length, signal)))
      if (entries.length > 0) return entries
    }
  }
  return await walkHeaders(source, signal)
}

function readDirectory(view: DataView): ZipEntry[] {
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= view.byteLength && entries.length < maxEntries; ) {
    if (view.getUint32(at, true) !== 0x02014b50) break
    const nameLength = view.getUint16(at + 28, true)
    const method = methodOf(view.getUint16(at + 10, true), view.getUint16(at + 8, true))
    const name = readName(view, at + 46, nameLength)
    const [compressed, offset] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
    if (method) entries.push({ name, method, offset, compressed })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

async function walkHeaders(source: Source, signal?: AbortSignal): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for (let offset = 0; offset < source.size && entries.length < maxEntries; ) {
    const view = viewOf(await source.read(offset, 1024, signal))
    if (view.byteLength < 30 || view.getUint32(0, true) !== 0x04034b50) break
    const [flags, nameLength] = [view.getUint16(6, true), view.getUint16(26, true)]
    const method = methodOf(view.getUint16(8, true), flags)
    const hasSize = (flags & 8) === 0
    const compressed = hasSize ? view.getUint32(18, true) : null
    if (method) entries.push({ name: readName(view, 30, nameLength), method, offset, compressed })
    if (compressed === null) break
    offset += 30 + nameLength + view.getUint16(28, true) + compressed
  }
  return entries
}

/** Undefined for an entry that is encrypted or uses an unsupported compression. */
function methodOf(method: number, flags: number): ZipEntry['method'] | undefined {
  if ((flags & 1) !== 0) return undefined
  return method === 0 ? 'stored' : method === 8 ? 'deflated' : undefined
}

function readName(view: DataView, at: number, length: number): string {
  const end = Math.min(at + length, view.byteLength)
  return new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at, Math.max(0, end - at)))
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

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
    if (entry.compressed !== null && reached < from + entry.compressed)
      throw new InflateError('ends too early', reached)
    return
  }
  try {
    yield* inflate(chunks, 'deflate-raw', signal)
  } catch (error) {
    throw error instanceof InflateError ? new InflateError(error.message, reached) : error
  }
}

/** The beginning of an entry, at most `length` bytes. Shorter if the rest is damaged. */
export function readEntryStart(
  source: Source,
  entry: ZipEntry,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return startOf(readEntry(source, entry, signal), length)
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
