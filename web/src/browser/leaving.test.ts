import { expect, test, vi } from 'vitest'
import { holdWindow, leavesWithinMs, watchLeaving } from './leaving.ts'

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

test('the window is held until everybody who holds it has let go', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const isHeld = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  holdWindow('uploads', true)
  holdWindow('import', true)
  holdWindow('import', false)
  expect(isHeld()).toBe(true)
  holdWindow('uploads', false)
  expect(isHeld()).toBe(false)
  vi.unstubAllGlobals()
})
