import { expect, test } from 'vitest'
import { todayIn } from './today.ts'

test('today is the day of the zone at that time, from its first to its last minute', () => {
  const noon = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000
  const at = (time: string, zone: string) => todayIn(zone, Date.parse(time))
  expect(at('2026-11-23T22:59:59.999Z', 'Europe/Oslo')).toBe(noon('2026-11-23'))
  expect(at('2026-11-23T23:00:00Z', 'Europe/Oslo')).toBe(noon('2026-11-24'))
  expect(at('2026-11-23T23:00:00Z', 'UTC')).toBe(noon('2026-11-23'))
  expect(at('2026-11-23T23:00:00Z', 'Pacific/Kiritimati')).toBe(noon('2026-11-24'))
  expect(at('2026-11-23T18:14:59Z', 'Asia/Kathmandu')).toBe(noon('2026-11-23'))
  expect(at('2026-11-23T18:15:00Z', 'Asia/Kathmandu')).toBe(noon('2026-11-24'))
})
