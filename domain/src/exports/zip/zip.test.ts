import { crc32 as nodeCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { centralHeader, crc32, endRecords } from './zip.ts'

test('the checksum is that of other programs, however the bytes are cut', () => {
  const bytes = Uint8Array.from({ length: 3_000 }, (_, place) => (place * 31) % 256)
  expect(crc32(bytes)).toBe(nodeCrc32(bytes))
  expect(crc32(bytes.subarray(1_234), crc32(bytes.subarray(0, 1_234)))).toBe(nodeCrc32(bytes))
  expect(crc32(new Uint8Array(0))).toBe(0)
})

test('sizes and offsets beyond 4 GiB use ZIP64 fields', () => {
  const far = 5_000_000_000
  const form = { isLarge: true, isDeflated: false, time: 0, checksum: crc32 }
  const header = Buffer.from(centralHeader({ path: 'a', size: far, crc: 1, offset: far + 7 }, form))
  expect(header.readUInt32LE(20)).toBe(0xffff_ffff)
  expect(header.readUInt32LE(42)).toBe(0xffff_ffff)
  expect([0, 1, 2].map((place) => Number(header.readBigUInt64LE(46 + 1 + 4 + 8 * place)))).toEqual([far, far, far + 7])
  const end = Buffer.from(endRecords(70_000, far, 10, form))
  expect(end.readUInt16LE(86)).toBe(0xffff)
  expect(Number(end.readBigUInt64LE(32))).toBe(70_000)
  expect(Number(end.readBigUInt64LE(48))).toBe(far)
})
