import { expect, test } from 'vitest'
import { dateTimeText, periodText, ticksBetween, timeText } from './time-axis.ts'

// 20 October 2026, 09:50:00 in Oslo.
const oslo = { origin: 1_792_482_600, zone: 'Europe/Oslo' }

test.each([
  [0, 3600, '09:50'],
  [12, 1, '09:50:12'],
  [12.34, 0.01, '09:50:12.34'],
  [12.3404, 0.001, '09:50:12.340'],
  [0, 86_400, '10-20'],
])('%d s is told at steps of %d s as %s', (at, step, text) => {
  expect(timeText(at, step, oslo)).toBe(text)
})

test('without a start, the elapsed time is shown', () => {
  const unknown = { origin: null, zone: 'Europe/Oslo' }
  expect(timeText(65.5, 0.5, unknown)).toBe('1:05.5')
  expect(timeText(3723, 60, unknown)).toBe('1:02:03')
})

test('date and time follow the zone', () => {
  expect(dateTimeText(12.34, 3, oslo)).toBe('2026-10-20 09:50:12.340')
  expect(dateTimeText(0, 0, { ...oslo, zone: 'UTC' })).toBe('2026-10-20 07:50:00')
})

test('ticks are at full hours of the zone', () => {
  const ticks = ticksBetween(0, 7200, 3600, oslo)
  expect(ticks.map((at) => timeText(at, 3600, oslo))).toEqual(['10:00', '11:00'])
  const kolkata = { ...oslo, zone: 'Asia/Kolkata' }
  expect(ticksBetween(0, 7200, 3600, kolkata).map((at) => timeText(at, 60, kolkata))).toEqual(['14:00', '15:00'])
})

test('a start with a fraction of a second has ticks too', () => {
  const ticks = ticksBetween(0.0001, 2, 1, { ...oslo, origin: oslo.origin + 0.123456 })
  expect(ticks[0]).toBeCloseTo(0.876544)
})

test('a period that ends on another day says on which', () => {
  expect(periodText(0, 600, 0, oslo)).toBe('2026-10-20 09:50:00 – 10:00:00')
  expect(periodText(0, 86_400, 0, oslo)).toBe('2026-10-20 09:50:00 – 2026-10-21 09:50:00')
  const { origin: _, ...unknown } = oslo
  expect(periodText(0, 90_000, 0, { ...unknown, origin: null })).toBe('0:00 – 25:00:00')
})
