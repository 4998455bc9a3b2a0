import { isBelievableRate } from '../limits.ts'
import type { Channel, ChannelKind, Source } from '../recording.ts'

export type CwaFile = {
  readonly source: Source
  /** Whole blocks of data, including corrupt ones. */
  readonly sectors: number
  /** The first intact one. Time is counted from its first sample, and the others have the same layout. */
  readonly first: Sector
}

/** Each sector in turn; undefined for a corrupt one. */
export async function readSectors(source: Source, from: number, count: number, signal?: AbortSignal) {
  const view = await readView(source, headerBytes + from * sectorBytes, count * sectorBytes, signal)
  return Array.from({ length: count }, (_, index) => readSector(view, index * sectorBytes))
}

export async function readView(
  source: Source,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<DataView> {
  const bytes = await source.read(offset, length, signal)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export const headerBytes = 1024
export const sectorBytes = 512

/** One block of data, according to the maker's `cwa.h`. */
export type Sector = {
  readonly sequence: number
  /** Of the first sample: epoch seconds of the recorder's local time. */
  readonly start: number
  /** Nominal, in Hz. */
  readonly rate: number
  readonly count: number
  /** Of acceleration, in g in both directions. */
  readonly accelerationRange: number
  /** 3: acceleration; 6: and rotation; 9: and magnetic field. */
  readonly axes: 3 | 6 | 9
  readonly isPacked: boolean
  /** g for each unit. */
  readonly accelerationScale: number
  /** Degrees per second for each unit. */
  readonly rotationScale: number
  /** In counts of the sensor's converter. The case absorbs too much light to convert it to lux. */
  readonly light: number
  /** °C */
  readonly temperature: number
  /** V */
  readonly battery: number
}

/** Returns undefined if the checksum or the structure is wrong. */
export function readSector(view: DataView, offset: number): Sector | undefined {
  if (view.byteLength < offset + sectorBytes || !isIntact(view, offset)) return undefined
  const time = readTime(view.getUint32(offset + 14, true))
  const rateCode = view.getUint8(offset + 24)
  // The first firmware has the rate where later ones have the sample of the time stamp, which was then the first.
  const isFirst = rateCode === 0
  const rate = isFirst ? view.getUint16(offset + 26, true) : 3200 / 2 ** (15 - (rateCode & 0x0f))
  const layout = view.getUint8(offset + 25)
  const axes = layout >> 4
  const packing = layout & 0x0f
  const count = view.getUint16(offset + 28, true)
  if (time === null || !isBelievableRate(rate) || (axes !== 3 && axes !== 6 && axes !== 9)) return undefined
  const isPacked = packing === 0 && axes === 3
  if ((packing !== 2 && !isPacked) || count * (isPacked ? 4 : axes * 2) > 480) return undefined
  const lightAndScales = view.getUint16(offset + 18, true)
  return {
    sequence: view.getUint32(offset + 10, true),
    start: isFirst ? time : time + timeBefore(view, offset, rate),
    rate,
    count,
    accelerationRange: 16 / 2 ** (rateCode >> 6),
    axes,
    isPacked,
    accelerationScale: 1 / 2 ** (8 + (lightAndScales >> 13)),
    rotationScale: 8000 / 2 ** ((lightAndScales >> 10) & 7) / 32768,
    light: lightAndScales & 0x3ff,
    temperature: ((view.getUint16(offset + 20, true) & 0x3ff) * 75) / 256 - 50,
    battery: ((view.getUint8(offset + 23) + 512) * 6) / 1024,
  }
}

function isIntact(view: DataView, offset: number): boolean {
  if (view.getUint16(offset, true) !== 0x5841 || view.getUint16(offset + 2, true) !== 508) return false
  let sum = 0
  for (let at = 0; at < sectorBytes; at += 2) sum += view.getUint16(offset + at, true)
  return (sum & 0xffff) === 0
}

/**
 * Seconds from the time stamp to the first sample. The stamp is a whole second and names the sample at which it
 * applied. If the device field contains a fraction of a second, the sample was already shifted by the whole samples in
 * the fraction.
 */
function timeBefore(view: DataView, offset: number, rate: number): number {
  const sample = view.getInt16(offset + 26, true)
  const fractional = view.getUint16(offset + 4, true)
  if ((fractional & 0x8000) === 0) return -sample / rate
  const fraction = (fractional & 0x7fff) / 0x8000
  return fraction - (sample + Math.floor(fraction * rate)) / rate
}

/** From the bits YYYYYYMM MMDDDDDh hhhhmmmm mmssssss; null if they are not a valid time. */
export function readTime(packed: number): number | null {
  const month = (packed >>> 22) & 0x0f
  const day = (packed >>> 17) & 0x1f
  const hours = (packed >>> 12) & 0x1f
  const minutes = (packed >>> 6) & 0x3f
  const seconds = packed & 0x3f
  if (month < 1 || month > 12 || day < 1 || hours > 23 || minutes > 59 || seconds > 59) return null
  return Date.UTC(2000 + (packed >>> 26), month - 1, day, hours, minutes, seconds) / 1000
}

const sensors = [
  { sensor: 'Accelerometer', unit: 'g', kind: 'acceleration' },
  { sensor: 'Gyroscope', unit: '°/s', kind: 'rotation' },
  { sensor: 'Magnetometer', unit: null, kind: 'magnetic' },
] as const satisfies readonly { sensor: string; unit: string | null; kind: ChannelKind }[]

/** Three axes of each sensor, then the values that each block contains once. */
export function describeChannels({ axes, rate, count, accelerationRange }: Sector): Channel[] {
  const axial = sensors.slice(0, axes / 3).flatMap(({ sensor, unit, kind }) =>
    ['X', 'Y', 'Z'].map(
      (axis): Channel => ({
        name: `${sensor} ${axis}`,
        unit,
        kind,
        rate,
        ...(kind === 'acceleration' && { range: [-accelerationRange, accelerationRange] }),
      }),
    ),
  )
  const slow = count > 0 ? rate / count : null
  return [
    ...axial,
    { name: 'Light', unit: null, kind: 'light', rate: slow },
    { name: 'Temperature', unit: '°C', kind: 'temperature', rate: slow },
    { name: 'Battery', unit: 'V', kind: 'battery', rate: slow },
  ]
}
