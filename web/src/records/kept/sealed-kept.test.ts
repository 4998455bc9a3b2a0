import { expect, test, vi } from 'vitest'
import type { Draft } from '../machine/entry.ts'
import { keepSealed, type SealedKept } from './sealed-kept.ts'
import type { SealedRow } from './sealed-rows.ts'

const key = 'q'.repeat(43)
const otherKey = 'r'.repeat(43)
const record = 'form/s/visit'

function typed(weight: string): Draft {
  return { base: { version: 2, fields: { Weight: '70' } }, mine: { Weight: weight }, asked: {} }
}

/** A browser with its database and its tabs. */
function newBrowser() {
  const stored = new Map<string, SealedRow>()
  const openTabs = new Set<string>()
  let hour = 10
  const rows = {
    all: async () => [...stored.values()],
    put: async (row: SealedRow) => stored.set(row.id, row),
    remove: async (id: string) => stored.delete(id),
    clear: async () => stored.clear(),
  }
  return {
    stored,
    rows,
    close: (tab: string) => openTabs.delete(tab),
    open(tab: string, later: (work: () => void) => void = (work) => work()): SealedKept {
      openTabs.add(tab)
      const tabs = { own: Promise.resolve(tab), isOpen: async (name: string) => openTabs.has(name) }
      const now = () => new Date(Date.UTC(2026, 10, 23, hour++))
      return keepSealed({ rows, tabs, now, later })
    },
  }
}

const found = (kept: SealedKept, sub = 'kari') =>
  new Promise<Record<string, Draft>>((resolve) => kept.load(sub, (drafts) => resolve(Object.fromEntries(drafts))))

test('what a closed tab typed is taken up by the next one, with its time, and can’t be read in the database', async () => {
  const browser = newBrowser()
  const first = browser.open('one')
  first.setKey(key)
  first.keep('kari', record, typed('74'))
  first.keep('kari', record, typed('75'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  browser.close('one')
  const next = browser.open('two')
  next.setKey(key)
  expect(await found(next)).toEqual({ [record]: { ...typed('75'), typedAt: '2026-11-23T11:00:00.000Z' } })
  const [row] = browser.stored.values()
  expect(row?.tab).toBe('two')
  const bytes = new TextDecoder('latin1').decode(row?.sealed)
  for (const secret of ['kari', 'visit', 'Weight', '75']) expect(bytes).not.toContain(secret)
})

test('nothing is taken from a tab that is open, nor by somebody else', async () => {
  const browser = newBrowser()
  const first = browser.open('one')
  first.setKey(key)
  first.keep('kari', record, typed('75'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  const next = browser.open('two')
  next.setKey(key)
  expect(await found(next)).toEqual({})
  expect(browser.stored.size).toBe(1)
  browser.close('one')
  expect(await found(next, 'lars')).toEqual({})
  expect(browser.stored.size).toBe(0)
})

test('what is saved or discarded is removed', async () => {
  const browser = newBrowser()
  const first = browser.open('one')
  first.setKey(key)
  first.keep('kari', record, typed('75'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  first.keep('kari', record, undefined)
  await vi.waitFor(() => expect(browser.stored.size).toBe(0))
})

test('the end of the session erases everything, and another session reads nothing', async () => {
  const browser = newBrowser()
  const first = browser.open('one')
  first.setKey(key)
  first.keep('kari', record, typed('75'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  const [copy] = browser.stored.values()
  first.setKey(undefined)
  await vi.waitFor(() => expect(browser.stored.size).toBe(0))
  browser.close('one')
  if (copy) browser.stored.set(copy.id, copy)
  const next = browser.open('two')
  next.setKey(otherKey)
  expect(await found(next)).toEqual({})
  expect(browser.stored.size).toBe(0)
})

test('a tab that outlives its session writes what is typed in it anew for the next one', async () => {
  const browser = newBrowser()
  const first = browser.open('one')
  first.setKey(key)
  first.keep('kari', record, typed('75'))
  first.setKey(undefined)
  first.keep('kari', record, typed('76'))
  first.setKey(otherKey)
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  browser.close('one')
  const next = browser.open('two')
  next.setKey(otherKey)
  expect((await found(next))[record]?.mine).toEqual({ Weight: '76' })
})

test('without a key nothing is written', async () => {
  const browser = newBrowser()
  const put = vi.spyOn(browser.rows, 'put')
  const first = browser.open('one')
  first.setKey(undefined)
  first.keep('kari', record, typed('75'))
  first.flush()
  first.keep('kari', 'form/s/other', typed('76'))
  first.flush()
  await new Promise((resolve) => setTimeout(resolve))
  expect(put).not.toHaveBeenCalled()
})

test('of what two tabs left of one record, the newer is taken up, and the older after it', async () => {
  const browser = newBrowser()
  for (const [tab, weight] of [
    ['one', '74'],
    ['two', '75'],
  ] as const) {
    const kept = browser.open(tab)
    kept.setKey(key)
    kept.keep('kari', record, { ...typed(weight), typedAt: `2026-11-23T0${weight === '74' ? 8 : 9}:00:00Z` })
  }
  await vi.waitFor(() => expect(browser.stored.size).toBe(2))
  browser.close('one')
  browser.close('two')
  const third = browser.open('three')
  third.setKey(key)
  expect((await found(third))[record]?.mine).toEqual({ Weight: '75' })
  third.keep('kari', record, undefined)
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  browser.close('three')
  const fourth = browser.open('four')
  fourth.setKey(key)
  expect((await found(fourth))[record]?.mine).toEqual({ Weight: '74' })
})

test('a reloaded tab goes on with what it has itself', async () => {
  const browser = newBrowser()
  const before = browser.open('one')
  before.setKey(key)
  before.keep('kari', record, typed('74'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  const after = browser.open('one')
  after.setKey(key)
  after.keep('kari', record, typed('75'))
  expect(await found(after)).toEqual({})
  after.keep('kari', record, undefined)
  await vi.waitFor(() => expect(browser.stored.size).toBe(0))
})

test('a database that fails interrupts nothing', async () => {
  const browser = newBrowser()
  vi.spyOn(browser.rows, 'put').mockRejectedValueOnce(new Error('full'))
  const first = browser.open('one')
  first.setKey(key)
  first.keep('kari', record, typed('74'))
  first.keep('kari', record, typed('75'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
})

const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

test('what is typed letter by letter is written once, after a pause', async () => {
  const browser = newBrowser()
  const put = vi.spyOn(browser.rows, 'put')
  const later = vi.fn<(work: () => void) => void>()
  const first = browser.open('one', later)
  first.setKey(key)
  for (const weight of ['7', '74', '75']) first.keep('kari', record, typed(weight))
  await settled()
  expect(put).not.toHaveBeenCalled()
  later.mock.calls.at(-1)?.[0]()
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(1))
  first.flush()
  await settled()
  expect(put).toHaveBeenCalledTimes(1)
  first.keep('kari', record, typed('76'))
  expect(later).toHaveBeenCalledTimes(4)
})

test('the same key again writes nothing, another one everything anew', async () => {
  const browser = newBrowser()
  const put = vi.spyOn(browser.rows, 'put')
  const first = browser.open('one')
  first.setKey(key)
  first.keep('kari', record, typed('75'))
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(1))
  first.setKey(key)
  await settled()
  expect(put).toHaveBeenCalledTimes(1)
  first.setKey(otherKey)
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(2))
  expect(browser.stored.size).toBe(1)
})

test('after the end of the session nothing more is written', async () => {
  const browser = newBrowser()
  const first = browser.open('one')
  first.setKey(key)
  await settled()
  first.setKey(undefined)
  first.keep('kari', record, typed('75'))
  await settled()
  expect(browser.stored.size).toBe(0)
})

test('what is typed after a save is stored under another id, and what waited for it is not written', async () => {
  const browser = newBrowser()
  const put = vi.spyOn(browser.rows, 'put')
  const first = browser.open('one', () => undefined)
  first.setKey(key)
  first.keep('kari', record, typed('75'))
  first.flush()
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  const [before] = browser.stored.keys()
  first.keep('kari', record, typed('76'))
  first.keep('kari', record, undefined)
  first.flush()
  await settled()
  expect(put).toHaveBeenCalledTimes(1)
  first.keep('kari', record, typed('77'))
  first.flush()
  await vi.waitFor(() => {
    expect(browser.stored.size).toBe(1)
    expect([...browser.stored.keys()]).not.toEqual([before])
  })
})

test('a key in base64url is imported so that nobody can read it out, and each row has 12 random bytes of its own', async () => {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  const browser = newBrowser()
  const first = browser.open('one')
  first.setKey(`-_${'q'.repeat(41)}`)
  first.keep('kari', record, typed('75'))
  first.keep('kari', 'form/s/other', typed('76'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(2))
  expect(importKey.mock.calls[0]?.[1]).toEqual(Uint8Array.from(Buffer.from(`-_${'q'.repeat(41)}`, 'base64url')))
  expect(importKey.mock.calls[0]?.[3]).toBe(false)
  const [one, other] = [...browser.stored.values()]
  expect(one?.iv).toHaveLength(12)
  expect(one?.iv).not.toEqual(other?.iv)
})
