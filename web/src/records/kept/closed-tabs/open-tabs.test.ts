// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrowserLocks } from '../../test/browser-locks.ts'
import { browserTabs } from './open-tabs.ts'

let locks: BrowserLocks

beforeEach(() => {
  locks = new BrowserLocks()
  vi.stubGlobal('navigator', { locks })
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

test('a tab has a name of its own, which others see as open until its page is gone', async () => {
  const own = await browserTabs().own
  expect(own).toMatch(/^[0-9a-f-]{36}$/)
  expect(await locks.query()).toEqual({ held: [{ name: `casebook-tab-${own}` }] })
  sessionStorage.clear()
  const other = browserTabs()
  expect(await other.own).not.toBe(own)
  expect(await other.isOpen(own)).toBe(true)
  expect(await other.isOpen('another')).toBe(false)
  locks.release()
  expect(await other.isOpen(own)).toBe(false)
})

test('a tab keeps its name when it is reloaded, and its copy has another one', async () => {
  const own = await browserTabs().own
  expect(sessionStorage.getItem('casebook.tab')).toBe(own)
  locks.release()
  const reloaded = browserTabs()
  expect(await reloaded.own).toBe(own)
  expect(await reloaded.isOpen(own)).toBe(true)
  const copied = await browserTabs().own
  expect(copied).not.toBe(own)
  expect(sessionStorage.getItem('casebook.tab')).toBe(copied)
  expect((await locks.query()).held).toHaveLength(2)
})

test('where locks fail, each page is a tab of its own', async () => {
  const own = await browserTabs().own
  vi.spyOn(locks, 'request').mockRejectedValue(new Error('no locks'))
  const other = await browserTabs().own
  expect(other).toMatch(/^[0-9a-f-]{36}$/)
  expect(other).not.toBe(own)
})

test('a lock that is taken is held, and no wait is begun for one that another page has', async () => {
  const request = vi.spyOn(locks, 'request')
  await browserTabs().own
  expect(request).toHaveBeenCalledTimes(1)
  expect(request.mock.calls[0]?.[1]).toEqual({ ifAvailable: true })
  const held = request.mock.results[0]?.value
  expect(await Promise.race([held, new Promise((resolve) => setTimeout(() => resolve('held'), 20))])).toBe('held')
  await browserTabs().own
  const refused = request.mock.results[1]?.value
  expect(await refused).toBeUndefined()
})
