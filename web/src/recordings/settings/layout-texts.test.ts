import type { Layout } from '@casebook/domain/recordings/recording.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStartReadable, layoutOf, textsOf } from './layout-texts.ts'

const column = fc.nat(500)

test('the form’s texts of a layout are read back as that layout', () => {
  const started = fc.record({
    start: fc.integer({ min: 946_684_800_000, max: 1_900_000_000_000 }).map((milliseconds) => milliseconds / 1000),
    clock: fc.constantFrom('local' as const, 'utc' as const),
  })
  const others: fc.Arbitrary<Layout> = fc.record(
    {
      delimiter: fc.constantFrom(',', ';', '\t', '|', ' '),
      decimal: fc.constantFrom('.', ','),
      headerRows: fc.nat(10_000),
      timeColumn: fc.oneof(column, fc.tuple(column, column), fc.constant(null)),
      timeUnit: fc.constantFrom('d', 's', 'ms', 'us', 'ns'),
      epoch: fc.constantFrom(0, 1, 1601, 1900, 1904, 1970, 2001),
      dateOrder: fc.constantFrom('ymd', 'dmy', 'mdy'),
      rate: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    },
    { requiredKeys: [] },
  )
  const layouts = fc.tuple(others, fc.option(started)).map(([layout, start]) => ({ ...layout, ...start }))
  fc.assert(
    fc.property(layouts, (layout) => {
      expect(layoutOf(textsOf(layout))).toEqual(layout)
    }),
  )
})

test('a start keeps its thousandths', () => {
  for (let start = 1_000_000_000; start < 1_000_000_001; start += 0.001) {
    const milliseconds = Math.round(start * 1000)
    expect(layoutOf(textsOf({ start: milliseconds / 1000, clock: 'local' })).start).toBe(milliseconds / 1000)
  }
})

test('invalid texts are left to recognition', () => {
  const texts = { ...textsOf({}), headerRows: '-1', timeColumn: 'x', rate: 'fast', start: 'noon', delimiter: 'no' }
  expect(layoutOf(texts)).toEqual({})
})

test('a start that is typed is the time on the recorder’s clock', () => {
  const typed = (start: string) => layoutOf({ ...textsOf({}), start })
  expect(typed('2026-10-20 09:48')).toEqual({ start: Date.UTC(2026, 9, 20, 9, 48) / 1000, clock: 'local' })
  expect(typed(' 2026-10-20T09:48:30,25 ')).toEqual({
    start: Date.UTC(2026, 9, 20, 9, 48, 30, 250) / 1000,
    clock: 'local',
  })
  for (const text of ['2026-02-30 09:48', '2026-10-20', '20.10.2026 09:48', '2026-10-20 25:00', '0001-01-01 00:00']) {
    expect(isStartReadable(text)).toBe(false)
    expect(typed(text)).toEqual({})
  }
  expect(isStartReadable('')).toBe(true)
})
