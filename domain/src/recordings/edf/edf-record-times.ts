import type { Source } from '../recording.ts'
import type { EdfHeader, EdfSignal } from './edf-header.ts'
import { readRecordOnset } from './time-stamped-annotations.ts'

type Layout = {
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
  /** The first record that may extend beyond a time. */
  findRecord(time: number, signal?: AbortSignal): Promise<number>
}

/** When each record begins: one after another or, in EDF+D and BDF+D, as each record states. */
export async function makeRecordTimes(layout: Layout, signal?: AbortSignal): Promise<RecordTimes> {
  const { source, header, records } = layout
  const [keeper] = layout.annotationSignals
  const length = (keeper?.samplesPerRecord ?? 0) * header.bytesPerSample
  const readOnset = async (record: number, abort?: AbortSignal) => {
    if (!keeper) return null
    const offset = header.headerBytes + record * header.recordBytes + keeper.offset
    return readRecordOnset(await source.read(offset, Math.min(length, maxOnsetBytes), abort))
  }
  const first = (records > 0 ? await readOnset(0, signal) : null) ?? 0
  const consecutive = (record: number) => first + record * header.recordDuration
  if (!header.isInterrupted || !keeper) {
    return {
      first,
      onsetOf: async (record) => consecutive(record),
      onsetIn: consecutive,
      findRecord: async (time) => clamp(Math.floor((time - first) / header.recordDuration) - 1, records),
    }
  }
  return {
    first,
    onsetOf: readOnset,
    onsetIn: (_record, bytes) => readRecordOnset(bytes.subarray(keeper.offset, keeper.offset + length)),
    findRecord: async (time, abort) => {
      let low = 0
      let high = records
      while (low < high) {
        const middle = (low + high) >> 1
        const onset = await readOnset(middle, abort)
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
