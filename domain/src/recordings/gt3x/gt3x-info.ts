import { isBelievableRate } from '../limits.ts'

/** The contents of info.txt. Times are epoch seconds of the recorder's local time. */
export type Gt3xInfo = {
  readonly serialnumber: string | null
  readonly device: string | null
  /** Hz */
  readonly rate: number | null
  readonly start: number | null
  /** Of the last sample. */
  readonly end: number | null
  /** UTC offset of the clock in minutes. */
  readonly utcOffset: number | null
  /** Units per g. */
  readonly scale: number
  /** Of acceleration, in g, if the file says it. */
  readonly range: readonly [number, number] | null
}

/** .NET counts 100 ns since the year 1. */
const ticksPerSecond = 1e7
const secondsFromYearOne = 62_135_596_800

/** Lines of `Key: value`. The subject's name, which may be there, too, is not read. */
export function readInfo(text: string): Gt3xInfo {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/, 200)) {
    const colon = line.indexOf(':')
    if (colon > 0) values.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  const serialnumber = values.get('Serial Number') ?? null
  const rate = Number(values.get('Sample Rate'))
  const scale = Number(values.get('Acceleration Scale'))
  const [least, most] = [Number(values.get('Acceleration Min')), Number(values.get('Acceleration Max'))]
  return {
    serialnumber: serialnumber?.slice(0, 40) ?? null,
    device: values.get('Device Type')?.slice(0, 40) ?? null,
    rate: isBelievableRate(rate) ? rate : null,
    start: readTicks(values.get('Start Date')),
    end: readTicks(values.get('Last Sample Time')),
    utcOffset: readOffset(values.get('TimeZone')),
    scale: scale > 0 && scale <= 65_536 ? scale : scaleOf(serialnumber ?? ''),
    range: least < most ? [least, most] : null,
  }
}

/** The first devices have 341 units per g, later ones 256. */
function scaleOf(serialnumber: string): number {
  return /^(NEO|CLE|MRA)/.test(serialnumber) ? 341 : 256
}

function readTicks(text: string | undefined): number | null {
  const seconds = Number(text) / ticksPerSecond - secondsFromYearOne
  // From 1990 to 2100; 0 means no time.
  return seconds > 631_152_000 && seconds < 4_102_444_800 ? seconds : null
}

function readOffset(text: string | undefined): number | null {
  const parts = /^([+-]?)(\d\d):(\d\d)/.exec(text ?? '')
  if (!parts) return null
  const minutes = Number(parts[2]) * 60 + Number(parts[3])
  return minutes > 14 * 60 ? null : parts[1] === '-' ? -minutes : minutes
}

export type Gt3xParameters = {
  /** Hz */
  readonly rate: number | null
  /** Units per g. */
  readonly scale: number | null
  /** The temperature in °C at which the thermometer of the inertial unit reads 0. */
  readonly temperatureOffset: number | null
}

/** Key and value in turn: 16 bits of address space, 16 of identifier, 32 of value. */
export function readParameters(view: DataView): Gt3xParameters {
  const values = new Map<string, number>()
  for (let at = 0; at + 8 <= view.byteLength; at += 8) {
    values.set(`${view.getUint16(at, true)}.${view.getUint16(at + 2, true)}`, view.getUint32(at + 4, true))
  }
  const positive = (key: string, decode: (value: number) => number) => {
    const value = values.get(key)
    const decoded = value === undefined ? 0 : decode(value)
    return decoded > 0 && Number.isFinite(decoded) ? decoded : null
  }
  return {
    rate: positive('1.10', Number),
    scale: positive('0.55', decodeFloat),
    temperatureOffset: positive('0.58', decodeFloat),
  }
}

/** The recorder's own floating-point format: 8 bits of signed exponent, 24 bits of signed fraction, where 2^23 is one. */
function decodeFloat(value: number): number {
  const exponent = value >> 24
  const fraction = (value << 8) >> 8
  return (fraction / 2 ** 23) * 2 ** exponent
}

type Column = {
  readonly label: string
  readonly isBigEndian: boolean
  readonly isSigned: boolean
  /** Bytes from the start of the sample. */
  readonly offset: number
  readonly size: 1 | 2
  /** Units per physical unit. */
  readonly scale: number
}

export type Schema = {
  readonly id: number
  readonly columns: readonly Column[]
  /** Bytes of a sample. */
  readonly length: number
}

const columnBytes = 23
const maxColumns = 64

/** Parses SENSOR_SCHEMA, which defines the layout of a SENSOR_DATA record. Columns without a label are padding. */
export function readSchema(view: DataView): Schema | undefined {
  if (view.byteLength < 6) return undefined
  const columns: Column[] = []
  let length = 0
  for (let index = 0; index < Math.min(view.getUint16(2, true), maxColumns); index++) {
    const at = 6 + columnBytes * index
    if (at + columnBytes > view.byteLength) break
    const [flags, bitOffset, bits] = [view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2)]
    length = Math.max(length, Math.ceil((bitOffset + bits) / 8))
    const label = readLabel(view, at + 7)
    const scale = decodeFloat(view.getUint32(at + 3, true))
    if (label === '' || bitOffset % 8 !== 0 || (bits !== 8 && bits !== 16)) continue
    const isScaled = Number.isFinite(scale) && scale !== 0
    columns.push({
      label,
      isBigEndian: (flags & 1) !== 0,
      isSigned: (flags & 2) !== 0,
      offset: bitOffset / 8,
      size: bits === 8 ? 1 : 2,
      scale: isScaled ? scale : 1,
    })
  }
  return columns.length > 0 ? { id: view.getUint16(0, true), columns, length } : undefined
}

/** The samples of each column in physical units. `temperatureOffset` in °C. */
export function readSensorData(view: DataView, schema: Schema, temperatureOffset: number): Float32Array<ArrayBuffer>[] {
  const count = Math.floor((view.byteLength - 2) / schema.length)
  return schema.columns.map((column) => {
    const offset = /^temperature$/i.test(column.label) ? temperatureOffset : 0
    const values = new Float32Array(Math.max(0, count))
    for (let index = 0; index < values.length; index++) {
      values[index] = readNumber(view, 2 + index * schema.length + column.offset, column) / column.scale + offset
    }
    return values
  })
}

function readNumber(view: DataView, at: number, { size, isSigned, isBigEndian }: Column): number {
  if (size === 1) return isSigned ? view.getInt8(at) : view.getUint8(at)
  return isSigned ? view.getInt16(at, !isBigEndian) : view.getUint16(at, !isBigEndian)
}

function readLabel(view: DataView, at: number): string {
  return new TextDecoder('latin1')
    .decode(new Uint8Array(view.buffer, view.byteOffset + at, 16))
    .replaceAll('\0', ' ')
    .trim()
}
