import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellKind, cellOf, detectDialect, isDataLike, isSepLine, splitLine } from './dialect.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('the notation', () => {
  test.each([
    [['a,b', '1.5,2'], ',', '.'],
    [['a;b', '1,5;2'], ';', ','],
    [['a\tb', '1,5\t2'], '\t', ','],
    [['a|b', '1.5|2'], '|', '.'],
    [['a b', '1.5  2'], ' ', '.'],
    // Nothing speaks for a comma in numbers.
    [['a;b', '1;2'], ';', '.'],
    // Thousands would be as many numbers, but are rarer.
    [['1,234;5,678', '9,012;3,456'], ';', ','],
    [['"1,5","2,5"', '"3,5","4,5"'], ',', ','],
    [['a,b', '"1,5","2,5"', '"3,5","4,5"'], ',', ','],
    [['2026-01-02 10:00:00,1', '2026-01-02 10:00:01,2'], ',', '.'],
    // More than one cell.
    [['2026-01-02 10:00:00', '2026-01-02 10:00:01'], ' ', '.'],
    // Empty cells are no data.
    [['a;;;;|1', 'b;;;;|2'], '|', '.'],
    [[], ',', '.'],
    [['', ' '], ',', '.'],
    [['a', '1', '2'], ',', '.'],
  ] as const)('of %j is %j and %j', (lines, delimiter, decimal) => {
    expect(detectDialect(lines, {})).toEqual({ delimiter, decimal })
  })

  test('is what was set, or what a first line says', () => {
    const lines = ['1,5;2', '3,5;4']
    expect(detectDialect(lines, { delimiter: ',' })).toEqual({ delimiter: ',', decimal: '.' })
    expect(detectDialect(lines, { decimal: '.' })).toMatchObject({ decimal: '.' })
    expect(detectDialect(lines, { delimiter: ',', decimal: ',' })).toEqual({ delimiter: ',', decimal: ',' })
    expect(detectDialect(['sep=,', ...lines], {})).toMatchObject({ delimiter: ',' })
    expect(detectDialect(['"SEP=\t" ', ...lines], {})).toMatchObject({ delimiter: '\t' })
    expect(detectDialect(['sep=,', ...lines], { delimiter: ';' })).toMatchObject({ delimiter: ';' })
    // A mark that is none of ours is not heeded, and nor is a second line.
    expect(detectDialect(['sep=x', ...lines], {})).toEqual({ delimiter: ';', decimal: ',' })
    expect(detectDialect(['', 'sep=,', ...lines], {})).toEqual({ delimiter: ';', decimal: ',' })
    expect(['sep=;', '"sep=,"', 'sep=;;', 'xsep=;'].map(isSepLine)).toEqual([true, true, false, false])
  })

  test('is that of the last sixty lines with content, and of their first cells', () => {
    const title = range(100).map(() => 'a|b|c|d')
    const data = range(60).map(() => '1;2')
    expect(detectDialect([...title, ...data, '', ' '], {}).delimiter).toBe(';')
    const table = range(100).map(() => '1|2|3')
    expect(detectDialect([...table, ...data], {}).delimiter).toBe(';')
    expect(detectDialect([...data, ...range(100).map(() => ' ')], {}).delimiter).toBe(';')
    const words = range(200)
      .map(() => 'x')
      .join(';')
    const numbers = range(64)
      .map(() => '1')
      .join(';')
    // The words after the 64th cell do not speak against what is before them.
    expect(detectDialect([`${numbers};${words}|1`, `${numbers};${words}|1`], {}).delimiter).toBe(';')
  })

  test('is decided by the sixtieth line from the end and the 64th cell, and by none beyond', () => {
    const lines = (count: number) => ['1,5;2', ...range(count).map(() => '1;2')]
    const line = (count: number) => [[...range(count).map(() => '1'), '1,5'].join(';')]
    expect([59, 60].map((count) => detectDialect(lines(count), {}).decimal)).toEqual([',', '.'])
    expect([63, 64].map((count) => detectDialect(line(count), {}).decimal)).toEqual([',', '.'])
  })

  test('is that in which most lines have as many cells', () => {
    expect(detectDialect(['1;2,3', '1;2', '1;2,3,4', '1;2,3,4,5'], { decimal: '.' }).delimiter).toBe(';')
  })
})

describe('a cell', () => {
  test.each([
    ['', 'missing'],
    ['NaN', 'missing'],
    ['1.5', 'number'],
    ['-1e5', 'number'],
    ['2026-01-02 10:00', 'date-time'],
    ['2026-01-02T10:00:00.123456+0100 [Europe/London]', 'date-time'],
    ['2/1/26, 9:05 PM', 'date-time'],
    ['02.01.2026;10:00:00,5 Z', 'date-time'],
    ['20260102T10:00', 'date-time'],
    ['2026-01-02', 'date'],
    ['2/1/26', 'date'],
    ['10:00', 'time-of-day'],
    ['125:59:59.5', 'time-of-day'],
    ['9:05:00 a.m.', 'time-of-day'],
    ['1234:00', 'text'],
    ['10', 'number'],
    ['walk', 'text'],
    ['2026-01-02 walk', 'text'],
    ['1'.repeat(64), 'number'],
    ['1'.repeat(65), 'text'],
    [' '.repeat(65), 'text'],
  ])('%j is %s', (cell, kind) => {
    expect(cellKind(cell, '.')).toBe(kind)
  })

  test('is a number by the decimal mark', () => {
    expect([cellKind('1,5', ','), cellKind('1,5', '.'), cellKind('1,500', '.')]).toEqual(['number', 'text', 'number'])
  })
})

test.each([
  [['1', '2'], true],
  [['1', 'x'], true],
  [['1', 'x', 'y'], false],
  [['1', 'x', '', 'NaN'], true],
  [['', 'NaN'], false],
  [[], false],
  [['x'], false],
  [['10:00:00'], true],
])('cells %j are data: %s', (cells, expected) => {
  expect(isDataLike(cells, '.')).toBe(expected)
})

test.each([
  ['a,b', ',', ['a', 'b']],
  [' a , b ', ',', ['a', 'b']],
  ['', ',', ['']],
  ['a,,', ',', ['a', '', '']],
  ['"a,b",c', ',', ['a,b', 'c']],
  [' "a" , "b" ', ',', ['a', 'b']],
  ['"say ""so""",2', ',', ['say "so"', '2']],
  ['5" wide,2', ',', ['5" wide', '2']],
  ['"open , 2', ',', ['"open', '2']],
  ['a,"', ',', ['a', '"']],
  ['""', ',', ['']],
  ['  a   b ', ' ', ['a', 'b']],
  ['   ', ' ', []],
  ['a\t"b\tc"', '\t', ['a', 'b\tc']],
])('%j is divided at %j', (line, delimiter, cells) => {
  expect(splitLine(line, delimiter)).toEqual(cells)
})

test('one cell of a line is the one that the line has there', () => {
  const line = fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', ';', '"', '.'), maxLength: 20 })
  fc.assert(
    fc.property(line, fc.constantFrom(',', ';', ' ', '\t'), fc.nat(8), (text, delimiter, column) => {
      expect(cellOf(text, delimiter, column)).toBe(splitLine(text, delimiter)[column] ?? '')
    }),
  )
})
