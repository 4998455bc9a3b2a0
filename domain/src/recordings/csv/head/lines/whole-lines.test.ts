import { expect, test } from 'vitest'
import { fittedCells, wholeLines } from './whole-lines.ts'

test('a line break in quotes divides no line', () => {
  expect(wholeLines(['title', '"t', '(s)","x', '(g)"', 'a,b'])).toEqual(['title', '"t (s)","x (g)"', 'a,b'])
  expect(wholeLines(['"a', '', 'b"'])).toEqual(['"a  b"'])
  expect(wholeLines(['"a ""so""",b', 'c'])).toEqual(['"a ""so""",b', 'c'])
  expect(wholeLines([])).toEqual([])
})

test('a quote that is not closed within eight lines is an ordinary character', () => {
  const six = ['1', '2', '3', '4', '5', '6']
  expect(wholeLines(['5" wide', 'a,b'])).toEqual(['5" wide', 'a,b'])
  expect(wholeLines(['"a', ...six, 'b"'])).toEqual([`"a ${six.join(' ')} b"`])
  expect(wholeLines(['"a', ...six, '7', 'b"'])).toEqual(['"a', ...six, '7', 'b"'])
})

test('names with delimiters in parentheses are whole if they fit the data then', () => {
  const cells = ['t', 'Code (0=sitting', '1=standing', '2=stepping)', 'MET (h)']
  expect(fittedCells(cells, 3, ',')).toEqual(['t', 'Code (0=sitting, 1=standing, 2=stepping)', 'MET (h)'])
  for (const width of [2, 4, 5, 9]) expect(fittedCells(cells, width, ',')).toBe(cells)
  expect(fittedCells(['a (', 'b', 'c'], 1, ';')).toEqual(['a (; b; c'])
})
