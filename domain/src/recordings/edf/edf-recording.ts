import { kindOfChannel } from '../channel-kind.ts'
import { limits } from '../limits.ts'
import {
  type Channel,
  countFaults,
  type Description,
  type Fault,
  makeFault,
  type OpenOptions,
  type Recording,
  type Source,
} from '../recording.ts'
import { makeAnnotationStore, makeRecordTimes } from './edf-annotations.ts'
import { type EdfFile, readEdfBlocks } from './edf-blocks.ts'
import { type EdfSignal, readEdfHeader, readUtcOffset } from './edf-header.ts'

export async function openEdf(source: Source, options: OpenOptions = {}): Promise<Recording> {
  const header = await readEdfHeader(source, options.signal)
  const drawable = header.signals.filter((signal) => !signal.isAnnotations && signal.samplesPerRecord > 0)
  const annotationSignals = header.signals.filter((signal) => signal.isAnnotations && signal.samplesPerRecord > 0)
  const held = Math.max(0, source.size - header.headerBytes)
  const records = Math.floor(held / header.recordBytes)
  const layout = { source, header, annotationSignals, records }
  const times = await makeRecordTimes(layout, options.signal)
  const annotations = makeAnnotationStore(layout)
  const signals = drawable.slice(0, limits.channels)
  const file: EdfFile = { ...layout, signals, rest: held - records * header.recordBytes, times, annotations }
  const faults = findHeaderFaults(file, drawable.length)
  return {
    description: await describe(file, options.signal),
    layout: null,
    fingerprint: null,
    annotations: (signal) => annotations.readAll(signal),
    blocks: (blocksOptions) => countFaults(readEdfBlocks(file, faults, blocksOptions)),
  }
}

async function describe(file: EdfFile, signal?: AbortSignal): Promise<Description> {
  const { header, records, times } = file
  const minutes = readUtcOffset(header.recordingid)
  const lastOnset = records > 0 ? await times.onsetOf(records - 1, signal) : null
  const end = records === 0 ? 0 : lastOnset === null ? null : lastOnset + header.recordDuration
  return {
    format: header.format,
    recognised: minutes === null ? [] : [{ code: 'utc-offset', params: { minutes } }],
    start: header.start,
    clock: header.start === null ? 'unknown' : 'local',
    duration: end === null ? null : Math.max(0, end - times.first, await endOfAnnotations(file, signal)),
    channels: file.signals.map((each) => describeSignal(each, header.recordDuration)),
    samples: file.signals.reduce((sum, each) => sum + each.samplesPerRecord * records, 0),
  }
}

/** A file of annotations alone, such as the stages of a night, is as long as they are. Its records may last no time. */
async function endOfAnnotations({ signals, annotations }: EdfFile, signal?: AbortSignal): Promise<number> {
  if (signals.length > 0) return 0
  const all = await annotations.readAll(signal)
  return all.reduce((last, { at, duration }) => Math.max(last, at + (duration ?? 0)), 0)
}

function describeSignal(signal: EdfSignal, recordDuration: number): Channel {
  const unit = signal.scale === null || signal.unit === '' ? null : signal.unit
  const name = signal.label
  const range = [Math.min(...signal.physical), Math.max(...signal.physical)] as const
  return {
    name,
    unit,
    kind: kindOfChannel(name, unit),
    rate: signal.samplesPerRecord / recordDuration,
    ...(signal.scale && { range }),
  }
}

function findHeaderFaults({ header, records, rest, source, signals }: EdfFile, drawable: number): Fault[] {
  const faults: Fault[] = []
  if (header.start === null) faults.push(makeFault('wrong-header', { offset: 168, detail: 'start' }))
  if (header.records !== null && (records < header.records || rest > 0)) {
    const detail = `${header.records} records in the header, ${records} in the file`
    faults.push(makeFault('cut-off', { offset: source.size, detail }))
  } else if (header.records === null || header.records !== records) {
    const detail = `${header.records ?? -1} records in the header, ${records} in the file`
    faults.push(makeFault('wrong-header', { offset: 236, detail }))
  }
  if (header.isOtherLength) faults.push(makeFault('wrong-header', { offset: 184, detail: 'length of the header' }))
  for (const signal of signals.filter(({ scale }) => scale === null)) {
    const index = header.signals.indexOf(signal)
    const offset = 256 + header.signals.length * 104 + 8 * index
    faults.push(makeFault('wrong-header', { offset, detail: signal.label }))
  }
  if (drawable > signals.length) {
    faults.push(makeFault('limit', { offset: 252, count: drawable - signals.length, detail: `${drawable} channels` }))
  }
  return faults
}
