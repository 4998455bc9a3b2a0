import { problem } from '@casebook/domain/shared/problems.ts'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { type Draft, type Entry, isChanged, type Plan, type Stored, typedFields, versionToSaveOver } from './entry.ts'
import { initialRecords, type RecordsEvent, type RecordsState, stepRecords } from './records.ts'
import type { RecordsCommand } from './saving.ts'

const record = 'form/s/visit'
const none: Stored = { version: null, fields: { date: 'today', weight: '', room: '' } }
const first: Stored = { version: 1, fields: { date: 'monday', weight: '70', room: 'B1' } }
const at = new Date('2026-10-20T09:30:00Z')
const kari = { by: 'Kari', at: '2026-10-20T09:00:00Z' }

/** Sends what is typed and the version that it is saved over. */
const plan: Plan = (fields, over) => ({ mutation: { query: 'save', variables: { fields, over } } })
/** Puts a removed record back first. */
const planRestoring: Plan = (fields, over) =>
  over === null
    ? { mutation: { query: 'restore', variables: {} }, restores: true }
    : plan(fields, over, { row: undefined, base: {} })

const isArrangement = (key: string) => key === 'order'
const version = (number: number, fields: Record<string, string>): Stored => ({
  version: number,
  fields: { ...first.fields, ...fields },
})
const person = (sub: string | undefined): RecordsEvent => ({ type: 'personChanged', sub })
const shown = (stored: Stored | undefined, more: Partial<RecordsEvent & { type: 'shown' }> = {}): RecordsEvent => ({
  type: 'shown',
  record,
  stored,
  blank: none,
  lane: 'subject/s',
  hasAuthors: true,
  isArrangement,
  ...more,
})
const hidden: RecordsEvent = { type: 'hidden', record }
const edited = (isOpen: boolean): RecordsEvent => ({ type: 'edited', record, isOpen })
const typed = (fields: Record<string, string>): RecordsEvent => ({ type: 'typed', record, fields })
const heard = (stored: Stored): RecordsEvent => ({ type: 'heard', record, stored })
const checked = (...keys: string[]): RecordsEvent => ({ type: 'checked', record, keys })
const resolved = (key: string, choice: 'mine' | 'theirs'): RecordsEvent => ({ type: 'resolved', record, key, choice })
const discarded = (stored: Stored | undefined): RecordsEvent => ({ type: 'discarded', record, stored })
const saved = (saveid = 1, how: Plan = plan): RecordsEvent => ({ type: 'saved', record, saveid, plan: how })
const accepted = (number: number | undefined, key = 'k1'): RecordsEvent => ({
  type: 'accepted',
  record,
  key,
  data: { save: { version: number } },
  at,
})
const refused = (
  code: string,
  more: { current?: Stored; reason?: string; field?: string } = {},
  key = 'k1',
): RecordsEvent => ({
  type: 'refused',
  record,
  key,
  failures: [
    new Failure({
      code,
      message: code,
      reason: more.reason,
      field: more.field,
      current: more.current && { version: more.current.version ?? 0, ...kari },
    }),
  ],
})
const readAgain = (key = 'k1'): RecordsEvent => ({ type: 'readAgain', record, key })
const authorFound = (number: number | undefined): RecordsEvent => ({
  type: 'authorFound',
  record,
  version: number,
  author: kari,
})

function run(events: readonly RecordsEvent[], from = initialRecords('k')) {
  let state: RecordsState = from
  let last: readonly RecordsCommand[] = []
  const all: RecordsCommand[] = []
  for (const event of events) {
    ;[state, last] = stepRecords(state, event)
    all.push(...last)
  }
  return { state, last, all, entry: state.entries.get(record) }
}

/** The entry of a record that a signed-in person edits, after the events. */
function after(stored: Stored | undefined, ...events: RecordsEvent[]): Entry {
  const { entry } = run([person('me'), shown(stored), edited(true), ...events])
  if (!entry) throw new Error('The entry is gone')
  return entry
}

/** The commands of the last event. */
function commandsOf(stored: Stored | undefined, ...events: RecordsEvent[]): readonly RecordsCommand[] {
  return run([person('me'), shown(stored), edited(true), ...events]).last
}

const withoutKeeping = (commands: readonly RecordsCommand[]) => commands.filter(({ type }) => type !== 'keep')
const kept = (commands: readonly RecordsCommand[]) =>
  commands.flatMap((command) => (command.type === 'keep' ? [command.draft] : []))

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

describe('a colleague adds the same', () => {
  test('the second one’s fields are merged and saved over it', () => {
    const entry = after(none, typed({ weight: '75', room: 'B1' }), heard(version(1, { weight: '75', room: 'B2' })))
    expect(entry).toMatchObject({ mine: { date: 'monday', weight: '75' }, asked: { room: { base: '', version: 1 } } })
    expect(versionToSaveOver(entry)).toBe(1)
  })
})

describe('a colleague removes it', () => {
  const gone = [typed({ weight: '75' }), heard(none)]

  test('the editor keeps the typed text, and saving adds the record again', () => {
    const entry = after(first, ...gone)
    expect(entry).toMatchObject({ empty: none, mine: { weight: '75', room: 'B1' } })
    expect(versionToSaveOver(entry)).toBe(null)
    expect(after(first, ...gone, typed({ room: 'B3' }))).toMatchObject({ empty: none, mine: { room: 'B3' } })
    expect(after(first, ...gone, saved(), accepted(4), readAgain())).toMatchObject({
      base: { version: 4, fields: { weight: '75', room: 'B1' } },
      empty: undefined,
      removedBy: undefined,
    })
  })

  test('an open editor says so also without typed text; a closed one forgets the record', () => {
    expect(after(first, heard(none)).empty).toEqual(none)
    expect(after(first, edited(false), heard(none))).toMatchObject({ empty: undefined, base: none, mine: none.fields })
    expect(after(first, heard(none), edited(false))).toMatchObject({ empty: undefined, base: none })
    expect(after(first, ...gone, edited(false)).empty).toEqual(none)
    expect(after(first, edited(false), ...gone).empty).toEqual(none)
    expect(after(first, edited(true), heard(none), edited(false)).empty).toEqual(none)
  })

  test('a record restored meanwhile is merged', () => {
    expect(after(first, ...gone, heard(version(2, { room: 'B2' })))).toMatchObject({
      empty: undefined,
      mine: { weight: '75', room: 'B2' },
      asked: {},
    })
    expect(after(first, ...gone, heard(version(2, { weight: '72' }))).asked).toEqual({
      weight: { base: '70', version: 2 },
    })
  })

  test('an open question waits until the record exists again', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' })), heard(none)]
    expect(after(first, ...asking, heard(version(3, { weight: '72' }))).asked).toHaveProperty('weight')
  })

  test('who removed it is asked for once, and told until it is there again', () => {
    const commands = withoutKeeping(commandsOf(first, typed({ weight: '75' }), heard(none)))
    expect(commands).toEqual([{ type: 'findAuthor', record, version: undefined }])
    expect(withoutKeeping(commandsOf(first, ...gone, heard(none)))).toEqual([])
    expect(after(first, ...gone, authorFound(undefined)).removedBy).toEqual(kari)
    expect(after(first, authorFound(undefined)).removedBy).toBeUndefined()
    expect(after(first, ...gone, authorFound(undefined), heard(version(2, {}))).removedBy).toBeUndefined()
  })
})

describe('who changed it', () => {
  test('the author of each value that is asked about is asked for once', () => {
    const asking = [typed({ weight: '75', room: 'B9' }), heard(version(2, { weight: '72' }))]
    expect(withoutKeeping(commandsOf(first, ...asking))).toEqual([{ type: 'findAuthor', record, version: 2 }])
    expect(withoutKeeping(commandsOf(first, ...asking, typed({ date: 'x' })))).toEqual([])
    const next = heard(version(3, { weight: '72', room: 'B3' }))
    expect(withoutKeeping(commandsOf(first, ...asking, next))).toEqual([{ type: 'findAuthor', record, version: 3 }])
    expect(after(first, ...asking, authorFound(2)).authors.get(2)).toEqual(kari)
    expect(
      withoutKeeping(commandsOf(first, typed({ weight: '75' }), authorFound(2), heard(version(2, { weight: '72' })))),
    ).toEqual([])
  })

  test('without a way to ask, a conflict is held back until its author is known', () => {
    const silent = shown(first, { hasAuthors: false })
    const opening = [person('me'), silent, edited(true), typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    const waiting = run(opening)
    expect(waiting.entry).toMatchObject({ base: first, asked: {}, newest: version(2, { weight: '72' }), isHeard: true })
    expect(withoutKeeping(waiting.all)).toEqual([{ type: 'load', sub: 'me' }])
    const known = run([authorFound(2)], waiting.state).entry
    expect(known).toMatchObject({ base: { version: 2 }, asked: { weight: { base: '70' } }, newest: undefined })
    // Changes of other fields are merged at once, and so is a removal.
    expect(run([...opening.slice(0, 4), heard(version(2, { room: 'B2' }))]).entry?.base.version).toBe(2)
    expect(run([heard(none)], waiting.state).entry?.empty).toEqual(none)
  })

  test('a save that is refused names the author', () => {
    const silent = shown(first, { hasAuthors: false })
    const theirs = version(2, { weight: '72' })
    const { entry, all } = run([
      person('me'),
      silent,
      edited(true),
      typed({ weight: '75' }),
      heard(theirs),
      saved(),
      refused('CONFLICT', { current: theirs }),
      readAgain(),
    ])
    expect(entry?.authors.get(2)).toMatchObject(kari)
    expect(entry?.asked).toEqual({ weight: { base: '70', version: 2 } })
    expect(all.at(-1)).toEqual({ type: 'settle', saveid: 1, outcome: { type: 'asked' } })
  })

  test('an author without a name is none', () => {
    const nameless: RecordsEvent = {
      type: 'refused',
      record,
      key: 'k1',
      failures: [new Failure({ code: 'CONFLICT', message: '', current: { version: 2, by: '', at: '' } })],
    }
    expect(after(first, typed({ weight: '75' }), saved(), nameless).authors.size).toBe(0)
  })
})

describe('saving', () => {
  const saving = [typed({ weight: '75' }), saved()]
  const call = { type: 'call', record, lane: 'subject/s', key: 'k1' }

  test('sends what is typed over the version that it was merged with, once', () => {
    const commands = withoutKeeping(commandsOf(first, ...saving))
    const mine = { ...first.fields, weight: '75' }
    expect(commands).toEqual([
      { ...call, planned: { mutation: { query: 'save', variables: { fields: mine, over: 1 } } } },
    ])
    expect(withoutKeeping(commandsOf(first, ...saving, saved(2)))).toEqual([
      { type: 'settle', saveid: 2, outcome: { type: 'dropped' } },
    ])
  })

  test('the plan is told what was read and what it is merged with', () => {
    const told: unknown[] = []
    const listening: Plan = (fields, over, known) => {
      told.push(known)
      return plan(fields, over, known)
    }
    after({ ...first, row: 'row' }, typed({ weight: '75' }), saved(1, listening))
    expect(told).toEqual([{ row: 'row', base: first.fields }])
  })

  test('a rule that refuses what is typed ends it before anything is sent', () => {
    const refusing = saved(1, () => problem('text.required', { field: 'weight' }))
    const commands = commandsOf(first, refusing)
    expect(commands).toMatchObject([{ type: 'settle', outcome: { type: 'refused', failures: [{ field: 'weight' }] } }])
    expect(after(first, refusing)).toMatchObject({ failed: 1, refusals: [{ field: 'weight' }], sending: undefined })
  })

  test('nothing is sent while a question is open, unless the record was removed', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' }))]
    expect(withoutKeeping(commandsOf(first, ...asking, saved()))).toEqual([
      { type: 'settle', saveid: 1, outcome: { type: 'asked' } },
    ])
    expect(after(first, ...asking, saved()).failed).toBe(1)
    expect(withoutKeeping(commandsOf(first, ...asking, heard(none), saved()))).toMatchObject([{ type: 'call' }])
  })

  test('takes effect once what is shown was read again', () => {
    expect(withoutKeeping(commandsOf(first, ...saving, accepted(2)))).toEqual([
      { type: 'readAgain', record, key: 'k1' },
    ])
    expect(after(first, ...saving, accepted(2))).toMatchObject({ base: first, sending: { key: 'k1' } })
    expect(withoutKeeping(commandsOf(first, ...saving, accepted(2), accepted(3)))).toEqual([])
    expect(withoutKeeping(commandsOf(first, ...saving, accepted(2), readAgain()))).toEqual([
      { type: 'settle', saveid: 1, outcome: { type: 'saved', data: { save: { version: 2 } } } },
    ])
    const entry = after(first, ...saving, accepted(2), readAgain())
    expect(entry).toMatchObject({ base: { version: 2, fields: { weight: '75' } }, savedAt: at, sending: undefined })
    expect(isChanged(entry)).toBe(false)
  })

  test('an answer to another write changes nothing', () => {
    const before = after(first, ...saving)
    for (const other of [accepted(2, 'k9'), refused('CONFLICT', {}, 'k9'), readAgain(), readAgain('k9')])
      expect(after(first, ...saving, other)).toEqual(before)
    expect(after(first, accepted(2), refused('X'), readAgain())).toEqual(after(first))
    expect(after(first, ...saving, accepted(2), readAgain('k9')).sending?.answer).toBeDefined()
  })

  test('our own change is no conflict, even if the server stored it differently', () => {
    const echo = heard({ ...version(2, { weight: '75.0' }), row: 'stored' })
    const entry = after(first, ...saving, echo, accepted(2), readAgain())
    expect(entry).toMatchObject({ base: version(2, { weight: '75.0' }), mine: { weight: '75.0' }, row: 'stored' })
    expect(isChanged(entry)).toBe(false)
  })

  test('the same version again, as it was saved, is no news', () => {
    const echo = heard(version(3, { weight: '75', room: 'B1' }))
    const entry = after(first, ...saving, typed({ room: 'B9' }), echo, accepted(3), readAgain())
    expect(entry).toMatchObject({ base: { version: 3 }, mine: { room: 'B9' }, asked: {} })
  })

  test('text typed while saving stays', () => {
    const meanwhile = [typed({ room: 'B9' }), heard(version(2, { weight: '75' })), accepted(2), readAgain()]
    const entry = after(first, ...saving, ...meanwhile)
    expect(entry).toMatchObject({ mine: { weight: '75', room: 'B9' }, asked: {} })
    expect(isChanged(entry)).toBe(true)
    expect(after(first, ...saving, typed({ room: 'B9' }), accepted(2), readAgain()).mine.room).toBe('B9')
  })

  test('a change right after ours is merged', () => {
    const entry = after(first, ...saving, heard(version(3, { weight: '75', room: 'B2' })), accepted(2), readAgain())
    expect(entry).toMatchObject({ base: { version: 3 }, mine: { weight: '75', room: 'B2' }, asked: {} })
  })

  test('what is older than ours changes nothing', () => {
    const entry = after(version(2, {}), ...saving, heard(version(2, { room: 'B7' })), accepted(3), readAgain())
    expect(entry).toMatchObject({ base: { version: 3 }, mine: { room: 'B1' } })
  })

  test('a removal right after ours is told; before the first save there was nothing to remove', () => {
    expect(after(first, ...saving, heard(none), accepted(2), readAgain())).toMatchObject({
      empty: none,
      base: { version: 2 },
    })
    expect(after(none, ...saving, heard(none), accepted(1), readAgain())).toMatchObject({
      base: { version: 1 },
      empty: undefined,
    })
  })

  test('nothing is answered while saving', () => {
    const asking = [typed({ weight: '75' }), heard(version(2, { weight: '72' })), heard(none), saved()]
    expect(after(first, ...asking, resolved('weight', 'theirs'))).toEqual(after(first, ...asking))
  })

  test('a record without versions is saved as it is', () => {
    const entry = after(none, ...saving, accepted(undefined), readAgain())
    expect(entry).toMatchObject({ base: { version: null, fields: { weight: '75' } }, sending: undefined })
    const echoed = after(
      none,
      ...saving,
      heard({ version: null, fields: { weight: '75.0' } }),
      accepted(undefined),
      readAgain(),
    )
    expect(isChanged(echoed)).toBe(false)
    expect(echoed.mine.weight).toBe('75.0')
  })

  test('an answer of another shape has no version', () => {
    for (const data of [null, 'text', {}, { save: null }, { save: 'text' }, { save: { version: '7' } }]) {
      const odd: RecordsEvent = { type: 'accepted', record, key: 'k1', data, at }
      expect(after(first, ...saving, odd, readAgain()).base.version).toBe(1)
    }
  })
})

describe('a save is refused', () => {
  const saving = [typed({ weight: '75' }), saved()]
  const theirs = version(2, { room: 'B2' })

  test('by the server’s rules: the reason is shown, and what was read meanwhile is merged', () => {
    const commands = commandsOf(first, ...saving, heard(theirs), refused('BAD_INPUT', { field: 'weight' }))
    expect(withoutKeeping(commands)).toMatchObject([{ type: 'settle', outcome: { type: 'refused' } }])
    const entry = after(first, ...saving, heard(theirs), refused('BAD_INPUT', { field: 'weight' }))
    expect(entry).toMatchObject({ base: theirs, mine: { weight: '75', room: 'B2' }, failed: 1 })
    expect(entry).toMatchObject({ refusals: [{ code: 'BAD_INPUT' }], sending: undefined, unsettled: undefined })
  })

  test('because of a colleague’s change: it is read, merged, and sent again over it', () => {
    const events = [...saving, refused('CONFLICT', { current: theirs })]
    expect(withoutKeeping(commandsOf(first, ...events))).toEqual([{ type: 'readAgain', record, key: 'k1' }])
    const again = withoutKeeping(commandsOf(first, ...events, heard(theirs), readAgain()))
    expect(again).toMatchObject([
      {
        type: 'call',
        key: 'k2',
        planned: { mutation: { variables: { over: 2, fields: { weight: '75', room: 'B2' } } } },
      },
    ])
    expect(after(first, ...events, heard(theirs), readAgain(), accepted(3, 'k2'), readAgain('k2'))).toMatchObject({
      base: { version: 3 },
      failed: 0,
      refusals: [],
    })
  })

  test('because of a change of the same field: it ends with the question', () => {
    const other = version(2, { weight: '72' })
    const events = [...saving, refused('CONFLICT', { current: other }), heard(other), readAgain()]
    expect(withoutKeeping(commandsOf(first, ...events))).toContainEqual({
      type: 'settle',
      saveid: 1,
      outcome: { type: 'asked' },
    })
    expect(after(first, ...events)).toMatchObject({ asked: { weight: { version: 2 } }, failed: 1, refusals: [] })
  })

  test('because a colleague removed it meanwhile: it ends with the offer to put it back', () => {
    const events = [...saving, refused('NOT_FOUND'), heard(none), readAgain()]
    expect(withoutKeeping(commandsOf(first, ...events))).toContainEqual({
      type: 'settle',
      saveid: 1,
      outcome: { type: 'asked' },
    })
    expect(after(first, ...events)).toMatchObject({ empty: none, mine: { weight: '75' }, refusals: [], failed: 1 })
  })

  test('putting it back is refused: the reason is shown, and it stays removed', () => {
    const gone = [typed({ weight: '75' }), heard(none), saved()]
    const events = [...gone, refused('NOT_FOUND'), readAgain()]
    expect(after(first, ...events)).toMatchObject({ empty: none, refusals: [{ code: 'NOT_FOUND' }], failed: 1 })
  })

  test('because somebody else put it back or added it: what is typed is merged and saved over that', () => {
    const gone = [typed({ weight: '75' }), heard(none), saved()]
    const again = commandsOf(first, ...gone, refused('ALREADY_EXISTS'), heard(first), readAgain())
    expect(withoutKeeping(again)).toMatchObject([{ type: 'call', planned: { mutation: { variables: { over: 1 } } } }])
    const added = commandsOf(
      none,
      ...saving,
      refused('ALREADY_EXISTS'),
      heard(version(1, { date: 'today' })),
      readAgain(),
    )
    expect(withoutKeeping(added)).toMatchObject([
      { type: 'findAuthor', version: 1 },
      { type: 'settle', outcome: { type: 'asked' } },
    ])
  })

  test('with several failures, one that may be explained is enough to read again, and one unknown outcome to send again', () => {
    const several = (...codes: string[]): RecordsEvent => ({
      type: 'refused',
      record,
      key: 'k1',
      failures: codes.map(
        (code) =>
          new Failure({ code, message: code, ...(code === 'CONFLICT' && { current: { version: 2, ...kari } }) }),
      ),
    })
    expect(withoutKeeping(commandsOf(first, ...saving, several('BAD_INPUT', 'CONFLICT')))).toEqual([
      { type: 'readAgain', record, key: 'k1' },
    ])
    expect(after(first, ...saving, several('BAD_INPUT', 'CONFLICT')).authors.get(2)).toMatchObject(kari)
    const again = commandsOf(first, ...saving, several('BAD_INPUT', 'CONFLICT'), readAgain())
    expect(withoutKeeping(again)).toMatchObject([{ type: 'call', key: 'k2' }])
    expect(after(first, ...saving, several('BAD_INPUT', 'NETWORK')).unsettled?.key).toBe('k1')
  })

  test('for something that nothing read explains: the reason is shown', () => {
    const entry = after(none, ...saving, refused('ALREADY_EXISTS', { field: 'weight' }), heard(none), readAgain())
    expect(entry).toMatchObject({ refusals: [{ code: 'ALREADY_EXISTS' }], failed: 1, sending: undefined })
  })

  test('again and again: after five tries the person is asked to look', () => {
    const events: RecordsEvent[] = [...saving]
    for (let number = 1; number <= 5; number += 1) {
      const news = version(number + 1, { room: `R${number}` })
      events.push(refused('CONFLICT', { current: news }, `k${number}`), heard(news), readAgain(`k${number}`))
    }
    const { all, entry } = run([person('me'), shown(first), edited(true), ...events])
    expect(all.filter(({ type }) => type === 'call')).toHaveLength(5)
    expect(all.at(-1)).toEqual({ type: 'settle', saveid: 1, outcome: { type: 'asked' } })
    expect(entry).toMatchObject({ sending: undefined, mine: { weight: '75', room: 'R5' } })
  })

  test('typing hides the refusal of that field and those of none, not those of others', () => {
    const both: RecordsEvent = {
      type: 'refused',
      record,
      key: 'k1',
      failures: ['weight', 'room', 'elsewhere', undefined].map(
        (field) => new Failure({ code: 'BAD_INPUT', message: '', field }),
      ),
    }
    const fields = (entry: Entry) => entry.refusals.map(({ field }) => field)
    expect(fields(after(first, ...saving, both))).toEqual(['weight', 'room', 'elsewhere', undefined])
    expect(fields(after(first, ...saving, both, typed({ weight: '76' })))).toEqual(['room'])
    expect(after(first, ...saving, both, saved(2)).refusals).toEqual([])
  })
})

describe('the outcome of a save is not known', () => {
  const lost = [typed({ weight: '75' }), saved(), refused('NETWORK')]

  test('the failure is shown, and the next save sends the same write again', () => {
    expect(after(first, ...lost)).toMatchObject({
      refusals: [{ code: 'NETWORK' }],
      unsettled: { key: 'k1' },
      failed: 1,
    })
    const again = withoutKeeping(commandsOf(first, ...lost, saved(2)))
    expect(again).toMatchObject([{ type: 'call', key: 'k1', planned: { mutation: { variables: { over: 1 } } } }])
    const unknown = [typed({ weight: '75' }), saved(), refused('INTERNAL', { reason: 'write.unknown' })]
    expect(after(first, ...unknown).unsettled?.key).toBe('k1')
    expect(after(first, typed({ weight: '75' }), saved(), refused('INTERNAL')).unsettled).toBeUndefined()
  })

  test('what was typed since follows in a write of its own', () => {
    const events = [...lost, typed({ room: 'B9' }), saved(2)]
    expect(withoutKeeping(commandsOf(first, ...events))).toMatchObject([
      { key: 'k1', planned: { mutation: { variables: { fields: { weight: '75', room: 'B1' } } } } },
    ])
    const next = withoutKeeping(commandsOf(first, ...events, accepted(2), readAgain()))
    expect(next).toMatchObject([
      { type: 'call', planned: { mutation: { variables: { over: 2, fields: { weight: '75', room: 'B9' } } } } },
    ])
    expect(next[0]).not.toMatchObject({ key: 'k1' })
  })

  test('a version that was read before its late answer is not taken back', () => {
    const read = [heard(version(2, { weight: '75' })), heard(version(3, { weight: '75', room: 'B3' }))]
    const late = [...lost, ...read, typed({ date: 'x' }), saved(2), accepted(2), readAgain()]
    expect(after(first, ...late)).toMatchObject({ base: { version: 3 }, mine: { date: 'x', room: 'B3' } })
    expect(withoutKeeping(commandsOf(first, ...late))).toMatchObject([
      { type: 'call', planned: { mutation: { variables: { over: 3, fields: { date: 'x', room: 'B3' } } } } },
    ])
    const equal = [...lost, read[0] as RecordsEvent, saved(2), accepted(2), readAgain()]
    expect(after(first, ...equal)).toMatchObject({ base: { version: 2, fields: { weight: '75' } }, sending: undefined })
  })

  test('without more it is saved', () => {
    expect(withoutKeeping(commandsOf(first, ...lost, saved(2), accepted(2), readAgain()))).toMatchObject([
      { type: 'settle', saveid: 2, outcome: { type: 'saved' } },
    ])
  })

  test('if the server refuses it now, what is typed now is sent', () => {
    const events = [...lost, typed({ weight: '76' }), saved(2), refused('BAD_INPUT')]
    expect(withoutKeeping(commandsOf(first, ...events))).toMatchObject([
      { type: 'call', planned: { mutation: { variables: { fields: { weight: '76' } } } } },
    ])
    expect(after(first, ...events).unsettled).toBeUndefined()
  })

  test('a removal after it is told', () => {
    const events = [...lost, typed({ room: 'B9' }), saved(2), heard(none), accepted(2), readAgain()]
    expect(withoutKeeping(commandsOf(first, ...events))).toContainEqual(
      expect.objectContaining({ type: 'settle', outcome: expect.objectContaining({ type: 'saved' }) }),
    )
  })

  test('its words go when the line is back', () => {
    expect(after(first, ...lost, { type: 'lineReturned' })).toMatchObject({ refusals: [], unsettled: { key: 'k1' } })
    const other = [typed({ weight: '75' }), saved(), refused('BAD_INPUT')]
    expect(after(first, ...other, { type: 'lineReturned' }).refusals).toHaveLength(1)
  })
})

describe('putting back', () => {
  const gone = [typed({ weight: '75' }), heard(none), saved(1, planRestoring)]

  test('restores the record, and then saves what is typed over it', () => {
    expect(withoutKeeping(commandsOf(first, ...gone))).toMatchObject([{ planned: { restores: true } }])
    const restored = version(2, { room: 'B2' })
    const events = [...gone, accepted(undefined), heard(restored), readAgain()]
    expect(withoutKeeping(commandsOf(first, ...events))).toMatchObject([
      {
        type: 'call',
        key: 'k2',
        planned: { mutation: { variables: { over: 2, fields: { weight: '75', room: 'B2' } } } },
      },
    ])
  })

  test('ends with the removed record if what was put back could not be read', () => {
    const events = [...gone, accepted(undefined), readAgain()]
    expect(withoutKeeping(commandsOf(first, ...events))).toEqual([
      { type: 'settle', saveid: 1, outcome: { type: 'asked' } },
    ])
    expect(after(first, ...events)).toMatchObject({ empty: none, sending: undefined, mine: { weight: '75' } })
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
