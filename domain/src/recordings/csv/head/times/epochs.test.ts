import { describe, expect, test } from 'vitest'
import { decidedByDays, findInstants, zeroOf } from './epochs.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const unix = (iso: string) => Date.parse(iso) / 1000
const march = unix('2026-03-01T21:20:00Z')
const every = (from: number, step: number) => range(50).map((i) => from + i * step)

describe('numbers that are instants', () => {
  test.each([
    ['seconds', every(march, 0.01), 's', 1970, null],
    ['milliseconds', every(march * 1e3, 10), 'ms', 1970, null],
    ['microseconds', every(march * 1e6, 20_000), 'us', 1970, null],
    ['nanoseconds', every(march * 1e9, 2e7), 'ns', 1970, null],
    ['seconds of LabVIEW', every(march - zeroOf('s', 1904), 0.01), 's', 1904, null],
    ['whole seconds of LabVIEW', every(march - zeroOf('s', 1904), 1), 's', 1904, null],
    ['seconds of Apple in 2016', every(unix('2016-03-01T10:00:00Z') - zeroOf('s', 2001), 0.02), 's', 2001, null],
    ['whole seconds of Apple in 2016', every(unix('2016-03-01T10:00:00Z') - zeroOf('s', 2001), 1), 's', 2001, 1970],
    ['seconds of Apple in 2026, or of 1995', every(march - zeroOf('s', 2001), 0.01), 's', 2001, 1970],
    ['a clock that was never set, or Apple in 2011', every(unix('1980-01-01T00:05:00Z'), 0.5), 's', 2001, 1970],
    ['seconds from 2001 on', every(unix('2001-01-02T00:00:00Z'), 1), 's', 1970, null],
    ['days in seconds', every(march, 86_400), 's', 1970, null],
    ['Windows', every((march - zeroOf('100ns', 1601)) * 1e7, 1e7), '100ns', 1601, null],
    ['.NET', every((march - zeroOf('100ns', 1)) * 1e7, 1e5), '100ns', 1, null],
    ['days of a spreadsheet', every(46_082.5, 1 / 1440), 'd', 1900, null],
    ['days of MATLAB', every(740_000.25, 1 / 86_400), 'd', 0, null],
  ] as const)('%s', (_, numbers, unit, epoch, other) => {
    expect(findInstants(numbers, true)).toEqual({ unit, epoch, other })
  })

  test.each([
    ['the milliseconds of four days', every(3.5e8, 10)],
    ['the microseconds of ten minutes', every(6e8, 20_000)],
    ['the microseconds of twenty minutes', every(1.2e9, 10_000)],
    ['the microseconds of fifty minutes', every(3e9, 20_000)],
    ['small numbers', every(0, 1)],
    ['whole days', every(46_082, 1)],
    ['nothing', []],
  ])('are not %s', (_, numbers) => {
    expect(findInstants(numbers, true)).toBeNull()
  })

  test('are days only by their name', () => {
    expect(findInstants(every(740_000.25, 1 / 86_400), false)).toBeNull()
    expect(findInstants(every(46_082.5, 1 / 1440), false)).toBeNull()
  })
})

test('a day that is said decides between two epochs', () => {
  const dayOf = (iso: string) => unix(iso) / 86_400
  const seconds = every(march - zeroOf('s', 2001), 0.01)
  const asked = { unit: 's', epoch: 2001, other: 1970 } as const
  expect(decidedByDays(asked, seconds, 1, [dayOf('2026-03-01T00:00:00Z')])).toEqual({ ...asked, other: null })
  const early = { unit: 's', epoch: 1970, other: null }
  expect(decidedByDays(asked, seconds, 1, [dayOf('1995-03-01T00:00:00Z')])).toEqual(early)
  expect(decidedByDays(asked, seconds, 1, [dayOf('2026-03-05T00:00:00Z')])).toEqual(asked)
  const days = every(44_620.5, 1 / 1440)
  const spreadsheet = { unit: 'd', epoch: 1900, other: null } as const
  const mac = { ...spreadsheet, epoch: 1904 }
  expect(decidedByDays(spreadsheet, days, 86_400, [dayOf('2026-03-01T00:00:00Z')])).toEqual(mac)
  expect(decidedByDays(spreadsheet, days, 86_400, [dayOf('2022-02-28T00:00:00Z')])).toEqual(spreadsheet)
  expect(decidedByDays(spreadsheet, days, 86_400, [])).toEqual(spreadsheet)
})
