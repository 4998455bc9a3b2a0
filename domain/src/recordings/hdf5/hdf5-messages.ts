import { UnreadableRecording } from '../unreadable-recording.ts'
import { type Cursor, expectMark, type Hdf5File, readAt, readUpTo, take, takeAddress } from './hdf5-file.ts'

/** A message of an object header: its type and its data. */
export type Message = { readonly type: number; readonly data: Cursor }

const mostMessages = 4096
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
  for (let block = blocks.shift(); block && messages.length < mostMessages; block = blocks.shift()) {
    const cursor = await readAt(file, block.address, block.size)
    while (cursor.at + 8 <= block.size && messages.length < mostMessages) {
      const type = take(cursor, 2)
      const length = take(cursor, 2)
      cursor.at += 4
      const data = slice(cursor, length)
      if (type === continuation) blocks.push(takeBlock(file, data))
      else messages.push({ type, data })
    }
    if (blocks.length > mostMessages) break
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
  for (let block = blocks.shift(); block && messages.length < mostMessages; block = blocks.shift()) {
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
      if (type === continuation) blocks.push({ ...takeBlock(file, data), mark: 'OCHK' })
      else messages.push({ type, data })
    }
    if (blocks.length > mostMessages) break
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
