import type { Numbers } from '../arrays/numeric-array.ts'
import { take } from './hdf5-file.ts'
import type { Message } from './hdf5-messages.ts'

export type NumberType = {
  readonly kind: 'integer' | 'float'
  readonly bytes: number
  readonly isSigned: boolean
  readonly isBig: boolean
}

/** An integer or a native floating-point type. Undefined for others. */
export function readType({ data }: Message): NumberType | undefined {
  const kind = take(data, 1) & 0x0f
  const bits = take(data, 3)
  const bytes = take(data, 4)
  const isBig = (bits & 1) !== 0
  if (kind === 0 && [1, 2, 4, 8].includes(bytes)) return { kind: 'integer', bytes, isSigned: (bits & 8) !== 0, isBig }
  return kind === 1 && (bytes === 4 || bytes === 8) ? { kind: 'float', bytes, isSigned: true, isBig } : undefined
}

/** The sizes of the dimensions; empty for a scalar. Undefined for the null dataspace. */
export function readSpace({ data }: Message, lengthBytes: number): number[] | undefined {
  const version = take(data, 1)
  const rank = take(data, 1)
  data.at += 1
  const kind = take(data, 1)
  if (version === 1) data.at += 4
  else if (kind === 2) return undefined
  return Array.from({ length: rank }, () => take(data, lengthBytes))
}

export function makeNumbers(
  { kind, bytes, isSigned }: NumberType,
  length: number,
): Exclude<Numbers, BigInt64Array | BigUint64Array> {
  if (bytes === 8) return new Float64Array(length)
  if (kind === 'float') return new Float32Array(length)
  if (bytes === 1) return isSigned ? new Int8Array(length) : new Uint8Array(length)
  if (bytes === 2) return isSigned ? new Int16Array(length) : new Uint16Array(length)
  return isSigned ? new Int32Array(length) : new Uint32Array(length)
}

export function readNumber(view: DataView, at: number, { kind, bytes, isSigned, isBig }: NumberType): number {
  if (kind === 'float') return bytes === 4 ? view.getFloat32(at, !isBig) : view.getFloat64(at, !isBig)
  if (bytes === 1) return isSigned ? view.getInt8(at) : view.getUint8(at)
  if (bytes === 2) return isSigned ? view.getInt16(at, !isBig) : view.getUint16(at, !isBig)
  if (bytes === 4) return isSigned ? view.getInt32(at, !isBig) : view.getUint32(at, !isBig)
  return Number(isSigned ? view.getBigInt64(at, !isBig) : view.getBigUint64(at, !isBig))
}
