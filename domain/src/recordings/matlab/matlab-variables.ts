import type { NumericArray } from '../arrays/numeric-array.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { countNumbers, type Element, readElement, readNumbers, types } from './matlab-elements.ts'

/** The numbers of the array classes. */
const structure = 2
const [firstNumeric, lastNumeric] = [6, 15]

const deepest = 8
const mostArrays = 4096

export type Variables = { readonly arrays: NumericArray[]; readonly scalars: Map<string, number> }

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
  const title = dimensions && readElement(inside, dimensions.next, isLittle)
  if (!title || flags.length < 8 || depth > deepest || into.arrays.length >= mostArrays) return
  const kind = inside.getUint32(flags.from, isLittle) & 0xff
  const shape = readNumbers(inside, dimensions, isLittle)
  const [rows, columns, ...others] = Array.from(shape ?? [], Number)
  const name = path === '' ? readText(inside, title) : path
  if (rows === undefined || columns === undefined || rows < 0 || columns < 0 || others.some((each) => each !== 1))
    return
  if (kind === structure && rows * columns === 1) takeFields(inside, title.next, isLittle, into, name, depth)
  if (kind < firstNumeric || kind > lastNumeric) return
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
