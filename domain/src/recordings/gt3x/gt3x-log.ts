import { type Block, type Fault, makeFault } from '../recording.ts'

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

/** Samples of three axes in g, in the order X, Y, Z. */
type Axes = readonly [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>]

function makeAxes(count: number): Axes {
  return [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
}

/** Three times 12 bits per sample, most significant first, in the order Y, X, Z. */
export function unpackTwelveBits(bytes: Uint8Array, scale: number): Axes {
  const count = Math.floor((bytes.length * 2) / 9)
  const [x, y, z] = makeAxes(count)
  const nibble = (index: number) => ((bytes[index >> 1] ?? 0) >> (index & 1 ? 0 : 4)) & 0x0f
  const number = (at: number) => (((nibble(at) << 8) | (nibble(at + 1) << 4) | nibble(at + 2)) << 20) >> 20
  for (let index = 0; index < count; index++) {
    y[index] = number(index * 9) / scale
    x[index] = number(index * 9 + 3) / scale
    z[index] = number(index * 9 + 6) / scale
  }
  return [x, y, z]
}

/** Three little-endian words per sample, in the order X, Y, Z. */
export function unpackWords(view: DataView, scale: number): Axes {
  const count = Math.floor(view.byteLength / 6)
  const [x, y, z] = makeAxes(count)
  for (let index = 0; index < count; index++) {
    x[index] = view.getInt16(index * 6, true) / scale
    y[index] = view.getInt16(index * 6 + 2, true) / scale
    z[index] = view.getInt16(index * 6 + 4, true) / scale
  }
  return [x, y, z]
}

export type Series = {
  /**
   * Adds the samples of one record, evenly spaced over `seconds`; `at` in seconds since the start. Returns the fault,
   * if any.
   */
  add(at: number, seconds: number, values: readonly Float32Array<ArrayBuffer>[]): Fault | undefined
  /** The blocks since the previous call. */
  flush(): Block[]
}

type Piece = { at: number; step: number; continues: boolean; parts: (readonly Float32Array<ArrayBuffer>[])[] }

/** Joins consecutive seconds with the same number of samples. `channels` are sampled together. */
export function makeSeries(channels: readonly number[]): Series {
  let pieces: Piece[] = []
  let end = Number.NEGATIVE_INFINITY
  return {
    add: (at, seconds, values) => {
      const count = values[0]?.length ?? 0
      if (count === 0) return undefined
      if (at < end - 1e-6) return makeFault('time-backwards', { at })
      const step = seconds / count
      const continues = at - end < step / 2
      const last = pieces.at(-1)
      if (continues && last && last.step === step) last.parts.push(values)
      else pieces.push({ at, step, continues, parts: [values] })
      end = at + seconds
      return undefined
    },
    flush: () => {
      const blocks = pieces.flatMap(({ at, step, continues, parts }) =>
        channels.map((channel, index): Block => ({ channel, at, step, continues, values: join(parts, index) })),
      )
      pieces = []
      return blocks
    },
  }
}

function join(parts: readonly (readonly Float32Array<ArrayBuffer>[])[], index: number): Float32Array {
  const values = new Float32Array(parts.reduce((sum, part) => sum + (part[index]?.length ?? 0), 0))
  let into = 0
  for (const part of parts) {
    const each = part[index]
    if (!each) continue
    values.set(each, into)
    into += each.length
  }
  return values
}

/** Occasional single readings, such as of the battery. */
export function makeReadings(channel: number): { add(at: number, value: number): void; flush(): Block[] } {
  let times: number[] = []
  let values: number[] = []
  return {
    add: (at, value) => {
      if (at < (times.at(-1) ?? Number.NEGATIVE_INFINITY)) return
      times.push(at)
      values.push(value)
    },
    flush: () => {
      const [at] = times
      if (at === undefined) return []
      const block = { channel, at, step: null, times: Float64Array.from(times), values: Float32Array.from(values) }
      times = []
      values = []
      return [{ ...block, continues: true }]
    },
  }
}
