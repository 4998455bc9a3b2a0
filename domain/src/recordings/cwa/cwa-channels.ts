import type { Channel, ChannelKind } from '../recording.ts'
import type { Sector } from './cwa-sector.ts'

const sensors = [
  { sensor: 'Accelerometer', unit: 'g', kind: 'acceleration' },
  { sensor: 'Gyroscope', unit: '°/s', kind: 'rotation' },
  { sensor: 'Magnetometer', unit: null, kind: 'magnetic' },
] as const satisfies readonly { sensor: string; unit: string | null; kind: ChannelKind }[]

/** Three axes of each sensor, then the values that each block contains once. */
export function describeChannels({ axes, rate, count }: Sector): Channel[] {
  const axial = sensors
    .slice(0, axes / 3)
    .flatMap(({ sensor, unit, kind }) =>
      ['X', 'Y', 'Z'].map((axis): Channel => ({ name: `${sensor} ${axis}`, unit, kind, rate })),
    )
  const slow = count > 0 ? rate / count : null
  return [
    ...axial,
    { name: 'Light', unit: null, kind: 'light', rate: slow },
    { name: 'Temperature', unit: '°C', kind: 'temperature', rate: slow },
    { name: 'Battery', unit: 'V', kind: 'battery', rate: slow },
  ]
}
