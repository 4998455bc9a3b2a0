import { deflateSync } from 'node:zlib'
import { joinBytes } from './write-zip.ts'

export type WrittenVariable =
  | {
      readonly name: string
      readonly kind: 'double' | 'int16'
      readonly rows: number
      readonly numbers: readonly number[]
    }
  | { readonly name: string; readonly fields: readonly WrittenVariable[] }

const kinds = { double: { array: 6, type: 9, bytes: 8 }, int16: { array: 10, type: 3, bytes: 2 } } as const

/** Writes a file of MATLAB 5 to 7, little-endian, according to the maker's description and without the reader's code. */
export function writeMatlab(variables: readonly WrittenVariable[], isDeflated: boolean): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(128).fill(32)
  header.set(new TextEncoder().encode('MATLAB 5.0 MAT-file, test'))
  header.set([0, 1, 0x49, 0x4d], 124)
  const elements = variables.map((variable) => {
    const matrix = writeVariable(variable, variable.name)
    return isDeflated ? element(15, deflateSync(matrix), false) : matrix
  })
  return joinBytes([header, ...elements])
}

function writeVariable(variable: WrittenVariable, name: string): Uint8Array {
  const title = element(1, new TextEncoder().encode(name))
  if ('fields' in variable) {
    const names = new Uint8Array(variable.fields.length * 32)
    for (const [index, field] of variable.fields.entries()) names.set(new TextEncoder().encode(field.name), index * 32)
    const fields = variable.fields.map((field) => writeVariable(field, ''))
    return element(
      14,
      joinBytes([flags(2), element(5, words([1, 1])), title, small(5, 32), element(1, names), ...fields]),
    )
  }
  const { array, type, bytes } = kinds[variable.kind]
  const data = new DataView(new ArrayBuffer(variable.numbers.length * bytes))
  for (const [index, value] of variable.numbers.entries()) {
    if (bytes === 8) data.setFloat64(index * 8, value, true)
    else data.setInt16(index * 2, value, true)
  }
  const shape = element(5, words([variable.rows, variable.numbers.length / variable.rows]))
  return element(14, joinBytes([flags(array), shape, title, element(type, new Uint8Array(data.buffer))]))
}

function element(type: number, data: Uint8Array, isPadded = true): Uint8Array {
  const padding = new Uint8Array(isPadded ? (8 - (data.length % 8)) % 8 : 0)
  return joinBytes([words([type, data.length]), data, padding])
}

/** A number stored in its tag. */
function small(type: number, value: number): Uint8Array {
  return words([type | (4 << 16), value])
}

function flags(array: number): Uint8Array {
  return element(6, words([array, 0]))
}

function words(values: readonly number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(values).buffer)
}
