import { describe, expect, test } from 'vitest'
import type { Layout } from '../../recording.ts'
import { sampleColumns } from './columns.ts'
import { findTimeColumn, sampleTime, timeColumnsOf, timeText } from './time-column.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
type Cells = Readonly<Record<string, readonly (string | number)[]>>

/** The time column of a table of these columns. Names may have a unit: `x|g`. */
function find(cells: Cells, given: Layout = {}) {
  const names = Object.keys(cells).map((key) => key.split('|'))
  const columns = Object.values(cells)
  const data = range(Math.max(...columns.map(({ length }) => length))).map((row) =>
    columns.map((column) => String(column[row] ?? '')),
  )
  const header = {
    width: columns.length,
    names: names.map(([name]) => name || null),
    units: names.map(([, unit]) => unit ?? null),
    sensors: names.map(() => null),
  }
  return findTimeColumn(sampleColumns(data, header, '.'), given)
}
const none = { form: 'none' }
const rising = range(20).map((i) => 5 * i)
const wild = range(20).map((i) => (i * 7) % 11)
const number = (column: number, unit: string, more: object = {}) => ({
  form: 'number',
  column,
  unit,
  isEpoch: false,
  isUnitSaid: false,
  ...more,
})

describe('the time', () => {
  const [dates, times, both] = [['2026-01-01', '2026-01-01'], ['10:00:00', '10:00:01'], ['2026-01-01 10:00:00']]

  test('is a date with a time, or a date and a time, or a time of day', () => {
    expect(find({ t: rising, x: both })).toEqual({ form: 'date-time', column: 1 })
    expect(find({ x: times, d: dates })).toEqual({ form: 'date-and-time', date: 1, time: 0 })
    expect(find({ x: wild, d: times })).toEqual({ form: 'time-of-day', column: 1 })
    expect(find({ x: wild, d: dates })).toEqual(none)
    // A number with the name of a time before a time of day.
    expect(find({ d: times, time: rising })).toMatchObject({ form: 'number', column: 1 })
  })

  test.each([
    'time',
    'Timestamps',
    'date time',
    'Unix',
    'epoch_1',
    'UTC',
    't',
    's',
    'ms',
    'secs',
    'Sekunder',
    'tid',
    'tidspunkt',
    'millis',
    'elapsed.x',
    'my_timestamp',
    'Zeitstempel',
    'Uhrzeit',
    'tijd',
    'temps',
    'Horodatage',
    'hora',
    'tempo',
  ])('may be called %s', (name) => {
    expect(find({ x: rising, [name]: rising })).toMatchObject({ form: 'number', column: 1 })
    expect(find({ x: rising, [`${name}x1`]: wild })).toEqual(none)
  })

  test('is the first that rises, by its name, by a name that may mean another, or by its unit', () => {
    expect(find({ temps: rising, time: rising })).toMatchObject({ column: 1 })
    expect(find({ 'x|ms': rising, temps: rising })).toMatchObject({ column: 1 })
    expect(find({ x: rising, 'y|ms': rising })).toEqual(number(1, 'ms', { isUnitSaid: true }))
    expect(find({ x: rising, 'y|g': rising })).toEqual(none)
    expect(find({ time: wild, x: wild })).toEqual(none)
  })

  test('may be dates and times as one number, unless a unit is set', () => {
    const compact = [20260301235959, 20260302000000.5, 20260302000001]
    expect(find({ x: wild, y: compact })).toEqual({ form: 'date-time', column: 1 })
    expect(find({ x: wild, y: compact }, { timeColumn: 1 })).toEqual({ form: 'date-time', column: 1 })
    expect(find({ t: compact }, { timeColumn: 0, timeUnit: 'ms' })).toMatchObject({ form: 'number', unit: 'ms' })
    expect(find({ t: [20260301235959, 20260301235960, 20260301235961] })).toMatchObject({ form: 'number' })
    expect(find({ x: [20260302000001, 20260302000000] })).toEqual(none)
  })

  test('may be instants among the first four columns', () => {
    const epoch = range(20).map((i) => 1_700_000_000 + i)
    const at = (column: number) => find(Object.fromEntries(range(6).map((i) => [`x${i}`, i === column ? epoch : wild])))
    expect(at(3)).toEqual(number(3, 's', { isEpoch: true, isUnitSaid: true }))
    expect(at(4)).toEqual(none)
  })

  test('may be a first column without a name that rises evenly by less than one', () => {
    const even = range(20).map((i) => i / 4)
    expect(find({ '': even, x: wild })).toEqual(number(0, 's'))
    expect(find({ a: even, x: wild })).toEqual(none)
    expect(find({ x: wild, '': even })).toEqual(none)
    expect(find({ '': range(20), x: wild })).toEqual(none)
    expect(find({ '': even.slice(0, 4), x: wild })).toEqual(none)
    expect(find({ '': even.slice(0, 5), x: wild })).toMatchObject({ form: 'number' })
    expect(find({ '': [...range(20).map(() => 0), 0.5], x: wild })).toEqual(none)
    expect(find({ '': even, x: times })).toEqual({ form: 'time-of-day', column: 1 })
    // One step in twenty may differ by more than a quarter.
    const steps = (...others: readonly number[]) => {
      let sum = 0
      return [0, ...range(20).map((i) => (sum += others[i] ?? 0.25))]
    }
    expect(find({ '': steps(0.3, 0.3), x: wild })).toMatchObject({ form: 'number' })
    expect(find({ '': steps(0.4), x: wild })).toMatchObject({ form: 'number' })
    expect(find({ '': steps(0.4, 0.4), x: wild })).toEqual(none)
  })

  test('is what was set', () => {
    const cells = { time: rising, x: rising, at: both, of: times, d: dates, word: ['a', 'b'] }
    expect(find(cells, { timeColumn: null })).toEqual(none)
    expect(find(cells, { timeColumn: 1 })).toMatchObject({ form: 'number', column: 1 })
    expect(find(cells, { timeColumn: 2 })).toEqual({ form: 'date-time', column: 2 })
    expect(find(cells, { timeColumn: 3 })).toEqual({ form: 'time-of-day', column: 3 })
    expect(find(cells, { timeColumn: 4 })).toEqual({ form: 'date-time', column: 4 })
    expect(find(cells, { timeColumn: [4, 3] })).toEqual({ form: 'date-and-time', date: 4, time: 3 })
    expect(find(cells, { timeColumn: 5 })).toEqual(none)
    expect(find(cells, { timeColumn: 9 })).toEqual(none)
  })
})

describe('the unit', () => {
  test.each([
    ['time', [0, 1, 2, 3], 's'],
    ['time', [0, 0.01, 0.02, 0.03], 's'],
    ['time', [0, 2, 4, 6], 'ms'],
    ['time', [0, 1000, 2000, 3000], 'ms'],
    ['time', [0, 1001, 2002, 3003], 'us'],
    ['time', [0, 5000, 10_000, 15_000], 'ms'],
    ['time', [0, 6000, 12_000, 18_000], 'us'],
    ['time', [0, 2.5, 5, 7.5], 's'],
  ])('of %s with %j is assumed to be %s', (name, cells, unit) => {
    expect(find({ [name]: cells, x: wild })).toEqual(number(0, unit))
  })

  test('is told by the name or beside it', () => {
    const told = { isUnitSaid: true }
    expect(find({ time_ms: [0, 1, 2], x: wild })).toEqual(number(0, 'ms', told))
    expect(find({ 'time|us': [0, 1, 2], x: wild })).toEqual(number(0, 'us', told))
    expect(find({ 'time_ms|us': [0, 1, 2], x: wild })).toEqual(number(0, 'us', told))
    expect(find({ 'Time|min': [0, 0.5, 1], x: wild })).toEqual(number(0, 'min', told))
    expect(find({ time_h: [0, 0.5, 1], x: wild })).toEqual(number(0, 'h', told))
    // What rises with the time in hours is not the time.
    expect(find({ 'worn|h': [0, 0.5, 1], x: wild })).toEqual(none)
    expect(find({ 'time_ms|V': [0, 1, 2], x: wild })).toEqual(number(0, 'ms', told))
  })

  const epochs = [
    ['s', 1],
    ['ms', 1e3],
    ['us', 1e6],
    ['ns', 1e9],
  ] as const
  test.each(epochs)('of instants is %s by their size', (unit, per) => {
    const at = (...seconds: readonly number[]) => seconds.map((second) => second * per)
    const instants = number(0, unit, { isEpoch: true, isUnitSaid: true })
    expect(find({ time: at(1_700_000_000, 1_700_000_001), x: wild })).toEqual(instants)
    // Seconds from 1980 to 2000 are those of another epoch.
    const [least, most] = unit === 's' ? [978_307_200, 2_871_763_199] : [315_000_001, 4_199_999_999]
    expect(find({ time: [least * per, (least + 1) * per, most * per], x: wild })).toEqual(instants)
    expect(find({ time: at(315_000_000, 315_000_001), x: wild })).toMatchObject({ isEpoch: false })
    expect(find({ time: at(4_199_999_998, 4_200_000_000), x: wild })).toMatchObject({ isEpoch: false })
    // A name that says otherwise is not heeded, but what somebody set is.
    expect(find({ 'time|s': at(1_700_000_000, 1_700_000_001), x: wild })).toEqual(instants)
    const set = find({ time: at(1_700_000_000, 1_700_000_001), x: wild }, { timeUnit: 'd' })
    expect(set).toEqual(number(0, 'd', { isUnitSaid: true }))
    expect(find({ time: at(1_700_000_000, 1_700_000_001), x: wild }, { timeUnit: unit })).toEqual(instants)
  })

  test('of days of a spreadsheet is told by their name, their fractions and their span', () => {
    const days = number(0, 'd', { isEpoch: true, isUnitSaid: true })
    const cells = [45_000.25, 45_000.5, 45_001.5]
    for (const name of ['time', 'Zeit', 'date', 'Dato', 'Datum', 'dag'])
      expect(find({ [name]: cells, x: wild })).toEqual(days)
    expect(find({ 'x|s': cells })).toMatchObject({ unit: 's', isEpoch: false })
    expect(find({ time: [45_000, 45_001, 45_003], x: wild })).toMatchObject({ isEpoch: false })
    expect(find({ time: [29_221, 29_222.5], x: wild })).toMatchObject({ isEpoch: false })
    expect(find({ time: [29_221.5, 29_222], x: wild })).toEqual(days)
    expect(find({ time: [73_000.5, 73_050], x: wild })).toMatchObject({ isEpoch: false })
    expect(find({ time: [73_000.5, 73_049.5], x: wild })).toEqual(days)
    expect(find({ time: [45_000.5, 45_400.5], x: wild })).toMatchObject({ isEpoch: false })
    expect(find({ time: [45_000.5, 45_400.25], x: wild })).toEqual(days)
  })

  test('may be set', () => {
    expect(find({ time: rising, x: wild }, { timeUnit: 'us' })).toEqual(number(0, 'us', { isUnitSaid: true }))
  })
})

test('the time has no column, one, or two', () => {
  expect(timeColumnsOf({ form: 'none' })).toEqual([])
  expect(timeColumnsOf({ form: 'date-time', column: 3 })).toEqual([3])
  expect(timeColumnsOf({ form: 'date-and-time', date: 2, time: 1 })).toEqual([2, 1])
})

describe('the time of a line', () => {
  const date = Date.parse('2026-02-01T10:00:00Z') / 1000

  test('is that of its cells', () => {
    const at = { form: 'date-time', column: 1 } as const
    expect(sampleTime(['x', '1/2/2026 10:00:00.5'], at, 'dmy', '.')).toEqual({
      value: date,
      fraction: 0.5,
      hasDate: true,
      hasZone: false,
    })
    expect(sampleTime(['x', '2026-02-01T12:00:00+02:00'], at, 'dmy', '.')).toMatchObject({ value: date, hasZone: true })
    expect(sampleTime(['x', 'soon'], at, 'dmy', '.')).toBeNull()
    expect(sampleTime(['x'], at, 'dmy', '.')).toBeNull()
    const two = { form: 'date-and-time', date: 1, time: 0 } as const
    expect(sampleTime(['10:00', '2/1/2026'], two, 'mdy', '.')).toMatchObject({ value: date, hasDate: true })
    expect(timeText(['10:00'], two)).toBe(' 10:00')
    expect(timeText([], at)).toBe('')
    expect(sampleTime(['10:00:30'], { form: 'time-of-day', column: 0 }, 'dmy', '.')).toMatchObject({
      value: 36_030,
      hasDate: false,
    })
    expect(sampleTime(['1'], { form: 'none' }, 'dmy', '.')).toBeNull()
  })

  test('may be a number, which is an instant or not', () => {
    const at = { form: 'number', column: 0, unit: 's', isUnitSaid: true } as const
    expect(sampleTime(['1,5'], { ...at, isEpoch: false }, 'dmy', ',')).toEqual({
      value: 1.5,
      fraction: 0,
      hasDate: false,
      hasZone: false,
    })
    expect(sampleTime(['5'], { ...at, isEpoch: true }, 'dmy', '.')).toMatchObject({ hasDate: true, hasZone: true })
    expect(sampleTime(['5'], { ...at, unit: 'd', isEpoch: true }, 'dmy', '.')).toMatchObject({
      hasDate: true,
      hasZone: false,
    })
    for (const cells of [['x'], [''], []]) expect(sampleTime(cells, { ...at, isEpoch: true }, 'dmy', '.')).toBeNull()
  })
})
