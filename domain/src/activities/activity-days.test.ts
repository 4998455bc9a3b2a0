import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayReader } from './activity-days.ts'
import { formatActivityTime } from './activity-time.ts'

const zones = ['Europe/Oslo', 'Pacific/Apia', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC']

test('the days of many times are those that are shown, also where clocks change or a day is left out', () => {
  const readers = new Map(zones.map((zone) => [zone, dayReader(zone)]))
  const around = [1_774_746_000, 1_792_890_000, 1_325_239_200, 0].map((seconds) =>
    fc.integer({ min: seconds - 100_000, max: seconds + 100_000 }),
  )
  const times = fc.oneof(fc.integer({ min: -2_000_000_000, max: 4_000_000_000 }), ...around)
  fc.assert(
    fc.property(fc.constantFrom(...zones), times, (zone, seconds) => {
      expect(readers.get(zone)?.(seconds)).toBe(formatActivityTime(seconds, zone).slice(0, 10))
    }),
    { numRuns: 1000 },
  )
})
