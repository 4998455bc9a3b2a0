import { expect, test } from 'vitest'
import { isList } from './is-list.ts'

test.each([
  ['two lines', 'A-1\nA-2'],
  ['lines of another system', 'A-1\rA-2'],
  ['lines with blank ones between them', '\r\nA-1\r\n \r\nA-2\r\n'],
])('%s are a list', (_, text) => {
  expect(isList(text)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['a name', 'A-1'],
  ['a name with the end of its line', 'A-1\r\n'],
  ['a name and lines with nothing but blanks', ' \nA-1\n\t\n'],
  ['one row of a spreadsheet', 'A-1\tWoman'],
])('%s is no list, so that the field for one name takes it', (_, text) => {
  expect(isList(text)).toBe(false)
})
