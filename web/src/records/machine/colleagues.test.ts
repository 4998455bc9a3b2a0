import { describe, expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { versionToSaveOver } from './entry.ts'
import type { RecordsEvent } from './records.ts'
import {
  accepted,
  after,
  authorFound,
  commandsOf,
  edited,
  first,
  heard,
  kari,
  none,
  person,
  readAgain,
  record,
  refused,
  run,
  saved,
  shown,
  typed,
  version,
  withoutKeeping,
} from './test/events.ts'

describe('a colleague adds the same', () => {
  test('the second one’s fields are merged and saved over it', () => {
    const entry = after(none, typed({ weight: '75', room: 'B1' }), heard(version(1, { weight: '75', room: 'B2' })))
    expect(entry).toMatchObject({ mine: { date: 'monday', weight: '75' }, asked: { room: { base: '', version: 1 } } })
    expect(versionToSaveOver(entry)).toBe(1)
  })
})

describe('a question about a field that both changed', () => {
  const asking = [typed({ room: 'B2' }), heard(version(2, { room: 'B3' }))]

  test('is of what was there before both, and names the last version that changed it', () => {
    expect(after(first, ...asking).asked).toEqual({ room: { base: 'B1', version: 2 } })
    expect(after(first, ...asking, heard(version(3, { room: 'B4' }))).asked).toEqual({
      room: { base: 'B1', version: 3 },
    })
    expect(after(first, ...asking, heard(version(3, { room: 'B3', weight: '71' }))).asked).toEqual({
      room: { base: 'B1', version: 2 },
    })
  })

  test.each(['B1', 'B2'])('ends when the colleague makes it %s, and what was typed stays', (room) => {
    expect(after(first, ...asking, heard(version(3, { room })))).toMatchObject({ asked: {}, mine: { room: 'B2' } })
  })

  test('stays with what was typed, also if that is what was there before', () => {
    const same = [...asking, typed({ room: 'B1' }), heard(version(3, { room: 'B4' }))]
    expect(after(first, ...same)).toMatchObject({ mine: { room: 'B1' } })
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
