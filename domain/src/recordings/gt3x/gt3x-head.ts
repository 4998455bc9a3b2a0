import { kindOfChannel } from '../channel-kind.ts'
import { isBelievableRate } from '../limits.ts'
import type { Channel } from '../recording.ts'
import { type Gt3xInfo, type Gt3xParameters, readParameters, readSchema, type Schema } from './gt3x-info.ts'
import type { LogRecord } from './gt3x-log.ts'

/** Types of the records that are read. */
export const recordTypes = {
  activity: 0,
  battery: 2,
  heartRate: 4,
  lux: 5,
  parameters: 21,
  sensorSchema: 24,
  sensorData: 25,
  activity2: 26,
} as const

/** Facts about the whole log, from its start. */
export type LogHead = {
  /** Epoch seconds of the recorder's local time; null if the start contains no samples. */
  readonly start: number | null
  readonly scale: number
  readonly temperatureOffset: number
  readonly schema: Schema | null
  readonly channels: readonly Channel[]
  /** The index of the first channel of each kind of record, if any. */
  readonly places: {
    readonly activity: number
    readonly sensor: number
    readonly readings: ReadonlyMap<number, number>
  }
}

const readings = [
  { type: recordTypes.lux, name: 'Lux', unit: 'lux', kind: 'light' },
  { type: recordTypes.heartRate, name: 'Heart rate', unit: 'bpm', kind: 'heart-rate' },
  { type: recordTypes.battery, name: 'Battery', unit: 'V', kind: 'battery' },
] as const

export function readLogHead(records: readonly LogRecord[], info: Gt3xInfo): LogHead {
  const of = (type: number) => records.filter((record) => record.type === type && record.payload.byteLength > 1)
  const parameters: Partial<Gt3xParameters> = firstOf(of(recordTypes.parameters), readParameters) ?? {}
  const activity = [...of(recordTypes.activity), ...of(recordTypes.activity2)]
  const schema = firstOf(of(recordTypes.sensorSchema), readSchema) ?? null
  const sensorData = of(recordTypes.sensorData)
  const channels: Channel[] = []
  const places = { activity: -1, sensor: -1, readings: new Map<number, number>() }
  if (activity.length > 0) {
    const stated = info.rate ?? parameters.rate ?? null
    const rate = stated !== null && isBelievableRate(stated) ? stated : null
    places.activity = channels.length
    for (const axis of ['X', 'Y', 'Z']) {
      const range = info.range && { range: info.range }
      channels.push({ name: `Accelerometer ${axis}`, unit: 'g', kind: 'acceleration', rate, ...range })
    }
  }
  if (schema && sensorData.length > 0) {
    const rate = middle(sensorData.map(({ payload }) => Math.floor((payload.byteLength - 2) / schema.length)))
    places.sensor = channels.length
    for (const { label } of schema.columns) {
      const unit = unitOf(label)
      channels.push({ name: label, unit, kind: kindOfChannel(label, unit), rate, sensor: 'IMU' })
    }
  }
  for (const { type, ...reading } of readings) {
    if (records.every((record) => record.type !== type)) continue
    places.readings.set(type, channels.length)
    channels.push({ ...reading, rate: null })
  }
  const first = [...activity, ...sensorData].map(({ time }) => time)
  return {
    start: first.length > 0 ? Math.min(...first) : null,
    scale: parameters.scale ?? info.scale,
    temperatureOffset: parameters.temperatureOffset ?? 21,
    schema,
    channels,
    places,
  }
}

function firstOf<T>(records: readonly LogRecord[], read: (payload: DataView) => T): T | undefined {
  const [first] = records
  return first && read(first.payload)
}

function middle(counts: readonly number[]): number | null {
  const count = counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0
  return isBelievableRate(count) ? count : null
}

function unitOf(label: string): string | null {
  if (/^acc/i.test(label)) return 'g'
  if (/^gyro/i.test(label)) return '°/s'
  if (/^mag/i.test(label)) return 'µT'
  return /^temp/i.test(label) ? '°C' : null
}
