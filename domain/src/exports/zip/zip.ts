/** An entry in the central directory. */
export type ZipEntry = {
  path: string
  /** Bytes of the content. */
  size: number
  /** Bytes in the file, if the entry is deflated. */
  deflated?: number
  crc: number
  /** The offset of its local header. */
  offset: number
}

/** How a file is written. */
export type ZipForm = {
  /** Whether sizes have eight bytes (ZIP64). Excel refuses such files. */
  isLarge: boolean
  isDeflated: boolean
  /** The time of all entries, see `dosTime`. */
  time: number
  /** The CRC-32 of the bytes, continued from that of the bytes before. */
  checksum: (bytes: Uint8Array, before: number) => number
}

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const max32 = 0xffff_ffff
const max16 = 0xffff
/** Sizes and CRC follow the bytes (bit 3), because they are not known before; names are UTF-8 (bit 11). */
const flags = 0x0808
/** A regular file: writable by its owner, readable by everyone. */
const attributes = 0o100644 * 0x1_0000
/** 4.5 is the version with ZIP64. */
const versionOf = ({ isLarge }: ZipForm) => (isLarge ? 45 : 20)
const madeByUnix = (form: ZipForm) => (3 << 8) | versionOf(form)
const methodOf = ({ isDeflated }: ZipForm) => (isDeflated ? 8 : 0)

/** Below 4 GiB, deflated. All entries are of 1 January 1980, so that the same content produces the same bytes. */
const smallForm: ZipForm = { isLarge: false, isDeflated: true, time: dosTime(new Date(0)), checksum: crc32 }

/** A whole ZIP file below 4 GiB, as a stream. */
export async function* zip(
  contents: Iterable<{ path: string; write(): AsyncIterable<string> }>,
  { isDeflated = true }: { isDeflated?: boolean } = {},
): AsyncGenerator<Uint8Array> {
  const form = { ...smallForm, isDeflated }
  const entries: ZipEntry[] = []
  let offset = 0
  for (const { path, write } of contents) {
    const entry = yield* zipEntry(path, write(), offset, form)
    entries.push(entry)
    offset = endOf(entry, form)
  }
  yield* zipDirectory(entries, offset, form)
}

/** The bytes of one entry at this offset; returns what the directory says of it. */
export async function* zipEntry(
  path: string,
  content: AsyncIterable<string | Uint8Array<ArrayBufferLike>>,
  offset: number,
  form: ZipForm,
): AsyncGenerator<Uint8Array, ZipEntry, undefined> {
  const written = { size: 0, crc: 0 }
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
      written.crc = form.checksum(bytes, written.crc)
      written.size += bytes.length
      yield bytes
    }
  }
  yield localHeader(path, form)
  let stored = 0
  for await (const bytes of form.isDeflated ? deflate(counted()) : counted()) {
    stored += bytes.length
    yield bytes
  }
  const entry = { path, ...written, ...(form.isDeflated && { deflated: stored }), offset }
  yield dataDescriptor(entry, form)
  return entry
}

/** The central directory, which begins at this offset, with the entries in their order. */
export function* zipDirectory(
  entries: Iterable<ZipEntry>,
  offset: number,
  form: ZipForm,
): Generator<Bytes, void, undefined> {
  let count = 0
  let size = 0
  for (const entry of entries) {
    const header = centralHeader(entry, form)
    count += 1
    size += header.length
    yield header
  }
  yield endRecords(count, offset, size, form)
}

/** The time of an entry in UTC, in MS-DOS format: two-second steps since 1980. */
export function dosTime(at: Date): number {
  const date = ((Math.max(1980, at.getUTCFullYear()) - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return date * 0x1_0000 + time
}

/** The offset at which an entry ends, including its sizes. */
export function endOf({ path, size, deflated, offset }: ZipEntry, { isLarge }: Pick<ZipForm, 'isLarge'>): number {
  return offset + 30 + encoder.encode(path).length + (deflated ?? size) + (isLarge ? 20 + 24 : 16)
}

/** The ZIP64 field of a large file announces sizes of eight bytes after the data, whatever the sizes are. */
function localHeader(path: string, form: ZipForm): Bytes {
  const name = encoder.encode(path)
  const extra = form.isLarge ? zip64Field([0, 0]) : new Uint8Array(0)
  const size = form.isLarge ? max32 : 0
  const head = record(
    [4, 0x0403_4b50],
    [2, versionOf(form)],
    [2, flags],
    [2, methodOf(form)],
    [4, form.time],
    [4, 0],
    [4, size],
    [4, size],
    [2, name.length],
    [2, extra.length],
  )
  return joined(head, name, extra)
}

function dataDescriptor({ crc, size, deflated = size }: ZipEntry, { isLarge }: ZipForm): Bytes {
  const width = isLarge ? 8 : 4
  return record([4, 0x0807_4b50], [4, crc], [width, deflated], [width, size])
}

export function centralHeader({ path, size, deflated = size, crc, offset }: ZipEntry, form: ZipForm): Bytes {
  const name = encoder.encode(path)
  const extra = zip64Field([...(size >= max32 ? [size, deflated] : []), ...(offset >= max32 ? [offset] : [])])
  const head = record(
    [4, 0x0201_4b50],
    [2, madeByUnix(form)],
    [2, versionOf(form)],
    [2, flags],
    [2, methodOf(form)],
    [4, form.time],
    [4, crc],
    [4, Math.min(deflated, max32)],
    [4, Math.min(size, max32)],
    [2, name.length],
    [2, extra.length],
    [6, 0],
    [4, attributes],
    [4, Math.min(offset, max32)],
  )
  return joined(head, name, extra)
}

/** ZIP64 records are always written to a large file, so that all have one format. */
export function endRecords(count: number, start: number, size: number, form: ZipForm): Bytes {
  const large = record(
    [4, 0x0606_4b50],
    [8, 44],
    [2, madeByUnix(form)],
    [2, versionOf(form)],
    [8, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, start],
    [4, 0x0706_4b50],
    [4, 0],
    [8, start + size],
    [4, 1],
  )
  const end = record(
    [4, 0x0605_4b50],
    [4, 0],
    [2, Math.min(count, max16)],
    [2, Math.min(count, max16)],
    [4, Math.min(size, max32)],
    [4, Math.min(start, max32)],
    [2, 0],
  )
  return form.isLarge ? joined(large, end) : end
}

function zip64Field(values: readonly number[]): Bytes {
  if (values.length === 0) return new Uint8Array(0)
  return record([2, 1], [2, 8 * values.length], ...values.map((value): [number, number] => [8, value]))
}

/** Numbers with their widths in bytes, little endian. */
function record(...fields: readonly (readonly [width: number, value: number])[]): Bytes {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of fields) {
    let rest = value
    for (let place = 0; place < width; place++) {
      bytes[at + place] = rest % 256
      rest = Math.floor(rest / 256)
    }
    at += width
  }
  return bytes
}

function joined(...parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Not every environment has `ReadableStream.from`. */
function deflate(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  const source = new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(Uint8Array.from(value))
    },
  })
  return source.pipeThrough(new CompressionStream('deflate-raw'))
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of ZIP files, continued from that of the bytes before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let state = before ^ 0xffff_ffff
  for (const byte of bytes) state = (state >>> 8) ^ (table[(state ^ byte) & 0xff] ?? 0)
  return (state ^ 0xffff_ffff) >>> 0
}
