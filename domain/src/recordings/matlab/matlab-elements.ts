import type { Numbers } from '../arrays/numeric-array.ts'

export const types = { int8: 1, compressed: 15, matrix: 14 } as const

/** A tagged element: its type and the position of its data in the view. */
export type Element = { readonly type: number; readonly from: number; readonly length: number; readonly next: number }

/** Parses the tag at a position. Undefined if the view ends before the element does. */
export function readElement(view: DataView, at: number, isLittle: boolean): Element | undefined {
  if (at + 8 > view.byteLength) return undefined
  const first = view.getUint32(at, isLittle)
  const small = first >>> 16
  // Up to four bytes are stored in the tag itself, whose upper half is then their number.
  if (small > 0) return small > 4 ? undefined : { type: first & 0xffff, from: at + 4, length: small, next: at + 8 }
  const length = view.getUint32(at + 4, isLittle)
  const end = at + 8 + length
  const next = first === types.compressed ? end : at + 8 + Math.ceil(length / 8) * 8
  return end > view.byteLength
    ? undefined
    : { type: first, from: at + 8, length, next: Math.min(next, view.byteLength) }
}

type Reader = {
  readonly bytes: number
  make(length: number): Numbers
  read(view: DataView, at: number, little: boolean): number | bigint
}

/** By the number of the storage type. */
const readers: Readonly<Record<number, Reader>> = {
  1: { bytes: 1, make: (length) => new Int8Array(length), read: (view, at) => view.getInt8(at) },
  2: { bytes: 1, make: (length) => new Uint8Array(length), read: (view, at) => view.getUint8(at) },
  3: { bytes: 2, make: (length) => new Int16Array(length), read: (view, at, little) => view.getInt16(at, little) },
  4: { bytes: 2, make: (length) => new Uint16Array(length), read: (view, at, little) => view.getUint16(at, little) },
  5: { bytes: 4, make: (length) => new Int32Array(length), read: (view, at, little) => view.getInt32(at, little) },
  6: { bytes: 4, make: (length) => new Uint32Array(length), read: (view, at, little) => view.getUint32(at, little) },
  7: { bytes: 4, make: (length) => new Float32Array(length), read: (view, at, little) => view.getFloat32(at, little) },
  9: { bytes: 8, make: (length) => new Float64Array(length), read: (view, at, little) => view.getFloat64(at, little) },
  12: {
    bytes: 8,
    make: (length) => new Float64Array(length),
    read: (view, at, little) => Number(view.getBigInt64(at, little)),
  },
  13: {
    bytes: 8,
    make: (length) => new Float64Array(length),
    read: (view, at, little) => Number(view.getBigUint64(at, little)),
  },
}

/** The numbers of an element. Undefined if it is not numeric. */
export function readNumbers(view: DataView, element: Element, isLittle: boolean): Numbers | undefined {
  const reader = readers[element.type]
  if (!reader) return undefined
  const numbers = reader.make(Math.floor(element.length / reader.bytes))
  for (let index = 0; index < numbers.length; index++) {
    numbers[index] = reader.read(view, element.from + index * reader.bytes, isLittle)
  }
  return numbers
}

export function countNumbers(element: Element): number {
  return Math.floor(element.length / (readers[element.type]?.bytes ?? Number.POSITIVE_INFINITY))
}
