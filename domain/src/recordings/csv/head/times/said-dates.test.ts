import { expect, test } from 'vitest'
import { daysSaidIn } from './said-dates.ts'

const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000

test.each([
  ['arm_2025-03-04.csv', ['2025-03-04']],
  ['P01 20250304T101500.csv', ['2025-03-04']],
  ['Start: 2025/03/04 10:15', ['2025-03-04']],
  ['"Recorded","04-Mar-2025"', ['2025-03-04']],
  ['4. mars 2025', ['2025-03-04']],
  ['4 oktober 2025 til 5 desember 2025', ['2025-10-04', '2025-12-05']],
  ['March 4th, 2025', ['2025-03-04']],
  ['Mai 4 2025', ['2025-05-04']],
])('%s names its day beyond doubt', (text, expected) => {
  expect(daysSaidIn(text)).toEqual(expected.map(day))
})

test.each([
  '04/03/2025',
  '2025-02-30',
  '31 Feb 2025',
  '120250304',
  '2025-0304',
  '99 Mar 2025',
  'Serial 20251304',
  'mar',
])('%s names none', (text) => {
  expect(daysSaidIn(text)).toEqual([])
})

test('of a long text the beginning counts', () => {
  expect(daysSaidIn(`${' '.repeat(9_990)}2025-03-04`)).toEqual([day('2025-03-04')])
  expect(daysSaidIn(`${' '.repeat(9_991)}2025-03-04`)).toEqual([])
})
