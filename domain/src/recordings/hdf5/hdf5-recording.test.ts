import { describe, expect, test } from 'vitest'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { openHdf5 } from './hdf5-recording.ts'
import {
  float,
  integer,
  join,
  nothing,
  number,
  secondObject,
  space,
  text,
  textType,
  type WrittenMessage,
} from './test/write-hdf5.ts'

const mark = join(0x89, 'HDF\r\n', 0x1a, 10)
const ten = Array.from({ length: 10 }, (_, i) => i)

type Widths = { readonly version?: number; readonly offsetBytes?: number; readonly lengthBytes?: number }
function superblock(root: number, { version = 2, offsetBytes = 8, lengthBytes = 8 }: Widths = {}) {
  const address = (to: number) => number(to, offsetBytes)
  if (version >= 2)
    return join(mark, version, offsetBytes, lengthBytes, 0, address(0), nothing(offsetBytes), address(0), address(root))
  const sizes = join(mark, version, 0, 0, 0, 0, offsetBytes, lengthBytes, 0, new Uint8Array(8))
  const more = new Uint8Array(version === 1 ? 4 : 0)
  return join(sizes, more, new Uint8Array(4 * offsetBytes), address(0), address(root))
}

const compact = (values: readonly number[]) =>
  join(3, 0, number(2 * values.length, 2), ...values.map((value) => number(value, 2)))
const dataset = (values: readonly number[], lengthBytes = 8): WrittenMessage[] => [
  [1, values.length === 1 ? space([]) : join(1, 1, 0, 0, number(0, 4), number(values.length, lengthBytes))],
  [3, integer(2)],
  [8, compact(values)],
]
const link = (name: string, address: number, offsetBytes = 8): WrittenMessage => [
  6,
  join(1, 0, name.length, name, number(address, offsetBytes)),
]
const attribute = (name: string, type: Uint8Array, value: Uint8Array): WrittenMessage => [
  12,
  join(2, 0, number(name.length, 2), number(type.length, 2), number(8, 2), name, type, space([]), value),
]
const rateOf = (rate: number) => attribute('fs', integer(4), number(rate, 4))

/** A file of objects by their addresses; the root is at 100. */
function layOut(
  objects: Readonly<Record<number, readonly WrittenMessage[]>>,
  { place = 0, size = 4000, ...widths }: Widths & { place?: number; size?: number } = {},
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(place + size)
  bytes.set(superblock(100, widths), place)
  for (const [address, messages] of Object.entries(objects))
    bytes.set(secondObject(messages, 1), place + Number(address))
  return bytes
}
const open = (bytes: Uint8Array<ArrayBuffer>) => openHdf5(memorySource(bytes))
async function read(bytes: Uint8Array<ArrayBuffer>) {
  const recording = await open(bytes)
  const { channels, faults } = await readWhole(recording)
  return {
    names: recording.description.channels.map(({ name }) => name),
    rates: recording.description.channels.map(({ rate }) => rate),
    values: channels.map(({ values }) => values),
    faults: faults.map(({ what, offset, detail }) => [what, offset, detail]),
  }
}

describe('a superblock', () => {
  test.each([
    [0, 0],
    [1, 512],
    [2, 1024],
    [3, 2048],
  ])('of version %i at %i is read, with addresses of any width', async (version, place) => {
    for (const offsetBytes of [2, 4, 8])
      for (const lengthBytes of [2, 4, 8]) {
        const objects = { 100: [link('acc', 300, offsetBytes)], 300: dataset(ten, lengthBytes) }
        expect(await read(layOut(objects, { version, offsetBytes, lengthBytes, place }))).toMatchObject({
          names: ['acc'],
          values: [ten],
          faults: [],
        })
      }
  })

  test('of a version or with widths that do not exist is refused', async () => {
    await expect(open(layOut({}, { version: 4, place: 512 }))).rejects.toMatchObject({
      code: 'unsupported',
      offset: 520,
      detail: 'HDF5 superblock 4',
    })
    for (const widths of [{ offsetBytes: 3 }, { lengthBytes: 16 }]) {
      await expect(open(layOut({}, { ...widths, place: 512 }))).rejects.toMatchObject({
        code: 'wrong-header',
        offset: 512 + 9,
      })
      await expect(open(layOut({}, { version: 1, ...widths }))).rejects.toMatchObject({
        code: 'wrong-header',
        offset: 13,
      })
    }
  })

  test('that is not there is no header', async () => {
    await expect(open(new Uint8Array(100))).rejects.toMatchObject({ code: 'wrong-header', offset: 0 })
    // Only where one may be.
    await expect(open(layOut({ 100: [] }, { place: 4096 }))).rejects.toMatchObject({ code: 'wrong-header', offset: 0 })
  })

  test('behind the text of MATLAB is one of MATLAB', async () => {
    const bytes = layOut({ 100: [link('acc', 300)], 300: dataset(ten) }, { place: 512 })
    expect((await open(bytes)).description.format).toBe('HDF5')
    bytes.set(text('MATLAB 7.3 MAT-file'))
    expect((await open(bytes)).description.format).toBe('MATLAB 7.3')
  })
})

describe('objects', () => {
  test('have their names with those of their groups, and the rate of the closest', async () => {
    const found = await read(
      layOut({
        100: [link('acc', 300), link('left', 400), link('#refs#', 500), rateOf(20)],
        300: dataset(ten),
        400: [link('acc', 600), rateOf(40)],
        500: dataset(ten),
        600: dataset([...ten, 10]),
      }),
    )
    expect(found).toMatchObject({ names: ['acc', 'left.acc'], rates: [20, 40], faults: [] })
    expect(found.values).toEqual([ten, [...ten, 10]])
  })

  test('that are a number alone are one, and a rate if that is their name', async () => {
    const found = await read(
      layOut({ 100: [link('fs', 300), link('acc', 500)], 300: dataset([25]), 500: dataset(ten) }),
    )
    expect(found).toMatchObject({ names: ['acc'], rates: [25] })
  })

  test.each([
    ['unit', 'mV'],
    ['units', 'g'],
    ['Units', 'm/s^2'],
  ])('say what they are measured in as %s', async (name, unit) => {
    const own = attribute(name, textType(unit.length), text(unit))
    const bytes = layOut({ 100: [link('a', 300), link('b', 500)], 300: [...dataset(ten), own], 500: dataset(ten) })
    expect((await open(bytes)).description.channels.map((channel) => channel.unit)).toEqual([unit, null])
    const both = [own, attribute('unit', textType(2), text('uV')), attribute('units', textType(2), text('nV'))]
    const preferred = layOut({ 100: [link('a', 300)], 300: [...dataset(ten), ...both] })
    expect((await open(preferred)).description.channels[0]?.unit).toBe('uV')
  })

  test('that lead back to one another are read once', async () => {
    const found = await read(
      layOut({ 100: [link('self', 100), link('a', 300), link('b', 300)], 300: [link('up', 100), ...dataset(ten)] }),
    )
    expect(found.names).toEqual(['a'])
  })

  test('that are damaged are reported, and the others are read', async () => {
    const place = 512
    const bytes = layOut(
      {
        100: [link('a', 300), link('gone', 90_000), link('none', 700), link('b', 500)],
        300: dataset(ten),
        500: dataset(ten),
      },
      { place },
    )
    expect(await read(bytes)).toMatchObject({
      names: ['a', 'b'],
      faults: [
        ['cut-off', bytes.length, 'gone'],
        ['corrupt-block', place + 700, 'none'],
      ],
    })
    // What does not say where is at its object.
    const short = layOut({ 100: [link('a', 300), link('b', 500)], 300: dataset(ten), 500: [[6, join(1)]] }, { place })
    expect((await read(short)).faults).toEqual([['corrupt-block', place + 500, 'b']])
  })

  test('can’t be read without the first', async () => {
    await expect(open(layOut({ 100: [[6, join(1)]] }))).rejects.toMatchObject({ code: 'wrong-header' })
    const bytes = layOut({})
    bytes.set(superblock(90_000))
    await expect(open(bytes)).rejects.toMatchObject({ code: 'cut-off', offset: bytes.length })
  })

  test('whose names are stored elsewhere are reported', async () => {
    const elsewhere: WrittenMessage = [2, join(0, 0, number(7, 8), nothing(8))]
    const bytes = layOut(
      { 100: [link('a', 300), link('many', 500)], 300: dataset(ten), 500: [elsewhere] },
      { place: 512 },
    )
    expect((await read(bytes)).faults).toEqual([['not-supported', 512 + 500, 'many/: names stored elsewhere']])
  })

  test('are read to the four thousandth', async () => {
    const many = 4095
    const objects = (last: number) => {
      const bytes = new Uint8Array(200_000 + 20 * many)
      const first = 190_000
      const links = Array.from({ length: many }, (_, i) => link(`o${i}`, first + 20 * i))
      const more = [link('last', 100), link('acc', 700)]
      bytes.set(superblock(1000))
      bytes.set(secondObject([...links.slice(0, last), ...more.slice(1), ...links.slice(last)], 2), 1000)
      bytes.set(secondObject(dataset(ten), 1), 700)
      for (let i = 0; i < many; i++) bytes.set(secondObject([], 0), first + 20 * i)
      return bytes
    }
    // The root is the first.
    expect((await read(objects(many - 1))).names).toEqual(['acc'])
    await expect(open(objects(many))).rejects.toMatchObject({ code: 'no-data' })
  })

  test('have at most 256 numbers of their own', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, i) => attribute(`a${i}`, integer(4), number(i, 4)))
    const ratesAfter = async (count: number) =>
      (
        await read(
          layOut({ 100: [...named(count), rateOf(50), link('acc', 14_000)], 14000: dataset(ten) }, { size: 16_000 }),
        )
      ).rates
    expect(await ratesAfter(255)).toEqual([50])
    expect(await ratesAfter(256)).toEqual([null])
    const scalarAfter = async (count: number) =>
      (
        await read(
          layOut(
            {
              100: [...named(count), link('fs', 14_000), link('acc', 15_000)],
              14000: dataset([50]),
              15000: dataset(ten),
            },
            { size: 16_000 },
          ),
        )
      ).rates
    expect(await scalarAfter(255)).toEqual([50])
    expect(await scalarAfter(256)).toEqual([null])
  })

  test('of numbers with a fraction are rates, too', async () => {
    const rate = new Uint8Array(new Float64Array([12.5]).buffer)
    const bytes = layOut({ 100: [link('acc', 300), attribute('fs', float(8), rate)], 300: dataset(ten) })
    expect((await read(bytes)).rates).toEqual([12.5])
  })

  test('have a rate of their own, which is none of others', async () => {
    const objects = {
      100: [link('ecg', 300), link('acc', 500), link('temp', 700)],
      300: [...dataset(ten), rateOf(250)],
      500: [...dataset(ten), attribute('sampling_rate', integer(4), number(100, 4))],
      700: dataset(ten),
    }
    expect((await read(layOut(objects))).rates).toEqual([250, 100, null])
  })

  test('of NWB and netCDF are multiplied as they say, and what nobody wrote is missing', async () => {
    const double = (value: number) => new Uint8Array(new Float64Array([value]).buffer)
    const scaled = (...own: readonly (readonly [string, number])[]) => [
      ...dataset([9, ...ten]),
      ...own.map(([name, value]) => attribute(name, float(8), double(value))),
    ]
    const objects = {
      100: [link('nwb', 500), link('cdf', 1000), link('plain', 1500)],
      500: scaled(['conversion', 0.5], ['offset', 1]),
      1000: scaled(['scale_factor', 2], ['add_offset', -1], ['_FillValue', 9]),
      1500: scaled(['offset', 1]),
    }
    expect((await read(layOut(objects))).values).toEqual([
      [5.5, ...ten.map((each) => each / 2 + 1)],
      [Number.NaN, ...ten.slice(0, 9).map((each) => 2 * each - 1), Number.NaN],
      [9, ...ten],
    ])
  })

  test('of a kind that is not drawn are told by name, and alone they are the reason', async () => {
    const compound = join(0x36, number(1, 3), number(8, 4), 'who', 0, 0, textType(8))
    const cube: WrittenMessage[] = [
      [1, space([2, 2, 2])],
      [3, integer(2)],
      [8, compact(ten.slice(0, 8))],
    ]
    const table: WrittenMessage[] = [
      [1, space([10])],
      [3, compound],
      [8, compact(ten)],
    ]
    const elsewhere: WrittenMessage[] = [...dataset(ten), [7, new Uint8Array(24)]]
    const objects = { 300: cube, 500: table, 700: elsewhere, 900: dataset(ten) }
    const names = [link('cube', 300), link('table', 500), link('far', 700)]
    const found = await read(layOut({ ...objects, 100: [...names, link('acc', 900)] }))
    expect(found.faults.map(([what, , detail]) => [what, detail])).toEqual([
      ['not-supported', 'cube: 3 dimensions'],
      ['not-supported', 'table: compound'],
      ['not-supported', 'far: in another file'],
    ])
    expect(found.values).toEqual([[], ten])
    await expect(open(layOut({ ...objects, 100: [link('table', 500)] }))).rejects.toMatchObject({
      code: 'unsupported',
      detail: 'table: compound',
    })
  })

  test('of MATLAB that are texts, nothing, or objects are no signals', async () => {
    const ofClass = (name: string) => attribute('MATLAB_class', textType(name.length), text(name))
    const found = await read(
      layOut({
        100: [link('who', 300), link('none', 500), link('when', 700), link('acc', 900)],
        300: [...dataset(ten), ofClass('char')],
        500: [...dataset(ten), ofClass('double'), attribute('MATLAB_empty', integer(1), number(1, 1))],
        700: [...dataset(ten), ofClass('datetime')],
        900: [...dataset(ten), ofClass('single')],
      }),
    )
    expect(found.names).toEqual(['acc'])
    expect(found.faults.map(([what, , detail]) => [what, detail])).toEqual([['not-supported', 'when: datetime']])
  })

  test.each([1, 2, 3])('that are tables (version %i) have a signal for each column of numbers', async (version) => {
    const named = (name: string) => text(name, version < 3 ? 8 : name.length + 1)
    const placed = (at: number) => join(number(at, version < 3 ? 4 : 1), new Uint8Array(version === 1 ? 28 : 0))
    const truth = join(0x08 + 16 * version, number(2, 3), number(1, 4), integer(1), named('NO'), named('YES'), 0, 1)
    const list = join(
      0x10 + 16 * version + 10 - 16,
      number(0, 3),
      number(4, 4),
      1,
      ...(version < 3 ? [0, 0, 0] : []),
      number(4, 4),
      ...(version < 3 ? [number(0, 4)] : []),
      integer(1),
    )
    const members: readonly (readonly [string, number, Uint8Array])[] = [
      ['t', 0, float(8)],
      ['note', 8, textType(4)],
      ['worn', 12, truth],
      ['x', 13, integer(2)],
      ...(version === 1 ? [] : ([['list', 15, list]] as const)),
    ]
    const stride = 19
    const types = members.map(([name, at, type]) => join(named(name), placed(at), type))
    const table = join(0x06 + 16 * version, number(members.length, 3), number(stride, 4), ...types)
    const lines = ten.map((i) => {
      const line = new DataView(new ArrayBuffer(stride))
      line.setFloat64(0, 0.25 * i, true)
      line.setUint8(12, i % 2)
      line.setInt16(13, -i, true)
      return new Uint8Array(line.buffer)
    })
    const messages: WrittenMessage[] = [
      [1, space([10])],
      [3, table],
      [8, join(3, 0, number(10 * stride, 2), ...lines)],
    ]
    const found = await read(layOut({ 100: [link('table', 300)], 300: messages }))
    expect(found.names).toEqual(['table.worn', 'table.x'])
    expect(found.rates).toEqual([4, 4])
    expect(found.values).toEqual([ten.map((i) => i % 2), ten.map((i) => 0 - i)])
    expect(found.faults.map(([, , detail]) => detail)).toEqual([version === 1 ? 'table: note' : 'table: note, list'])
  })
})
