import { expect, test } from 'vitest'
import type { Draft } from '../../machine/entry.ts'
import { draftText, parseDraft } from './kept.ts'

const draft: Draft = {
  base: { version: 2, fields: { Weight: '70' } },
  mine: { Weight: '75' },
  asked: { Weight: { base: '69', version: 2 } },
}

test('a draft is read as it was written, without what was only shown', () => {
  const { base } = draft
  expect(parseDraft(draftText({ ...draft, base: { ...base, row: { name: 'Visit' } } }))).toEqual(draft)
  expect(parseDraft(draftText({ ...draft, base: { ...base, version: null } }))?.base.version).toBe(null)
})

test('a write whose outcome is not known, and what it added, are part of it; what is neither is left out', () => {
  const unsettled = {
    key: 'k1',
    act: 'save',
    planned: { mutation: { query: 'mutation', variables: { over: 2 } } },
    sent: { Weight: '74' },
  }
  const added = { data: { add: { id: 'one' } }, version: 1 }
  const whole = { ...draft, unsettled, added }
  expect(parseDraft(draftText(whole))).toEqual(whole)
  const broken = [
    { unsettled: 'text' },
    { unsettled: { ...unsettled, key: 1 } },
    { unsettled: { ...unsettled, act: undefined } },
    { unsettled: { ...unsettled, sent: { Weight: 74 } } },
    { unsettled: { ...unsettled, planned: null } },
    { unsettled: { ...unsettled, planned: {} } },
    { unsettled: { ...unsettled, planned: { mutation: { query: 1, variables: {} } } } },
    { unsettled: { ...unsettled, planned: { mutation: { query: '', variables: null } } } },
    { added: 'text' },
    { added: { data: {}, version: '1' } },
  ]
  for (const change of broken) expect(parseDraft(JSON.stringify({ ...draft, ...change }))).toEqual(draft)
})

test('what is no draft is none', () => {
  const texts = [
    '',
    'null',
    '"text"',
    '{}',
    draftText(draft).slice(0, -1),
    ...[
      { base: undefined },
      { base: null },
      { base: { version: '2', fields: {} } },
      { base: { version: 2, fields: { a: 1 } } },
      { base: { version: 2, fields: null } },
      { mine: undefined },
      { mine: { a: null } },
      { asked: undefined },
      { asked: { a: 'text' } },
      { asked: { a: null } },
      { asked: { a: { base: 1, version: 2 } } },
      { asked: { a: { base: '', version: '2' } } },
    ].map((change) => JSON.stringify({ ...draft, ...change })),
  ]
  for (const text of texts) expect(parseDraft(text)).toBeUndefined()
})

test('a draft has no empty fields, and one that emptied a stored field still says so', () => {
  const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, n < 100 ? 'stored' : '']))
  const typed = { ...fields, field0: '', field400: 'new' }
  const { base, mine } = parseDraft(draftText({ base: { version: 3, fields }, mine: typed, asked: {} })) ?? {}
  expect(Object.keys(base?.fields ?? {})).toHaveLength(100)
  expect(Object.keys(mine ?? {})).toHaveLength(100)
  expect(mine).toMatchObject({ field1: 'stored', field400: 'new' })
  expect(mine).not.toHaveProperty('field0')
})
