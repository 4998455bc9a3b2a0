import { describe, expect, test } from 'vitest'
import type { Dialect } from './dialect.ts'
import { findTable, topOfTable } from './find-table.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const commas: Dialect = { delimiter: ',', decimal: '.' }
const data = (count: number) => range(count).map((i) => `${i},${i}.5`)
const rowsOf = (...lines: readonly string[]) => findTable(lines, commas)?.rows ?? null

describe('the header ends', () => {
  test('where data begin', () => {
    expect(rowsOf(...data(6))).toBe(0)
    expect(rowsOf('a,b', ...data(6))).toBe(1)
    expect(rowsOf('title', '', 'a,b', 's,g', ...data(6))).toBe(4)
    expect(rowsOf('sep=,', '# 1,2', '// 3,4', '% 5,6', ' # 1,2', ...data(6))).toBe(5)
    expect(rowsOf('sep=,', 'a,b')).toBeNull()
    expect(rowsOf('a,b', 'c,d')).toBeNull()
    expect(rowsOf()).toBeNull()
  })

  test('in few lines if all of them are data', () => {
    expect(rowsOf('a,b', '1,2')).toBe(1)
    expect(rowsOf('a,b', '1,2', 'x,y')).toBeNull()
    expect(rowsOf('a,b', ...data(4), 'x,y')).toBe(1)
    expect(rowsOf('a,b', ...data(3), 'x,y')).toBeNull()
  })

  test('despite one bad line among five, not despite two', () => {
    expect(rowsOf('a,b', '1,2', 'x,y', ...data(9))).toBe(1)
    expect(rowsOf('a,b', '1,2', 'x,y', '1,2', 'x,y', ...data(9))).toBe(3)
    expect(rowsOf('a,b', '1,2', 'x,', 'y,', ...data(9))).toBe(4)
    // Lines that say nothing do not count.
    expect(rowsOf('a,b', '1,2', ',', 'NaN,', ...data(9))).toBe(1)
    expect(rowsOf('a,b', '1,2', ...range(99).map(() => ','), 'x,y')).toBe(1)
  })

  test('below a summary of another width, which names follow that fit the data', () => {
    const session = ['name,date,sport', 'A,2026-03-04,1', 'time,x', ...data(9)]
    expect(rowsOf(...session)).toBe(3)
    expect(rowsOf(...session.slice(0, 6))).toBe(3)
    expect(rowsOf('a,b', '1,2,3', 'x,y,z', ...data(9))).toBe(1)
  })

  test('within four hundred lines', () => {
    const title = (count: number) => range(count).map(() => 'some words')
    expect(rowsOf(...title(399), ...data(9))).toBe(399)
    expect(rowsOf(...title(400), ...data(9))).toBeNull()
  })
})

describe('tables above the data', () => {
  const statistics = ['title', 'night,mean', ...range(8).map((i) => `${i},${i}.25`)]
  const after = (...lines: readonly string[]) => rowsOf(...statistics, ...lines)

  test('belong to the header, if a blank line or a title and other names follow', () => {
    expect(after('', 'time,x', ...data(9))).toBe(12)
    expect(after('Epochs', 'time,x', ...data(9))).toBe(12)
    expect(after('Epochs,', 'time,x', ...data(9))).toBe(12)
    expect(after('', 'time,,x', ...range(9).map((i) => `${i},,${i}.5`))).toBe(12)
    expect(after('', 'time,x', 's,g', '', ',', ...data(9))).toBe(15)
    expect(after('', 'time,x', 's,g', '', ',', '', ...data(9))).toBe(2)
  })

  test.each([
    'Epochs,,',
    ',Epochs',
    ', Epochs',
    'Epochs, ',
    ' ,Epochs',
    '"",Epochs',
    'Epochs,""',
    '"Epochs, all",',
    ',,',
  ])('end with the title %j, which is a single cell', (title) => {
    expect(after(title, 'time,x', ...data(9))).toBe(12)
    expect(after(title.replace('Epochs', 'Epochs,all'), 'time,x', ...data(9))).toBe(
      title.includes('Epochs') && !title.startsWith('"Epochs') ? 2 : 12,
    )
  })

  test('are none without other names, or with other data below', () => {
    // The same names, which a program writes again.
    expect(after('', 'night,mean', ...data(9))).toBe(2)
    expect(rowsOf('night,mean', ...data(8), '', 'night,mean', ...data(9))).toBe(1)
    expect(after('', 'time,x,5', ...data(9))).toBe(2)
    expect(after('time,x', ...data(9))).toBe(2)
    expect(after('', 'time', ...data(9))).toBe(2)
    expect(after('', 'time,5', ...data(9))).toBe(2)
    expect(after('', 'time,x')).toBe(2)
    expect(after('', 'time,x', ...data(4), 'end,of', ...data(9))).toBe(2)
    expect(after('', 'time,x', ...data(5), 'end,of', ...data(9))).toBe(12)
    expect(after('', 'time,x', ...data(9))).toBe(12)
  })

  test('may be several, within four thousand lines', () => {
    expect(after('', 'time,x', ...data(9), '', 'time,y', ...data(10))).toBe(23)
    expect(after('', 'time,x', ...data(9), '', 'time,x', ...data(9))).toBe(12)
    const long = ['night,mean', ...range(3998).map(() => '1,2')]
    const rowsOfMany = (lines: readonly string[]) => findTable(lines, commas, 9000)?.rows
    expect(rowsOfMany([...long.slice(0, -1), '', 'time,x', ...data(9)])).toBe(4000)
    expect(rowsOfMany([...long, '', 'time,x', ...data(9)])).toBe(1)
  })

  test('are not read unless they are longer, by as many lines as the file has', () => {
    const short = ['', 'time,x', ...data(7)]
    expect(after(...short)).toBe(2)
    expect(after('', 'time,x', ...data(8))).toBe(2)
    expect(findTable([...statistics, ...short], commas, 99)).toEqual({ rows: 12, first: 2, names: [11] })
    expect(findTable([...statistics, '', 'time,x', ...data(12), '', 'time,y', ...data(9)], commas)).toEqual({
      rows: 12,
      first: 2,
      names: [11, 25],
    })
  })

  test('end where the lines begin that are said above the next', () => {
    const lines = [...statistics, '', 'Devices', '1000', 'time,x', ...data(9)]
    expect(topOfTable(lines, 14, commas)).toBe(10)
    expect(topOfTable(lines, 2, commas)).toBe(0)
  })
})
