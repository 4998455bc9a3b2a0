import { expect, test } from 'vitest'
import { cleanComment, earliestTime, latestTime, whyNotActivity } from './activities.rules.ts'

test.each([
  [0, 1],
  [-2, -1],
  [4_102_444_800, 4_102_448_400],
  [earliestTime, latestTime],
])('an activity may last from %i to %i', (startTime, stopTime) => {
  expect(whyNotActivity({ startTime, stopTime })).toBeUndefined()
})

test('a stop time that is not later than the start is refused', () => {
  for (const stopTime of [100, 99, -100]) {
    expect(whyNotActivity({ startTime: 100, stopTime })).toMatchObject({
      reason: 'activity.stop.not-later',
      field: 'stopTime',
    })
  }
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, earliestTime - 1, Number.MIN_SAFE_INTEGER])(
  '%s is no start',
  (startTime) => {
    expect(whyNotActivity({ startTime, stopTime: latestTime })).toMatchObject({
      reason: 'activity.time.range',
      field: 'startTime',
    })
  },
)

test.each([1.5, Number.NaN, latestTime + 1, 1e300])('%s is no stop', (stopTime) => {
  expect(whyNotActivity({ startTime: 0, stopTime })).toMatchObject({ reason: 'activity.time.range', field: 'stopTime' })
})

test('a comment has at most 4,000 characters and may have several lines', () => {
  expect(whyNotActivity({ startTime: 0, stopTime: 1, comment: `a\n${'x'.repeat(3998)}` })).toBeUndefined()
  expect(whyNotActivity({ startTime: 0, stopTime: 1, comment: 'x'.repeat(4001) })).toMatchObject({
    reason: 'text.too-long',
    field: 'comment',
  })
  expect(whyNotActivity({ startTime: 0, stopTime: 1, comment: 'a\0' })?.reason).toBe('text.not-storable')
})

test('a blank comment is stored as null', () => {
  expect(cleanComment(' \n ')).toBeNull()
  expect(cleanComment(undefined)).toBeNull()
  expect(cleanComment(' even pace ')).toBe('even pace')
})
