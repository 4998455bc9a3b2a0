import { expect, test } from 'vitest'
import { whyNoSignals, withoutUnits } from './no-signals.ts'

test('a column of nothing but hexadecimal numbers, or of numbers with unlike units, is the reason', () => {
  const why = (...texts: readonly string[]) =>
    whyNoSignals([
      { texts: [], cellUnit: 'g' },
      { texts, cellUnit: null },
    ])
  expect(why('0x0A', '0xff')).toEqual({ detail: 'hexadecimal' })
  expect(why('1 g', '2 mg')).toEqual({ detail: 'units' })
  expect([why('0x0A', 'word'), why('1 g', '2 mg', 'word'), why(), why('0xg')]).toEqual([{}, {}, {}, {}])
})

test('cells are freed from the unit of their column', () => {
  const rows = [
    ['1 g', '2 g', 'x'],
    ['3 g', '4 mg', '5 g'],
    ['word', '', ''],
  ]
  const columns = ['g', null, null].map((cellUnit) => ({ texts: [], cellUnit }))
  expect(withoutUnits(rows, columns)).toEqual([
    ['1', '2 g', 'x'],
    ['3', '4 mg', '5 g'],
    ['word', '', ''],
  ])
  expect(withoutUnits(rows, columns.slice(1))).toBe(rows)
})
