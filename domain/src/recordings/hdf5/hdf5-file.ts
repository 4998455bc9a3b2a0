import type { Source } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'

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
  const bytes = await file.source.read(offset, length, file.signal)
  if (bytes.length < length) throw new UnreadableRecording('cut-off', { offset: offset + bytes.length })
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at: 0 }
}

/** As many bytes at an address as the file has, at most `length`. */
export async function readUpTo(file: Hdf5File, address: number, length: number): Promise<Cursor> {
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
