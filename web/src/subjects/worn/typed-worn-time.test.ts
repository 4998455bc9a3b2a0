import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wornTimeText } from '../record/worn-time-text.ts'
import { typedWornTime } from './typed-worn-time.ts'

const zone = 'Europe/Oslo'
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-10-20T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  { typed: '', at: undefined },
  { typed: '  ', at: undefined },
  { typed: '0930', at: '2026-10-20T07:30:00.000Z' },
  { typed: '19.10. kl. 10.05', at: '2026-10-19T08:05:00.000Z' },
  { typed: '2026-10-18 23:59', at: '2026-10-18T21:59:00.000Z' },
])('"$typed" is $at', ({ typed, at }) => {
  expect(typedWornTime(typed, zone, 'takenOff')).toBe(at)
})

test('what is no time, or still to come, is refused', () => {
  expect(typedWornTime('soon', zone, 'takenOff')).toMatchObject({ field: 'takenOff' })
  expect(typedWornTime('14:02', zone, 'takenOff')).toMatchObject({ reason: 'subject.worn.future' })
})

test('is shown to the minute', () => {
  expect(wornTimeText('2026-10-20T07:30:59.999Z', zone)).toBe('2026-10-20 09:30')
})
