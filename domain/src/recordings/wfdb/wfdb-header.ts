import { isBelievableRate, limits } from '../limits.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { isSampleFormat, type SampleFormat } from './wfdb-samples.ts'

export type WfdbSignal = {
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
    skew: Number(parts[3] ?? 0),
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
