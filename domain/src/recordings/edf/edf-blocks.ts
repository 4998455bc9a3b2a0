import { limits, makeBreathe } from '../limits.ts'
import { type Block, type BlocksOptions, type Fault, makeFault, type Source } from '../recording.ts'
import { readExactly } from '../source.ts'
import type { AnnotationStore, RecordTimes } from './edf-annotations.ts'
import type { EdfHeader, EdfSignal } from './edf-header.ts'

/** The largest record in bytes that is read at once, which saves a request for each signal. */
const largestRecord = 8 * 2 ** 20

/** Consecutive records without a gap, in the bytes of a chunk. */
type Run = { readonly first: number; readonly count: number; readonly at: number }

export async function* readEdfBlocks(
  file: EdfFile,
  faults: readonly Fault[],
  { signal, from, to }: BlocksOptions = {},
): AsyncGenerator<Block | Fault> {
  yield* faults
  if (file.signals.length === 0) return
  const { header, records, times } = file
  const breathe = makeBreathe(signal)
  const perChunk = recordsPerChunk(file)
  const isLarge = header.recordBytes > largestRecord || mostSamples(file) > limits.blockSamples
  let end = Number.NEGATIVE_INFINITY
  let isTold = header.isInterrupted
  const begin = from === undefined ? 0 : await times.findRecord(from, signal)
  for (let record = begin; record < records; record += perChunk) {
    const count = Math.min(perChunk, records - record)
    const offset = header.headerBytes + record * header.recordBytes
    if (isLarge) {
      const at = await times.onsetOf(record, signal)
      if (at === null || at < end - tolerance(file)) yield wrongTime(at, offset)
      else {
        if (to !== undefined && at > to) return
        yield* readLargeRecord(file, record, header.recordBytes, at, signal)
        end = at + header.recordDuration
      }
      continue
    }
    const bytes = await readExactly(file.source, offset, count * header.recordBytes, signal)
    file.annotations.add(record, count, bytes)
    const jump = isTold ? undefined : findJump(file, record, count, bytes)
    if (jump) yield jump
    isTold ||= jump !== undefined
    for (const item of findRuns(file, record, count, bytes, end)) {
      if ('what' in item) yield item
      else {
        if (to !== undefined && item.at > to) return
        for (const [channel] of file.signals.entries()) yield decodeRun(file, channel, bytes, item)
        end = item.at + item.count * header.recordDuration
      }
    }
    await breathe()
  }
  yield* readRest(file, end, { signal, to })
}

/** As many as keep a block and a chunk within their limits. */
function recordsPerChunk(file: EdfFile): number {
  const bySamples = Math.floor(limits.blockSamples / mostSamples(file))
  return Math.max(1, Math.min(bySamples, Math.floor(limits.chunkBytes / file.header.recordBytes)))
}

function mostSamples({ signals }: EdfFile): number {
  return Math.max(...signals.map((signal) => signal.samplesPerRecord))
}

/** Half a sample of the fastest channel: times are written with few decimals. */
function tolerance(file: EdfFile): number {
  return file.header.recordDuration / mostSamples(file) / 2
}

function wrongTime(at: number | null, offset: number): Fault {
  return at === null ? makeFault('wrong-time', { offset }) : makeFault('time-backwards', { offset, at })
}

function* findRuns(
  file: EdfFile,
  record: number,
  count: number,
  bytes: Uint8Array,
  before: number,
): Generator<Run | Fault> {
  const { header, times } = file
  const near = tolerance(file)
  let run: Run | undefined
  let end = before
  for (let index = 0; index < count; index++) {
    const from = index * header.recordBytes
    const at = times.onsetIn(record + index, bytes.subarray(from, from + header.recordBytes))
    if (at === null || at < end - near) {
      yield wrongTime(at, header.headerBytes + (record + index) * header.recordBytes)
      continue
    }
    if (run && run.first + run.count === index && at - end <= near) run = { ...run, count: run.count + 1 }
    else {
      if (run) yield run
      run = { first: index, count: 1, at }
    }
    end = run.at + run.count * header.recordDuration
  }
  if (run) yield run
}

/** Where records that follow each other, as the header says, say themselves that they don't. They are read as it says. */
function findJump({ header, times }: EdfFile, record: number, count: number, bytes: Uint8Array): Fault | undefined {
  const { recordBytes, recordDuration } = header
  let last: number | null = null
  for (let index = 0; index < count; index++) {
    const stated = times.statedIn(bytes.subarray(index * recordBytes, (index + 1) * recordBytes))
    if (stated !== null && last !== null && Math.abs(stated - last - recordDuration) > recordDuration / 2) {
      const offset = header.headerBytes + (record + index) * recordBytes
      return makeFault('wrong-header', { offset, detail: `+${last} s, +${stated} s` })
    }
    last = stated
  }
  return undefined
}

function decodeRun({ header, signals }: EdfFile, channel: number, bytes: Uint8Array<ArrayBuffer>, run: Run): Block {
  const signal = signals[channel]
  if (!signal) throw new RangeError(`no channel ${channel}`)
  const { samplesPerRecord } = signal
  const values = makeSamples(header.bytesPerSample, run.count * samplesPerRecord)
  const view = viewOf(bytes)
  for (let index = 0; index < run.count; index++) {
    const from = (run.first + index) * header.recordBytes + signal.offset
    decodeSamples(view, from, samplesPerRecord, signal, values, index * samplesPerRecord)
  }
  return { channel, at: run.at, step: header.recordDuration / samplesPerRecord, values }
}

/**
 * Reads a record larger than a chunk in parts, alternating between all signals. Of a truncated record, reads what
 * exists. A whole recording may be one record.
 */
async function* readLargeRecord(
  file: EdfFile,
  record: number,
  heldBytes: number,
  at: number,
  signal?: AbortSignal,
): AsyncGenerator<Block> {
  const { header, signals, source } = file
  const breathe = makeBreathe(signal)
  const width = header.bytesPerSample
  const base = header.headerBytes + record * header.recordBytes
  const parts = Math.ceil(mostSamples(file) / limits.blockSamples)
  for (let part = 0; part < parts; part++) {
    for (const [channel, each] of signals.entries()) {
      const held = Math.min(each.samplesPerRecord, Math.floor(Math.max(0, heldBytes - each.offset) / width))
      const first = Math.floor((each.samplesPerRecord * part) / parts)
      const last = Math.min(held, Math.floor((each.samplesPerRecord * (part + 1)) / parts))
      if (last <= first) continue
      const bytes = await source.read(base + each.offset + first * width, (last - first) * width, signal)
      const values = makeSamples(width, Math.floor(bytes.length / width))
      decodeSamples(viewOf(bytes), 0, values.length, each, values, 0)
      const step = header.recordDuration / each.samplesPerRecord
      yield { channel, at: at + first * step, step, values }
      await breathe()
    }
  }
}

/** The rest of the last, truncated record. If a recording was interrupted, the time of that record may be missing, too. */
async function* readRest(file: EdfFile, end: number, { signal, to }: BlocksOptions): AsyncGenerator<Block> {
  if (file.rest === 0) return
  const at = await file.times.onsetOf(file.records, signal)
  if (at === null || at < end - tolerance(file) || (to !== undefined && at > to)) return
  yield* readLargeRecord(file, file.records, file.rest, at, signal)
}

export type EdfFile = {
  readonly source: Source
  readonly header: EdfHeader
  /** The signals to draw, in the order of the description's channels. */
  readonly signals: readonly EdfSignal[]
  readonly annotationSignals: readonly EdfSignal[]
  /** Complete records in the file. */
  readonly records: number
  /** Bytes of the truncated last record. */
  readonly rest: number
  readonly times: RecordTimes
  readonly annotations: AnnotationStore
}

type Samples = Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** 24 bits and a base do not fit a 32-bit float; 16 bits do. */
function makeSamples(bytesPerSample: 2 | 3, length: number): Samples {
  return bytesPerSample === 2 ? new Float32Array(length) : new Float64Array(length)
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Writes `count` samples from a byte offset into `target`, in physical units if the header defines them. */
function decodeSamples(
  view: DataView<ArrayBuffer>,
  from: number,
  count: number,
  signal: EdfSignal,
  target: Samples,
  into: number,
): void {
  const gain = signal.scale?.gain ?? 1
  const base = signal.scale?.base ?? 0
  if (target instanceof Float32Array) {
    for (let index = 0; index < count; index++) {
      target[into + index] = view.getInt16(from + 2 * index, true) * gain + base
    }
    return
  }
  for (let index = 0; index < count; index++) {
    const at = from + 3 * index
    target[into + index] = ((view.getInt16(at + 1, true) << 8) | view.getUint8(at)) * gain + base
  }
}
