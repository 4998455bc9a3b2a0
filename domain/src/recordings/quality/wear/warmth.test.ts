import { describe, expect, test } from 'vitest'
import { judgeSignals } from '../test/judge-signals.ts'
import { blockSeconds } from './not-worn.ts'
import { isCelsius, Warmth } from './warmth.ts'

test.each([
  ['°C', true],
  ['C', true],
  ['deg C', true],
  ['Celsius', true],
  ['°F', false],
  ['K', false],
  [null, false],
])('%s is a temperature in °C: %s', (unit, is) => {
  expect(isCelsius({ kind: 'temperature', unit })).toBe(is)
  expect(isCelsius({ kind: 'light', unit })).toBe(false)
})

describe('a recorder', () => {
  const warmthOf = (...minutes: number[]) => {
    const warmth = new Warmth()
    warmth.add({ channel: 0, at: 0, step: 60, values: Float64Array.from(minutes) })
    return warmth
  }

  test('is warm from 26 °C on average', () => {
    expect(warmthOf(25, 27).isWarm(0, 120)).toBe(true)
    expect(warmthOf(25, 26.9).isWarm(0, 120)).toBe(false)
    expect(warmthOf(20, 30, 30).isWarm(60, 180)).toBe(true)
    expect(warmthOf(20, 30, 30).isWarm(0, 60)).toBe(false)
  })

  test('is not warm where nothing says so', () => {
    expect(new Warmth().isWarm(0, 60)).toBe(false)
    expect(warmthOf(20, 30).isWarm(600, 900)).toBe(false)
    expect(warmthOf(Number.NaN, 20, 30).isWarm(0, 60)).toBe(false)
  })

  test('whose thermometer always says the same is not warm', () => {
    expect(warmthOf(30, 30, 30).isWarm(0, 180)).toBe(false)
  })

  test('has times of its own, also uneven ones', () => {
    const warmth = new Warmth()
    const times = Float64Array.of(10, 130)
    warmth.add({ channel: 0, at: 10, step: null, times, values: Float64Array.of(20, 30) })
    expect([warmth.isWarm(0, 60), warmth.isWarm(120, 180)]).toEqual([false, true])
  })
})

/** Four hours at 1 Hz without movement, with a temperature once a minute. */
const still = (degrees: (minute: number) => number, unit: string | null = '°C') => {
  const axis = (value: number) => Array.from({ length: 4 * 3600 }, (_, i) => value + 0.001 * (i % 2))
  const acceleration = (value: number) => ({ kind: 'acceleration' as const, unit: 'g', rate: 1, values: axis(value) })
  const [x, y, z] = [acceleration(0), acceleration(0), acceleration(1)]
  const values = Array.from({ length: 4 * 60 }, (_, minute) => degrees(minute))
  const judged = judgeSignals([
    { ...x, name: 'acc x' },
    { ...y, name: 'acc y' },
    { ...z, name: 'acc z' },
    { kind: 'temperature', unit, rate: 1 / 60, values },
  ])
  return judged.accelerometers[0]?.notWorn
}

test('what lies still and cool was not worn', () => {
  expect(still((minute) => 21 + (minute % 2))?.seconds).toBe(4 * 3600)
})

test('what lies still and warm was worn: somebody sleeps', () => {
  expect(still((minute) => 32 + (minute % 2))).toEqual({ seconds: 0, longest: [] })
})

test('what was taken off in the middle was worn until then', () => {
  expect(still((minute) => (minute < 120 ? 33 : 22))).toEqual({
    seconds: 2 * 3600,
    longest: [{ from: 8 * blockSeconds, to: 16 * blockSeconds }],
  })
})

test('a temperature in another unit, or that never changes, does not say what was worn', () => {
  expect(still((minute) => 90 + (minute % 2), '°F')?.seconds).toBe(4 * 3600)
  expect(still(() => 30)?.seconds).toBe(4 * 3600)
})
