import { expect, test } from 'vitest'
import { sampleColumns } from './columns.ts'
import { whyNoSignals, withoutUnits } from './no-signals.ts'

const columnsOf = (rows: readonly (readonly string[])[]) =>
  sampleColumns(rows, { width: rows[0]?.length ?? 0, names: [], units: [], sensors: [] }, '.')

test('a column of nothing but hexadecimal numbers, or of numbers with unlike units, is the reason', () => {
  const why = (...cells: readonly string[]) => whyNoSignals(columnsOf(cells.map((cell) => [cell])))
  expect(why('0x0A', '0xff')).toEqual({ detail: 'hexadecimal' })
  expect(why('1 g', '2 mg')).toEqual({ detail: 'units' })
  expect([why('0x0A', 'word'), why('1 g', '2 mg', 'word'), why('', ''), why('0xg')]).toEqual([{}, {}, {}, {}])
})

test('cells are freed from the unit of their column', () => {
  const rows = [
    ['1 g', '2 g', 'x'],
    ['3 g', '4 mg', '5 g'],
    ['word', '', ''],
  ]
  expect(withoutUnits(rows, columnsOf(rows))).toEqual([
    ['1', '2 g', 'x'],
    ['3', '4 mg', '5 g'],
    ['word', '', ''],
  ])
  const plain = [['1'], ['2']]
  expect(withoutUnits(plain, columnsOf(plain))).toBe(plain)
})
