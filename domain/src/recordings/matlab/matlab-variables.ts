import type { Numbers, NumericArray } from '../arrays/numeric-array.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'

/** The numbers of the array classes. */
const [cells, structure, object, characters, sparse, opaque] = [1, 2, 3, 4, 5, 17]
const [firstNumeric, lastNumeric] = [6, 15]

const deepest = 8
const mostArrays = 4096

export type Variables = {
  readonly arrays: NumericArray[]
  readonly scalars: Map<string, number>
  /** What is of a kind that is not read, by name. */
  readonly unread: string[]
}

/** Extracts the numeric arrays from a matrix element, including those in the fields of structures. Skips damaged ones. */
export function takeVariables(
  view: DataView,
  matrix: Element,
  isLittle: boolean,
  into: Variables,
  path = '',
  depth = 0,
): void {
  const end = matrix.from + matrix.length
  const inside = new DataView(view.buffer, view.byteOffset, Math.min(view.byteLength, view.byteOffset + end))
  const flags = readElement(inside, matrix.from, isLittle)
  const dimensions = flags && readElement(inside, flags.next, isLittle)
  // Tables, dates and the like of newer versions have their name where others have their size.
  if (flags && flags.length >= 8 && (inside.getUint32(flags.from, isLittle) & 0xff) === opaque && dimensions) {
    into.unread.push(`${path || readText(inside, dimensions)}: object`)
    return
  }
  const title = dimensions && readElement(inside, dimensions.next, isLittle)
  if (!title || flags.length < 8 || depth > deepest || into.arrays.length >= mostArrays) return
  const word = inside.getUint32(flags.from, isLittle)
  const kind = word & 0xff
  const shape = readNumbers(inside, dimensions, isLittle)
  const [rows, columns, ...others] = Array.from(shape ?? [], Number)
  const name = path === '' ? readText(inside, title) : path
  if (rows === undefined || columns === undefined || rows < 0 || columns < 0) return
  const why = whyUnread(kind, (word & complex) !== 0, [rows, columns, ...others])
  if (why && into.unread.length < mostArrays) into.unread.push(`${name}: ${why}`)
  if (others.some((each) => each !== 1)) return
  if (kind === structure && rows * columns === 1) takeFields(inside, title.next, isLittle, into, name, depth)
  if (kind < firstNumeric || kind > lastNumeric || why) return
  const data = readElement(inside, title.next, isLittle)
  if (!data || rows * columns !== countNumbers(data)) return
  if (rows * columns === 1 && into.scalars.size < mostArrays)
    into.scalars.set(name, Number(readNumbers(inside, data, isLittle)?.[0]))
  else
    into.arrays.push({
      name,
      shape: [rows, columns],
      strides: [1, rows],
      load: async () => load(inside, data, isLittle),
    })
}

const complex = 0x800

function whyUnread(kind: number, isComplex: boolean, shape: readonly number[]): string | undefined {
  const count = shape.reduce((product, size) => product * size, 1)
  if (count === 0 || kind === characters) return undefined
  if (kind === cells) return 'cell array'
  if (kind === structure && count > 1) return `${count} structures`
  if (kind === object) return 'object'
  if (kind === sparse) return 'sparse'
  if (kind < firstNumeric || kind > lastNumeric || count === 1) return undefined
  if (isComplex) return 'complex numbers'
  return shape.slice(2).some((size) => size !== 1) ? `${shape.length} dimensions` : undefined
}

function load(view: DataView, data: Element, isLittle: boolean) {
  const numbers = readNumbers(view, data, isLittle)
  if (!numbers) throw new UnreadableRecording('wrong-header', { offset: data.from })
  return numbers
}

function takeFields(view: DataView, at: number, isLittle: boolean, into: Variables, path: string, depth: number): void {
  const width = readElement(view, at, isLittle)
  const names = width && readElement(view, width.next, isLittle)
  const length = width && Number(readNumbers(view, width, isLittle)?.[0])
  if (!names || !length || !(length > 0) || length > 64) return
  let next = names.next
  for (let from = 0; from + length <= names.length; from += length) {
    const field = readElement(view, next, isLittle)
    if (!field || field.type !== types.matrix) return
    const name = readText(view, { ...names, from: names.from + from, length })
    takeVariables(view, field, isLittle, into, `${path}.${name}`, depth + 1)
    next = field.next
  }
}

function readText(view: DataView, { from, length }: Element): string {
  const bytes = new Uint8Array(view.buffer, view.byteOffset + from, Math.min(length, 128))
  const end = bytes.indexOf(0)
  return new TextDecoder('latin1').decode(end < 0 ? bytes : bytes.subarray(0, end))
}

export const types = { compressed: 15, matrix: 14 } as const

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
function readNumbers(view: DataView, element: Element, isLittle: boolean): Numbers | undefined {
  const reader = readers[element.type]
  if (!reader) return undefined
  const numbers = reader.make(Math.floor(element.length / reader.bytes))
  for (let index = 0; index < numbers.length; index++) {
    numbers[index] = reader.read(view, element.from + index * reader.bytes, isLittle)
  }
  return numbers
}

function countNumbers(element: Element): number {
  return Math.floor(element.length / (readers[element.type]?.bytes ?? Number.POSITIVE_INFINITY))
}
