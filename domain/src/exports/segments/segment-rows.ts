import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import { joinedRows } from '../../recordings/joined-rows.ts'
import type { Recording } from '../../recordings/recording.ts'
import { UnreadableRecording } from '../../recordings/unreadable-recording.ts'
import { type Column, column } from '../columns/column.ts'
import { csvLines } from '../csv/write-csv.ts'
import { UniqueNames } from '../unique-names.ts'
import type { Segment } from './segments-of.ts'

/** Samples of some rows: micros since 1970, seconds since the start of the activity, and a column for each channel. */
type Samples = { times: number[]; seconds: number[]; columns: (number | null)[][] }

export type SegmentSamples = AsyncIterable<Samples>

/** The columns before the channels. */
const first = [
  column({ name: 'subjectid', label: 'Subject', required: true }),
  column({ name: 'split', label: 'Part of the data set', required: true }),
  column({ name: 'label', label: 'Description of the activity type', required: true }),
  column({ name: 'time', label: 'Time of the sample', type: 'datetime', unit: 'UTC', required: true }),
  column({ name: 'seconds', label: 'Since the start of the activity', type: 'number', unit: 's', required: true }),
]

/** The columns of a segment; those of its channels have names of a to z, 0 to 9 and _. */
export function segmentColumns({ recorded }: Segment): Column[] {
  const names = new UniqueNames()
  for (const { name } of first) names.claim(name)
  const channels = recorded.channels.map(({ name, sensor, unit }) => {
    const label = sensor ? `${sensor} ${name}` : name
    const plain = label
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 40)
    const begin = /^[a-z]/.test(plain) ? plain : `channel_${plain}`
    return column({ name: names.claim(begin, (count) => `${begin}_${count}`), label, type: 'number', unit })
  })
  return [...first, ...channels]
}

/** The samples of the recording during the activity: the start is in it, the end is not. */
export async function* segmentSamples(
  { activity, recorded }: Segment,
  recording: Recording,
  onFault: (why: string) => void,
): AsyncGenerator<Samples> {
  const { startTime, stopTime } = activity
  const begin = recorded.from - startTime
  const range = { from: startTime - recorded.from, to: stopTime - recorded.from }
  const channels = recorded.channels.map(({ index }) => index)
  try {
    for await (const { times, columns } of joinedRows(recording, channels, range)) {
      yield {
        times: Array.from(times, (time) => Math.round((recorded.from + time) * 1e6)),
        seconds: Array.from(times, (time) => Math.round((begin + time) * 1e6) / 1e6),
        columns: columns.map((values) => Array.from(values, (value) => (Number.isFinite(value) ? value : null))),
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    onFault('the rest of the recording cannot be read')
  }
}

export function segmentCsv(segment: Segment, samples: SegmentSamples): AsyncGenerator<string> {
  const { activity, split } = segment
  const about = [activity.subjectid, split, activity.description]
  const rows = async function* () {
    for await (const { times, seconds, columns } of samples) {
      for (const [place, time] of times.entries()) {
        const values = columns
          .map((column) => column[place] ?? null)
          .map((value) => (value === null ? null : String(value)))
        yield [...about, isoMicros(time), String(seconds[place]), ...values]
      }
    }
  }
  return csvLines(segmentColumns(segment), rows())
}

/** Cells of a group of rows, which is complete in memory. */
const mostCells = 500_000

/** The same as Parquet. What the channels are called in the file, with their units, is JSON in the metadata `casebook`. */
export async function* segmentParquet(segment: Segment, samples: SegmentSamples): AsyncGenerator<Uint8Array> {
  const columns = segmentColumns(segment)
  const { activity, split } = segment
  const target = new ByteWriter()
  const writer = new ParquetWriter({
    writer: target,
    createdBy: 'Casebook',
    schema: [
      { name: 'schema', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ ...elementOf(type), name, repetition_type: 'OPTIONAL' as const })),
    ],
    kvMetadata: [
      { key: 'casebook', value: JSON.stringify(columns.map(({ name, label, unit }) => ({ name, label, unit }))) },
    ],
  })
  const taken = () => {
    const bytes = target.getBytes().slice()
    target.index = 0
    return bytes
  }
  let held: Samples = { times: [], seconds: [], columns: [] }
  const write = () => {
    const rows = held.times.length
    const same = [activity.subjectid, split, activity.description].map((text) =>
      Array.from({ length: rows }, () => text),
    )
    const data = [...same, held.times.map(BigInt), held.seconds, ...held.columns]
    writer.write({
      columnData: columns.map(({ name }, place) => ({ name, data: data[place] ?? [] })),
      rowGroupSize: rows,
    })
    held = { times: [], seconds: [], columns: [] }
    return taken()
  }
  for await (const more of samples) {
    held = {
      times: held.times.concat(more.times),
      seconds: held.seconds.concat(more.seconds),
      columns: more.columns.map((values, place) => (held.columns[place] ?? []).concat(values)),
    }
    if (held.times.length * columns.length >= mostCells) yield write()
  }
  if (held.times.length > 0) yield write()
  writer.finish()
  yield taken()
}

function elementOf(type: Column['type']): Omit<SchemaElement, 'name'> {
  if (type === 'number') return { type: 'DOUBLE' }
  if (type === 'datetime')
    return {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    }
  return { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } }
}

/** Micros since 1970 in ISO 8601. */
function isoMicros(micros: number): string {
  const whole = Math.floor(micros / 1e6)
  return `${new Date(whole * 1000).toISOString().slice(0, -5)}.${String(micros - whole * 1e6).padStart(6, '0')}Z`
}
