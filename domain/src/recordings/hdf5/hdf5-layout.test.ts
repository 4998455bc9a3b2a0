import { describe, expect, test } from 'vitest'
import { memorySource } from '../source.ts'
import type { Hdf5File } from './bytes/hdf5-file.ts'
import { readLayout } from './hdf5-layout.ts'
import { chunkNode, join, nothing, number } from './test/write-hdf5.ts'

const fileOf = (bytes: Uint8Array<ArrayBuffer>): Hdf5File => ({
  source: memorySource(bytes),
  base: 0,
  offsetBytes: 8,
  lengthBytes: 8,
  signal: undefined,
})
function layoutOf(data: Uint8Array<ArrayBuffer>, shape: readonly number[] = [10, 4], bytes = new Uint8Array(0)) {
  return readLayout(fileOf(bytes), { type: 8, data: { view: new DataView(data.buffer), at: 0 } }, shape, 2)
}
async function chunksOf(...given: Parameters<typeof layoutOf>) {
  const layout = layoutOf(...given)
  if (layout.kind !== 'chunked') throw new Error(JSON.stringify(layout))
  return { chunk: layout.chunk, chunks: await layout.list() }
}

test('numbers within the object or at an address have their place', () => {
  expect(layoutOf(join(3, 0, number(4, 2), 9, 8, 7, 6))).toMatchObject({ kind: 'compact', data: { at: 4 } })
  expect(layoutOf(join(3, 1, number(500, 8), number(80, 8)))).toEqual({ kind: 'contiguous', address: 500 })
  expect(layoutOf(join(4, 1, nothing(8), number(80, 8)))).toEqual({ kind: 'contiguous', address: -1 })
})

test.each([
  [join(2, 1), 'layout 2'],
  [join(5, 1), 'layout 5'],
  [join(3, 3), 'layout 3.3'],
  [join(4, 3), 'layout 4.3'],
])('another layout is not supported', (data, detail) => {
  expect(layoutOf(data)).toEqual({ kind: 'unsupported', detail })
})

describe('a tree of chunks', () => {
  const tree = (address: number, ...sizes: readonly number[]) =>
    join(
      3,
      2,
      sizes.length + 1,
      address < 0 ? nothing(8) : number(address, 8),
      ...sizes.map((size) => number(size, 4)),
      number(2, 4),
    )
  const leaf = chunkNode([
    { address: 1000, bytes: 40, start: [0, 0] },
    { address: -1, bytes: 40, start: [5, 0] },
    { address: 2000, bytes: 30, skipped: 5, start: [5, 2] },
  ])
  const found = [
    { address: 1000, bytes: 40, skipped: 0, start: [0, 0] },
    { address: 2000, bytes: 30, skipped: 5, start: [5, 2] },
  ]

  test('lists them with their place', async () => {
    expect(await chunksOf(tree(5, 5, 2), [10, 4], join(new Uint8Array(5), leaf))).toEqual({
      chunk: [5, 2],
      chunks: found,
    })
    expect(await chunksOf(tree(-1, 5, 2))).toEqual({ chunk: [5, 2], chunks: [] })
  })

  test('may have several levels, each node once', async () => {
    const other = chunkNode([{ address: 3000, bytes: 1, start: [0, 2] }])
    const parents = (...places: readonly number[]) =>
      chunkNode(
        places.map((address) => ({ address, bytes: 0, start: [0, 0] })),
        1,
      )
    const root = parents(400, 800, 400, 0)
    const bytes = new Uint8Array(1000)
    for (const [at, node] of [
      [0, root],
      [400, leaf],
      [800, other],
    ] as const)
      bytes.set(node, at)
    expect((await chunksOf(tree(0, 5, 2), [10, 4], bytes)).chunks).toEqual([
      ...found,
      { address: 3000, bytes: 1, skipped: 0, start: [0, 2] },
    ])
  })

  test('without its mark is damaged, and one that is cut off, too', async () => {
    const wrong = leaf.slice()
    wrong[3] = 0
    await expect(chunksOf(tree(0, 5, 2), [10, 4], wrong)).rejects.toMatchObject({
      code: 'wrong-header',
      detail: 'TREE',
    })
    await expect(chunksOf(tree(0, 5, 2), [10, 4], leaf.slice(0, -1))).rejects.toMatchObject({ code: 'cut-off' })
  })

  test('of chunks that do not fit the dataset is not supported', () => {
    for (const sizes of [[5], [5, 0], [5, 2, 1]])
      expect(layoutOf(tree(0, ...sizes))).toEqual({ kind: 'unsupported', detail: 'chunk' })
    expect(layoutOf(tree(0, 1, 1)).kind).toBe('chunked')
  })
})

describe('an index of chunks', () => {
  const index = (kind: number, flags: number, sizes: readonly number[], ...more: readonly (number | Uint8Array)[]) =>
    join(4, 2, flags, sizes.length + 1, 2, ...sizes.map((size) => number(size, 2)), number(2, 2), kind, ...more)

  test('of a single chunk is its place', async () => {
    expect(await chunksOf(index(1, 0, [300, 4], number(700, 8)))).toEqual({
      chunk: [300, 4],
      chunks: [{ address: 700, bytes: 300 * 4 * 2, skipped: 0, start: [0, 0] }],
    })
    const filtered = index(1, 2, [10, 4], number(55, 8), number(3, 4), number(700, 8))
    expect((await chunksOf(filtered)).chunks).toEqual([{ address: 700, bytes: 55, skipped: 3, start: [0, 0] }])
    expect((await chunksOf(index(1, 0, [10, 4], nothing(8)))).chunks).toEqual([])
  })

  test('may be left out if they follow one another', async () => {
    const { chunks } = await chunksOf(index(2, 0, [4, 3], number(700, 8)))
    expect(chunks).toEqual(
      [
        [0, 0],
        [0, 3],
        [4, 0],
        [4, 3],
        [8, 0],
        [8, 3],
      ].map((start, at) => ({ address: 700 + at * 24, bytes: 24, skipped: 0, start })),
    )
    expect((await chunksOf(index(2, 0, [4, 3], nothing(8)))).chunks).toEqual([])
    await expect(chunksOf(index(2, 0, [1], number(0, 8)), [1_000_001])).rejects.toMatchObject({
      code: 'unsupported',
      detail: '1000001 chunks',
    })
  })

  const block = (entries: readonly Uint8Array[]) => join('FADB', 0, 0, number(0, 8), ...entries)
  const array = (isFiltered: boolean, entryBytes: number, entries: number, address: Uint8Array, pageBits = 10) =>
    join('FAHD', 0, isFiltered ? 1 : 0, entryBytes, pageBits, number(entries, 8), address)
  const fixed = (address: Uint8Array) => index(3, 0, [5, 4], 10, address)

  test('of a fixed number is listed', async () => {
    const plain = join(
      new Uint8Array(9),
      array(false, 8, 2, number(100, 8)),
      new Uint8Array(100 - 9 - 24),
      block([number(700, 8), number(800, 8)]),
    )
    expect((await chunksOf(fixed(number(9, 8)), [10, 4], plain)).chunks).toEqual([
      { address: 700, bytes: 40, skipped: 0, start: [0, 0] },
      { address: 800, bytes: 40, skipped: 0, start: [5, 0] },
    ])
    const entries = [join(number(700, 8), number(33, 3), number(1, 4)), join(nothing(8), number(9, 3), number(0, 4))]
    const filtered = join(array(true, 15, 2, number(100, 8)), new Uint8Array(100 - 24), block(entries))
    expect((await chunksOf(fixed(number(0, 8)), [10, 4], filtered)).chunks).toEqual([
      { address: 700, bytes: 33, skipped: 1, start: [0, 0] },
    ])
    const fewer = join(array(false, 8, 1, number(24, 8)), block([number(700, 8)]))
    expect((await chunksOf(fixed(number(0, 8)), [10, 4], fewer)).chunks).toHaveLength(1)
  })

  test('of a fixed number may have no chunk yet, and is read in pages if they are many', async () => {
    expect((await chunksOf(fixed(nothing(8)))).chunks).toEqual([])
    expect((await chunksOf(fixed(number(0, 8)), [10, 4], array(false, 8, 2, nothing(8)))).chunks).toEqual([])
    const paged = (entries: number) =>
      chunksOf(
        fixed(number(0, 8)),
        [10, 4],
        join(array(false, 8, entries, number(24, 8), 1), block([number(7, 8), number(8, 8)])),
      )
    expect((await paged(2)).chunks).toHaveLength(2)
    // Two of three pages were written, each with two chunks, the last with one, and a checksum.
    const pages = join(0b1010_0000, 9, 9, 9, 9, number(11, 8), number(12, 8), number(9, 4), new Uint8Array(20))
    const inPages = await chunksOf(
      fixed(number(0, 8)),
      [25, 4],
      join(array(false, 8, 5, number(24, 8), 1), block([pages, number(13, 8), number(9, 4)])),
    )
    expect(inPages.chunks.map(({ address, start }) => [address, start[0]])).toEqual([
      [11, 0],
      [12, 5],
      [13, 20],
    ])
  })

  test('without its marks is damaged', async () => {
    const bytes = join(array(false, 8, 1, number(24, 8)), block([number(700, 8)]))
    for (const [at, detail] of [
      [3, 'FAHD'],
      [27, 'FADB'],
    ] as const) {
      const wrong = bytes.slice()
      wrong[at] = 0
      await expect(chunksOf(fixed(number(0, 8)), [10, 4], wrong)).rejects.toMatchObject({
        code: 'wrong-header',
        detail,
      })
    }
  })

  test('of another kind, or with chunks that do not fit, is not supported', () => {
    expect(layoutOf(index(4, 0, [5, 4]))).toEqual({ kind: 'unsupported', detail: 'chunk index 4' })
    expect(layoutOf(index(1, 0, [5, 0], number(0, 8)))).toEqual({ kind: 'unsupported', detail: 'chunk' })
  })
})
