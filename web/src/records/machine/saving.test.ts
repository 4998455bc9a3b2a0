import { problem } from '@casebook/domain/shared/problems.ts'
import { describe, expect, test } from 'vitest'
import { isChanged, type Plan } from './entry.ts'
import type { RecordsEvent } from './records.ts'
import {
  accepted,
  after,
  at,
  commandsOf,
  discarded,
  first,
  heard,
  none,
  person,
  plan,
  planRestoring,
  readAgain,
  record,
  refused,
  resolved,
  saved,
  typed,
  version,
  withoutKeeping,
} from './test/events.ts'

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
    expect(told).toEqual([{ row: 'row', base: first.fields, added: undefined, isRemoved: false }])
    after(first, heard(none), typed({ weight: '75' }), saved(1, listening))
    expect(told.at(-1)).toMatchObject({ isRemoved: true })
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
    expect(after(first, ...saving, accepted(2))).toMatchObject({ base: first, sending: { write: { key: 'k1' } } })
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

describe('a second press while a save is on its way', () => {
  const stop: Plan = (_fields, over) =>
    over === null ? problem('running.missing') : { mutation: { query: 'stop', variables: {} } }
  const starting = saved(1, plan, 'start')
  const stopping = saved(2, stop, 'stop')
  const started = [starting, stopping, heard(version(1, {})), accepted(1)]
  const settled = (saveid: number, outcome: object) => ({ type: 'settle', saveid, outcome })

  test('of the same does nothing; another act waits, once', () => {
    expect(withoutKeeping(commandsOf(none, starting, saved(2, plan, 'start')))).toEqual([
      settled(2, { type: 'dropped' }),
    ])
    expect(withoutKeeping(commandsOf(none, starting, stopping))).toEqual([])
    expect(after(none, starting, stopping)).toMatchObject({ sending: { save: { act: 'start' } }, next: { saveid: 2 } })
    expect(withoutKeeping(commandsOf(none, starting, stopping, saved(3, stop, 'stop')))).toEqual([
      settled(3, { type: 'dropped' }),
    ])
  })

  test('it is sent as soon as the first has succeeded, by a key of its own', () => {
    expect(withoutKeeping(commandsOf(none, ...started, readAgain()))).toEqual([
      settled(1, { type: 'saved', data: { save: { version: 1 } } }),
      { type: 'call', record, lane: 'subject/s', key: 'k2', planned: { mutation: { query: 'stop', variables: {} } } },
    ])
    const entry = after(none, ...started, readAgain())
    expect(entry).toMatchObject({ next: undefined, sending: { save: { saveid: 2 }, write: { act: 'stop' } } })
    const ended = commandsOf(none, ...started, readAgain(), heard(none), accepted(undefined, 'k2'), readAgain('k2'))
    expect(withoutKeeping(ended).at(-1)).toMatchObject(settled(2, { type: 'saved' }))
  })

  test('it ends with the first if that fails: nothing began', () => {
    const ended = withoutKeeping(commandsOf(none, starting, stopping, refused('BAD_INPUT')))
    expect(ended).toMatchObject([settled(1, { type: 'refused' }), settled(2, { type: 'refused' })])
    expect(after(none, starting, stopping, refused('BAD_INPUT'))).toMatchObject({
      next: undefined,
      sending: undefined,
      refusals: [{ code: 'BAD_INPUT' }],
    })
  })

  test('it ends at a sign-out, and when what was typed is thrown away', () => {
    const dropped = [settled(1, { type: 'dropped' }), settled(2, { type: 'dropped' })]
    expect(withoutKeeping(commandsOf(none, starting, stopping, person(undefined)))).toEqual(dropped)
    expect(withoutKeeping(commandsOf(none, starting, stopping, discarded(none)))).toEqual(dropped)
    expect(after(none, starting, stopping, discarded(none))).toMatchObject({ next: undefined, sending: undefined })
  })

  test('if nobody knows what became of the first, that is sent again, and then what is wanted now', () => {
    const lost = [starting, refused('NETWORK'), stopping]
    expect(withoutKeeping(commandsOf(none, ...lost))).toMatchObject([
      { type: 'call', key: 'k1', planned: { mutation: { query: 'save' } } },
    ])
    const known = [...lost, heard(version(1, {})), accepted(1), readAgain()]
    expect(withoutKeeping(commandsOf(none, ...known))).toMatchObject([
      { type: 'call', key: 'k3', planned: { mutation: { query: 'stop' } } },
    ])
  })
})
