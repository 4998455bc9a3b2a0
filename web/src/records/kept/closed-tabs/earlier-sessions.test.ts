import { expect, test, vi } from 'vitest'
import type { Draft } from '../../machine/entry.ts'
import {
  endsAt,
  newBrowser,
  otherSession,
  record,
  session,
  sessionOfLars,
  settled,
  typed,
} from './test/tabs-browser.ts'

/** What a page finds until nothing more comes. */
async function allFound(kept: ReturnType<ReturnType<typeof newBrowser>['open']>, sub = 'kari') {
  const found: Record<string, Draft['mine']> = {}
  kept.load(sub, (drafts) => {
    for (const [name, { mine }] of drafts) found[name] = mine
  })
  await settled()
  return found
}

/** A browser that was closed while Kari typed. Her session goes on. */
async function crashed(told: Record<string, string> = {}) {
  const browser = newBrowser(told)
  const first = browser.open('one')
  first.setSession(session)
  first.keep('kari', record, typed('75'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(1))
  browser.close('one')
  return browser
}

test('what a crash left is found in the person’s next session, as long as the server tells the key of the one before', async () => {
  const browser = await crashed({ [session.id]: session.key })
  const next = browser.open('two')
  next.setSession(otherSession)
  expect(await allFound(next)).toEqual({ [record]: { Weight: '75' } })
  expect(browser.askKeys).toHaveBeenCalledExactlyOnceWith([session.id])
  // It belongs to the present session from now on.
  expect([...browser.stored.values()]).toMatchObject([{ session: otherSession.id, until: endsAt, tab: 'two' }])
  browser.close('two')
  const third = browser.open('three')
  third.setSession(otherSession)
  expect(await allFound(third)).toEqual({ [record]: { Weight: '75' } })
  expect(browser.askKeys).toHaveBeenCalledOnce()
})

test('of a session that the server tells nothing of, nothing is found, and nothing is kept once it has ended in any case', async () => {
  const browser = await crashed()
  const next = browser.open('two')
  next.setSession({ ...otherSession, endsAt: '2026-12-01T10:00:00.000Z' })
  expect(await allFound(next)).toEqual({})
  expect(browser.stored.size).toBe(1)
  for (const row of browser.stored.values()) row.until = '2026-11-23T10:00:00.000Z'
  expect(await allFound(next)).toEqual({})
  expect(browser.stored.size).toBe(0)
})

test('somebody else who signs in first finds nothing, and takes nothing away', async () => {
  const told: Record<string, string> = {}
  const browser = await crashed(told)
  const lars = browser.open('two')
  lars.setSession(sessionOfLars)
  expect(await allFound(lars, 'lars')).toEqual({})
  browser.close('two')
  told[session.id] = session.key
  const kari = browser.open('three')
  kari.setSession(otherSession)
  expect(await allFound(kari)).toEqual({ [record]: { Weight: '75' } })
})

test('a server that does not answer takes nothing away; the next page asks again', async () => {
  const browser = await crashed({ [session.id]: session.key })
  browser.askKeys.mockRejectedValueOnce(new Error('no line'))
  const next = browser.open('two')
  next.setSession(otherSession)
  expect(await allFound(next)).toEqual({})
  browser.close('two')
  const third = browser.open('three')
  third.setSession(otherSession)
  expect(await allFound(third)).toEqual({ [record]: { Weight: '75' } })
})

/** Kari signs in after a crash, and the server takes its time. */
async function waiting() {
  const browser = await crashed()
  let answer = () => {}
  browser.askKeys.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = () => resolve({ [session.id]: session.key })
      }),
  )
  const next = browser.open('two')
  next.setSession(otherSession)
  const found: string[] = []
  next.load('kari', (drafts) => found.push(...drafts.keys()))
  await vi.waitFor(() => expect(browser.askKeys).toHaveBeenCalledOnce())
  return { browser, next, found, answer: () => answer() }
}

test('what is typed while the server is asked is stored at once, and is newer than what was left', async () => {
  const { browser, next, found, answer } = await waiting()
  next.keep('kari', record, typed('80'))
  await vi.waitFor(() => expect(browser.stored.size).toBe(2))
  answer()
  await settled()
  expect(found).toEqual([])
  // Once that is saved, the older one is offered.
  next.keep('kari', record, undefined)
  await settled()
  browser.close('two')
  browser.askKeys.mockResolvedValue({ [session.id]: session.key })
  const third = browser.open('three')
  third.setSession(otherSession)
  expect(await allFound(third)).toEqual({ [record]: { Weight: '75' } })
})

test('an answer after the sign-out finds nothing', async () => {
  const { browser, next, found, answer } = await waiting()
  next.setSession(undefined)
  answer()
  await settled()
  expect([found, browser.stored.size]).toEqual([[], 0])
})

test('an answer after somebody else has signed in finds nothing, and nothing of one goes under the key of another', async () => {
  const { browser, next, found, answer } = await waiting()
  next.keep('kari', record, typed('80'))
  await settled()
  next.setSession(sessionOfLars)
  answer()
  await settled()
  expect(found).toEqual([])
  next.keep('kari', record, typed('81'))
  await settled()
  expect([...browser.stored.values()].map((row) => row.session)).not.toContain(sessionOfLars.id)
})
