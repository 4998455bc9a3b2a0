import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceToUncover } from './uncover-focus.ts'

const saveBar = { top: 740, bottom: 800 }
const shell = { top: 0, bottom: 96 }

test('what nothing covers stays where it is', () => {
  expect(distanceToUncover({ top: 10, bottom: 50 }, [], 800)).toBe(0)
})

test('what the browser scrolled to the lower edge has room for the ring around it', () => {
  expect(distanceToUncover({ top: 764, bottom: 800.5 }, [], 800)).toBe(8.5)
  expect(distanceToUncover({ top: 4, bottom: 800 }, [], 800)).toBe(0)
  // What is not in the window was not meant to be.
  expect(distanceToUncover({ top: 900, bottom: 940 }, [], 800)).toBe(0)
})

test('a field under the bar at the bottom moves up, and has room', () => {
  expect(distanceToUncover({ top: 730, bottom: 780 }, [saveBar], 800)).toBe(48)
})

test('a field under the bar at the top moves down, and has room', () => {
  expect(distanceToUncover({ top: 80, bottom: 130 }, [shell], 800)).toBe(-24)
})

test('of two bars the one that reaches further counts', () => {
  const subject = { top: 90, bottom: 140 }
  expect(distanceToUncover({ top: 100, bottom: 130 }, [shell, subject], 800)).toBe(-48)
  expect(distanceToUncover({ top: 700, bottom: 790 }, [saveBar, { top: 710, bottom: 740 }], 800)).toBe(88)
})

test('what is higher than the room that is left shows its beginning', () => {
  expect(distanceToUncover({ top: 300, bottom: 1_200 }, [shell, saveBar], 800)).toBe(300 - 104)
})

test('afterwards it is between the bars, or begins below the upper one', () => {
  const edges = fc.tuple(fc.integer({ min: -200, max: 900 }), fc.integer({ min: 1, max: 400 }))
  fc.assert(
    fc.property(edges, ([top, height]) => {
      const moved = distanceToUncover({ top, bottom: top + height }, [shell, saveBar], 800)
      expect(top - moved).toBeGreaterThanOrEqual(104)
      expect(top + height - moved <= 732 || top - moved === 104).toBe(true)
      // Once there, it stays.
      expect(distanceToUncover({ top: top - moved, bottom: top - moved + height }, [shell, saveBar], 800)).toBe(0)
    }),
  )
})
