// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '../machine/entry.ts'
import { BrowserLocks } from '../test/browser-locks.ts'
import type { Kept } from './kept.ts'
import { browserRows } from './sealed-rows.ts'

const key = 'q'.repeat(43)
const record = 'form/s/visit'
const draft: Draft = { base: { version: 2, fields: { Weight: '70' } }, mine: { Weight: '75' }, asked: {} }
const { subtle } = crypto

let locks: BrowserLocks
beforeEach(() => {
  locks = new BrowserLocks()
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
})

/** Opens a page, as a new tab of the browser. */
async function openPage() {
  vi.resetModules()
  const shared = await import('./shared-computer.ts')
  return { ...(await import('./kept-of-tabs.ts')), ...shared }
}

/** The tab is closed, however that happens. */
function closeTab() {
  locks.release()
  sessionStorage.clear()
}

/** All that is found until storage has nothing more to say. */
async function found(kept: Kept): Promise<Record<string, Draft['mine']>> {
  const drafts: Record<string, Draft['mine']> = {}
  let answers = 0
  kept.load('kari', (some) => {
    answers += 1
    for (const [name, { mine }] of some) drafts[name] = mine
  })
  await vi.waitFor(() => expect(answers).toBe(2))
  return drafts
}

const storedCount = async () => (await browserRows().all()).length
const untilStored = (count: number) => vi.waitFor(async () => expect(await storedCount()).toBe(count))

test('what was typed survives a reload in its tab, and the closing of the tab in the next one', async () => {
  const first = await openPage()
  first.setSessionKey(key)
  first.keptOfTabs.keep('kari', record, draft)
  await untilStored(1)
  locks.release()
  const reloaded = await openPage()
  reloaded.setSessionKey(key)
  expect(await found(reloaded.keptOfTabs)).toEqual({ [record]: draft.mine })
  await untilStored(1)
  closeTab()
  const next = await openPage()
  next.setSessionKey(key)
  expect(await found(next.keptOfTabs)).toEqual({ [record]: draft.mine })
  next.keptOfTabs.keep('kari', record, undefined)
  await untilStored(0)
  expect(sessionStorage.getItem(`casebook.draft.kari/${record}`)).toBeNull()
})

test('what the tab has itself is newer than what it wrote into the database', async () => {
  const first = await openPage()
  first.setSessionKey(key)
  first.keptOfTabs.keep('kari', record, draft)
  await untilStored(1)
  // Reloaded before the last key is written.
  first.keptOfTabs.keep('kari', record, { ...draft, mine: { Weight: '76' } })
  locks.release()
  const reloaded = await openPage()
  reloaded.setSessionKey(key)
  expect(await found(reloaded.keptOfTabs)).toEqual({ [record]: { Weight: '76' } })
})

test.each([
  ['the page may be about to go', () => window.dispatchEvent(new Event('pagehide'))],
  ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
])('what waits is written at once when %s, else after a pause', async (_, event) => {
  const later = vi.spyOn(globalThis, 'setTimeout')
  const page = await openPage()
  page.setSessionKey(key)
  later.mockClear()
  later.mockImplementation((() => 0) as never)
  page.keptOfTabs.keep('kari', record, draft)
  expect(later.mock.calls.filter(([, ms]) => ms === 300)).toHaveLength(1)
  later.mockRestore()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await storedCount()).toBe(0)
  event()
  await untilStored(1)
})

test('nothing outlives the session, and a computer marked as shared keeps nothing', async () => {
  const page = await openPage()
  page.setSessionKey(key)
  page.keptOfTabs.keep('kari', record, draft)
  await untilStored(1)
  page.markSharedComputer(true)
  await untilStored(0)
  page.keptOfTabs.keep('kari', record, { ...draft, mine: { Weight: '76' } })
  window.dispatchEvent(new Event('pagehide'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await storedCount()).toBe(0)
  page.markSharedComputer(false)
  await untilStored(1)
  page.setSessionKey(undefined)
  await untilStored(0)
  page.markSharedComputer(true)
  page.setSessionKey(key)
  await new Promise((resolve) => setTimeout(resolve, 20))
  window.dispatchEvent(new Event('pagehide'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await storedCount()).toBe(0)
})

test('a row that is stored says when it was typed', async () => {
  vi.setSystemTime('2026-11-24T09:00:00Z')
  const first = await openPage()
  first.setSessionKey(key)
  first.keptOfTabs.keep('kari', record, draft)
  await untilStored(1)
  closeTab()
  vi.useRealTimers()
  const next = await openPage()
  next.setSessionKey(key)
  const typedAt = await new Promise((resolve) => {
    next.keptOfTabs.load('kari', (some) => some.has(record) && resolve(some.get(record)?.typedAt))
  })
  expect(typedAt).toBe('2026-11-24T09:00:00.000Z')
})

test.each([
  ['a database', () => vi.stubGlobal('indexedDB', undefined)],
  ['encryption', () => vi.stubGlobal('crypto', {})],
  ['locks', () => vi.stubGlobal('navigator', {})],
])('a browser without %s keeps drafts for its tab only', async (_, take) => {
  take()
  const page = await openPage()
  page.setSessionKey(key)
  page.keptOfTabs.keep('kari', record, draft)
  window.dispatchEvent(new Event('pagehide'))
  const drafts = new Map<string, Draft>()
  page.keptOfTabs.load('kari', (some) => {
    for (const [name, one] of some) drafts.set(name, one)
  })
  expect([...drafts.keys()]).toEqual([record])
  vi.stubGlobal('crypto', { ...crypto, subtle })
  vi.stubGlobal('indexedDB', new IDBFactory())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await storedCount()).toBe(0)
})
