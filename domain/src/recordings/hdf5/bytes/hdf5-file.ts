import { heldBytes, type Numbers } from '../../arrays/numeric-array.ts'
import type { Source } from '../../recording.ts'
import { UnreadableRecording } from '../../unreadable-recording.ts'

/** Reads numbers at their address, with the widths defined in the superblock. */
export type Hdf5File = {
  readonly source: Source
  /** Added to every address. */
  readonly base: number
  readonly offsetBytes: number
  readonly lengthBytes: number
  readonly signal: AbortSignal | undefined
}

/** An undefined address has all bits set. */
export const nowhere = -1

export type Cursor = {
  readonly view: DataView<ArrayBuffer>
  at: number
}

/** Bytes at an address. Throws if the file ends before them or the address is impossible. */
export async function readAt(file: Hdf5File, address: number, length: number): Promise<Cursor> {
  const offset = file.base + address
  if (!(address >= 0) || !(length >= 0) || offset + length > file.source.size) {
    throw new UnreadableRecording('cut-off', { offset: Math.min(Math.max(0, offset) || 0, file.source.size) })
  }
  if (length > heldBytes) throw new UnreadableRecording('unsupported', { offset, detail: `${length} bytes at once` })
  const bytes = await file.source.read(offset, length, file.signal)
  if (bytes.length < length) throw new UnreadableRecording('cut-off', { offset: offset + bytes.length })
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 }
}

/** As many bytes at an address as the file has, at most `length`. */
async function readUpTo(file: Hdf5File, address: number, length: number): Promise<Cursor> {
  return readAt(file, address, Math.max(0, Math.min(length, file.source.size - file.base - address)))
}

/** The next number with this many bytes, little-endian. Throws at the end of the bytes. */
export function take(cursor: Cursor, bytes: number): number {
  const { view, at } = cursor
  cursor.at += bytes
  if (cursor.at > view.byteLength) throw new UnreadableRecording('wrong-header', { detail: 'HDF5 structure' })
  let value = 0
  for (let index = bytes - 1; index >= 0; index--) value = value * 256 + view.getUint8(at + index)
  return value
}

export function takeAddress(file: Hdf5File, cursor: Cursor): number {
  const from = cursor.at
  const value = take(cursor, file.offsetBytes)
  for (let index = 0; index < file.offsetBytes; index++) {
    if (cursor.view.getUint8(from + index) !== 0xff) return value
  }
  return nowhere
}

export function takeText(cursor: Cursor, length: number): string {
  const { view, at } = cursor
  cursor.at += length
  if (cursor.at > view.byteLength) throw new UnreadableRecording('wrong-header', { detail: 'HDF5 structure' })
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at, Math.min(length, 1024))
  const end = bytes.indexOf(0)
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end))
}

export function expectMark(cursor: Cursor, mark: string): void {
  if (takeText(cursor, mark.length) !== mark) throw new UnreadableRecording('wrong-header', { detail: mark })
}

/** A message of an object header: its type and its data. */
export type Message = { readonly type: number; readonly data: Cursor }

const mostMessages = 4096
/** A block may go on in itself. */
const mostBlocks = 1024
const continuation = 0x10

/** The messages of the object at an address (sections IV.A.1 of the HDF5 file format specification). */
export async function readMessages(file: Hdf5File, address: number): Promise<Message[]> {
  const start = await readUpTo(file, address, 64)
  const isSecond = start.view.byteLength >= 4 && start.view.getUint32(0) === 0x4f484452
  return isSecond ? readSecond(file, address, start) : readFirst(file, address, start)
}

async function readFirst(file: Hdf5File, address: number, start: Cursor): Promise<Message[]> {
  if (take(start, 1) !== 1)
    throw new UnreadableRecording('wrong-header', { offset: file.base + address, detail: 'object' })
  start.at = 8
  const size = take(start, 4)
  const messages: Message[] = []
  const blocks = [{ address: address + 16, size }]
  for (const block of blocks) {
    const cursor = await readAt(file, block.address, block.size)
    while (cursor.at + 8 <= block.size && messages.length < mostMessages) {
      const type = take(cursor, 2)
      const length = take(cursor, 2)
      cursor.at += 4
      const data = slice(cursor, length)
      if (type !== continuation) messages.push({ type, data })
      else if (blocks.length < mostBlocks) blocks.push(takeBlock(file, data))
    }
  }
  return messages
}

async function readSecond(file: Hdf5File, address: number, start: Cursor): Promise<Message[]> {
  start.at = 5
  const flags = take(start, 1)
  start.at += (flags & 0x20 ? 16 : 0) + (flags & 0x10 ? 4 : 0)
  const size = take(start, 2 ** (flags & 3))
  const messages: Message[] = []
  const blocks = [{ address: address + start.at, size, mark: '' }]
  for (const block of blocks) {
    const cursor = await readAt(file, block.address, block.size)
    if (block.mark) expectMark(cursor, block.mark)
    // A continuation ends with a checksum. Fewer bytes than a message are a gap.
    const end = block.size - (block.mark ? 4 : 0)
    const tagBytes = 4 + (flags & 4 ? 2 : 0)
    while (cursor.at + tagBytes <= end && messages.length < mostMessages) {
      const type = take(cursor, 1)
      const length = take(cursor, 2)
      cursor.at += tagBytes - 3
      const data = slice(cursor, length)
      if (type !== continuation) messages.push({ type, data })
      else if (blocks.length < mostBlocks) blocks.push({ ...takeBlock(file, data), mark: 'OCHK' })
    }
  }
  return messages
}

function takeBlock(file: Hdf5File, data: Cursor) {
  return { address: takeAddress(file, data), size: take(data, file.lengthBytes) }
}

function slice(cursor: Cursor, length: number): Cursor {
  const { view, at } = cursor
  if (at + length > view.byteLength) throw new UnreadableRecording('wrong-header', { detail: 'HDF5 message' })
  cursor.at += length
  return { view: new DataView(view.buffer, view.byteOffset + at, length), at: 0 }
}

export type NumberType = {
  readonly kind: 'integer' | 'float'
  readonly bytes: number
  readonly isSigned: boolean
  readonly isBig: boolean
  /** Of a column of a table: where it is in a line, and the bytes of a line. */
  readonly at?: number
  readonly stride?: number
}

/** An integer, also one whose values have names, or a native floating-point type. Undefined for others. */
export function readType({ data }: Message): NumberType | undefined {
  const kind = take(data, 1) & 0x0f
  const bits = take(data, 3)
  const bytes = take(data, 4)
  const isBig = (bits & 1) !== 0
  if (kind === 0 && [1, 2, 4, 8].includes(bytes)) return { kind: 'integer', bytes, isSigned: (bits & 8) !== 0, isBig }
  // Such as what is true or false. The integer comes first.
  if (kind === 8) return readBase(data)
  if (kind !== 1) return undefined
  const isFloat = bytes === 4 || bytes === 8 || (bytes === 2 && isHalf(data))
  return isFloat ? { kind: 'float', bytes, isSigned: true, isBig } : undefined
}

function readBase(data: Cursor): NumberType | undefined {
  const kind = data.at < data.view.byteLength ? data.view.getUint8(data.at) & 0x0f : undefined
  return kind === 0 ? readType({ type: 0, data }) : undefined
}

/** Other numbers of two bytes have another exponent. */
function isHalf(data: Cursor): boolean {
  data.at += 4
  return take(data, 1) === 10 && take(data, 1) === 5
}

/** The sizes of the dimensions; empty for a scalar. Undefined for the null dataspace. */
export function readSpace({ data }: Message, lengthBytes: number): number[] | undefined {
  const version = take(data, 1)
  const rank = take(data, 1)
  data.at += 1
  const kind = take(data, 1)
  if (version === 1) data.at += 4
  else if (kind === 2) return undefined
  return Array.from({ length: rank }, () => take(data, lengthBytes))
}

/** The first dimension that may grow without end. Undefined: none, or the file does not say. */
export function readGrowing(message: Message | undefined, lengthBytes: number): number | undefined {
  if (!message) return undefined
  const { data } = message
  const [version, rank, flags] = [take(data, 1), take(data, 1), take(data, 1)]
  if ((flags & 1) === 0) return undefined
  data.at += (version === 1 ? 5 : 1) + rank * lengthBytes
  const isEndless = Array.from({ length: rank }, () => {
    const bytes = Array.from({ length: lengthBytes }, () => take(data, 1))
    return bytes.every((byte) => byte === 0xff)
  })
  const first = isEndless.indexOf(true)
  return first < 0 ? undefined : first
}

export function makeNumbers(
  { kind, bytes, isSigned }: NumberType,
  length: number,
): Exclude<Numbers, BigInt64Array | BigUint64Array> {
  if (bytes === 8) return new Float64Array(length)
  if (kind === 'float') return new Float32Array(length)
  if (bytes === 1) return isSigned ? new Int8Array(length) : new Uint8Array(length)
  if (bytes === 2) return isSigned ? new Int16Array(length) : new Uint16Array(length)
  return isSigned ? new Int32Array(length) : new Uint32Array(length)
}

export function readNumber(view: DataView, at: number, { kind, bytes, isSigned, isBig }: NumberType): number {
  if (kind === 'float' && bytes === 2) return readHalf(view.getUint16(at, !isBig))
  if (kind === 'float') return bytes === 4 ? view.getFloat32(at, !isBig) : view.getFloat64(at, !isBig)
  if (bytes === 1) return isSigned ? view.getInt8(at) : view.getUint8(at)
  if (bytes === 2) return isSigned ? view.getInt16(at, !isBig) : view.getUint16(at, !isBig)
  if (bytes === 4) return isSigned ? view.getInt32(at, !isBig) : view.getUint32(at, !isBig)
  return Number(isSigned ? view.getBigInt64(at, !isBig) : view.getBigUint64(at, !isBig))
}

function readHalf(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff]
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25))
}
