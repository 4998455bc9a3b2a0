import { makeFault } from '../fault.ts'
import type { Fault } from '../recording.ts'

export type LogRecord = {
  readonly type: number
  /** Epoch seconds of the recorder's local time. */
  readonly time: number
  readonly payload: DataView<ArrayBuffer>
}

const separator = 0x1e
const headBytes = 8
/** Higher numbers are not types. */
const highestType = 0x1a

/**
 * Divides the bytes of log.bin into records: separator, type, time, length, payload and a checksum. After a wrong
 * checksum, searches the next separator with a correct one and reports everything between as one fault. Zeros between
 * records are ignored. Yields the records chunk by chunk, so that the caller can let other work run in between.
 */
export async function* readLog(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): AsyncGenerator<(LogRecord | Fault)[]> {
  let rest = new Uint8Array()
  let restAt = 0
  let damagedFrom: number | null = null
  for await (const chunk of chunks) {
    const bytes = new Uint8Array(rest.length + chunk.length)
    bytes.set(rest)
    bytes.set(chunk, rest.length)
    const divided = divide(bytes, restAt, damagedFrom)
    damagedFrom = divided.damagedFrom
    rest = bytes.slice(divided.used)
    restAt += divided.used
    yield divided.items
  }
  // An incomplete record is either truncated, or damage followed by records.
  const last = divide(rest, restAt, damagedFrom, true)
  if (last.damagedFrom === null) yield last.items
  else yield [...last.items, makeFault('cut-off', { offset: last.damagedFrom, detail: 'log.bin' })]
}

/** The complete records at the start of a partially read log. */
export function readLogStart(bytes: Uint8Array<ArrayBuffer>): LogRecord[] {
  return divide(bytes, 0, null, true).items.filter((item) => 'payload' in item)
}

function divide(bytes: Uint8Array<ArrayBuffer>, base: number, damagedBefore: number | null, isLast = false) {
  const items: (LogRecord | Fault)[] = []
  const sums = makeSums(bytes)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let damagedFrom = damagedBefore
  let at = 0
  for (; at < bytes.length; ) {
    const size = sizeAt(view, at)
    if (size === 'unknown' && !isLast) break
    if (typeof size === 'number' && at + size > bytes.length && !isLast) break
    if (typeof size === 'number' && at + size <= bytes.length && isIntact(sums, bytes, at, size)) {
      if (damagedFrom !== null) items.push(makeFault('corrupt-block', { offset: damagedFrom, detail: 'log.bin' }))
      damagedFrom = null
      const payload = new DataView(bytes.buffer, bytes.byteOffset + at + headBytes, size - headBytes - 1)
      items.push({ type: view.getUint8(at + 1), time: view.getUint32(at + 2, true), payload })
      at += size
      continue
    }
    if (bytes[at] !== 0 || damagedFrom !== null) damagedFrom ??= base + at
    at++
  }
  return { items, used: at, damagedFrom }
}

/**
 * The size of the record that begins here, including its checksum. Undefined if none begins, unknown if there are too
 * few bytes to tell.
 */
function sizeAt(view: DataView, at: number): number | 'unknown' | undefined {
  if (view.getUint8(at) !== separator) return undefined
  if (at + headBytes > view.byteLength) return 'unknown'
  if (view.getUint8(at + 1) > highestType) return undefined
  return headBytes + view.getUint16(at + 6, true) + 1
}

/** The exclusive or of all bytes before each position, so that the checksum of any range is a look-up. */
function makeSums(bytes: Uint8Array): Uint8Array {
  const sums = new Uint8Array(bytes.length + 1)
  let sum = 0
  for (let at = 0; at < bytes.length; at++) {
    sum ^= bytes[at] ?? 0
    sums[at + 1] = sum
  }
  return sums
}

function isIntact(sums: Uint8Array, bytes: Uint8Array, at: number, size: number): boolean {
  const end = at + size - 1
  return (~((sums[end] ?? 0) ^ (sums[at] ?? 0)) & 0xff) === bytes[end]
}
