/** An entry in the central directory. */
export type ZipEntry = {
  path: string
  size: number
  crc: number
  /** The offset of its local header. */
  offset: number
}

const max32 = 0xffff_ffff
const max16 = 0xffff
/** 4.5, the version with ZIP64. */
const version = 45
/** Sizes and CRC follow the bytes (bit 3); names are UTF-8 (bit 11). */
const flags = 0x0808
const madeByUnix = (3 << 8) | version
/** A regular file: writable by its owner, readable by everyone. */
const attributes = 0o100644 * 0x1_0000

/** The time of all entries in UTC, in MS-DOS format: two-second steps since 1980. */
export function dosTime(at: Date): number {
  const date = ((Math.max(1980, at.getUTCFullYear()) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 0x1_0000 + time
}

/** The ZIP64 field announces sizes of eight bytes after the data, whatever the sizes are. */
export function localHeader(path: string, time: number): Buffer {
  const name = Buffer.from(path)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(version, 4)
  head.writeUInt16LE(flags, 6)
  head.writeUInt32LE(time, 10)
  head.writeUInt32LE(max32, 18)
  head.writeUInt32LE(max32, 22)
  head.writeUInt16LE(name.length, 26)
  const extra = zip64Field([0, 0])
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

export function dataDescriptor({ crc, size }: Pick<ZipEntry, 'crc' | 'size'>): Buffer {
  const record = Buffer.alloc(24)
  record.writeUInt32LE(0x0807_4b50, 0)
  record.writeUInt32LE(crc, 4)
  record.writeBigUInt64LE(BigInt(size), 8)
  record.writeBigUInt64LE(BigInt(size), 16)
  return record
}

/** The offset at which an entry ends, including its sizes. */
export function endOf({ path, size, offset }: Pick<ZipEntry, 'path' | 'size' | 'offset'>): number {
  return offset + 30 + Buffer.byteLength(path) + 20 + size + 24
}

export function centralHeader({ path, size, crc, offset }: ZipEntry, time: number): Buffer {
  const name = Buffer.from(path)
  const extra = zip64Field([...(size >= max32 ? [size, size] : []), ...(offset >= max32 ? [offset] : [])])
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(madeByUnix, 4)
  head.writeUInt16LE(version, 6)
  head.writeUInt16LE(flags, 8)
  head.writeUInt32LE(time, 12)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(Math.min(size, max32), 20)
  head.writeUInt32LE(Math.min(size, max32), 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE(attributes, 38)
  head.writeUInt32LE(Math.min(offset, max32), 42)
  return Buffer.concat([head, name, extra])
}

/** ZIP64 records are always written, so that all files have one format. */
export function endRecords(count: number, start: number, size: number): Buffer {
  const records = Buffer.alloc(56 + 20 + 22)
  records.writeUInt32LE(0x0606_4b50, 0)
  records.writeBigUInt64LE(44n, 4)
  records.writeUInt16LE(madeByUnix, 12)
  records.writeUInt16LE(version, 14)
  records.writeBigUInt64LE(BigInt(count), 24)
  records.writeBigUInt64LE(BigInt(count), 32)
  records.writeBigUInt64LE(BigInt(size), 40)
  records.writeBigUInt64LE(BigInt(start), 48)
  records.writeUInt32LE(0x0706_4b50, 56)
  records.writeBigUInt64LE(BigInt(start + size), 64)
  records.writeUInt32LE(1, 72)
  records.writeUInt32LE(0x0605_4b50, 76)
  records.writeUInt16LE(Math.min(count, max16), 84)
  records.writeUInt16LE(Math.min(count, max16), 86)
  records.writeUInt32LE(Math.min(size, max32), 88)
  records.writeUInt32LE(Math.min(start, max32), 92)
  return records
}

function zip64Field(values: readonly number[]): Buffer {
  if (values.length === 0) return Buffer.alloc(0)
  const field = Buffer.alloc(4 + 8 * values.length)
  field.writeUInt16LE(1, 0)
  field.writeUInt16LE(8 * values.length, 2)
  values.forEach((value, place) => {
    field.writeBigUInt64LE(BigInt(value), 4 + 8 * place)
  })
  return field
}
