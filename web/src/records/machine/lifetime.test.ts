import { describe, expect, test } from 'vitest'
import { type Draft, openEntry } from './entry.ts'
import type { RecordsEvent } from './records.ts'
import {
  accepted,
  after,
  checked,
  commandsOf,
  discarded,
  first,
  heard,
  hidden,
  kept,
  none,
  person,
  readAgain,
  record,
  refused,
  resolved,
  run,
  saved,
  shown,
  typed,
  version,
} from './test/events.ts'

describe('what is shown', () => {
  test('a record without typed text is forgotten once no screen shows it', () => {
    expect(run([person('me'), shown(first), shown(first), hidden]).entry?.shown).toBe(1)
    expect(run([person('me'), shown(first), shown(first), hidden, hidden]).entry).toBeUndefined()
  })

  test('one with typed text stays, and is restored for the next screen', () => {
    const left = run([person('me'), shown(first), typed({ weight: '75' }), hidden])
    expect(left.entry).toMatchObject({ mine: { weight: '75' }, shown: 0 })
    const again = run([shown(version(2, { room: 'B2' }))], left.state).entry
    expect(again).toMatchObject({ mine: { weight: '75', room: 'B2' }, isRestored: true, shown: 1 })
    expect(after(first, typed({ weight: '75' }), shown(first)).isRestored).toBe(false)
  })

  test('a record that is not read yet begins with what is assumed, and follows what is read', () => {
    expect(after(undefined)).toMatchObject({ base: none, isHeard: false })
    expect(after(undefined, heard(first))).toMatchObject({ base: first, isHeard: true, mine: first.fields })
    expect(after(first).isHeard).toBe(true)
    expect(after(undefined, typed({ weight: '75' }), saved(), heard(first)).isHeard).toBe(true)
  })

  test('nothing is typed, asked, refused or known of an entry that was just opened', () => {
    const { isArrangement, ...opened } = openEntry(first)
    expect(isArrangement('order')).toBe(false)
    expect(opened).toStrictEqual({
      base: first,
      mine: first.fields,
      asked: {},
      lane: '',
      row: undefined,
      empty: undefined,
      newest: undefined,
      sending: undefined,
      next: undefined,
      authors: new Map(),
      removedBy: undefined,
      refusals: [],
      failed: 0,
      savedAt: null,
      checked: new Set(),
      isHeard: false,
      isRestored: false,
      shown: 0,
      edited: 0,
      hasAuthors: false,
      onlyAdds: false,
    })
  })

  test('what was read of a record stays known after it is removed', () => {
    const row = { name: 'Visit' }
    const removed = after({ ...first, row }, heard(none))
    expect(removed.row).toBe(row)
    expect(after({ ...first, row }, heard({ ...version(2, {}), row: 'new' })).row).toBe('new')
    expect(after({ ...first, row }, heard({ ...version(2, {}), row: 'new' }), saved(), heard(first)).row).toBe('new')
  })

  test('the lane, arrangements and authors are as the last screen describes them', () => {
    const entry = after(first, shown(first, { lane: 'other', hasAuthors: false, isArrangement: () => true }))
    expect([entry.lane, entry.hasAuthors, entry.isArrangement('x')]).toEqual(['other', false, true])
    expect(after(first).lane).toBe('subject/s')
  })
})

describe('what survives the page', () => {
  const draft: Draft = { base: first, mine: { ...first.fields, weight: '75' }, asked: {} }
  const stored = (...drafts: [string, Draft][]): RecordsEvent => ({
    type: 'loaded',
    sub: 'me',
    drafts: new Map(drafts),
  })

  test('text is kept from its first letter until it is saved, discarded or typed back', () => {
    expect(kept(commandsOf(first))).toEqual([])
    expect(kept(commandsOf(first, typed({ weight: '75' })))).toEqual([draft])
    expect(kept(commandsOf(first, typed({ weight: '75' }), checked('weight')))).toEqual([])
    expect(kept(commandsOf(first, typed({ weight: '75' }), typed({ weight: '70' })))).toEqual([undefined])
    expect(kept(commandsOf(first, typed({ weight: '75' }), saved(), accepted(2), readAgain()))).toEqual([undefined])
    expect(kept(commandsOf(first, typed({ weight: '75' }), discarded(first)))).toEqual([undefined])
    expect(kept(commandsOf(first, heard(none)))).toEqual([])
  })

  test('with its record, its person and its open questions', () => {
    const asking = commandsOf(first, typed({ weight: '75' }), heard(version(2, { weight: '72' })))
    expect(asking[0]).toMatchObject({ type: 'keep', sub: 'me', record, draft: { asked: { weight: { version: 2 } } } })
    const answered = commandsOf(
      first,
      typed({ weight: '75' }),
      heard(version(2, { weight: '72' })),
      resolved('weight', 'mine'),
    )
    expect(kept(answered)).toMatchObject([{ asked: {} }])
  })

  test('with its write, whose outcome this page may not live to know, until that is known', () => {
    const write = { key: 'k1', act: 'save', sent: draft.mine }
    const sent = [typed({ weight: '75' }), saved()]
    expect(kept(commandsOf(first, ...sent))).toMatchObject([{ unsettled: write }])
    expect(kept(commandsOf(first, ...sent, refused('NETWORK')))).toEqual([])
    expect(kept(commandsOf(first, ...sent, refused('BAD_INPUT')))).toEqual([draft])
    const lost = kept(commandsOf(first, ...sent))[0]
    const restored = [person('me'), stored(...(lost ? [[record, lost] as [string, Draft]] : [])), shown(first)]
    expect(run([...restored, saved(2)]).last).toMatchObject([{ type: 'call', key: 'k1' }])
  })

  test('nothing is kept while nobody is signed in', () => {
    expect(kept(run([shown(first), typed({ weight: '75' })]).all)).toEqual([])
  })

  test('a person’s drafts are asked for when they sign in, and are there before any screen', () => {
    expect(run([person('me')]).all).toEqual([{ type: 'load', sub: 'me' }])
    expect(run([person('me'), person('me')]).last).toEqual([])
    const { entry, last } = run([person('me'), stored([record, draft])])
    expect(entry).toMatchObject({ ...draft, shown: 0, row: undefined, isRestored: true })
    expect(last).toEqual([])
  })

  test('a restored draft is merged with what is read', () => {
    const events = [person('me'), stored([record, draft]), shown(version(2, { room: 'B2' }))]
    expect(run(events).entry).toMatchObject({ mine: { weight: '75', room: 'B2' }, isRestored: true })
  })

  test('drafts that arrive after a screen are restored into it', () => {
    expect(run([person('me'), shown(version(2, { room: 'B2' })), stored([record, draft])]).entry).toMatchObject({
      mine: { weight: '75', room: 'B2' },
      base: { version: 2 },
      isRestored: true,
      shown: 1,
    })
    // A screen that has not read its record yet.
    expect(run([person('me'), shown(undefined), stored([record, draft])]).entry).toMatchObject({
      ...draft,
      empty: undefined,
    })
  })

  test('what is typed or saved meanwhile is newer', () => {
    const entry = run([person('me'), shown(first), typed({ weight: '76' }), stored([record, draft])]).entry
    expect(entry?.mine.weight).toBe('76')
    expect(run([person('me'), shown(first), saved(), stored([record, draft])]).entry?.mine.weight).toBe('70')
  })

  test('each restored draft asks who made the changes that it asks about', () => {
    const asking: Draft = {
      base: first,
      mine: { ...first.fields, weight: '75' },
      asked: { weight: { base: '69', version: 1 } },
    }
    const { last } = run([person('me'), shown(first), stored(['other', draft], [record, asking])])
    expect(last).toEqual([{ type: 'findAuthor', record, version: 1 }])
  })

  test('drafts of somebody else are not taken', () => {
    const theirs: RecordsEvent = { type: 'loaded', sub: 'other', drafts: new Map([[record, draft]]) }
    expect(run([person('me'), theirs]).state.entries.size).toBe(0)
  })

  test('at sign-out everything is forgotten, and saves that wait are told', () => {
    const events = [person('me'), shown(first), typed({ weight: '75' }), saved(), person(undefined)]
    const { state, last } = run(events)
    expect(state).toMatchObject({ sub: undefined, entries: new Map() })
    expect(last).toEqual([{ type: 'settle', saveid: 1, outcome: { type: 'dropped' } }])
    expect(run([shown(first), saved(2)], run([person(undefined)], state).state).all).not.toContainEqual(
      expect.objectContaining({ type: 'load' }),
    )
  })

  test('saving a record that nothing is known of is dropped', () => {
    expect(run([saved(7)]).last).toEqual([{ type: 'settle', saveid: 7, outcome: { type: 'dropped' } }])
  })
})
