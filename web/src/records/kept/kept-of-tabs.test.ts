// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Draft } from '../machine/entry.ts'
import { BrowserLocks } from '../test/browser-locks.ts'
import { browserRows } from './closed-tabs/sealed-rows.ts'
import type { Kept } from './drafts/kept.ts'

const record = 'form/s/visit'
const name = `casebook.draft.kari/${record}`
const draft: Draft = { base: { version: 2, fields: { Weight: '70' } }, mine: { Weight: '75' }, asked: {} }
const person = { sub: 'kari', key: 'a1'.repeat(32) }
const session = {
  sub: 'kari',
  id: 'session',
  key: 'b2'.repeat(32),
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
}

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
  const page = { ...(await import('./kept-of-tabs.ts')), ...shared }
  page.setKeptPerson(person)
  return page
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
  first.setKeptSession(session)
  first.keptOfTabs.keep('kari', record, draft)
  await untilStored(1)
  locks.release()
  const reloaded = await openPage()
  reloaded.setKeptSession(session)
  expect(await found(reloaded.keptOfTabs)).toEqual({ [record]: draft.mine })
  await untilStored(1)
  closeTab()
  const next = await openPage()
  next.setKeptSession(session)
  expect(await found(next.keptOfTabs)).toEqual({ [record]: draft.mine })
  next.keptOfTabs.keep('kari', record, undefined)
  await untilStored(0)
  expect(sessionStorage.getItem(name)).toBeNull()
})

test('what a crash left is asked for by the session that the browser had, once the person has signed in anew', async () => {
  const first = await openPage()
  first.setKeptSession(session)
  first.keptOfTabs.keep('kari', record, draft)
  await untilStored(1)
  closeTab()
  const asked = vi.fn<typeof fetch>(async () => Response.json({ keys: { [session.id]: session.key } }))
  vi.stubGlobal('fetch', asked)
  const next = await openPage()
  next.setKeptSession({ ...session, id: 'next', key: 'c3'.repeat(32) })
  const drafts = await new Promise<ReadonlyMap<string, Draft>>((resolve) =>
    next.keptOfTabs.load('kari', (some) => some.size > 0 && resolve(some)),
  )
  expect(drafts.get(record)?.mine).toEqual(draft.mine)
  const [[address, sent] = []] = asked.mock.calls
  expect([address, sent?.method, sent?.body]).toEqual([
    '/auth/draft-keys',
    'POST',
    JSON.stringify({ sessions: [session.id] }),
  ])
})

test('what the tab has itself is newer than what it wrote into the database', async () => {
  const first = await openPage()
  first.setKeptSession(session)
  first.keptOfTabs.keep('kari', record, draft)
  await untilStored(1)
  // Reloaded before the last key is written there, and after it is written in the tab.
  const before = sessionStorage.getItem(name)
  first.keptOfTabs.keep('kari', record, { ...draft, mine: { Weight: '76' } })
  await vi.waitFor(() => expect(sessionStorage.getItem(name)).not.toBe(before), { interval: 5 })
  locks.release()
  const reloaded = await openPage()
  reloaded.setKeptSession(session)
  expect(await found(reloaded.keptOfTabs)).toEqual({ [record]: { Weight: '76' } })
})

test.each([
  ['the page may be about to go', () => window.dispatchEvent(new Event('pagehide'))],
  ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
])('what waits is written at once when %s, else after a pause', async (_, event) => {
  const later = vi.spyOn(globalThis, 'setTimeout')
  const page = await openPage()
  page.setKeptSession(session)
  later.mockClear()
  later.mockImplementation((() => 0) as never)
  page.keptOfTabs.keep('kari', record, draft)
  expect(later.mock.calls.filter(([, ms]) => ms === 300)).toHaveLength(1)
  later.mockRestore()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([await storedCount(), sessionStorage.getItem(name)]).toEqual([0, null])
  event()
  expect(sessionStorage.getItem(name)).not.toBeNull()
  await untilStored(1)
})

test('nothing outlives the session, and a computer marked as shared keeps nothing', async () => {
  const page = await openPage()
  page.setKeptSession(session)
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
  page.setKeptSession(undefined)
  await untilStored(0)
  page.markSharedComputer(true)
  page.setKeptSession(session)
  await new Promise((resolve) => setTimeout(resolve, 20))
  window.dispatchEvent(new Event('pagehide'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await storedCount()).toBe(0)
})

test('a row that is stored says when it was typed', async () => {
  vi.setSystemTime('2026-11-24T09:00:00Z')
  const first = await openPage()
  first.setKeptSession(session)
  first.keptOfTabs.keep('kari', record, draft)
  await untilStored(1)
  closeTab()
  vi.useRealTimers()
  const next = await openPage()
  next.setKeptSession(session)
  const typedAt = await new Promise((resolve) => {
    next.keptOfTabs.load('kari', (some) => some.has(record) && resolve(some.get(record)?.typedAt))
  })
  expect(typedAt).toBe('2026-11-24T09:00:00.000Z')
})

test.each([
  ['a database', () => vi.stubGlobal('indexedDB', undefined)],
  ['locks', () => vi.stubGlobal('navigator', {})],
])('a browser without %s keeps drafts for its tab only', async (_, take) => {
  take()
  const page = await openPage()
  page.setKeptSession(session)
  page.keptOfTabs.keep('kari', record, draft)
  window.dispatchEvent(new Event('pagehide'))
  const drafts = new Map<string, Draft>()
  page.keptOfTabs.load('kari', (some) => {
    for (const [name, one] of some) drafts.set(name, one)
  })
  expect([...drafts.keys()]).toEqual([record])
  vi.stubGlobal('indexedDB', new IDBFactory())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await storedCount()).toBe(0)
})
