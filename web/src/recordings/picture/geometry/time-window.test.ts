import fc from 'fast-check'
import { expect, test } from 'vitest'
import { around, panned, placeOf, shiftedBy, within, zoomed } from './time-window.ts'

const length = fc.double({ min: 0.01, max: 1e6, noNaN: true })
const time = fc.double({ min: -1e6, max: 2e6, noNaN: true })

test('a window never leaves the recording, however it is moved', () => {
  fc.assert(
    fc.property(length, time, time, fc.double({ min: 0.01, max: 100, noNaN: true }), (whole, a, b, factor) => {
      const start = within({ from: Math.min(a, b), to: Math.max(a, b) }, whole)
      for (const { from, to } of [
        start,
        zoomed(start, (start.from + start.to) / 2, factor, whole),
        panned(start, factor - 50, whole),
        around(start, whole),
      ]) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(whole * (1 + 1e-9))
      }
    }),
  )
})

test('zooming keeps what is under the pointer where it is', () => {
  const next = zoomed({ from: 10, to: 20 }, 12, 0.5, 100)
  expect(next.from).toBeCloseTo(11)
  expect(next.to).toBeCloseTo(16)
})

test('zooming out ends at the whole recording', () => {
  expect(zoomed({ from: 40, to: 50 }, 45, 100, 60)).toEqual({ from: 0, to: 60 })
})

test('dragging activities to the right means that the clock is ahead, in addition to earlier corrections', () => {
  const shown = { from: 100, to: 300 }
  expect(shiftedBy(0, 0.5, shown)).toBe(-100)
  expect(shiftedBy(0, -0.25, shown)).toBe(50)
  expect(shiftedBy(-100, 0.5, shown)).toBe(-200)
  expect(shiftedBy(0.0004, 0, shown)).toBe(0)
})

const lane = { from: 100, to: 300 }

test('a stretch lies where it is in the shown range, and what is outside is cut off', () => {
  expect(placeOf({ from: 150, to: 200 }, lane)).toEqual({ left: 'min(25%, 100% - 2px)', width: 'max(2px, 25%)' })
  expect(placeOf({ from: 0, to: 200 }, lane)).toEqual({ left: 'min(0%, 100% - 2px)', width: 'max(2px, 50%)' })
  expect(placeOf({ from: 200, to: 900 }, lane)).toEqual({ left: 'min(50%, 100% - 2px)', width: 'max(2px, 50%)' })
})

test('a mark at the very end is as wide as others, and inside', () => {
  expect(placeOf({ from: 300, to: 300 }, lane)).toEqual({ left: 'min(100%, 100% - 2px)', width: 'max(2px, 0%)' })
})
