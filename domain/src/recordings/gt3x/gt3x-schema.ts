import { decodeFloat } from './gt3x-parameters.ts'

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
