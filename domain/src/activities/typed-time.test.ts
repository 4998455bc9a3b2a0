import fc from 'fast-check'
import { expect, test } from 'vitest'
import { understoodTime } from './typed-time.ts'

const day = '2026-11-21'

test.each([
  ['0630', '2026-11-21 06:30'],
  ['630', '2026-11-21 06:30'],
  ['10:05', '2026-11-21 10:05'],
  ['10.05', '2026-11-21 10:05'],
  ['9:05', '2026-11-21 09:05'],
  ['kl. 10.05', '2026-11-21 10:05'],
  ['063015', '2026-11-21 06:30:15'],
  ['10:05:07', '2026-11-21 10:05:07'],
  ['21.11.2026 10.00', '2026-11-21 10:00'],
  ['1.2.2026 0900', '2026-02-01 09:00'],
  ['01.02.26, 9.00', '2026-02-01 09:00'],
  ['21.11. kl. 10.00', '2026-11-21 10:00'],
  ['3.12 10:00', '2026-12-03 10:00'],
  ['2026-11-21T10:00', '2026-11-21 10:00'],
  ['2026-1-2  9:05', '2026-01-02 09:05'],
  [' 2026-11-21 10:00 ', '2026-11-21 10:00'],
])('%j is understood as %j', (text, understood) => {
  expect(understoodTime(text, day)).toBe(understood)
})

test.each(['', 'soon', '6', '10', '21.11.2026', '2026-11-21', '11/21/2026 10:00', '10:0', '2026-11-21 10', '12345678'])(
  '%j is left as it is',
  (text) => {
    expect(understoodTime(text, day)).toBe(text)
  },
)

test('a time alone needs a day', () => {
  expect(understoodTime('0630', undefined)).toBe('0630')
  expect(understoodTime('3.12. 10:00', undefined)).toBe('3.12. 10:00')
})

const pad = (number: number) => String(number).padStart(2, '0')
const parts = fc.record({
  year: fc.integer({ min: 2000, max: 2099 }),
  month: fc.integer({ min: 1, max: 12 }),
  date: fc.integer({ min: 1, max: 31 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.option(fc.integer({ min: 0, max: 59 }), { nil: undefined }),
})
type Parts = typeof parts extends fc.Arbitrary<infer Value> ? Value : never

const dates: readonly ((parts: Parts) => string)[] = [
  ({ year, month, date }) => `${year}-${pad(month)}-${pad(date)}`,
  ({ year, month, date }) => `${date}.${month}.${year}`,
  ({ year, month, date }) => `${pad(date)}.${pad(month)}.${String(year).slice(2)}`,
  ({ year, month, date }) => `${date}. ${month}. ${year}`,
]
const times: readonly ((parts: Parts) => string)[] = [
  ({ hour, minute, second }) => [pad(hour), pad(minute), ...(second === undefined ? [] : [pad(second)])].join(':'),
  ({ hour, minute, second }) => [hour, pad(minute), ...(second === undefined ? [] : [pad(second)])].join('.'),
  ({ hour, minute, second }) => `${pad(hour)}${pad(minute)}${second === undefined ? '' : pad(second)}`,
]
const written = ({ year, month, date, hour, minute, second }: Parts) =>
  `${year}-${pad(month)}-${pad(date)} ${pad(hour)}:${pad(minute)}${second === undefined ? '' : `:${pad(second)}`}`

test('all notations of a time are equivalent', () => {
  fc.assert(
    fc.property(
      parts,
      fc.constantFrom(...dates),
      fc.constantFrom(' ', ', ', ' kl. ', ' kl '),
      fc.constantFrom(...times),
      (value, dateOf, between, timeOf) => {
        expect(understoodTime(`${dateOf(value)}${between}${timeOf(value)}`, undefined)).toBe(written(value))
      },
    ),
  )
})

test('text already in the format is unchanged, also after a conversion', () => {
  fc.assert(
    fc.property(parts, (value) => {
      expect(understoodTime(written(value), day)).toBe(written(value))
    }),
  )
  fc.assert(
    fc.property(fc.string(), (text) => {
      const once = understoodTime(text, day)
      expect(understoodTime(once, day)).toBe(once)
    }),
  )
})
