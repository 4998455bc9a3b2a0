import { limits, makeBreathe } from '../limits.ts'
import type { Annotation, Source } from '../recording.ts'
import type { EdfHeader, EdfSignal } from './edf-header.ts'

type AnnotationLayout = {
  readonly source: Source
  readonly header: EdfHeader
  readonly annotationSignals: readonly EdfSignal[]
  readonly records: number
}

export type AnnotationStore = {
  /** Extracts the annotations from complete records that were read for their samples, so that they are not read twice. */
  add(record: number, count: number, bytes: Uint8Array): void
  /** In the order of time. */
  readAll(signal?: AbortSignal): Promise<readonly Annotation[]>
}

export function makeAnnotationStore(layout: AnnotationLayout): AnnotationStore {
  const { header, annotationSignals } = layout
  const annotations: Annotation[] = []
  /** The first record whose annotations have not been read. */
  let next = 0
  const keep = (bytes: Uint8Array) => {
    for (const each of readAnnotations(bytes)) {
      if (each.text !== '' && annotations.length < limits.annotations) annotations.push(each)
    }
  }
  const add = (record: number, count: number, bytes: Uint8Array) => {
    if (record !== next) return
    next += count
    for (let index = 0; index < count; index++) {
      for (const each of annotationSignals) {
        const from = index * header.recordBytes + each.offset
        keep(bytes.subarray(from, from + each.samplesPerRecord * header.bytesPerSample))
      }
    }
  }
  return {
    add,
    readAll: async (signal) => {
      const breathe = makeBreathe(signal)
      while (annotationSignals.length > 0 && next < layout.records && annotations.length < limits.annotations) {
        const record = next
        const lists = await readLists(layout, record, signal)
        // Another reader may have advanced in the meantime.
        if (record === next) {
          if ('whole' in lists) add(record, lists.records, lists.whole)
          else {
            lists.parts.forEach(keep)
            next++
          }
        }
        await breathe()
      }
      return annotations.toSorted((a, b) => a.at - b.at)
    },
  }
}

/** Reads a chunk of records, or only the annotations of a large record. */
async function readLists(
  { source, header, annotationSignals, records }: AnnotationLayout,
  record: number,
  signal?: AbortSignal,
): Promise<{ whole: Uint8Array; records: number } | { parts: Uint8Array[] }> {
  const base = header.headerBytes + record * header.recordBytes
  if (header.recordBytes <= limits.chunkBytes) {
    const count = Math.min(Math.floor(limits.chunkBytes / header.recordBytes), records - record)
    return { whole: await source.read(base, count * header.recordBytes, signal), records: count }
  }
  const parts: Uint8Array[] = []
  for (const each of annotationSignals) {
    const length = Math.min(each.samplesPerRecord * header.bytesPerSample, limits.headerBytes)
    parts.push(await source.read(base + each.offset, length, signal))
  }
  return { parts }
}

const endOfList = 0x00
const endOfText = 0x14
const beforeDuration = 0x15
/** Bytes of an onset with its duration. */
const longestStamp = 64

const utf8 = new TextDecoder()

/**
 * Parses the annotations of one "EDF Annotations" signal in one record: time-stamped lists, each with an onset, an
 * optional duration, and texts (section 2.2.2 of EDF+). Invalid lists are skipped. An empty text marks the time of the
 * record.
 */
export function readAnnotations(bytes: Uint8Array): Annotation[] {
  const annotations: Annotation[] = []
  for (let from = 0; from < bytes.length; ) {
    if (bytes[from] === endOfList) {
      from++
      continue
    }
    const list = before(endOfList, bytes.subarray(from))
    annotations.push(...readList(list))
    from += list.length + 1
  }
  return annotations
}

/** When a record begins, in seconds since the start in the header: its first list, whose first text is empty. */
function readRecordOnset(bytes: Uint8Array): number | null {
  const [first] = readList(before(endOfList, bytes))
  return first?.text === '' ? first.at : null
}

/** The bytes before the first of this value, or all if there is none. */
function before(value: number, bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(value)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

function readList(list: Uint8Array): Annotation[] {
  const stamp = before(endOfText, list)
  if (stamp.length === list.length || stamp.length > longestStamp) return []
  const onset = before(beforeDuration, stamp)
  const at = readSeconds(onset, /^[+-]\d+(\.\d*)?$/)
  const duration = readSeconds(stamp.subarray(onset.length + 1), /^\d+(\.\d*)?$/)
  if (at === null) return []
  const texts = utf8.decode(list.subarray(stamp.length + 1)).split(String.fromCharCode(endOfText))
  // Each text ends with the separator, so nothing follows the last one.
  if (texts.length > 1) texts.pop()
  return texts.map((text) => ({ at, duration, text: text.trim() }))
}

function readSeconds(bytes: Uint8Array, form: RegExp): number | null {
  const digits = String.fromCharCode(...bytes)
  const seconds = Number(digits)
  return form.test(digits) && Math.abs(seconds) <= limits.duration ? seconds : null
}

type RecordLayout = {
  readonly source: Source
  readonly header: EdfHeader
  readonly annotationSignals: readonly EdfSignal[]
  readonly records: number
}

export type RecordTimes = {
  /** Of the first record, in seconds since the start in the header. EDF+ stores a fraction of a second here. */
  readonly first: number
  /** Null: the record has no time. */
  onsetOf(record: number, signal?: AbortSignal): Promise<number | null>
  /** The same from a record's bytes. */
  onsetIn(record: number, bytes: Uint8Array): number | null
  /** What a record says, also where records follow each other without it. */
  statedIn(bytes: Uint8Array): number | null
  /** The first record that may extend beyond a time. */
  findRecord(time: number, signal?: AbortSignal): Promise<number>
}

/** When each record begins: one after another or, in EDF+D and BDF+D, as each record states. */
export async function makeRecordTimes(layout: RecordLayout, signal?: AbortSignal): Promise<RecordTimes> {
  const { source, header, records } = layout
  const [keeper] = layout.annotationSignals
  const lengthOf = (keeping: EdfSignal) => keeping.samplesPerRecord * header.bytesPerSample
  const readOnset = async (keeping: EdfSignal, record: number, abort?: AbortSignal) => {
    const offset = header.headerBytes + record * header.recordBytes + keeping.offset
    return readRecordOnset(await source.read(offset, Math.min(lengthOf(keeping), maxOnsetBytes), abort))
  }
  const first = keeper && records > 0 ? ((await readOnset(keeper, 0, signal)) ?? 0) : 0
  const statedIn = (bytes: Uint8Array) =>
    keeper ? readRecordOnset(bytes.subarray(keeper.offset, keeper.offset + lengthOf(keeper))) : null
  const consecutive = (record: number) => first + record * header.recordDuration
  if (!header.isInterrupted || !keeper) {
    return {
      first,
      onsetOf: async (record) => consecutive(record),
      onsetIn: consecutive,
      statedIn,
      findRecord: async (time) => clamp(Math.floor((time - first) / header.recordDuration) - 1, records),
    }
  }
  return {
    first,
    onsetOf: (record, abort) => readOnset(keeper, record, abort),
    onsetIn: (_record, bytes) => statedIn(bytes),
    statedIn,
    findRecord: async (time, abort) => {
      let low = 0
      let high = records
      while (low < high) {
        const middle = (low + high) >> 1
        const onset = await readOnset(keeper, middle, abort)
        // A record without a time is read rather than missed.
        if (onset !== null && onset + header.recordDuration <= time) low = middle + 1
        else high = middle
      }
      return clamp(low, records)
    },
  }
}

/** A time-keeping list is short and the first in its record. */
const maxOnsetBytes = 256

function clamp(record: number, records: number): number {
  return Number.isNaN(record) ? 0 : Math.min(Math.max(0, record), records)
}
