import { describe, expect, test } from 'vitest'
import type { Source } from '../../recording.ts'
import { memorySource } from '../../source.ts'
import {
  firstMessages,
  firstObject,
  float,
  integer,
  join,
  nothing,
  number,
  secondMessages,
  secondObject,
  space,
  text,
  textType,
} from '../test/write-hdf5.ts'
import {
  type Cursor,
  expectMark,
  type Hdf5File,
  makeNumbers,
  nowhere,
  readAt,
  readMessages,
  readNumber,
  readSpace,
  readType,
  take,
  takeAddress,
  takeText,
} from './hdf5-file.ts'

const cursorOf = (bytes: Uint8Array<ArrayBuffer>, at = 0): Cursor => ({ view: new DataView(bytes.buffer), at })
const fileOf = (bytes: Uint8Array<ArrayBuffer>, more: Partial<Hdf5File> = {}): Hdf5File => ({
  source: memorySource(bytes),
  base: 0,
  offsetBytes: 8,
  lengthBytes: 8,
  signal: undefined,
  ...more,
})
const wrongHeader = (detail: string) => expect.objectContaining({ code: 'wrong-header', detail })

describe('bytes at an address', () => {
  const bytes = Uint8Array.from({ length: 20 }, (_, i) => i)

  test('are counted from the base', async () => {
    const { view, at } = await readAt(fileOf(bytes, { base: 5 }), 3, 2)
    expect([view.byteLength, view.getUint8(0), view.getUint8(1), at]).toEqual([2, 8, 9, 0])
    expect((await readAt(fileOf(bytes), 18, 2)).view.byteLength).toBe(2)
    expect((await readAt(fileOf(bytes), 0, 0)).view.byteLength).toBe(0)
  })

  test.each([
    [19, 2, 5, 20],
    [10, 6, 5, 15],
    [-1, 2, 5, 4],
    [nowhere, 0, 0, 0],
    [3, -1, 5, 8],
    [Number.NaN, 1, 0, 0],
  ])('at %d, %d of them after %d are cut off at %d', async (address, length, base, offset) => {
    await expect(readAt(fileOf(bytes, { base }), address, length)).rejects.toMatchObject({ code: 'cut-off', offset })
  })

  test('that a source does not give are cut off', async () => {
    const source: Source = { size: 100, read: async () => new Uint8Array(3) }
    await expect(readAt(fileOf(bytes, { source }), 10, 4)).rejects.toMatchObject({ code: 'cut-off', offset: 13 })
  })
})

test('numbers, addresses and texts are taken one after the other', () => {
  const cursor = cursorOf(join(7, number(0x0102_0304_0506, 6), nothing(4), 0xff, 0xff, 0xff, 0xfe, 'ab\0d', 'e'))
  expect([take(cursor, 1), take(cursor, 6)]).toEqual([7, 0x0102_0304_0506])
  const file = fileOf(new Uint8Array(), { offsetBytes: 4 })
  expect([takeAddress(file, cursor), takeAddress(file, cursor)]).toEqual([nowhere, 0xfeff_ffff])
  expect([takeText(cursor, 4), takeText(cursor, 1), takeText(cursor, 0), take(cursor, 0)]).toEqual(['ab', 'e', '', 0])
  expect(() => take(cursor, 1)).toThrow(wrongHeader('HDF5 structure'))
  expect(() => takeText(cursorOf(text('a')), 2)).toThrow(wrongHeader('HDF5 structure'))
  expect(takeText(cursorOf(text('x'.repeat(1025))), 1025)).toBe('x'.repeat(1024))
  expect(() => expectMark(cursorOf(text('HEAT')), 'HEAP')).toThrow(wrongHeader('HEAP'))
  expectMark(cursorOf(text('HEAP')), 'HEAP')
})

async function messagesOf(bytes: Uint8Array<ArrayBuffer>, address = 0, more: Partial<Hdf5File> = {}) {
  const messages = await readMessages(fileOf(bytes, more), address)
  return messages.map(({ type, data }) => [
    type,
    [...new Uint8Array(data.view.buffer, data.view.byteOffset, data.view.byteLength)],
    data.at,
  ])
}
const [a, b, c] = [
  [1, Uint8Array.of(1, 2)],
  [3, new Uint8Array(100).fill(7)],
  [8, new Uint8Array()],
] as const
const found = [a, b, c].map(([type, data]) => [type, [...data], 0])
const continuing = (address: number, bytes: Uint8Array) =>
  [0x10, join(number(address, 8), number(bytes.length, 8))] as const

describe('messages of the first version', () => {
  test('are read in their order, from any place', async () => {
    const object = firstObject([a, b, c])
    expect(await messagesOf(object)).toEqual(found)
    expect(await messagesOf(join(new Uint8Array(33), object), 33)).toEqual(found)
    expect(await messagesOf(join(new Uint8Array(33), object), 30, { base: 3 })).toEqual(found)
  })

  test('go on in other blocks', async () => {
    const rest = firstMessages([b, c])
    const object = firstObject([a, continuing(200, rest)])
    expect(await messagesOf(join(object, new Uint8Array(200 - object.length), rest))).toEqual(found)
    // A block that continues in itself ends.
    const self = firstMessages([continuing(200, new Uint8Array(24))])
    const endless = firstObject([a, continuing(200, self)])
    expect(await messagesOf(join(endless, new Uint8Array(200 - endless.length), self))).toEqual(found.slice(0, 1))
  })

  test('that are too short for their length, or of another version, are refused', async () => {
    const object = firstObject([a, b, c])
    const short = object.slice()
    short[16 + 8 + 2 + 2] = 101 + 8
    await expect(messagesOf(short)).rejects.toThrow(wrongHeader('HDF5 message'))
    object[0] = 2
    await expect(messagesOf(join(new Uint8Array(9), object), 4, { base: 5 })).rejects.toMatchObject({
      code: 'wrong-header',
      offset: 9,
      detail: 'object',
    })
    await expect(messagesOf(firstObject([a]).slice(0, -1))).rejects.toMatchObject({ code: 'cut-off' })
  })

  test('beyond the four thousandth are not read', async () => {
    expect(await messagesOf(firstObject(Array.from({ length: 4100 }, () => c)))).toHaveLength(4096)
  })

  test('of fewer bytes than a head are none', async () => {
    const object = join(firstObject([a]), new Uint8Array(7))
    object[8] = 10 + 7
    expect(await messagesOf(object)).toEqual(found.slice(0, 1))
  })
})

describe('messages of the second version', () => {
  test.each([0, 1, 2, 3, 4, 16, 32, 4 + 16 + 32 + 1])('are read with the flags %i', async (flags) => {
    const object = secondObject([a, b, c], flags)
    expect(await messagesOf(object)).toEqual(found)
    expect(await messagesOf(join(new Uint8Array(33), object), 30, { base: 3 })).toEqual(found)
  })

  test.each([0, 4])('go on in other blocks with the flags %i', async (flags) => {
    const block = join('OCHK', secondMessages([b, c], flags === 4), 0, 0, number(0, 4))
    const object = secondObject([a, continuing(200, block)], flags)
    expect(await messagesOf(join(object, new Uint8Array(200 - object.length), block))).toEqual(found)
    const self = join('OCHK', secondMessages([continuing(200, new Uint8Array(28))], flags === 4), number(0, 4))
    const endless = secondObject([a, continuing(200, self)], flags)
    expect(await messagesOf(join(endless, new Uint8Array(200 - endless.length), self, 0, 0))).toEqual(found.slice(0, 1))
    const wrong = block.slice()
    wrong[0] = 0
    await expect(messagesOf(join(object, new Uint8Array(200 - object.length), wrong))).rejects.toThrow(
      wrongHeader('OCHK'),
    )
  })

  test('may fill their block to its checksum', async () => {
    const block = join('OCHK', secondMessages([b, c]), number(0, 4))
    const object = secondObject([a, continuing(200, block)])
    expect(await messagesOf(join(object, new Uint8Array(200 - object.length), block))).toEqual(found)
  })

  test('are not what is left after the last', async () => {
    const object = secondObject([a, [9, Uint8Array.of()]])
    expect(await messagesOf(object)).toEqual([found[0], [9, [], 0]])
    const gap = join(secondObject([a]), new Uint8Array(9))
    gap[6] = 6 + 3
    expect(await messagesOf(gap)).toEqual(found.slice(0, 1))
  })

  test('beyond the four thousandth are not read', async () => {
    expect(
      await messagesOf(
        secondObject(
          Array.from({ length: 4100 }, () => c),
          1,
        ),
      ),
    ).toHaveLength(4096)
  })
})

test('an object that ends with the file is damaged', async () => {
  await expect(messagesOf(text('OHDR'))).rejects.toThrow(wrongHeader('HDF5 structure'))
  await expect(messagesOf(new Uint8Array(9), 9)).rejects.toThrow(wrongHeader('HDF5 structure'))
  await expect(messagesOf(new Uint8Array(9), 10)).rejects.toMatchObject({ code: 'cut-off', offset: 9 })
})

describe('a type', () => {
  const typeOf = (data: Uint8Array<ArrayBuffer>) => readType({ type: 3, data: cursorOf(data) })

  test.each([1, 2, 4, 8])('is an integer of %i bytes', (bytes) => {
    expect(typeOf(integer(bytes, 8))).toEqual({ kind: 'integer', bytes, isSigned: true, isBig: false })
    expect(typeOf(integer(bytes, 1))).toEqual({ kind: 'integer', bytes, isSigned: false, isBig: true })
  })

  test.each([4, 8])('is a float of %i bytes', (bytes) => {
    expect(typeOf(float(bytes))).toEqual({ kind: 'float', bytes, isSigned: true, isBig: false })
    expect(typeOf(float(bytes, 0x21))).toEqual({ kind: 'float', bytes, isSigned: true, isBig: true })
  })

  const half = (exponentAt: number, exponentBits: number) =>
    join(0x11, number(0x20, 3), number(2, 4), 0, 0, 16, 0, exponentAt, exponentBits, new Uint8Array(6))

  test('is a float of 2 bytes, with the exponent of those', () => {
    expect(typeOf(half(10, 5))).toEqual({ kind: 'float', bytes: 2, isSigned: true, isBig: false })
    expect(typeOf(half(7, 8))).toBeUndefined()
    const type = { kind: 'float', bytes: 2, isSigned: true, isBig: false } as const
    const read = (bits: number) => readNumber(new DataView(Uint16Array.of(bits).buffer), 0, type)
    expect([0x3c00, 0xc100, 0x0001, 0x03ff, 0x0400, 0x7bff, 0x7c00, 0xfc00, 0x7e00].map(read)).toEqual([
      1,
      -2.5,
      2 ** -24,
      1023 * 2 ** -24,
      2 ** -14,
      65_504,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NaN,
    ])
  })

  test('whose values have names is their integer', () => {
    const named = (base: Uint8Array) => join(0x18, number(2, 3), number(1, 4), base, 'FALSE', 0, 0, 0)
    expect(typeOf(named(integer(1)))).toEqual({ kind: 'integer', bytes: 1, isSigned: true, isBig: false })
    expect(typeOf(named(float(4)))).toBeUndefined()
  })

  test('is no other', () => {
    for (const other of [integer(3), float(2), float(16), textType(4)]) expect(typeOf(other)).toBeUndefined()
  })
})

test('a dataspace has sizes, or none', () => {
  const spaceOf = (data: Uint8Array<ArrayBuffer>, bytes = 8) => readSpace({ type: 1, data: cursorOf(data) }, bytes)
  expect(spaceOf(space([3, 500]))).toEqual([3, 500])
  expect(spaceOf(space([3, 500], 2))).toEqual([3, 500])
  expect(spaceOf(space([]))).toEqual([])
  expect(spaceOf(space([], 2))).toEqual([])
  expect(spaceOf(join(2, 0, 0, 2))).toBeUndefined()
  expect(spaceOf(join(2, 1, 0, 1, number(300, 2)), 2)).toEqual([300])
})

test.each([
  ['integer', 1, true, Int8Array, -2],
  ['integer', 1, false, Uint8Array, 250],
  ['integer', 2, true, Int16Array, -300],
  ['integer', 2, false, Uint16Array, 60_000],
  ['integer', 4, true, Int32Array, -70_000],
  ['integer', 4, false, Uint32Array, 4e9],
  ['integer', 8, true, Float64Array, -(2 ** 40)],
  ['integer', 8, false, Float64Array, 2 ** 63],
  ['float', 4, true, Float32Array, 1.5],
  ['float', 8, true, Float64Array, 0.1],
] as const)('%s of %i bytes (signed: %s)', (kind, bytes, isSigned, array, value) => {
  for (const isBig of [true, false]) {
    const type = { kind, bytes, isSigned, isBig }
    const data = new DataView(new ArrayBuffer(8 + bytes))
    if (kind === 'float') {
      if (bytes === 4) data.setFloat32(8, value, !isBig)
      else data.setFloat64(8, value, !isBig)
    } else if (bytes === 8) data.setBigInt64(8, BigInt(value), !isBig)
    else if (bytes === 4) data.setInt32(8, value, !isBig)
    else if (bytes === 2) data.setInt16(8, value, !isBig)
    else data.setInt8(8, value)
    expect(readNumber(data, 8, type)).toBe(value)
    expect(makeNumbers(type, 3)).toEqual(new array(3))
    expect(makeNumbers(type, 3)).toBeInstanceOf(array)
  }
})
