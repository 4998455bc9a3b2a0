import { expect, test } from 'vitest'
import { reloadForNewerBuild } from './newer-build.ts'

function openPage() {
  const stored = new Map<string, string>()
  const target = new EventTarget()
  const page = {
    now: 1_000_000,
    reloads: 0,
    /** Returns whether the failure was handled. */
    fail: () => !target.dispatchEvent(new Event('vite:preloadError', { cancelable: true })),
    leave: () => target.dispatchEvent(new Event('beforeunload')),
  }
  const sessionStorage = {
    length: 0,
    clear: () => stored.clear(),
    key: () => null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const location = { reload: () => void page.reloads++ }
  const addEventListener = target.addEventListener.bind(target)
  reloadForNewerBuild({ addEventListener, sessionStorage, location }, () => page.now)
  return page
}

test('a missing part reloads the page, once within 30 seconds', () => {
  const page = openPage()
  expect([page.fail(), page.reloads]).toEqual([true, 1])
  page.now += 29_999
  expect([page.fail(), page.reloads]).toEqual([false, 1])
  page.now += 1
  expect([page.fail(), page.reloads]).toEqual([true, 2])
})

test('requests aborted by leaving the page do not bring the person back', () => {
  const page = openPage()
  page.leave()
  page.now += 5_000
  expect([page.fail(), page.reloads]).toEqual([true, 0])
})

test('a page that was not left after all reloads again', () => {
  const page = openPage()
  page.leave()
  page.now += 10_000
  expect([page.fail(), page.reloads]).toEqual([true, 1])
})
