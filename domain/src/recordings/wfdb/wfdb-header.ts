import { isBelievableRate, limits } from '../limits.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'

type WfdbSignal = {
  readonly filename: string
  readonly format: SampleFormat
  /** Samples in a frame: a multiple of the record's rate. */
  readonly samplesPerFrame: number
  /** Frames by which this signal is delayed in the file. */
  readonly skew: number
  /** Bytes before the first sample. */
  readonly offset: number
  /** Units per physical unit. Null: not calibrated. */
  readonly gain: number | null
  readonly baseline: number
  readonly unit: string
  /** The value before the first sample, for differences. */
  readonly initial: number
  readonly name: string
}

export type WfdbHeader = {
  readonly record: string
  /** Frames in a second. */
  readonly rate: number
  /** Null: determined by the files. */
  readonly frames: number | null
  /** Epoch seconds in local time, or null. */
  readonly start: number | null
  readonly signals: readonly WfdbSignal[]
}

/** Reads a header (WFDB Applications Guide, header(5)). */
export function readWfdbHeader(text: string): WfdbHeader {
  let line = 0
  const lines = text.split(/\r?\n/).map((each) => ({ text: each.trim(), line: ++line }))
  const [first, ...rest] = lines.filter((each) => each.text !== '' && !each.text.startsWith('#'))
  if (!first) throw new UnreadableRecording('no-data', { line: 1 })
  const [name = '', count = '', rate = '250', frames, time, date] = first.text.split(/\s+/)
  const [record = '', segments] = name.split('/')
  if (segments !== undefined) throw new UnreadableRecording('unsupported', { line: first.line, detail: 'segments' })
  const signals = Number(count)
  const framesPerSecond = Number.parseFloat(rate)
  if (!Number.isSafeInteger(signals) || signals < 1 || signals > 9999) throw wrong(first.line, `${count} signals`)
  if (!isBelievableRate(framesPerSecond)) throw wrong(first.line, `${rate} Hz`)
  if (rest.length < signals)
    throw new UnreadableRecording('cut-off', { line, detail: `${rest.length} of ${count} signals` })
  return {
    record,
    rate: framesPerSecond,
    frames: Number(frames) > 0 && Number.isSafeInteger(Number(frames)) ? Number(frames) : null,
    start: readStart(time, date),
    signals: rest.slice(0, signals).map((each) => readSignal(each.text, each.line)),
  }
}

function readSignal(text: string, line: number): WfdbSignal {
  const [filename = '', storage = '', calibration = '0', , zero = '0', initial = '0', , , ...description] =
    text.split(/\s+/)
  const parts = /^(\d+)(?:x(\d+))?(?::(\d+))?(?:\+(\d+))?$/.exec(storage)
  const format = Number(parts?.[1])
  if (!parts) throw wrong(line, storage)
  if (!isSampleFormat(format)) throw new UnreadableRecording('unsupported', { line, detail: `format ${format}` })
  const samplesPerFrame = Number(parts[2] ?? 1)
  if (samplesPerFrame < 1 || samplesPerFrame > limits.blockSamples) throw wrong(line, storage)
  const scale = /^(-?[\d.]+(?:e[+-]?\d+)?)(?:\((-?\d+)\))?(?:\/(\S+))?$/i.exec(calibration)
  const gain = Number(scale?.[1] ?? 0)
  const isCalibrated = Number.isFinite(gain) && gain !== 0
  return {
    filename,
    format,
    samplesPerFrame,
    skew: readInteger(parts[3] ?? '0'),
    offset: Number(parts[4] ?? 0),
    gain: isCalibrated ? gain : null,
    baseline: readInteger(scale?.[2] ?? zero),
    unit: scale?.[3] ?? 'mV',
    initial: readInteger(initial),
    name: description.join(' ').slice(0, 200),
  }
}

function readInteger(text: string): number {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : 0
}

/** "12:34:56.5" and "31/12/1999". */
function readStart(time: string | undefined, date: string | undefined): number | null {
  const day = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date ?? '')
  const clock = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,2}(?:\.\d*)?)$/.exec(time ?? '')
  if (!day || !clock) return null
  const seconds = Number(clock[1] ?? 0) * 3600 + Number(clock[2] ?? 0) * 60 + Number(clock[3])
  return Date.UTC(Number(day[3]), Number(day[2]) - 1, Number(day[1])) / 1000 + seconds
}

function wrong(line: number, detail: string): UnreadableRecording {
  return new UnreadableRecording('wrong-header', { line, detail })
}

/**
 * Storage formats of samples: the numbers of signal(5) in the WFDB Applications Guide. `bits` are those up to the end of
 * each of the first samples in a group.
 */
const storages = {
  8: { samples: 1, bytes: 1, bits: 8, missing: null },
  16: { samples: 1, bytes: 2, bits: 16, missing: -(2 ** 15) },
  24: { samples: 1, bytes: 3, bits: 24, missing: -(2 ** 23) },
  32: { samples: 1, bytes: 4, bits: 32, missing: -(2 ** 31) },
  61: { samples: 1, bytes: 2, bits: 16, missing: -(2 ** 15) },
  80: { samples: 1, bytes: 1, bits: 8, missing: -(2 ** 7) },
  160: { samples: 1, bytes: 2, bits: 16, missing: -(2 ** 15) },
  212: { samples: 2, bytes: 3, bits: 12, missing: -(2 ** 11) },
  310: { samples: 3, bytes: 4, bits: 16, missing: -(2 ** 9) },
  311: { samples: 3, bytes: 4, bits: 10, missing: -(2 ** 9) },
} as const

type SampleFormat = keyof typeof storages

function isSampleFormat(format: number): format is SampleFormat {
  return Object.hasOwn(storages, format)
}

/** The samples that share bytes, and their number of bytes. */
export function groupOf(format: SampleFormat): { readonly samples: number; readonly bytes: number } {
  return storages[format]
}

/** For a file that ends within a group: the samples whose bits are complete. */
export function samplesIn(format: SampleFormat, bytes: number): number {
  const group = storages[format]
  const more = Math.floor(((bytes % group.bytes) * 8) / group.bits)
  return Math.floor(bytes / group.bytes) * group.samples + more
}

/** Decodes `count` samples from the first byte on; NaN for those marked as missing. Differences are not added up. */
export function decodeGroups(format: SampleFormat, bytes: Uint8Array, count: number): Float64Array<ArrayBuffer> {
  const values = new Float64Array(count)
  const { missing } = storages[format]
  const at = (index: number) => bytes[index] ?? 0
  const read = readers[format]
  for (let index = 0; index < count; index++) {
    const value = read(at, index)
    values[index] = value === missing ? Number.NaN : value
  }
  return values
}

type At = (index: number) => number

const readers: Readonly<Record<SampleFormat, (at: At, index: number) => number>> = {
  8: (at, index) => (at(index) << 24) >> 24,
  16: (at, index) => ((at(2 * index) << 16) | (at(2 * index + 1) << 24)) >> 16,
  24: (at, index) => ((at(3 * index) << 8) | (at(3 * index + 1) << 16) | (at(3 * index + 2) << 24)) >> 8,
  32: (at, index) => at(4 * index) | (at(4 * index + 1) << 8) | (at(4 * index + 2) << 16) | (at(4 * index + 3) << 24),
  61: (at, index) => ((at(2 * index + 1) << 16) | (at(2 * index) << 24)) >> 16,
  80: (at, index) => at(index) - 128,
  160: (at, index) => (at(2 * index) | (at(2 * index + 1) << 8)) - 32768,
  212: (at, index) => {
    const from = 3 * (index >> 1)
    const middle = at(from + 1)
    const bits = index % 2 === 0 ? at(from) | ((middle & 0x0f) << 8) : at(from + 2) | ((middle & 0xf0) << 4)
    return (bits << 20) >> 20
  },
  310: (at, index) => {
    const from = 4 * Math.floor(index / 3)
    const words = [at(from) | (at(from + 1) << 8), at(from + 2) | (at(from + 3) << 8)]
    const [low = 0, high = 0] = words
    // The first two omit the lowest bit. The third is in the five highest bits of both words.
    const bits = index % 3 === 0 ? low >> 1 : index % 3 === 1 ? high >> 1 : (low >> 11) | ((high >> 11) << 5)
    return (bits << 22) >> 22
  },
  311: (at, index) => {
    const from = 4 * Math.floor(index / 3)
    const word = at(from) | (at(from + 1) << 8) | (at(from + 2) << 16) | (at(from + 3) << 24)
    return ((word >>> (10 * (index % 3))) << 22) >> 22
  },
}
