import { limits } from '../limits.ts'
import type { Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { makeCrc } from './crc.ts'
import { InflateError, inflate, startOf } from './inflate.ts'

export type ZipEntry = {
  readonly name: string
  readonly method: 'stored' | 'deflated' | { readonly unsupported: string }
  /** Of the local header, in bytes from the start of the file. */
  readonly offset: number
  /** In bytes. Null: the archive does not contain it, so the entry extends to the end of its deflated data. */
  readonly compressed: number | null
  /** The checksum of its unpacked bytes. Null: the archive does not contain it. */
  readonly crc: number | null
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
    const { length, offset } = (await readLongEnd(source, tail, at, signal)) ?? {
      length: tail.getUint32(at + 12, true),
      offset: tail.getUint32(at + 16, true),
    }
    if (length <= 1 << 20 && offset + length <= from + at) {
      const entries = readDirectory(viewOf(await source.read(offset, length, signal)))
      if (entries.length > 0) return entries
    }
  }
  return await walkHeaders(source, signal)
}

const unknown = 0xffff_ffff

/** Where the directory is, if its end record refers to a longer one before it (zip64). */
async function readLongEnd(source: Source, tail: DataView, end: number, signal?: AbortSignal) {
  if (end < 20 || tail.getUint32(end - 20, true) !== 0x07064b50) return undefined
  const record = viewOf(await source.read(takeLong(tail, end - 12), 56, signal))
  if (record.byteLength < 56 || record.getUint32(0, true) !== 0x06064b50) return undefined
  return { length: takeLong(record, 40), offset: takeLong(record, 48) }
}

function takeLong(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

/** The 64-bit numbers of the extra fields of an entry, which are there for each that does not fit 32 bits. */
function longNumbers(view: DataView, from: number, length: number): number[] {
  const end = Math.min(from + length, view.byteLength)
  for (let at = from; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    const count = Math.floor(Math.min(view.getUint16(at + 2, true), end - at - 4) / 8)
    return Array.from({ length: count }, (_, index) => takeLong(view, at + 4 + 8 * index))
  }
  return []
}

function readDirectory(view: DataView): ZipEntry[] {
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= view.byteLength && entries.length < maxEntries; ) {
    if (view.getUint32(at, true) !== 0x02014b50) break
    const nameLength = view.getUint16(at + 28, true)
    const method = methodOf(view.getUint16(at + 10, true), view.getUint16(at + 8, true))
    const name = readName(view, at + 46, nameLength)
    const longs = longNumbers(view, at + 46 + nameLength, view.getUint16(at + 30, true))
    const [, compressed = unknown, offset = unknown] = [24, 20, 42].map((place) => {
      const number = view.getUint32(at + place, true)
      return number === unknown ? longs.shift() : number
    })
    entries.push({ name, method, offset, compressed, crc: view.getUint32(at + 16, true) })
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
    const long = longNumbers(view, 30 + nameLength, view.getUint16(28, true))[1]
    const short = view.getUint32(18, true)
    const compressed = hasSize ? (short === unknown ? (long ?? null) : short) : null
    const crc = hasSize ? view.getUint32(14, true) : null
    entries.push({ name: readName(view, 30, nameLength), method, offset, compressed, crc })
    if (compressed === null) break
    offset += 30 + nameLength + view.getUint16(28, true) + compressed
  }
  return entries
}

function methodOf(method: number, flags: number): ZipEntry['method'] {
  if ((flags & 1) !== 0) return { unsupported: 'encrypted ZIP' }
  return method === 0 ? 'stored' : method === 8 ? 'deflated' : { unsupported: `ZIP, method ${method}` }
}

/** The characters above 127 of code page 850, in which Windows writes Norwegian names. */
const codePage =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

function readName(view: DataView, at: number, length: number): string {
  const end = Math.min(at + length, view.byteLength)
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, Math.max(0, end - at))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage[byte - 128])).join('')
  }
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/**
 * The bytes of an entry, chunk by chunk. Throws `InflateError` if they are damaged, end too early, or are not those of the
 * checksum.
 */
export async function* readEntry(
  source: Source,
  entry: ZipEntry,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (typeof entry.method === 'object')
    throw new UnreadableRecording('unsupported', { detail: entry.method.unsupported })
  const header = await source.read(entry.offset, 30, signal)
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  if (view.byteLength < 30) return
  const from = entry.offset + 30 + view.getUint16(26, true) + view.getUint16(28, true)
  const to = entry.compressed === null ? source.size : Math.min(source.size, from + entry.compressed)
  let reached = from
  const chunks = readRange(source, from, to, (offset) => (reached = offset), signal)
  const sum = makeCrc()
  try {
    for await (const chunk of entry.method === 'stored' ? chunks : inflate(chunks, 'deflate-raw', signal)) {
      sum.add(chunk)
      yield chunk
    }
  } catch (error) {
    throw error instanceof InflateError ? new InflateError(error.message, reached) : error
  }
  if (entry.method === 'stored' && entry.compressed !== null && reached < from + entry.compressed)
    throw new InflateError('ends too early', reached)
  if (entry.crc !== null && sum.value() !== entry.crc) throw new InflateError('wrong checksum', reached, true)
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
