import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A gzip file of a table that inflates to `length` bytes. Made quickly by repeating the same deflated block. */
export function hugeGzip(length: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.from('time,x\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,2\n2026-01-01T00:00:02Z,3\n')
  const stretch = Buffer.alloc(32 * 2 ** 20, '2026-01-01T00:00:03Z,4\n')
  const flushed = { finishFlush: constants.Z_FULL_FLUSH, level: 9 }
  const [first, again] = [deflateRawSync(head, flushed), deflateRawSync(stretch, flushed)]
  const times = Math.ceil(length / stretch.length)
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(head), 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])
  // An empty final block ends the data. The checksum in the trailer is wrong.
  return new Uint8Array(Buffer.concat([header, first, ...Array(times).fill(again), Buffer.from([3, 0]), trailer]))
}
