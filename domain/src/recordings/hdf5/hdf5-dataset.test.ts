import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { memorySource } from '../source.ts'
import type { Hdf5File } from './bytes/hdf5-file.ts'
import { readDataset } from './hdf5-dataset.ts'
import {
  chunkNode,
  float,
  integer,
  join,
  nothing,
  number,
  space,
  textType,
  type WrittenMessage,
} from './test/write-hdf5.ts'

const range = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)
const words = (values: readonly number[]) => join(...values.map((value) => number(value & 0xffff, 2)))

function dataset(messages: readonly WrittenMessage[], bytes = new Uint8Array()) {
  const file: Hdf5File = { source: memorySource(bytes), base: 0, offsetBytes: 8, lengthBytes: 8, signal: undefined }
  return readDataset(
    file,
    'a',
    messages.map(([type, data]) => ({ type, data: { view: new DataView(Uint8Array.from(data).buffer), at: 0 } })),
  )
}
const load = async (...given: Parameters<typeof dataset>) =>
  [...((await dataset(...given)?.array.load()) ?? [])].map(Number)
const of = (shape: readonly number[], layout: Uint8Array, more: readonly WrittenMessage[] = []): WrittenMessage[] => [
  [1, space(shape)],
  [3, integer(2)],
  [8, layout],
  ...more,
]
const compact = (data: Uint8Array) => join(3, 0, number(data.length, 2), data)
const contiguous = (address: number) => join(3, 1, address < 0 ? nothing(8) : number(address, 8), number(0, 8))
const chunked = (...sizes: readonly number[]) =>
  join(3, 2, sizes.length + 1, number(0, 8), ...sizes.map((size) => number(size, 4)), number(2, 4))

describe('a dataset', () => {
  test('has its numbers along its last dimension', () => {
    expect(dataset(of([5, 3], contiguous(0)))).toMatchObject({
      isScalar: false,
      array: { name: 'a', shape: [5, 3], strides: [3, 1] },
    })
    expect(dataset(of([5], contiguous(0)))?.array).toMatchObject({ shape: [5, 1], strides: [1, 1] })
    expect(dataset(of([], contiguous(0)))).toMatchObject({ isScalar: true, array: { shape: [1, 1] } })
    expect(dataset(of([1, 1], contiguous(0)))?.isScalar).toBe(true)
  })

  test('needs a type, a dataspace and a place, and at most two dimensions', () => {
    const whole = of([5], contiguous(0))
    for (const [index] of whole.entries()) expect(dataset(whole.filter((_, at) => at !== index))).toBeUndefined()
    expect(dataset(of([2, 2, 2], contiguous(0)))).toBeUndefined()
    expect(
      dataset([
        [1, space([5])],
        [3, textType(4)],
        [8, contiguous(0)],
      ]),
    ).toBeUndefined()
    expect(
      dataset([
        [1, join(2, 0, 0, 2)],
        [3, integer(2)],
        [8, contiguous(0)],
      ]),
    ).toBeUndefined()
  })
})

describe('numbers', () => {
  test('within the object, or in one place, are read', async () => {
    expect(await load(of([3], compact(words([1, -2, 3]))))).toEqual([1, -2, 3])
    expect(await load(of([3], compact(words([1, 2]))))).toEqual([1, 2, 0])
    const bytes = join(7, 7, 7, words([5, -6, 7]))
    expect(await load(of([3], contiguous(3)), bytes)).toEqual([5, -6, 7])
    expect(await load(of([3], contiguous(-1)), bytes)).toEqual([0, 0, 0])
    await expect(load(of([4], contiguous(3)), bytes)).rejects.toMatchObject({ code: 'cut-off' })
    const floats = new Uint8Array(Float32Array.of(1.5, -2).buffer)
    expect(
      await load([
        [1, space([2])],
        [3, float(4)],
        [8, compact(floats)],
      ]),
    ).toEqual([1.5, -2])
  })

  test('of chunks are put in their places, without what lies beyond the edge', async () => {
    const chunks = [
      { start: [0, 0], values: [0, 1, 3, 4] },
      { start: [0, 2], values: [2, 99, 5, 99] },
      { start: [2, 0], values: [6, 7, 99, 99] },
      { start: [2, 2], values: [8, 99, 99, 99] },
    ]
    const node = chunkNode(chunks.map(({ start }, index) => ({ address: 500 + 8 * index, bytes: 8, start })))
    const bytes = join(node, new Uint8Array(500 - node.length), ...chunks.map(({ values }) => words(values)))
    expect(await load(of([3, 3], chunked(2, 2)), bytes)).toEqual(range(9))
    const row = chunkNode([{ address: 100, bytes: 6, start: [4] }])
    const one = join(row, new Uint8Array(100 - row.length), words([5, 6, 7]))
    expect(await load(of([6], chunked(4)), one)).toEqual([0, 0, 0, 0, 5, 6])
    const filled: WrittenMessage = [5, join(3, 0x29, number(2, 4), words([-999]))]
    expect(await load(of([6], chunked(4), [filled]), one)).toEqual([-999, -999, -999, -999, 5, 6])
    expect(await load(of([2], contiguous(-1), [filled]))).toEqual([-999, -999])
  })

  test('of a chunk that is too short are those that it has', async () => {
    const node = chunkNode([{ address: 100, bytes: 5, start: [0] }])
    const bytes = join(node, new Uint8Array(100 - node.length), words([5, 6, 7]))
    expect(await load(of([4], chunked(4)), bytes)).toEqual([5, 6, 0, 0])
  })

  test('of more bytes than fit into memory are not read', async () => {
    const most = 128 * 2 ** 20
    await expect(load(of([most + 1], contiguous(0)))).rejects.toMatchObject({
      code: 'unsupported',
      detail: `a: ${most + 1} numbers`,
    })
    await expect(load(of([most], contiguous(0)))).rejects.toMatchObject({ code: 'cut-off' })
    await expect(load(of([8], chunked(most + 1)))).rejects.toMatchObject({
      code: 'unsupported',
      detail: `a: chunks of ${2 * (most + 1)} bytes`,
    })
    await expect(load(of([8], chunked(most)))).rejects.toMatchObject({ code: 'cut-off' })
    await expect(load(of([8], join(2, 1)))).rejects.toMatchObject({ code: 'unsupported', detail: 'a: layout 2' })
  })
})

describe('filters', () => {
  type WrittenFilter = { id: number; name?: string; values?: readonly number[] }
  function filters(version: number, given: readonly WrittenFilter[]): WrittenMessage {
    const each = given.map(({ id, name = '', values = [] }) => {
      const title = version === 1 ? join(name, new Uint8Array((8 - (name.length % 8)) % 8)) : join(name)
      const hasName = version === 1 || id >= 256
      return join(
        number(id, 2),
        ...(hasName ? [number(version === 1 ? title.length : name.length, 2)] : []),
        number(0, 2),
        number(values.length, 2),
        ...(hasName ? [title] : []),
        ...values.map((value) => number(value, 4)),
        ...(version === 1 && values.length % 2 === 1 ? [number(0, 4)] : []),
      )
    })
    return [0x0b, join(version, given.length, ...(version === 1 ? [new Uint8Array(6)] : []), ...each)]
  }
  const values = range(20, -10)
  const plain = words(values)
  const shuffled = join(...range(20).map((i) => plain[2 * i] ?? 0), ...range(20).map((i) => plain[2 * i + 1] ?? 0))

  async function read(data: Uint8Array, filter: WrittenMessage, skipped = 0) {
    const node = chunkNode([{ address: 100, bytes: data.length, skipped, start: [0] }])
    return load(of([20], chunked(20), [filter]), join(node, new Uint8Array(100 - node.length), data))
  }
  const [deflate, shuffle, fletcher] = [{ id: 1, values: [6] }, { id: 2, values: [2] }, { id: 3 }]

  test.each([1, 2])('of the version %i are undone from the last to the first', async (version) => {
    expect(await read(plain, filters(version, []))).toEqual(values)
    expect(await read(shuffled, filters(version, [shuffle]))).toEqual(values)
    expect(await read(deflateSync(plain), filters(version, [deflate]))).toEqual(values)
    expect(await read(join(plain, 1, 2, 3, 4), filters(version, [fletcher]))).toEqual(values)
    const all = filters(version, [{ ...shuffle, name: version === 1 ? 'shuffle' : '' }, deflate, fletcher])
    expect(await read(join(deflateSync(shuffled), 1, 2, 3, 4), all)).toEqual(values)
    const checked = filters(version, [fletcher, deflate])
    expect(await read(deflateSync(join(plain, 1, 2, 3, 4)), checked)).toEqual(values)
  })

  test('that were not applied to a chunk are skipped', async () => {
    const both = filters(1, [shuffle, deflate])
    expect(await read(plain, both, 3)).toEqual(values)
    expect(await read(shuffled, both, 2)).toEqual(values)
    expect(await read(deflateSync(plain), both, 1)).toEqual(values)
  })

  test('of others are named', async () => {
    for (const version of [1, 2]) {
      const other = filters(version, [{ id: 32_001, name: 'blosc', values: [1, 2, 3] }, deflate])
      await expect(read(plain, other)).rejects.toMatchObject({ code: 'unsupported', detail: 'a: filter 32001' })
    }
    await expect(read(plain, filters(2, [{ id: 256, name: 'x' }]))).rejects.toMatchObject({ detail: 'a: filter 256' })
    await expect(read(plain, filters(2, [{ id: 255 }]))).rejects.toMatchObject({ detail: 'a: filter 255' })
  })

  test('with what they can’t undo are damage', async () => {
    const damaged = read(join(9, 9, 9, 9), filters(1, [deflate]))
    await expect(damaged).rejects.toMatchObject({ name: 'UnreadableRecording', code: 'wrong-header' })
    const longer = read(deflateSync(join(plain, new Uint8Array(5))), filters(1, [deflate]))
    await expect(longer).rejects.toMatchObject({ code: 'wrong-header', detail: 'more than the chunk' })
    expect(await read(Uint8Array.of(1, 2, 3), filters(1, [fletcher]))).toEqual(values.map(() => 0))
    expect(await read(Uint8Array.of(1), filters(1, [shuffle]))).toEqual(values.map(() => 0))
    expect(await read(plain, filters(1, [{ id: 2, values: [1] }]))).toEqual(values)
    expect(await read(plain, filters(1, [{ id: 2 }]))).toEqual(values)
  })
})
