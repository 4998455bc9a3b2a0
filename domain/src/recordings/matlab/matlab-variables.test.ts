import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { NumericArray } from '../arrays/numeric-array.ts'
import { limits } from '../limits.ts'
import { isFault, type Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { writeMatlab } from '../testing/write-matlab.ts'
import { joinBytes } from '../testing/write-zip.ts'
import { openMatlab } from './matlab-recording.ts'
import { readElement, takeVariables, type Variables } from './matlab-variables.ts'

const viewOf = (bytes: Uint8Array) => new DataView(Uint8Array.from(bytes).buffer)
function words(values: readonly number[], isLittle = true): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4 * values.length))
  for (const [index, value] of values.entries()) view.setUint32(4 * index, value, isLittle)
  return new Uint8Array(view.buffer)
}
const bytesOf = (text: string) => new TextEncoder().encode(text)
function element(type: number, data: Uint8Array, isLittle = true): Uint8Array<ArrayBuffer> {
  return joinBytes([words([type, data.length], isLittle), data, new Uint8Array((8 - (data.length % 8)) % 8)])
}

type Parts = {
  kind?: number
  shape?: readonly number[]
  name?: string
  type?: number
  data?: Uint8Array
  isLittle?: boolean
}
/** A matrix with numbers of a storage type in the given bytes. */
function matrix({
  kind = 6,
  shape = [1, 2],
  name = 'a',
  type = 2,
  data = Uint8Array.of(1, 2),
  isLittle = true,
}: Parts) {
  const parts = [element(6, words([kind, 0], isLittle), isLittle), element(5, words(shape, isLittle), isLittle)]
  return element(
    14,
    joinBytes([...parts, element(1, bytesOf(name), isLittle), element(type, data, isLittle)]),
    isLittle,
  )
}
function take(bytes: Uint8Array, isLittle = true): Variables {
  const into: Variables = { arrays: [], scalars: new Map(), unread: [] }
  const found = readElement(viewOf(bytes), 0, isLittle)
  if (found) takeVariables(viewOf(bytes), found, isLittle, into)
  return into
}
const numbersOf = async (array: NumericArray | undefined) => [...((await array?.load()) ?? [])].map(Number)

describe('an element', () => {
  test('has its data after its tag, and the next one at a multiple of eight bytes', () => {
    const view = viewOf(joinBytes([words([9, 5]), new Uint8Array(11)]))
    expect(readElement(view, 0, true)).toEqual({ type: 9, from: 8, length: 5, next: 16 })
    expect(readElement(viewOf(joinBytes([words([9, 8]), new Uint8Array(8)])), 0, true)?.next).toBe(16)
    expect(readElement(viewOf(joinBytes([words([9, 5]), new Uint8Array(5)])), 0, true)?.next).toBe(13)
    expect(readElement(viewOf(joinBytes([words([15, 5]), new Uint8Array(8)])), 0, true)?.next).toBe(13)
    expect(readElement(viewOf(joinBytes([words([0, 0, 9, 0])])), 8, true)).toMatchObject({ type: 9, from: 16 })
  })

  test('of up to four bytes is in its tag', () => {
    expect(readElement(viewOf(words([(4 << 16) | 5, 7])), 0, true)).toEqual({ type: 5, from: 4, length: 4, next: 8 })
    expect(readElement(viewOf(words([(1 << 16) | 5, 7])), 0, true)).toEqual({ type: 5, from: 4, length: 1, next: 8 })
    expect(readElement(viewOf(words([(5 << 16) | 5, 7])), 0, true)).toBeUndefined()
  })

  test('that ends beyond the bytes is none', () => {
    expect(readElement(viewOf(joinBytes([words([9, 5]), new Uint8Array(4)])), 0, true)).toBeUndefined()
    expect(readElement(viewOf(new Uint8Array(7)), 0, true)).toBeUndefined()
    expect(readElement(viewOf(new Uint8Array(8)), 1, true)).toBeUndefined()
  })

  test('may be written from its highest byte on', () => {
    const view = viewOf(joinBytes([words([9, 2], false), new Uint8Array(2)]))
    expect(readElement(view, 0, false)).toMatchObject({ type: 9, length: 2 })
    expect(readElement(view, 0, true)).toBeUndefined()
  })
})

describe('a matrix', () => {
  const stored = (
    bytes: number,
    set: (view: DataView, at: number, value: number) => void,
    values: readonly number[],
  ) => {
    const view = new DataView(new ArrayBuffer(bytes * values.length))
    for (const [index, value] of values.entries()) set(view, index * bytes, value)
    return new Uint8Array(view.buffer)
  }
  test.each([true, false])('has numbers of any type (little-endian: %s)', async (little) => {
    const cases: readonly (readonly [type: number, data: Uint8Array, values: readonly number[]])[] = [
      [1, stored(1, (v, at, value) => v.setInt8(at, value), [-3, 100]), [-3, 100]],
      [2, stored(1, (v, at, value) => v.setUint8(at, value), [3, 200]), [3, 200]],
      [3, stored(2, (v, at, value) => v.setInt16(at, value, little), [-300, 500]), [-300, 500]],
      [4, stored(2, (v, at, value) => v.setUint16(at, value, little), [300, 60_000]), [300, 60_000]],
      [5, stored(4, (v, at, value) => v.setInt32(at, value, little), [-70_000, 5]), [-70_000, 5]],
      [6, stored(4, (v, at, value) => v.setUint32(at, value, little), [4e9, 5]), [4e9, 5]],
      [7, stored(4, (v, at, value) => v.setFloat32(at, value, little), [1.5, -5]), [1.5, -5]],
      [9, stored(8, (v, at, value) => v.setFloat64(at, value, little), [0.1, -5]), [0.1, -5]],
      [12, stored(8, (v, at, value) => v.setBigInt64(at, BigInt(value), little), [-(2 ** 40), 5]), [-(2 ** 40), 5]],
      [13, stored(8, (v, at, value) => v.setBigUint64(at, BigInt(value), little), [2 ** 40, 5]), [2 ** 40, 5]],
    ]
    for (const [type, data, values] of cases) {
      const { arrays } = take(matrix({ type, data, isLittle: little }), little)
      expect(arrays).toMatchObject([{ name: 'a', shape: [1, 2], strides: [1, 1] }])
      expect(await numbersOf(arrays[0])).toEqual(values)
      const loaded = await arrays[0]?.load()
      expect(loaded).toBeInstanceOf(
        { 1: Int8Array, 2: Uint8Array, 3: Int16Array, 4: Uint16Array, 5: Int32Array, 6: Uint32Array, 7: Float32Array }[
          type
        ] ?? Float64Array,
      )
    }
    expect(take(matrix({ type: 8 })).arrays).toEqual([])
  })

  test('is stored column by column', () => {
    const { arrays } = take(matrix({ shape: [3, 2], data: Uint8Array.of(1, 2, 3, 4, 5, 6) }))
    expect(arrays).toMatchObject([{ shape: [3, 2], strides: [1, 3] }])
  })

  test.each([
    [6, 1],
    [15, 1],
    [5, 0],
    [16, 0],
    [2, 0],
  ])('of the class %i is read %i times', (kind, times) => {
    expect(take(matrix({ kind })).arrays).toHaveLength(times)
    expect(take(matrix({ kind: kind + 0x100 })).arrays).toHaveLength(times)
  })

  test.each([
    [1, [1, 2], 'a: cell array'],
    [2, [1, 2], 'a: 2 structures'],
    [3, [1, 1], 'a: object'],
    [5, [1, 2], 'a: sparse'],
    [6 + 0x800, [1, 2], 'a: complex numbers'],
    [6, [1, 2, 2], 'a: 3 dimensions'],
  ] as const)('of the class %i and the shape %j is told, not left out silently', (kind, shape, why) => {
    const found = take(matrix({ kind, shape }))
    expect([found.arrays, found.unread]).toEqual([[], [why]])
  })

  test('without values, of a single complex number or of text is nothing to tell', () => {
    for (const parts of [
      { kind: 1, shape: [0, 0] },
      { kind: 6 + 0x800, shape: [1, 1] },
      { kind: 4, shape: [1, 9] },
    ])
      expect(take(matrix(parts)).unread).toEqual([])
  })

  test('of a table, which has no shape, is told with its name', () => {
    const parts = [element(6, words([17, 0])), element(1, bytesOf('steps')), element(1, bytesOf('MCOS'))]
    expect(take(element(14, joinBytes(parts))).unread).toEqual(['steps: object'])
  })

  test.each([
    [[1, 2, 1], 1],
    [[1, 2, 2], 0],
    [[2], 0],
    [[0xffff_ffff, 2], 0],
    [[2, 0xffff_ffff], 0],
    [[0xffff_ffff, 0xffff_fffe], 0],
    [[1, 3], 0],
    [[0, 2], 0],
  ] as const)('of the shape %j is read %i times', (shape, times) => {
    expect(take(matrix({ shape })).arrays).toHaveLength(times)
  })

  test('of one number is a scalar, one of none an array', () => {
    const { arrays, scalars } = take(matrix({ shape: [1, 1], name: 'fs', data: Uint8Array.of(50) }))
    expect([arrays, scalars]).toEqual([[], new Map([['fs', 50]])])
    expect(take(matrix({ shape: [0, 0], data: new Uint8Array() })).arrays).toMatchObject([{ shape: [0, 0] }])
  })

  test('with a long name is read by its beginning, and a name ends with a zero', () => {
    expect(take(matrix({ name: 'n'.repeat(200) })).arrays[0]?.name).toBe('n'.repeat(128))
    expect(take(matrix({ name: 'ab\0c' })).arrays[0]?.name).toBe('ab')
  })

  test('that is cut off is left out', () => {
    const whole = matrix({})
    for (let length = 0; length < whole.length - 6; length++) {
      const bytes = whole.slice(0, length)
      if (length >= 8) new DataView(bytes.buffer).setUint32(4, Math.max(0, length - 8), true)
      expect(take(bytes)).toEqual({ arrays: [], scalars: new Map(), unread: [] })
    }
    expect(take(element(14, joinBytes([element(6, words([6])), element(5, words([1, 2]))]))).arrays).toEqual([])
    const short = element(
      14,
      joinBytes([
        element(6, words([6])),
        element(5, words([1, 2])),
        element(1, bytesOf('a')),
        element(2, Uint8Array.of(1, 2)),
      ]),
    )
    expect(take(short).arrays).toEqual([])
  })
})

describe('a structure', () => {
  function structure(
    fields: readonly Uint8Array[],
    names: string,
    width = 4,
    shape: readonly number[] = [1, 1],
    name = 's',
  ) {
    return element(
      14,
      joinBytes([
        element(6, words([2, 0])),
        element(5, words(shape)),
        element(1, bytesOf(name)),
        words([(4 << 16) | 5, width]),
        element(1, bytesOf(names)),
        ...fields,
      ]),
    )
  }
  const field = matrix({ name: '' })

  test('has the arrays and scalars of its fields, under its name', () => {
    const scalar = matrix({ name: '', shape: [1, 1], data: Uint8Array.of(9) })
    const { arrays, scalars } = take(structure([field, scalar, field], 'acc\0fs\0\0abcd'))
    expect(arrays.map(({ name }) => name)).toEqual(['s.acc', 's.abcd'])
    expect(scalars).toEqual(new Map([['s.fs', 9]]))
  })

  test('that is an array of structures, or has names of no width, is left out', () => {
    expect(take(structure([field], 'acc\0', 4, [1, 2])).arrays).toEqual([])
    expect(take(structure([field], 'acc\0', 0)).arrays).toEqual([])
    expect(take(structure([field], 'a'.repeat(64), 64)).arrays).toHaveLength(1)
    expect(take(structure([field], 'a'.repeat(65), 65)).arrays).toEqual([])
    expect(take(structure([field, field], 'acc\0xy', 4)).arrays).toHaveLength(1)
    expect(take(structure([element(9, new Uint8Array(8)), field], 'acc\0xyz\0')).arrays).toEqual([])
    expect(take(structure([], 'acc\0')).arrays).toEqual([])
  })

  test('may have names of a single letter', () => {
    expect(take(structure([field, field], 'ab', 1)).arrays.map(({ name }) => name)).toEqual(['s.a', 's.b'])
  })

  test('has no more than 4096 arrays', () => {
    const names = Array.from({ length: 4097 }, (_, index) => `${index}`.padStart(4, '0'))
    const { arrays } = take(structure(Array<Uint8Array>(4097).fill(field), names.join('')))
    expect(arrays).toHaveLength(4096)
    expect(arrays.at(-1)?.name).toBe('s.4095')
  })

  test('is read to the eighth below it', () => {
    const nested = (depth: number): Uint8Array =>
      depth === 0 ? field : structure([nested(depth - 1)], 'f\0\0\0', 4, [1, 1], depth === 1 ? 's' : 's')
    expect(take(nested(8)).arrays.map(({ name }) => name)).toEqual([`s${'.f'.repeat(8)}`])
    expect(take(nested(9)).arrays).toEqual([])
  })
})

describe('a file', () => {
  const ten = Array.from({ length: 10 }, (_, i) => i)
  const column = (name: string) => ({ name, kind: 'double', rows: 10, numbers: ten }) as const
  const open = (bytes: Uint8Array<ArrayBuffer>) => openMatlab(memorySource(bytes))
  async function read(bytes: Uint8Array<ArrayBuffer>) {
    const recording = await open(bytes)
    const { faults, channels } = await readWhole(recording)
    return {
      names: recording.description.channels.map(({ name }) => name),
      values: channels.map(({ values }) => values),
      faults: faults.map(({ what, offset, detail }) => [what, offset, detail]),
    }
  }
  const head = (isLittle = true) => {
    const header = new Uint8Array(128).fill(32)
    header.set(isLittle ? [0, 1, 0x49, 0x4d] : [1, 0, 0x4d, 0x49], 124)
    return header
  }

  test('may be written from its highest byte on', async () => {
    const data = Uint8Array.from(ten)
    const found = await read(joinBytes([head(false), matrix({ shape: [10, 1], data, isLittle: false })]))
    expect(found).toEqual({ names: ['a'], values: [ten], faults: [] })
  })

  test('that is cut off within a variable is read to there', async () => {
    for (const isDeflated of [false, true]) {
      const whole = writeMatlab([column('a'), column('b')], isDeflated)
      const first = writeMatlab([column('a')], isDeflated).length
      const { names, faults } = await read(whole.slice(0, -10))
      expect(names).toEqual(['a'])
      expect(faults[0]).toEqual(['cut-off', whole.length - 10, undefined])
      if (isDeflated) expect(faults.slice(1)).toMatchObject([['corrupt-block', first, expect.any(String)]])
      else expect(faults).toHaveLength(1)
      expect((await read(whole.slice(0, first + 7))).faults).toEqual([])
    }
  })

  test('has elements at multiples of eight bytes, unless they are deflated', async () => {
    const odd = joinBytes([words([9, 3]), new Uint8Array(8)])
    expect((await read(joinBytes([head(), odd, writeMatlab([column('a')], false).subarray(128)]))).names).toEqual(['a'])
    const packed = writeMatlab([column('a'), column('b'), column('c')], true)
    expect((await read(packed)).names).toEqual(['a', 'b', 'c'])
  })

  test('has what is deflated but no matrix, and a matrix without its parts, reported', async () => {
    const packed = deflateSync(element(9, new Uint8Array(8)))
    const other = joinBytes([words([15, packed.length]), packed])
    const good = writeMatlab([column('a')], false).subarray(128)
    const { names, faults } = await read(joinBytes([head(), good, other]))
    expect([names, faults]).toEqual([['a'], [['corrupt-block', 128 + good.length, undefined]]])
    expect((await read(joinBytes([head(), good, element(9, new Uint8Array(16))]))).faults).toEqual([])
  })

  test('of more elements than anybody writes is read to the ten thousandth', async () => {
    const none = element(9, new Uint8Array())
    const good = writeMatlab([column('a')], false).subarray(128)
    const many = (count: number) => read(joinBytes([head(), good, ...Array.from({ length: count }, () => none)]))
    expect((await many(9999)).faults).toEqual([])
    expect((await many(10_000)).faults).toEqual([['limit', 128 + good.length + 9999 * 8, undefined]])
  })

  test('of more bytes than fit into memory has the rest reported', async () => {
    const good = writeMatlab([column('a')], false)
    const huge = 256 * 2 ** 20
    const source: Source = {
      size: good.length + 8 + huge,
      read: async (offset, length) =>
        joinBytes([good, words([14, huge]), new Uint8Array(1000)]).slice(offset, offset + Math.min(length, 1000)),
    }
    const recording = await openMatlab(source)
    expect((await readWhole(recording)).faults).toMatchObject([
      { what: 'limit', offset: good.length, detail: `${huge} bytes` },
    ])
  })

  test('that inflates to more than one piece is read whole', async () => {
    const many = Array.from({ length: 40_000 }, (_, index) => Math.sin(index) * index)
    const { values, faults } = await read(
      writeMatlab([{ name: 'a', kind: 'double', rows: many.length, numbers: many }], true),
    )
    expect([values, faults]).toEqual([[many], []])
  })

  test('is asked for nothing behind its end', async () => {
    const whole = writeMatlab([column('a'), column('b')], true).slice(0, -10)
    const asked: number[] = []
    const source: Source = {
      size: whole.length,
      read: async (offset, length) => {
        asked.push(offset + length)
        return whole.slice(offset, offset + length)
      },
    }
    await openMatlab(source)
    expect(Math.max(...asked)).toBe(whole.length)
  })

  test('has what inflates to more than fits into memory reported, and the rest read', async () => {
    const good = writeMatlab([column('a')], true).subarray(128)
    const packed = deflateSync(new Uint8Array(2 ** 20))
    const large = words([9, 255 * 2 ** 20])
    const start = joinBytes([head(), large])
    const end = joinBytes([words([15, packed.length]), packed, good])
    const between = 255 * 2 ** 20
    const source: Source = {
      size: start.length + between + end.length,
      read: async (offset, length) => {
        if (offset >= start.length + between) {
          const from = offset - start.length - between
          return end.slice(from, from + length)
        }
        const bytes = new Uint8Array(length)
        bytes.set(start.subarray(offset, offset + length))
        return bytes
      },
    }
    const recording = await openMatlab(source)
    expect(recording.description.channels.map(({ name }) => name)).toEqual(['a'])
    expect((await readWhole(recording)).faults).toMatchObject([
      { what: 'limit', offset: start.length + between, detail: `${packed.length} bytes` },
    ])
  })

  test('whose source fails while it is inflated is not called damaged', async () => {
    const whole = writeMatlab([column('a')], true)
    const source: Source = {
      size: whole.length,
      read: async (offset, length) => {
        if (offset > 128) throw new TypeError('no connection')
        return whole.slice(offset, offset + length)
      },
    }
    await expect(openMatlab(source)).rejects.toThrow(new TypeError('no connection'))
  })

  test('is read until it is told to stop', async () => {
    const controller = new AbortController()
    const good = writeMatlab([column('a'), column('b')], false)
    const source: Source = {
      size: good.length,
      read: async (offset, length) => {
        if (offset > 128) controller.abort()
        return good.slice(offset, offset + length)
      },
    }
    await expect(openMatlab(source, { signal: controller.signal })).rejects.toThrow(/abort/i)
  })

  test('has blocks of as many numbers as one may hold', async () => {
    const most = limits.blockSamples
    const data = Uint8Array.from({ length: most + 1 }, (_, i) => i % 200)
    const recording = await open(joinBytes([head(), matrix({ shape: [most + 1, 1], data })]))
    const places: (readonly number[])[] = []
    for await (const item of recording.blocks()) if (!isFault(item)) places.push([item.at, item.values.length])
    expect(places).toEqual([
      [0, most],
      [most, 1],
    ])
  })
})
