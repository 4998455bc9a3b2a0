import { describe, expect, test } from 'vitest'
import { memorySource } from '../source.ts'
import type { Hdf5File, Message } from './bytes/hdf5-file.ts'
import { readAttributes, readLinks } from './hdf5-groups.ts'
import { float, integer, join, nothing, number, space, text, textType } from './test/write-hdf5.ts'

const message = (type: number, data: Uint8Array<ArrayBuffer>): Message => ({
  type,
  data: { view: new DataView(data.buffer), at: 0 },
})
const fileOf = (bytes: Uint8Array<ArrayBuffer>, more: Partial<Hdf5File> = {}): Hdf5File => ({
  source: memorySource(bytes),
  base: 0,
  offsetBytes: 8,
  lengthBytes: 8,
  signal: undefined,
  ...more,
})
const linksOf = (messages: readonly Message[], bytes = new Uint8Array(), more: Partial<Hdf5File> = {}) =>
  readLinks(fileOf(bytes, more), messages)

describe('links in messages', () => {
  test.each([0, 1, 2, 3, 4, 16, 4 + 16 + 1])('are read with the flags %i', async (flags) => {
    const more = new Uint8Array((flags & 4 ? 8 : 0) + (flags & 16 ? 1 : 0))
    const data = join(1, flags, more, number(3, 2 ** (flags & 3)), 'acc', number(500, 8))
    expect(await linksOf([message(6, data), message(6, data), message(9, data)])).toEqual({
      links: [
        { name: 'acc', address: 500 },
        { name: 'acc', address: 500 },
      ],
      isDense: false,
    })
  })

  test('of another kind are left out', async () => {
    const link = (kind: number) => message(6, join(1, 8, kind, 3, 'acc', number(500, 8)))
    expect((await linksOf([link(1)])).links).toEqual([])
    expect((await linksOf([link(0)])).links).toHaveLength(1)
  })

  test('beyond the four thousandth are left out', async () => {
    const many = Array.from({ length: 4097 }, () => message(6, join(1, 0, 1, 'a', number(5, 8))))
    expect((await linksOf(many)).links).toHaveLength(4096)
  })

  test.each([
    [0, [], true],
    [1, [new Uint8Array(8)], true],
    [1, [nothing(8)], false],
    [2, [], true],
  ] as const)('elsewhere are said (flags %i)', async (flags, before, isDense) => {
    const address = isDense ? number(7, 8) : nothing(8)
    expect((await linksOf([message(2, join(0, flags, ...before, address))])).isDense).toBe(isDense)
    expect((await linksOf([message(2, join(0, flags, ...before, nothing(8)))])).isDense).toBe(false)
  })

  test('elsewhere are said, also if another message has none', async () => {
    const infos = [number(7, 8), nothing(8)].map((address) => message(2, join(0, 0, address)))
    expect((await linksOf(infos)).isDense).toBe(true)
  })
})

describe('links in a table', () => {
  const names = join(new Uint8Array(8), 'acc\0\0\0\0\0', 'ecg\0\0\0\0\0')
  const heap = (address: number, size = names.length) =>
    join('HEAP', 0, 0, 0, 0, number(size, 8), number(0, 8), number(address, 8))
  const entry = (name: number, address: number) => join(number(name, 8), number(address, 8), new Uint8Array(24))
  const node = (...entries: readonly Uint8Array[]) => join('SNOD', 1, 0, number(entries.length, 2), ...entries)
  const tree = (...children: readonly number[]) =>
    join(
      'TREE',
      0,
      0,
      number(children.length, 2),
      nothing(16),
      ...children.map((child) => join(number(9, 8), number(child, 8))),
    )
  const layOut = (parts: Readonly<Record<number, Uint8Array>>) => {
    const bytes = new Uint8Array(2000)
    for (const [at, part] of Object.entries(parts)) bytes.set(part, Number(at))
    return bytes
  }
  const table = (treeAt: number, heapAt: number) => message(0x11, join(number(treeAt, 8), number(heapAt, 8)))
  const parts = {
    100: heap(200),
    200: names,
    300: tree(500, 700),
    500: node(entry(8, 1111), entry(16, 2222)),
    700: node(entry(16, 3333)),
  }

  test('are those of all its nodes', async () => {
    const found = [
      { name: 'acc', address: 1111 },
      { name: 'ecg', address: 2222 },
      { name: 'ecg', address: 3333 },
    ]
    expect(await linksOf([table(300, 100)], layOut(parts))).toEqual({ links: found, isDense: false })
    expect(await linksOf([table(300, 100)], join(new Uint8Array(50), layOut(parts)), { base: 50 })).toMatchObject({
      links: found,
    })
    expect((await linksOf([table(900, 100)], layOut({ ...parts, 900: tree(300, 500) }))).links).toHaveLength(5)
    expect((await linksOf([table(500, 100)], layOut(parts))).links).toHaveLength(2)
  })

  test('whose nodes name one another come to an end', async () => {
    expect((await linksOf([table(900, 100)], layOut({ ...parts, 900: tree(900) }))).links).toEqual([])
    const twice = layOut({ ...parts, 900: tree(900, 500) })
    expect((await linksOf([table(900, 100)], twice)).links).toHaveLength(4094)
  })

  test('without its marks, or with names elsewhere, are damaged', async () => {
    const wrong = (at: number) => {
      const bytes = layOut(parts)
      bytes[at] = 0
      return linksOf([table(300, 100)], bytes)
    }
    await expect(wrong(100)).rejects.toMatchObject({ code: 'wrong-header', detail: 'HEAP' })
    await expect(wrong(300)).rejects.toMatchObject({ code: 'wrong-header', detail: 'TREE' })
    await expect(wrong(500)).rejects.toMatchObject({ code: 'wrong-header', detail: 'TREE' })
    const beyond = layOut({ ...parts, 500: node(entry(5000, 1)) })
    expect(await linksOf([table(500, 100)], beyond).catch(({ code }) => code)).toBe('wrong-header')
  })

  test('may have addresses and lengths of other widths', async () => {
    const narrow = layOut({
      100: join('HEAP', 0, 0, 0, 0, number(24, 2), number(0, 2), number(200, 4)),
      200: names,
      300: join('TREE', 0, 0, number(1, 2), nothing(8), number(9, 2), number(500, 4)),
      500: join(
        'SNOD',
        1,
        0,
        number(2, 2),
        ...[8, 16].map((name) => join(number(name, 4), number(77, 4), new Uint8Array(24))),
      ),
    })
    const data = join(number(300, 4), number(100, 4))
    expect((await linksOf([message(0x11, data)], narrow, { offsetBytes: 4, lengthBytes: 2 })).links).toEqual([
      { name: 'acc', address: 77 },
      { name: 'ecg', address: 77 },
    ])
  })
})

describe('attributes', () => {
  const pad = (part: Uint8Array) => join(part, new Uint8Array((8 - (part.length % 8)) % 8))
  /** An attribute of a version, with its name, type, dataspace and value. */
  function attribute(version: number, name: string, type: Uint8Array, value: Uint8Array, place = space([])) {
    const parts = [text(name, name.length + 1), type, place]
    const sizes = parts.map(({ length }) => number(length, 2))
    const padded = version === 1 ? parts.map(pad) : parts
    return message(0x0c, join(version, 0, ...sizes, ...(version === 3 ? [0] : []), ...padded, value))
  }
  const double = new Uint8Array(Float64Array.of(12.5).buffer)

  test.each([1, 2, 3])('of the version %i are numbers and texts', async (version) => {
    const { numbers, texts } = await readAttributes(fileOf(new Uint8Array()), [
      attribute(version, 'fs', integer(2), number(300, 2)),
      attribute(version, 'rate', float(8), double),
      attribute(version, 'unit', textType(5), text('mV', 5)),
      message(3, number(0, 8)),
      attribute(version, 'other', join(0x15, number(0, 3), number(4, 4)), number(0, 4)),
    ])
    expect(numbers).toEqual(
      new Map([
        ['fs', 300],
        ['rate', 12.5],
      ]),
    )
    expect(texts).toEqual(new Map([['unit', 'mV']]))
  })

  test('that end before their value are left out, and those after it are read', async () => {
    for (const value of [number(0, 1), new Uint8Array()]) {
      const { numbers } = await readAttributes(fileOf(new Uint8Array()), [
        attribute(1, 'a', integer(2), value),
        attribute(1, 'fs', integer(2), number(7, 2)),
      ])
      expect(numbers).toEqual(new Map([['fs', 7]]))
    }
    const cut = attribute(1, 'a', integer(2), new Uint8Array())
    const { view } = cut.data
    const short = message(0x0c, new Uint8Array(view.buffer.slice(0, view.byteLength - 4)))
    expect(await readAttributes(fileOf(new Uint8Array()), [short])).toEqual({
      numbers: new Map(),
      texts: new Map(),
      isDense: false,
    })
  })

  test('of texts of any length are found where they are stored', async () => {
    const item = (index: number, characters: string) =>
      join(number(index, 2), 1, 0, number(0, 4), number(characters.length, 8), text(characters, 8))
    const items = join(item(1, 'nV'), item(7, 'mV'), number(0, 8), number(16, 8))
    const collection = join('GCOL', 1, 0, 0, 0, number(16 + items.length, 8), items)
    const file = fileOf(join(new Uint8Array(64), collection))
    const kind = (bits: number) => join(0x19, number(bits, 3), number(16, 4), textType(1))
    const place = (length: number, address: number, index: number) =>
      join(number(length, 4), number(address, 8), number(index, 4))
    const unitAt = async (...at: Parameters<typeof place>) =>
      (await readAttributes(file, [attribute(3, 'unit', kind(1), place(...at))])).texts.get('unit')
    expect([await unitAt(2, 64, 7), await unitAt(2, 64, 1), await unitAt(1, 64, 1)]).toEqual(['mV', 'nV', 'n'])
    expect([await unitAt(2, 64, 9), await unitAt(0, 64, 1), await unitAt(2, 9000, 1)]).toEqual(Array(3).fill(undefined))
    // A list of numbers is none.
    expect((await readAttributes(file, [attribute(3, 'unit', kind(0), place(2, 64, 7))])).texts.size).toBe(0)
  })

  test.each([
    [0, 7, true],
    [1, 7, true],
    [0, -1, false],
    [1, -1, false],
  ])('elsewhere are said (flags %i, address %i)', async (flags, address, isDense) => {
    const data = join(0, flags, new Uint8Array(flags & 1 ? 2 : 0), address < 0 ? nothing(8) : number(address, 8))
    expect((await readAttributes(fileOf(new Uint8Array()), [message(0x15, data)])).isDense).toBe(isDense)
  })
})
