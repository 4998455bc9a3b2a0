import { expect, test } from 'vitest'
import { reloadForNewerBuild } from './newer-build.ts'

function openPage(isServed = true) {
  const stored = new Map<string, string>()
  const target = new EventTarget()
  const page = {
    now: 1_000_000,
    reloads: 0,
    /** Returns whether the failure was handled, so that the part's caller is not told of it. */
    async fail() {
      const isHandled = !target.dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
      await new Promise((resolve) => setTimeout(resolve))
      return isHandled
    },
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
  reloadForNewerBuild(
    { addEventListener, sessionStorage, location },
    async () => isServed,
    () => page.now,
  )
  return page
}

test('a missing part reloads the page, once within 30 seconds', async () => {
  const page = openPage()
  expect([await page.fail(), page.reloads]).toEqual([false, 1])
  page.now += 29_999
  expect([await page.fail(), page.reloads]).toEqual([false, 1])
  page.now += 1
  expect([await page.fail(), page.reloads]).toEqual([false, 2])
})

test('a part that cannot be loaded without a connection leaves the page as it is', async () => {
  const page = openPage(false)
  expect([await page.fail(), page.reloads]).toEqual([false, 0])
  page.now += 60_000
  expect([await page.fail(), page.reloads]).toEqual([false, 0])
})

test('requests aborted by leaving the page do not bring the person back', async () => {
  const page = openPage()
  page.leave()
  page.now += 5_000
  expect([await page.fail(), page.reloads]).toEqual([true, 0])
})

test('a page that was not left after all reloads again', async () => {
  const page = openPage()
  page.leave()
  page.now += 10_000
  expect([await page.fail(), page.reloads]).toEqual([false, 1])
})
