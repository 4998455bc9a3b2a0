import { describe, expect, test } from 'vitest'
import {
  type DraftEvent,
  type DraftState,
  isChanged,
  openDraft,
  reduceDraft,
  type Stored,
  typedFields,
  versionToSaveOver,
} from './draft-machine.ts'

const none: Stored = { version: null, fields: { date: 'today', weight: '', room: '' } }
const first: Stored = { version: 1, fields: { date: 'monday', weight: '70', room: 'B1' } }

function after(stored: Stored, ...events: DraftEvent[]): DraftState {
  return events.reduce(reduceDraft, openDraft(stored))
}
const typed = (fields: Record<string, string>): DraftEvent => ({ type: 'typed', fields })
const heard = (stored: Stored): DraftEvent => ({ type: 'heard', stored })
const version = (number: number, fields: Record<string, string>): Stored => ({
  version: number,
  fields: { ...first.fields, ...fields },
})
const answered = (key: string, choice: 'mine' | 'theirs'): DraftEvent => ({ type: 'answered', key, choice })
const sent: DraftEvent = { type: 'sent' }
const refused: DraftEvent = { type: 'refused' }
const accepted = (number: number): DraftEvent => ({ type: 'accepted', version: number })
const discarded = (stored: Stored): DraftEvent => ({ type: 'discarded', stored })

describe('editing', () => {
  test('an untouched editor follows the stored state', () => {
    expect(after(first, heard(version(2, { weight: '71' })))).toEqual(openDraft(version(2, { weight: '71' })))
  })

  test('what was typed is what differs from the stored state, also after a colleague’s change', () => {
    const state = after(first, typed({ weight: '75', room: '', '~order': '2' }), heard(version(2, { date: 'friday' })))
    expect(typedFields(state)).toEqual([
      { key: 'weight', value: '75' },
      { key: 'room', value: '' },
    ])
    expect(typedFields(after(first))).toEqual([])
  })

  test('a colleague’s change of another field is merged without a conflict', () => {
    const state = after(first, typed({ weight: '75' }), heard(version(2, { room: 'B2' })))
    expect(state).toMatchObject({ kind: 'editing', mine: { weight: '75', room: 'B2' }, asked: {} })
    expect(versionToSaveOver(state)).toBe(2)
  })

  test('a field that both changed shows mine and is in conflict', () => {
    const state = after(first, typed({ weight: '75' }), heard(version(2, { weight: '72' })))
    expect(state).toMatchObject({ mine: { weight: '75' }, asked: { weight: { base: '70', version: 2 } } })
  })

  test('nothing is sent while a conflict is open', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    expect(after(first, ...asking, sent)).toEqual(after(first, ...asking))
  })

  test('resolved with mine the field stays; resolved with theirs it becomes theirs', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    expect(after(first, ...asking, answered('weight', 'mine'))).toMatchObject({ mine: { weight: '75' }, asked: {} })
    const theirs = after(first, ...asking, answered('weight', 'theirs'))
    expect(theirs).toMatchObject({ mine: { weight: '72' }, asked: {} })
    expect(isChanged(theirs)).toBe(false)
  })

  test('a conflict resolved with mine does not return until the colleague changes the field again', () => {
    const settled = [typed({ weight: '75' }), heard(version(2, { weight: '72' })), answered('weight', 'mine')]
    expect(after(first, ...settled, heard(version(3, { weight: '72', room: 'B2' }))).asked).toEqual({})
    expect(after(first, ...settled, heard(version(3, { weight: '73' }))).asked).toEqual({
      weight: { base: '72', version: 3 },
    })
  })

  test('resolving a field without a conflict changes nothing', () => {
    expect(after(first, answered('weight', 'theirs'), answered('constructor', 'theirs'))).toEqual(openDraft(first))
  })

  test('typing the colleague’s value resolves the conflict', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    expect(after(first, ...asking, typed({ weight: '72' })).asked).toEqual({})
  })

  test('a colleague who reverts the change removes the conflict', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    expect(after(first, ...asking, heard(version(3, { weight: '70' })))).toMatchObject({
      mine: { weight: '75' },
      asked: {},
    })
  })

  test('an open conflict has the version in which its value appeared', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    const other = after(first, ...asking, heard(version(3, { weight: '72', room: 'B2' })))
    expect(other.asked).toEqual({ weight: { base: '70', version: 2 } })
  })

  test('the initial contents of a new editor follow the day, except in edited fields', () => {
    const tomorrow = { version: null, fields: { ...none.fields, date: 'tomorrow', weight: '0' } }
    expect(after(none, typed({ weight: '75' }), heard(tomorrow))).toMatchObject({
      mine: { date: 'tomorrow', weight: '75' },
      asked: {},
    })
  })

  test('discarding returns to the stored state', () => {
    expect(after(first, typed({ weight: '75' }), discarded(first))).toEqual(openDraft(first))
  })

  test('an outcome without a save in progress changes nothing', () => {
    expect(after(first, accepted(7), refused)).toEqual(openDraft(first))
  })
})

describe('a colleague adds the same', () => {
  test('the second one’s fields are merged and saved over it', () => {
    const state = after(none, typed({ weight: '75', room: 'B1' }), heard(version(1, { weight: '75', room: 'B2' })))
    expect(state).toMatchObject({
      kind: 'editing',
      mine: { date: 'monday', weight: '75', room: 'B1' },
      asked: { room: { base: '', version: 1 } },
    })
    expect(versionToSaveOver(state)).toBe(1)
  })
})

describe('a colleague removes it', () => {
  const gone = [typed({ weight: '75' }), heard(none)]

  test('the editor keeps the typed text, and saving adds the record again', () => {
    const state = after(first, ...gone)
    expect(state).toMatchObject({ kind: 'removed', mine: { weight: '75', room: 'B1' } })
    expect(versionToSaveOver(state)).toBe(null)
    expect(after(first, ...gone, typed({ room: 'B3' }))).toMatchObject({ kind: 'removed', mine: { room: 'B3' } })
    expect(after(first, ...gone, sent, accepted(1))).toMatchObject({
      kind: 'editing',
      base: { version: 1, fields: { weight: '75', room: 'B1' } },
    })
  })

  test('a refused restore leaves it removed, with the typed text', () => {
    expect(after(first, ...gone, sent, refused)).toEqual(after(first, ...gone))
  })

  test('a record restored meanwhile is merged', () => {
    expect(after(first, ...gone, heard(version(1, { room: 'B2' })))).toMatchObject({
      kind: 'editing',
      mine: { weight: '75', room: 'B2' },
      asked: {},
    })
    expect(after(first, ...gone, heard(version(1, { weight: '72' }))).asked).toEqual({
      weight: { base: '70', version: 1 },
    })
  })

  test('an open conflict waits until the record exists again', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' })), heard(none)]
    expect(after(first, ...asking, heard(version(3, { weight: '72' }))).asked).toHaveProperty('weight')
  })

  test('discarding leads to an empty editor', () => {
    expect(after(first, ...gone, discarded(none))).toEqual(openDraft(none))
  })
})

describe('saving', () => {
  const saving = [typed({ weight: '75' }), sent]

  test('accepted: the sent state is stored', () => {
    const state = after(first, ...saving, accepted(2))
    expect(state).toMatchObject({ kind: 'editing', base: { version: 2, fields: { weight: '75' } } })
    expect(isChanged(state)).toBe(false)
  })

  test('our own change is no conflict, even if the server stored it differently', () => {
    const echo = heard(version(2, { weight: '75.0' }))
    expect(after(first, ...saving, echo, accepted(2))).toEqual(openDraft(version(2, { weight: '75.0' })))
  })

  test('text typed while saving stays', () => {
    const state = after(first, ...saving, typed({ room: 'B9' }), heard(version(2, { weight: '75' })), accepted(2))
    expect(state).toMatchObject({ mine: { weight: '75', room: 'B9' }, asked: {} })
    expect(isChanged(state)).toBe(true)
  })

  test('a change right after ours is merged', () => {
    const state = after(first, ...saving, heard(version(3, { weight: '75', room: 'B2' })), accepted(2))
    expect(state).toEqual(openDraft(version(3, { weight: '75', room: 'B2' })))
  })

  test('a removal right after ours is detected; before the first save there was nothing to remove', () => {
    expect(after(first, ...saving, heard(none), accepted(2)).kind).toBe('removed')
    expect(after(none, ...saving, heard(none), accepted(1))).toMatchObject({ kind: 'editing', base: { version: 1 } })
  })

  test('refused: changes received meanwhile are merged', () => {
    const state = after(first, ...saving, heard(version(2, { room: 'B2' })), refused)
    expect(state).toMatchObject({ kind: 'editing', base: { version: 2 }, mine: { weight: '75', room: 'B2' } })
  })

  test('a lost response of a successful save leaves nothing to save', () => {
    expect(isChanged(after(first, ...saving, refused, heard(version(2, { weight: '75' }))))).toBe(false)
  })

  test('nothing is sent twice or resolved meanwhile; discarding adopts the stored state', () => {
    expect(after(first, ...saving, sent, answered('weight', 'theirs'))).toEqual(after(first, ...saving))
    expect(after(first, ...saving, discarded(first))).toEqual(openDraft(first))
  })
})
