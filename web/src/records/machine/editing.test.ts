import { describe, expect, test } from 'vitest'
import { isChanged, typedFields, versionToSaveOver } from './entry.ts'
import { initialRecords, stepRecords } from './records.ts'
import {
  accepted,
  after,
  at,
  authorFound,
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
  resolved,
  run,
  saved,
  shown,
  typed,
  version,
  withoutKeeping,
} from './test/events.ts'

describe('editing', () => {
  test('an untouched editor follows the stored state', () => {
    const entry = after(first, heard(version(2, { weight: '71' })))
    expect(entry).toMatchObject({ base: version(2, { weight: '71' }), mine: { weight: '71' }, asked: {} })
    expect(isChanged(entry)).toBe(false)
  })

  test('what was typed is what differs from the stored state, without arrangements', () => {
    const entry = after(first, typed({ weight: '75', room: '', order: '2' }), heard(version(2, { date: 'friday' })))
    expect(typedFields(entry, entry.isArrangement)).toEqual([
      { key: 'weight', value: '75' },
      { key: 'room', value: '' },
    ])
    expect(typedFields(entry).map(({ key }) => key)).toEqual(['weight', 'room', 'order'])
    expect(typedFields(after(first))).toEqual([])
  })

  test('a colleague’s change of another field is merged without a question', () => {
    const entry = after(first, typed({ weight: '75' }), heard(version(2, { room: 'B2' })))
    expect(entry).toMatchObject({ mine: { weight: '75', room: 'B2' }, asked: {} })
    expect(versionToSaveOver(entry)).toBe(2)
  })

  test('a field that both changed shows mine and is asked about', () => {
    const entry = after(first, typed({ weight: '75' }), heard(version(2, { weight: '72' })))
    expect(entry).toMatchObject({ mine: { weight: '75' }, asked: { weight: { base: '70', version: 2 } } })
  })

  test('an arrangement that both changed stays mine', () => {
    const entry = after(first, typed({ order: '1' }), heard(version(2, { order: '2' })))
    expect(entry).toMatchObject({ mine: { order: '1' }, asked: {} })
  })

  test('answered with mine the field stays; answered with theirs it becomes theirs', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    expect(after(first, ...asking, resolved('weight', 'mine'))).toMatchObject({ mine: { weight: '75' }, asked: {} })
    const theirs = after(first, ...asking, resolved('weight', 'theirs'))
    expect(theirs).toMatchObject({ mine: { weight: '72' }, asked: {} })
    expect(isChanged(theirs)).toBe(false)
  })

  test('one answer leaves the other questions', () => {
    const asking = [typed({ weight: '75', room: 'B9' }), heard(version(2, { weight: '72', room: 'B2' }))]
    expect(Object.keys(after(first, ...asking, resolved('weight', 'mine')).asked)).toEqual(['room'])
  })

  test('a question that was answered does not return until the colleague changes the field again', () => {
    const settled = [typed({ weight: '75' }), heard(version(2, { weight: '72' })), resolved('weight', 'mine')]
    expect(after(first, ...settled, heard(version(3, { weight: '72', room: 'B2' }))).asked).toEqual({})
    expect(after(first, ...settled, heard(version(3, { weight: '73' }))).asked).toEqual({
      weight: { base: '72', version: 3 },
    })
  })

  test('an answer to no question changes nothing', () => {
    expect(after(first, resolved('weight', 'theirs'), resolved('constructor', 'theirs'))).toEqual(after(first))
  })

  test('typing the colleague’s value answers the question', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    expect(after(first, ...asking, typed({ weight: '72' })).asked).toEqual({})
    expect(after(first, ...asking, typed({ weight: '76' })).asked).toHaveProperty('weight')
  })

  test('a colleague who reverts the change takes the question back', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    expect(after(first, ...asking, heard(version(3, { weight: '70' })))).toMatchObject({
      mine: { weight: '75' },
      asked: {},
    })
  })

  test('a question has the version in which its value appeared', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    const later = after(first, ...asking, heard(version(3, { weight: '72', room: 'B2' })))
    expect(later.asked).toEqual({ weight: { base: '70', version: 2 } })
    expect(after(first, ...asking, heard(version(3, { weight: '73' }))).asked).toMatchObject({ weight: { version: 3 } })
  })

  test('the initial contents of a new editor follow the day, except in edited fields', () => {
    const tomorrow = { version: null, fields: { ...none.fields, date: 'tomorrow', weight: '0' } }
    expect(after(none, typed({ weight: '75' }), heard(tomorrow))).toMatchObject({
      mine: { date: 'tomorrow', weight: '75' },
      asked: {},
      empty: undefined,
    })
  })

  test('an event of a record that nothing is known of changes nothing', () => {
    const state = initialRecords('k')
    for (const event of [typed({ weight: '1' }), heard(first), hidden, discarded(first), accepted(1), readAgain()])
      expect(stepRecords(state, event)).toEqual([state, []])
  })
})

describe('mistakes are shown', () => {
  test('for fields that the focus left, until they are typed in', () => {
    expect([...after(first, checked('weight', 'room')).checked]).toEqual(['weight', 'room'])
    expect([...after(first, checked('weight'), checked('room'), typed({ weight: '1' })).checked]).toEqual(['room'])
  })

  test('not for empty fields of an untouched editor', () => {
    expect([...after(none, checked('weight', 'date', 'unheard of')).checked]).toEqual(['date'])
    expect([...after(none, typed({ room: 'B1' }), checked('weight')).checked]).toEqual(['weight'])
  })
})

describe('discarding', () => {
  test('returns to the stored state, and keeps what is known of the record', () => {
    const entry = after({ ...first, row: 'row' }, typed({ weight: '75' }), checked('weight'), discarded(version(2, {})))
    expect(entry).toMatchObject({ base: version(2, {}), mine: first.fields, row: 'row', shown: 1, edited: 1 })
    expect(entry).toMatchObject({ checked: new Set(), lane: 'subject/s', hasAuthors: true, isHeard: true })
    expect(entry.isArrangement('order')).toBe(true)
  })

  test('keeps when it was saved, and who changed it', () => {
    const entry = after(
      first,
      typed({ weight: '75' }),
      authorFound(1),
      saved(),
      accepted(2),
      readAgain(),
      discarded(first),
    )
    expect([entry.savedAt, entry.authors.size]).toEqual([at, 1])
  })

  test('a removed record leads to an empty editor', () => {
    expect(after(first, typed({ weight: '75' }), heard(none), discarded(none))).toMatchObject({
      empty: undefined,
      base: none,
      mine: none.fields,
    })
  })

  test('a record that no screen shows is forgotten', () => {
    const events = [person('me'), shown(first), typed({ weight: '75' }), hidden, discarded(undefined)]
    expect(run(events).entry).toBeUndefined()
    expect(kept(run(events).last)).toEqual([undefined])
  })

  test('while saving, ends the save; its answer changes nothing', () => {
    const events = [typed({ weight: '75' }), saved(), discarded(first)]
    expect(withoutKeeping(commandsOf(first, ...events))).toEqual([
      { type: 'settle', saveid: 1, outcome: { type: 'dropped' } },
    ])
    expect(after(first, ...events, accepted(2), readAgain())).toEqual(after(first, ...events))
  })
})
