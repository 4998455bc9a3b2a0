import { problem } from '../../shared/problems.ts'

/** The content of all entries together, in bytes. */
export const maxUnzippedBytes = 20_000_000
const maxEntries = 1000
const end = 0x06054b50
const central = 0x02014b50

/** Inflates raw deflate, and throws if it would become more bytes than `most`. */
export type Inflate = (bytes: Uint8Array, most: number) => Uint8Array

/**
 * The entries of a ZIP file by its directory. What they declare is summed before anything is inflated, and no entry may
 * inflate to more than it declares. Throws a Problem if the file is damaged or too large.
 */
export function unzip(bytes: Uint8Array, inflate: Inflate): Map<string, () => Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return entriesOf(bytes, view, inflate)
  } catch (error) {
    if (error instanceof RangeError) throw damaged()
    throw error
  }
}

function entriesOf(bytes: Uint8Array, view: DataView, inflate: Inflate): Map<string, () => Uint8Array> {
  let at = endOf(view)
  let left = view.getUint16(at + 10, true)
  at = view.getUint32(at + 16, true)
  if (left > maxEntries) throw damaged()
  const entries = new Map<string, () => Uint8Array>()
  let total = 0
  for (; left > 0; left--) {
    if (view.getUint32(at, true) !== central) throw damaged()
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const header = view.getUint32(at + 42, true)
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if ((flags & 1) !== 0 || (method !== 0 && method !== 8)) throw damaged()
    total += size
    if (total > maxUnzippedBytes) throw problem('exchange.too-large', { params: { most: maxUnzippedBytes / 1e6 } })
    entries.set(name, () => contentOf(bytes, view, { header, packed, size, method }, inflate))
  }
  return entries
}

type Entry = { header: number; packed: number; size: number; method: number }

function contentOf(bytes: Uint8Array, view: DataView, { header, packed, size, method }: Entry, inflate: Inflate) {
  if (header + 30 > bytes.length) throw damaged()
  const start = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  const content = bytes.subarray(start, start + packed)
  if (content.length < packed) throw damaged()
  return method === 0 ? content : inflated(content, size, inflate)
}

function inflated(content: Uint8Array, size: number, inflate: Inflate): Uint8Array {
  try {
    return inflate(content, Math.max(size, 1))
  } catch {
    throw damaged()
  }
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--) {
    if (view.getUint32(at, true) === end) return at
  }
  throw damaged()
}

function damaged() {
  return problem('exchange.unreadable', { params: { why: 'the ZIP file is damaged' } })
}
