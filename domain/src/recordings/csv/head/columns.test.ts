import { describe, expect, test } from 'vitest'
import { type Column, findCounter, isSparse, sampleColumns, sortColumns } from './columns.ts'

const range = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i)

/** Columns of these cells, one array each. */
function columnsOf(cells: Readonly<Record<string, readonly (string | number)[]>>): Column[] {
  const names = Object.keys(cells)
  const rows = Math.max(...Object.values(cells).map((each) => each.length))
  const data = range(rows).map((row) => names.map((name) => String(cells[name]?.[row] ?? '')))
  const none = names.map(() => null)
  return sampleColumns(data, { width: names.length, names, units: none, sensors: none }, '.')
}
const only = (cells: readonly (string | number)[]) => columnsOf({ x: cells })[0]

describe('a column', () => {
  test('is told with its numbers, its texts and what most of its cells are', () => {
    const header = { width: 3, names: ['a', null], units: ['g'], sensors: [null, 'foot'] }
    expect(
      sampleColumns(
        [
          ['1', 'on'],
          ['2', '3'],
          ['', 'off', '4'],
          ['NaN', 'on'],
        ],
        header,
        '.',
      ),
    ).toEqual([
      {
        index: 0,
        name: 'a',
        unit: 'g',
        sensor: null,
        cellUnit: null,
        lines: 4,
        filled: 2,
        kind: 'number',
        numbers: [1, 2],
        texts: [],
        isIncreasing: true,
      },
      {
        index: 1,
        name: '',
        unit: null,
        sensor: 'foot',
        cellUnit: null,
        lines: 4,
        filled: 4,
        kind: 'text',
        numbers: [3],
        texts: ['on', 'off', 'on'],
        isIncreasing: true,
      },
      expect.objectContaining({ index: 2, name: '', filled: 1, kind: 'number', numbers: [4] }),
    ])
    expect(only(['', '-'])).toMatchObject({ filled: 0, kind: 'missing' })
    // Of as many, the kind that came first.
    expect(only(['1', 'x'])?.kind).toBe('number')
    expect(only(['x', '1'])?.kind).toBe('text')
    expect(only(range(201).map((i) => `t${i}`))?.texts).toEqual(range(200).map((i) => `t${i}`))
  })

  test('has the unit that all its numbers have beside them', () => {
    expect(only(['1 g', '', '2 g', 'x'])).toMatchObject({
      kind: 'number',
      unit: 'g',
      cellUnit: 'g',
      numbers: [1, 2],
      texts: ['x'],
    })
    expect(only(['1 g', '2 mg'])).toMatchObject({ kind: 'text', cellUnit: null, numbers: [] })
    expect(only(['1', '2 g', '3'])).toMatchObject({ kind: 'number', unit: null, cellUnit: null, numbers: [1, 3] })
    expect(only(['1 g', '2'])).toMatchObject({ kind: 'text', cellUnit: null, numbers: [2] })
    expect(only(['', '', '', '2 g'])).toMatchObject({ kind: 'text', cellUnit: null })
    const header = { width: 1, names: ['a'], units: ['mg'], sensors: [null] }
    expect(sampleColumns([['1 g']], header, '.')[0]).toMatchObject({ unit: 'g' })
  })

  test('increases if it hardly ever falls', () => {
    expect(only([1, 2, 3])?.isIncreasing).toBe(true)
    expect(only([1, 1, 1])?.isIncreasing).toBe(false)
    expect(only([1])?.isIncreasing).toBe(true)
    expect(only([])?.isIncreasing).toBe(false)
    expect(only([3, 2, 1])?.isIncreasing).toBe(false)
    // One in twenty.
    expect(only([0, 5, 1, ...range(17, 2)])?.isIncreasing).toBe(true)
    expect(only([0, 5, 1, ...range(16, 2)])?.isIncreasing).toBe(false)
    expect(only([...range(30), 0])?.isIncreasing).toBe(false)
    expect(only([1, 1, 2])?.isIncreasing).toBe(true)
  })

  test('is sparse if most lines leave it empty', () => {
    expect([isSparse(49, 100), isSparse(50, 100)]).toEqual([true, false])
  })
})

describe('columns are divided', () => {
  test('into signals, texts and empty ones, also by what stands elsewhere', () => {
    const columns = columnsOf({
      a: [1, 2],
      event: ['start', ''],
      late: ['', ''],
      none: ['', ''],
      at: ['10:00', '10:01'],
    })
    const { signals, ...others } = sortColumns(columns, [['', '', '5', '', '']])
    expect(signals.map(({ name }) => name)).toEqual(['a', 'late'])
    expect(others).toEqual({ texts: [1, 4], states: [], empties: [3], times: [] })
    expect(sortColumns(columns, []).empties).toEqual([2, 3])
  })

  const statesOf = (cells: readonly string[]) => sortColumns(columnsOf({ x: cells }), []).states
  const run = (text: string, count: number) => range(count).map(() => text)

  test('and other times are none of them, if the lines have times and most tell another', () => {
    const columns = columnsOf({
      a: ['1', '2'],
      at: ['10:00', '10:01'],
      ended: ['', '10:05'],
      off: ['', ''],
      note: ['x', 'y'],
    })
    const late = columnsOf({ ended: ['', '', '2026-03-04 10:05'] })
    expect(sortColumns(columns, [], true)).toMatchObject({ texts: [4], times: [1, 2] })
    expect(sortColumns(columns, [])).toMatchObject({ texts: [1, 2, 4], times: [] })
    expect(sortColumns(late, [], true)).toMatchObject({ texts: [0], times: [] })
  })

  test('and texts that mostly repeat are states', () => {
    expect(statesOf([...run('rest', 5), ...run('walk', 5)])).toEqual([0])
    // Two changes in ten, and three.
    expect(statesOf([...run('rest', 4), ...run('walk', 3), ...run('rest', 3)])).toEqual([0])
    expect(statesOf([...run('rest', 3), ...run('walk', 3), ...run('rest', 3), 'walk'])).toEqual([])
    // Nine lines in ten say something.
    expect(statesOf([...run('rest', 9), ''])).toEqual([0])
    expect(statesOf([...run('rest', 8), '', ''])).toEqual([])
    expect(statesOf([...run('rest', 90), ...run('', 10)])).toEqual([0])
    expect(statesOf([...run('rest', 89), ...run('', 11)])).toEqual([])
    expect(statesOf(['rest'])).toEqual([])
    expect(statesOf(['rest', 'rest'])).toEqual([0])
    expect(sortColumns(columnsOf({ x: run('1', 20) }), []).states).toEqual([])
  })
})

describe('the counter', () => {
  const find = (cells: Parameters<typeof columnsOf>[0], time: readonly number[] = [], given = {}) =>
    findCounter(columnsOf(cells), time, given)
  const first = { column: 0, sub: null, subs: 1, modulus: null }
  const values = range(20).map((i) => i * 1.5)

  test.each([
    'PacketCounter',
    'packet_number',
    'counter',
    'Sample',
    'samples',
    'Sample No',
    'sample.index',
    'frame',
    'Frames',
    'Index',
    'idx',
    'seqNr',
    'Sequence Number',
    ' frame_ ',
    'Nr',
    'no',
    'n',
    '#',
    'Count',
  ])('may be called %s', (name) => {
    expect(find({ [name]: range(5), x: values.slice(0, 5) })).toEqual(first)
  })

  test('by another name is the first column that counts ten lines', () => {
    expect(find({ row: range(10), x: values })).toEqual(first)
    expect(find({ row: range(9), x: values.slice(0, 9) })).toBeNull()
    expect(find({ x: values, row: range(20) })).toBeNull()
    expect(find({ row: range(20).map((i) => 2 * i), x: values })).toBeNull()
    expect(find({ row: range(20).map((i) => i - 3), x: values })).toBeNull()
  })

  test('counts by one in four of five lines', () => {
    const jumps = (every: number) => range(21).map((i) => i + Math.floor(i / every))
    // Twenty steps, of which four or five are jumps.
    expect(find({ n: jumps(5) })).toEqual(first)
    expect(find({ n: jumps(4) })).toBeNull()
    expect(find({ n: [5, 5, 5] })).toBeNull()
    expect(find({ n: [5] })).toBeNull()
    expect(find({ n: [5, 6] })).toEqual(first)
    // One that begins again at the end.
    expect(find({ n: range(20).map((i) => (i < 19 ? i : 0)) })).toEqual(first)
  })

  test('is no time, no text and not negative', () => {
    expect(find({ n: range(20) }, [0])).toBeNull()
    expect(find({ n: range(20).map((i) => i - 1) })).toBeNull()
    expect(find({ n: range(20).map((i) => i + 0.5) })).toBeNull()
    expect(find({ n: range(20).map((i) => `a${i}`) })).toBeNull()
  })

  test('begins again where the lines show it twice', () => {
    const modulus = (numbers: readonly number[]) => find({ nSeq: numbers, x: numbers.map((_, i) => 9 - i) })?.modulus
    expect(modulus(range(48).map((i) => i % 16))).toBe(16)
    expect(modulus(range(48).map((i) => (i % 16) + 1))).toBe(16)
    expect(modulus(range(32).map((i) => i % 16))).toBeNull()
    expect(modulus(range(300))).toBeNull()
    // Once with a line lost there.
    expect(
      modulus(
        range(80)
          .map((i) => i % 16)
          .filter((_, i) => i !== 15),
      ),
    ).toBe(16)
    expect(modulus([...range(20), ...range(15), ...range(17), ...range(9)])).toBeNull()
  })

  test('may have a second one within each frame', () => {
    const frames = range(20).map((i) => Math.floor(i / 4))
    const subs = range(20).map((i) => i % 4)
    expect(find({ Frame: frames, 'Sub Frame': subs, x: values })).toEqual({ column: 0, sub: 1, subs: 4, modulus: null })
    expect(find({ Sub_Frame: subs, Frame: frames, x: values })).toEqual({ column: 1, sub: 0, subs: 4, modulus: null })
    expect(find({ Frame: frames, x: subs })).toBeNull()
    expect(find({ Frame: range(20), SubFrame: frames.map(() => 0) })).toEqual({
      column: 0,
      sub: 1,
      subs: 1,
      modulus: null,
    })
    expect(find({ x: frames, SubFrame: subs })).toBeNull()
  })

  test('is what was set, and none if that was set', () => {
    const cells = { a: [9, 2, 3], b: [0, 1, 2] }
    expect(find(cells, [], { counterColumn: 1 })).toEqual({ column: 1, sub: null, subs: 1, modulus: null })
    expect(find(cells, [], { counterColumn: [0, 1] })).toEqual({ column: 0, sub: 1, subs: 3, modulus: null })
    expect(find({ n: range(20) }, [], { counterColumn: null })).toBeNull()
  })
})
