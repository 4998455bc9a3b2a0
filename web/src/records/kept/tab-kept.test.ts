import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPerson } from '../../browser/forgetting.ts'
import type { Draft } from '../machine/entry.ts'
import { newStorage } from '../test/browser-storage.ts'
import { draftText } from './drafts/kept.ts'
import { keepInTab, type TabKept } from './tab-kept.ts'

const draft: Draft = { base: { version: 2, fields: { Weight: '70' } }, mine: { Weight: '75' }, asked: {} }
const typedAt = '2026-11-23T20:15:00.000Z'
const kari = { sub: 'kari', key: 'a1'.repeat(32) }
const lars = { sub: 'lars', key: 'b2'.repeat(32) }

beforeEach(() => {
  vi.setSystemTime(typedAt)
  vi.stubGlobal('sessionStorage', newStorage())
  vi.stubGlobal('localStorage', newStorage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function pageOf(person: { sub: string; key: string } | undefined, later = (work: () => void) => work()): TabKept {
  const page = keepInTab(later)
  page.setPerson(person)
  return page
}

function loaded(page: TabKept, sub: string): Record<string, Draft> {
  let drafts: Record<string, Draft> = {}
  page.load(sub, (found) => {
    drafts = Object.fromEntries(found)
  })
  return drafts
}

const stored = () => Object.keys(sessionStorage).map((name) => sessionStorage.getItem(name) ?? '')

test('a person finds their own drafts after a reload, by the name of their record, and nobody can read them', () => {
  const page = pageOf(kari)
  page.keep('kari', 'form/s/visit', draft)
  page.keep('kari', 'activity/s/stairs', { ...draft, mine: { Note: 'barfot' } })
  sessionStorage.setItem('casebook.draft.kari/broken', '{')
  sessionStorage.setItem('casebook.draft.kari/never sealed', 'no base64')
  sessionStorage.setItem('something else', 'of the page')
  for (const text of stored()) expect(text).not.toMatch(/Weight|barfot/)
  expect(loaded(pageOf(kari), 'kari')).toEqual({
    'form/s/visit': { ...draft, typedAt },
    'activity/s/stairs': { ...draft, mine: { Note: 'barfot' }, typedAt },
  })
  expect(loaded(pageOf(undefined), 'kari')).toEqual({})
  page.keep('kari', 'form/s/visit', undefined)
  expect(Object.keys(loaded(pageOf(kari), 'kari'))).toEqual(['activity/s/stairs'])
})

test('a text is for its record only', () => {
  pageOf(kari).keep('kari', 'form/s/visit', draft)
  const text = sessionStorage.getItem('casebook.draft.kari/form/s/visit') ?? ''
  sessionStorage.setItem('casebook.draft.kari/form/other/visit', text)
  expect(Object.keys(loaded(pageOf(kari), 'kari'))).toEqual(['form/s/visit'])
})

test('another person in the same tab finds nothing, also with the name of the first, and loses nothing', () => {
  pageOf(kari).keep('kari', 'form/s/visit', draft)
  expect(loaded(pageOf(lars), 'lars')).toEqual({})
  expect(loaded(pageOf(lars), 'kari')).toEqual({})
  expect(loaded(pageOf({ ...lars, sub: 'kari' }), 'kari')).toEqual({})
  expect(Object.keys(loaded(pageOf(kari), 'kari'))).toEqual(['form/s/visit'])
})

test('nothing of one person is written with the key of another, nor without a key', () => {
  pageOf(lars).keep('kari', 'form/s/visit', draft)
  pageOf(undefined).keep('kari', 'form/s/visit', draft)
  expect(stored()).toEqual([])
})

test('what release 0.2.0 left unencrypted is found, and encrypted at once', () => {
  sessionStorage.setItem('casebook.draft.kari/form/s/visit', draftText({ ...draft, typedAt: '2026-11-22T08:00:00Z' }))
  expect(loaded(pageOf(kari), 'kari')).toEqual({ 'form/s/visit': { ...draft, typedAt: '2026-11-22T08:00:00Z' } })
  expect(stored()).toHaveLength(1)
  for (const text of stored()) expect(text).not.toContain('Weight')
  expect(loaded(pageOf(kari), 'kari')).toEqual({ 'form/s/visit': { ...draft, typedAt: '2026-11-22T08:00:00Z' } })
})

test('at sign-out a person’s drafts are gone', () => {
  pageOf(kari).keep('kari', 'form/s/visit', draft)
  pageOf(lars).keep('lars', 'form/s/visit', draft)
  forgetPerson('kari')
  expect(loaded(pageOf(kari), 'kari')).toEqual({})
  expect(Object.keys(loaded(pageOf(lars), 'lars'))).toEqual(['form/s/visit'])
})

test('a key that is typed does not wait for the encryption; what waits is written once, as it is then', () => {
  const later = vi.fn<(work: () => void) => void>()
  const page = pageOf(kari, later)
  for (const Weight of ['7', '75']) page.keep('kari', 'form/s/visit', { ...draft, mine: { Weight } })
  expect(stored()).toEqual([])
  later.mock.calls.at(-1)?.[0]()
  const written = stored()
  expect(loaded(pageOf(kari), 'kari')['form/s/visit']?.mine).toEqual({ Weight: '75' })
  page.flush()
  expect(stored()).toEqual(written)
})

test('what waits is written when the page may be about to go, unless it was saved, discarded or signed out', () => {
  const page = pageOf(kari, () => undefined)
  page.keep('kari', 'form/s/visit', draft)
  page.keep('kari', 'form/s/saved', draft)
  page.keep('kari', 'form/s/saved', undefined)
  page.setPerson({ ...kari })
  page.flush()
  expect(Object.keys(loaded(pageOf(kari), 'kari'))).toEqual(['form/s/visit'])
  page.keep('kari', 'form/s/other', draft)
  forgetPerson('kari')
  page.setPerson(undefined)
  page.flush()
  page.setPerson(kari)
  page.flush()
  expect(stored()).toEqual([])
})

test('a browser that forbids storage interrupts nothing', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const page = pageOf(kari)
  page.keep('kari', 'form/s/visit', draft)
  page.flush()
  expect(loaded(page, 'kari')).toEqual({})
})

type Step =
  | { do: 'type'; record: string; text: string }
  | { do: 'save'; record: string }
  | { do: 'reload' | 'sign out' | 'end' }
  | { do: 'sign in'; as: typeof kari }

const records = ['form/s/visit', 'form/s/other', 'subject/new']
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('type' as const),
    record: fc.constantFrom(...records),
    // Long enough not to be there by chance.
    text: fc.string({ unit: 'grapheme', minLength: 12, maxLength: 40 }),
  }),
  fc.record({ do: fc.constant('save' as const), record: fc.constantFrom(...records) }),
  fc.record({ do: fc.constantFrom('reload' as const, 'sign out' as const, 'end' as const) }),
  fc.record({ do: fc.constant('sign in' as const), as: fc.constantFrom(kari, lars) }),
)

test('whatever two people do one after the other in one tab, each finds all of their own and nothing else, and the tab stores nothing readable', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
      vi.stubGlobal('sessionStorage', newStorage())
      let who: typeof kari | undefined = kari
      let page = pageOf(who)
      const typed = new Map([kari, lars].map(({ sub }) => [sub, new Map<string, string>()]))
      const all: string[] = []
      for (const one of steps) {
        if (one.do === 'type') {
          page.keep(who?.sub ?? 'kari', one.record, { ...draft, mine: { Note: one.text } })
          if (who) typed.get(who.sub)?.set(one.record, one.text)
          all.push(JSON.stringify(one.text).slice(1, -1))
        } else if (one.do === 'save' && who) {
          page.keep(who.sub, one.record, undefined)
          typed.get(who.sub)?.delete(one.record)
        } else if (one.do === 'sign out' && who) {
          forgetPerson(who.sub)
          typed.get(who.sub)?.clear()
          who = undefined
        } else if (one.do === 'sign in') who = one.as
        if (one.do !== 'type' && one.do !== 'save') page = pageOf(who)
        for (const { sub } of [kari, lars]) {
          const own = sub === who?.sub ? [...(typed.get(sub) ?? [])] : []
          const found = Object.entries(loaded(page, sub)).map(([record, { mine }]) => [record, mine.Note])
          expect(new Map(found as [string, string][])).toEqual(new Map(own))
        }
        for (const text of stored()) for (const secret of [...all, 'Note', 'Weight']) expect(text).not.toContain(secret)
      }
    }),
    { numRuns: 200 },
  )
})
