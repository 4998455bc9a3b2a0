import { expect, test } from 'vitest'
import { leavesWithinMs, watchLeaving } from './leaving.ts'

test('a page is being left after beforeunload, until it has stayed for some time', () => {
  const page = new EventTarget()
  let now = 1_000_000
  const isLeaving = watchLeaving(page, () => now)
  expect(isLeaving()).toBe(false)
  page.dispatchEvent(new Event('beforeunload'))
  now += leavesWithinMs - 1
  expect(isLeaving()).toBe(true)
  now += 1
  expect(isLeaving()).toBe(false)
})
