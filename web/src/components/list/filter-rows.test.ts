import { expect, test } from 'vitest'
import { filterRows } from './filter-rows.ts'

const rows = ['S-001 OPEN', 'S-002 CLOSED', 'T-001 OPEN']
const itself = (row: string) => row

test('every word must be there, in any order and any case', () => {
  expect(filterRows(rows, 'open s-', itself)).toEqual(['S-001 OPEN'])
})

test('however accents are encoded and blanks were typed', () => {
  const rows = ['Bj\u00f8rn A\u030as', 'P\u00a0 1', 'P\u200c-2']
  expect(filterRows(rows, '\u00c5s', itself)).toEqual(['Bj\u00f8rn A\u030as'])
  expect(filterRows(rows, 'p\u00a01', itself)).toEqual(['P\u00a0 1'])
  expect(filterRows(rows, 'p-2', itself)).toEqual(['P\u200c-2'])
})

test('an empty filter keeps all', () => {
  expect(filterRows(rows, '  ', itself)).toBe(rows)
})

test('without a text to search all are kept', () => {
  expect(filterRows(rows, 'x', undefined)).toBe(rows)
})
