import { expect, test } from 'vitest'
import { filterRows } from './filter-rows.ts'

const rows = ['S-001 OPEN', 'S-002 CLOSED', 'T-001 OPEN']
const itself = (row: string) => row

test('every word must be there, in any order and any case', () => {
  expect(filterRows(rows, 'open s-', itself)).toEqual(['S-001 OPEN'])
})

test('an empty filter keeps all', () => {
  expect(filterRows(rows, '  ', itself)).toBe(rows)
})

test('without a text to search all are kept', () => {
  expect(filterRows(rows, 'x', undefined)).toBe(rows)
})
