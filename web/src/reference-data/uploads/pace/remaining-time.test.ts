import { expect, test } from 'vitest'
import { measurePace, remainingSeconds } from './remaining-time.ts'

test('nothing is estimated before there is a pace', () => {
  expect(remainingSeconds(undefined, 100)).toBeUndefined()
  expect(remainingSeconds(measurePace(undefined, 0, 0), 100)).toBeUndefined()
})

test('a steady pace determines the remaining time', () => {
  let pace = measurePace(undefined, 0, 0)
  for (let second = 1; second <= 3; second++) pace = measurePace(pace, second * 10, second * 1000)
  expect(remainingSeconds(pace, 100)).toBe(7)
})

test('one burst moves the estimate by a quarter only', () => {
  const steady = measurePace(measurePace(undefined, 0, 0), 10, 1000)
  expect(measurePace(steady, 110, 2000).bytesPerSecond).toBe(10 + 0.25 * 90)
})

test('measurements in quick succession are combined with the next', () => {
  const pace = measurePace(undefined, 0, 0)
  expect(measurePace(pace, 50, 100)).toBe(pace)
})

test('a speed is measured over 0.2 s or more', () => {
  const pace = measurePace(undefined, 0, 0)
  expect(measurePace(pace, 50, 199)).toBe(pace)
  expect(measurePace(pace, 50, 200)).toEqual({ sent: 50, at: 200, bytesPerSecond: 250 })
  expect(measurePace(pace, 50, 4000)).toEqual({ sent: 50, at: 4000, bytesPerSecond: 12.5 })
})

test('a slow upload has an estimate', () => {
  expect(remainingSeconds({ sent: 50, at: 1000, bytesPerSecond: 0.5 }, 100)).toBe(100)
})

test('a stalled upload has no estimate', () => {
  expect(remainingSeconds({ sent: 50, at: 1000, bytesPerSecond: 0 }, 100)).toBeUndefined()
})
