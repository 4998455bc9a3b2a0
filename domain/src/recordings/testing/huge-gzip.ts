import { constants, crc32, deflateRawSync } from 'node:zlib'
import { joinBytes } from './write-zip.ts'

/** What inflates to `head` and to at least `length` bytes of `more`, repeated. Made quickly: it is one deflated block after another. */
export function deflatedHuge(head: Uint8Array, more: string, length: number): Uint8Array<ArrayBuffer> {
  const stretch = Buffer.alloc(32 * 2 ** 20, more)
  const flushed = { finishFlush: constants.Z_FULL_FLUSH, level: 9 }
  const [first, again] = [deflateRawSync(head, flushed), deflateRawSync(stretch, flushed)]
  const times = Math.ceil(length / stretch.length)
  // An empty final block ends the data.
  return joinBytes([first, ...Array<Uint8Array>(times).fill(again), Uint8Array.of(3, 0)])
}

function gzipped(head: Uint8Array, more: string, length: number): Uint8Array<ArrayBuffer> {
  const header = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255)
  const trailer = Buffer.alloc(8)
  // The checksum is wrong.
  trailer.writeUInt32LE(crc32(head), 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  return joinBytes([header, deflatedHuge(head, more, length), trailer])
}

/** A gzip file of a table that inflates to `length` bytes. */
export function hugeGzip(length: number): Uint8Array<ArrayBuffer> {
  const head = 'time,x\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,2\n2026-01-01T00:00:02Z,3\n'
  return gzipped(Buffer.from(head), '2026-01-01T00:00:03Z,4\n', length)
}

/** A gzip file of something with this beginning, and zeros. */
export function hugeGzipOf(head: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  return gzipped(head, '\0', length)
}

/** An archive with one entry that has this beginning, and zeros. */
export function hugeZipOf(name: string, head: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const data = deflatedHuge(head, '\0', length)
  const title = new TextEncoder().encode(name)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(8, 4)
  fields.writeUInt32LE(data.length, 14)
  fields.writeUInt32LE(length % 2 ** 32, 18)
  fields.writeUInt16LE(title.length, 22)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + title.length, 12)
  end.writeUInt32LE(30 + title.length + data.length, 16)
  const local = Uint8Array.of(0x50, 0x4b, 3, 4)
  const central = Uint8Array.of(0x50, 0x4b, 1, 2, 20, 0)
  return joinBytes([local, fields, title, data, central, fields, new Uint8Array(14), title, end])
}
