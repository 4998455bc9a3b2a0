import { expect, test } from 'vitest'
import { memorySource } from '../../source.ts'
import type { Hdf5File } from '../bytes/hdf5-file.ts'
import { join, nothing, number } from '../test/write-hdf5.ts'
import { readExtensibleArray } from './extensible-array.ts'

const fileOf = (bytes: Uint8Array<ArrayBuffer>): Hdf5File => ({
  source: memorySource(bytes),
  base: 0,
  offsetBytes: 8,
  lengthBytes: 8,
  signal: undefined,
})
/** Two elements in the index, blocks of two, and two addresses of blocks in it; at most 2 ** 8 elements. */
const head = (isFiltered: boolean, elementBytes: number, index: Uint8Array, leastElements = 2) =>
  join('EAHD', 0, isFiltered ? 1 : 0, elementBytes, 8, 2, leastElements, 2, 10, new Uint8Array(48), index)
const at = 12 + 48 + 8
const read = (count: number, ...parts: readonly Uint8Array[]) =>
  readExtensibleArray(fileOf(join(...parts)), 0, count, 40)
const chunk = (address: number) => ({ address, bytes: 40, skipped: 0 })

test('chunks are in the index, in its blocks, and in blocks of addresses', async () => {
  // Two in the index; two blocks of the first two levels, two and four long; then levels of two blocks of four.
  const indexBytes = 14 + 2 * 8 + 2 * 8 + 6 * 8
  const first = at + indexBytes
  const blockBytes = 15 + 2 * 8
  const addresses = first + blockBytes
  const last = addresses + 15 + 2 * 8
  const index = join(
    join('EAIB', 0, 0, number(0, 8), number(1, 8), nothing(8)),
    join(number(first, 8), nothing(8), number(addresses, 8), nothing(8), new Uint8Array(4 * 8)),
  )
  const block = join('EADB', 0, 0, number(0, 8), 0, number(3, 8), number(4, 8))
  const secondary = join('EASB', 0, 0, number(0, 8), 6, nothing(8), number(last, 8))
  const far = join('EADB', 0, 0, number(0, 8), 10, number(12, 8), nothing(8), number(14, 8), number(15, 8))
  const found = await read(16, head(false, 8, number(at, 8)), index, block, secondary, far)
  expect(found.slice(0, 4)).toEqual([chunk(1), undefined, chunk(3), chunk(4)])
  expect(found.slice(4, 12)).toEqual(Array(8).fill(undefined))
  expect(found.slice(12)).toEqual([chunk(12), undefined, chunk(14), chunk(15)])
})

test('filtered chunks have their size and the filters that were left out', async () => {
  const element = (address: number, bytes: number, skipped: number) =>
    join(number(address, 8), number(bytes, 3), number(skipped, 4))
  const index = join('EAIB', 0, 0, number(0, 8), element(7, 33, 1), element(8, 34, 0), new Uint8Array(8 * 8))
  expect(await read(2, head(true, 15, number(at, 8)), index)).toEqual([
    { address: 7, bytes: 33, skipped: 1 },
    { address: 8, bytes: 34, skipped: 0 },
  ])
})

test('an array without an index has none, and a damaged one is refused', async () => {
  expect(await read(2, head(false, 8, nothing(8)))).toEqual([])
  await expect(read(2, head(false, 8, number(at, 8), 0), new Uint8Array(500))).rejects.toMatchObject({
    code: 'wrong-header',
    detail: 'EAHD',
  })
  await expect(read(2, head(false, 8, number(at, 8)), new Uint8Array(500))).rejects.toMatchObject({ detail: 'EAIB' })
  await expect(read(2, head(false, 8, number(at, 8)))).rejects.toMatchObject({ code: 'cut-off' })
})
