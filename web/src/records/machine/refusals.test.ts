import { describe, expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import type { Entry, Plan } from './entry.ts'
import type { RecordsEvent } from './records.ts'
import {
  accepted,
  after,
  commandsOf,
  discarded,
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

  test('for a conflict over something of which nothing is read: it is shown, and not sent again', () => {
    const conflict = refused('CONFLICT', { current: first })
    const entry = after(undefined, ...saving, conflict, readAgain())
    expect(entry).toMatchObject({ refusals: [{ code: 'CONFLICT' }], failed: 1, sending: undefined })
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

describe('an editor that adds a record, which is read nowhere', () => {
  const adding: Plan = (fields, over, { added }) =>
    added
      ? { mutation: { query: 'correct', variables: { fields, over, added } } }
      : { mutation: { query: 'add', variables: { fields } } }
  const { fields } = none
  const lost = [typed({ weight: '75' }), saved(1, adding), refused('NETWORK')]
  const again = [...lost, typed({ weight: '76' }), saved(2, adding), accepted(1)]
  const added = { data: { save: { version: 1 } }, version: 1 }

  test('does not add it twice: what was typed after a lost answer corrects what it added', () => {
    expect(withoutKeeping(commandsOf(undefined, ...lost, typed({ weight: '76' }), saved(2, adding)))).toMatchObject([
      { type: 'call', key: 'k1', planned: { mutation: { query: 'add', variables: { fields: { weight: '75' } } } } },
    ])
    const corrected = withoutKeeping(commandsOf(undefined, ...again, readAgain()))
    expect(corrected).toMatchObject([
      {
        type: 'call',
        planned: {
          mutation: { query: 'correct', variables: { fields: { ...fields, weight: '76' }, over: 1, added } },
        },
      },
    ])
    const [call] = corrected
    const key = call?.type === 'call' ? call.key : ''
    // The editor is told what it added.
    const ended = commandsOf(undefined, ...again, readAgain(), accepted(2, key), readAgain(key))
    expect(withoutKeeping(ended)).toEqual([
      { type: 'settle', saveid: 2, outcome: { type: 'saved', data: { save: { version: 1 } } } },
    ])
  })

  test('also after the correction was refused, until the editor begins again', () => {
    const entry = after(undefined, ...again, readAgain(), refused('BAD_INPUT', {}, 'k3'))
    expect(entry).toMatchObject({ added, failed: 2, refusals: [{ code: 'BAD_INPUT' }] })
    const next = commandsOf(undefined, ...[...again, readAgain(), refused('BAD_INPUT', {}, 'k3'), saved(3, adding)])
    expect(withoutKeeping(next)).toMatchObject([{ planned: { mutation: { query: 'correct' } } }])
    expect(after(undefined, ...again, readAgain(), discarded(none)).added).toBeUndefined()
  })

  test('without a change it is told what it added', () => {
    const ended = commandsOf(undefined, ...lost, saved(2, adding), accepted(1), readAgain())
    expect(withoutKeeping(ended)).toEqual([{ type: 'settle', saveid: 2, outcome: { type: 'saved', data: added.data } }])
  })

  test('what was typed while it was being added is a record of its own', () => {
    const events = [typed({ weight: '75' }), saved(1, adding), typed({ weight: '76' }), accepted(1), readAgain()]
    expect(withoutKeeping(commandsOf(undefined, ...events, saved(2, adding)))).toMatchObject([
      { planned: { mutation: { query: 'add', variables: { fields: { weight: '76' } } } } },
    ])
  })

  test('an answer without a version corrects nothing', () => {
    const unversioned = [...lost, typed({ weight: '76' }), saved(2, adding), accepted(undefined), readAgain()]
    expect(withoutKeeping(commandsOf(undefined, ...unversioned))).toMatchObject([
      { planned: { mutation: { query: 'add' } } },
    ])
    // It is saved all the same: nothing is left to send.
    const entry = after(undefined, ...lost, saved(2, adding), accepted(undefined), readAgain())
    expect(entry.base).toMatchObject({ version: null, fields: { weight: '75' } })
  })

  describe('that can’t be corrected', () => {
    const takingBack: Plan = (fields, over, { added: was }) =>
      was
        ? { mutation: { query: 'remove', variables: {} }, takesBack: true }
        : { mutation: { query: 'add', variables: { fields, over } } }
    const lostOnce = [typed({ weight: '75' }), saved(1, takingBack), refused('NETWORK')]
    const corrected = [...lostOnce, typed({ weight: '76' }), saved(2, takingBack), accepted(1), readAgain()]
    const addedAnew = { planned: { mutation: { query: 'add', variables: { over: null, fields: { weight: '76' } } } } }

    test('takes back what it added, and adds what is typed', () => {
      expect(withoutKeeping(commandsOf(undefined, ...corrected))).toMatchObject([
        { type: 'call', key: 'k3', planned: { takesBack: true } },
      ])
      const removed = [...corrected, accepted(2, 'k3'), readAgain('k3')]
      expect(withoutKeeping(commandsOf(undefined, ...removed))).toMatchObject([{ type: 'call', ...addedAnew }])
      expect(after(undefined, ...removed).added).toBeUndefined()
      const ended = commandsOf(undefined, ...removed, accepted(1, 'k4'), readAgain('k4'))
      expect(withoutKeeping(ended)).toMatchObject([{ type: 'settle', saveid: 2, outcome: { type: 'saved' } }])
    })

    test('or adds in its place, and the editor is told of that', () => {
      const replacing: Plan = (fields, _over, { added: was }) => ({
        mutation: { query: was ? 'replace' : 'add', variables: { fields, ...was } },
        replaces: was !== undefined,
      })
      const first = [typed({ weight: '75' }), saved(1, replacing), refused('NETWORK'), typed({ weight: '76' })]
      const again = [...first, saved(2, replacing), accepted(1), readAgain()]
      expect(withoutKeeping(commandsOf(undefined, ...again))).toMatchObject([
        { planned: { mutation: { query: 'replace', variables: { version: 1, fields: { weight: '76' } } } } },
      ])
      const ended = commandsOf(undefined, ...again, accepted(2, 'k3'), readAgain('k3'))
      const outcome = { type: 'saved', data: { save: { version: 2 } } }
      expect(withoutKeeping(ended)).toEqual([{ type: 'settle', saveid: 2, outcome }])
      // Its answer is lost, too: what is known of it is replaced.
      const lostToo = [...again, refused('NETWORK', {}, 'k3'), typed({ weight: '77' }), saved(3, replacing)]
      expect(after(undefined, ...lostToo, accepted(2, 'k3'), readAgain('k3')).added).toMatchObject({ version: 2 })
    })

    test('also if it is gone already, but not if taking it back is refused', () => {
      const gone = [...corrected, refused('NOT_FOUND', {}, 'k3'), readAgain('k3')]
      expect(withoutKeeping(commandsOf(undefined, ...gone))).toMatchObject([addedAnew])
      const forbidden = after(undefined, ...corrected, refused('FORBIDDEN', {}, 'k3'))
      expect(forbidden).toMatchObject({ failed: 2, refusals: [{ code: 'FORBIDDEN' }], added: { version: 1 } })
    })

    test('also a record that is read, with what was read of it since', () => {
      const row = { recorded: ['the added one'] }
      const seen: unknown[] = []
      const looking: Plan = (fields, over, known) => {
        seen.push(known.row)
        return takingBack(fields, over, known)
      }
      const events = [
        ...[typed({ weight: '75' }), saved(1, looking), refused('NETWORK'), typed({ weight: '76' }), saved(2, looking)],
        ...[accepted(1), heard({ ...none, row }), readAgain()],
      ]
      expect(withoutKeeping(commandsOf(none, ...events))).toMatchObject([{ planned: { takesBack: true } }])
      expect(seen.at(-1)).toBe(row)
      const anew = commandsOf(none, ...events, accepted(2, 'k3'), heard(none), readAgain('k3'))
      expect(withoutKeeping(anew)).toMatchObject([addedAnew])
    })
  })
})

describe('an editor whose additions are other records', () => {
  const adding: Plan = (fields, _over, { added }) =>
    added
      ? { mutation: { query: 'correct', variables: { fields, over: added.version } } }
      : { mutation: { query: 'add', variables: { fields } } }
  const start = [person('me'), shown(none, { onlyAdds: true }), edited(true)]
  const saving = [typed({ weight: '75' }), saved(1, adding)]
  const answered = [typed({ weight: '76' }), heard(none), accepted(1), readAgain()]

  test('corrects what it has added by what was typed while that was on its way', () => {
    const { entry } = run([...start, ...saving, ...answered, heard(none)])
    // It is not said to be removed, though no read shows it.
    expect(entry).toMatchObject({ empty: undefined, mine: { weight: '76' }, added: { version: 1 } })
    const again = [...start, ...saving, ...answered, saved(2, adding)]
    const correct = (over: number) => ({ query: 'correct', variables: { fields: { weight: '76' }, over } })
    expect(run(again).last).toMatchObject([{ type: 'keep' }, { type: 'call', planned: { mutation: correct(1) } }])
    const corrected = [typed({ weight: '77' }), heard(none), accepted(2, 'k2'), readAgain('k2'), saved(3, adding)]
    expect(withoutKeeping(run([...again, ...corrected]).last)).toMatchObject([
      { planned: { mutation: { query: 'correct', variables: { fields: { weight: '77' }, over: 2 } } } },
    ])
  })

  test('begins again with what an empty one contains', () => {
    const { entry } = run([...start, ...saving, heard(none), accepted(1), readAgain(), discarded(none), heard(none)])
    expect(entry).toMatchObject({ base: { version: null }, onlyAdds: true, mine: none.fields })
    expect(entry?.added).toBeUndefined()
  })
})
