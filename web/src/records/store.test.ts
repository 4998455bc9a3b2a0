import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { describe, expect, test } from 'vitest'
import { CallFailed, Failure } from '../calls/failures.ts'
import type { Draft, Planned, Stored } from './machine/entry.ts'
import type { Outcome } from './machine/saving.ts'
import { type EditedRecord, startRecords } from './store.ts'

const record = 'form/s/visit'
const at = new Date('2026-10-20T09:30:00Z')
const kari = { by: 'Kari', at: '2026-10-20T09:00:00Z' }
const first: Stored = { version: 1, fields: { weight: '70' } }
const draft: Draft = { base: first, mine: { weight: '75' }, asked: {} }

/** A world that notes what is asked of it, and answers when the test says so. */
function newWorld() {
  const calls: {
    planned: Planned
    lane: string
    key: string
    answer: (data: unknown) => void
    fail: (thrown: unknown) => void
  }[] = []
  const reads: { done: () => void; fail: (thrown: unknown) => void }[] = []
  const kept: [sub: string, record: string, draft: Draft | undefined][] = []
  const leaving = { isSo: false }
  const loads = new Map<string, (drafts: ReadonlyMap<string, Draft>) => void>()
  const records = startRecords({
    call: (planned, lane, key) =>
      new Promise((answer, fail) => {
        calls.push({ planned, lane, key, answer, fail })
      }),
    readAgain: () =>
      new Promise((done, fail) => {
        reads.push({ done: () => done(), fail })
      }),
    kept: {
      load: (sub, done) => loads.set(sub, done),
      keep: (...given) => kept.push(given),
    },
    now: () => at,
    isOnTheWay: () => leaving.isSo,
    seed: 'page-',
  })
  return { records, calls, reads, kept, loads, leaving }
}

/** Where the record is read: its state changes when the test says so. */
function newSource(stored: Stored | undefined) {
  let current = stored
  const listeners = new Set<() => void>()
  const asked: (Fields | undefined)[] = []
  return {
    listeners,
    asked,
    source: {
      key: 'query',
      current(mine: Fields | undefined) {
        asked.push(mine)
        return current
      },
      onChange(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    read(next: Stored | undefined) {
      current = next
      for (const listener of listeners) listener()
    },
  }
}

const plan = (fields: Fields, over: number | null): Planned => ({
  mutation: { query: 'save', variables: { fields, over } },
})

function describeRecord(more: Partial<EditedRecord> = {}): EditedRecord {
  return { record, lane: 'subject/s', blank: { weight: '' }, plan, ...more }
}

/** Lets promises settle. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

describe('showing', () => {
  test('begins with what was read, and follows each answer until it is hidden', () => {
    const { records } = newWorld()
    const { source, read, listeners } = newSource(first)
    const hide = records.show(describeRecord({ source }))
    expect(records.entry(record)).toMatchObject({ base: first, lane: 'subject/s', hasAuthors: false })
    read({ version: 2, fields: { weight: '71' } })
    expect(records.entry(record)?.mine).toEqual({ weight: '71' })
    // An answer that does not tell the record.
    read(undefined)
    expect(records.entry(record)?.mine).toEqual({ weight: '71' })
    hide()
    expect(listeners.size).toBe(0)
    expect(records.entry(record)).toBeUndefined()
  })

  test('without a source, it begins empty, in a lane of its own', () => {
    const { records } = newWorld()
    records.show({ record: 'new-site', blank: { name: '' } })
    expect(records.entry('new-site')).toMatchObject({
      base: { version: null, fields: { name: '' } },
      lane: 'new-site',
      isHeard: false,
    })
    expect(records.entry('new-site')?.isArrangement('name')).toBe(false)
  })

  test('a source may depend on what is typed', () => {
    const { records } = newWorld()
    const { source, asked, read } = newSource(first)
    records.show(describeRecord({ source }))
    records.type(record, { weight: '75' })
    read({ version: 2, fields: { weight: '70' } })
    expect(asked).toEqual([undefined, { weight: '75' }])
    records.discard(record)
    expect(asked.at(-1)).toBeUndefined()
  })

  test('screens are told of each change', () => {
    const { records } = newWorld()
    records.show(describeRecord())
    let told = 0
    const stop = records.onChange(() => (told += 1))
    records.type(record, { weight: '75' })
    stop()
    records.type(record, { weight: '76' })
    expect(told).toBe(1)
  })

  test('two screens of one record show the same entry', () => {
    const { records } = newWorld()
    const { source } = newSource(first)
    const hideOne = records.show(describeRecord({ source }))
    const hideOther = records.show(describeRecord({ source }))
    records.type(record, { weight: '75' })
    hideOther()
    records.discard(record)
    expect(records.entry(record)?.mine).toEqual({ weight: '70' })
    hideOne()
    expect(records.entry(record)).toBeUndefined()
    // The earlier one may close first.
    const hideFirst = records.show(describeRecord({ source }))
    records.show(describeRecord({ source }))
    records.type(record, { weight: '75' })
    hideFirst()
    records.discard(record)
    expect(records.entry(record)).toMatchObject({ mine: { weight: '70' }, shown: 1 })
  })

  test('a record that no screen shows any more is discarded for good', () => {
    const { records } = newWorld()
    const hide = records.show(describeRecord())
    records.type(record, { weight: '75' })
    hide()
    records.discard(record)
    expect(records.entry(record)).toBeUndefined()
  })
})

describe('what an editor raises', () => {
  test('reaches its entry', () => {
    const { records } = newWorld()
    const { source, read } = newSource(first)
    records.show(describeRecord({ source, findAuthor: async () => undefined }))
    records.edit(record, true)
    records.check(record, ['weight'])
    expect(records.entry(record)).toMatchObject({ edited: 1, checked: new Set(['weight']) })
    records.type(record, { weight: '75' })
    read({ version: 2, fields: { weight: '72' } })
    expect(records.entry(record)?.asked).toHaveProperty('weight')
    records.resolve(record, 'weight', 'mine')
    expect(records.entry(record)).toMatchObject({ asked: {}, mine: { weight: '75' } })
    read({ version: 3, fields: { weight: '73' } })
    records.resolve(record, 'weight', 'theirs')
    expect(records.entry(record)).toMatchObject({ asked: {}, mine: { weight: '73' } })
    records.edit(record, false)
    expect(records.entry(record)?.edited).toBe(0)
  })

  test('discarding returns to what was read, or to the empty contents', () => {
    const { records } = newWorld()
    const { source } = newSource(first)
    records.show(describeRecord({ source }))
    records.type(record, { weight: '75' })
    records.discard(record)
    expect(records.entry(record)?.mine).toEqual({ weight: '70' })
    const unread = newSource(undefined)
    records.show(describeRecord({ record: 'other', source: unread.source }))
    records.type('other', { weight: '75' })
    records.discard('other')
    expect(records.entry('other')?.mine).toEqual({ weight: '' })
  })
})

describe('guards', () => {
  test('open editors with text count, by their lane', () => {
    const { records } = newWorld()
    const { source } = newSource(first)
    records.show(describeRecord({ source }))
    records.type(record, { weight: '75' })
    expect(records.isEditing('subject/s')).toBe(false)
    records.edit(record, true)
    expect([records.isEditing('subject/s'), records.isEditing('subject/t')]).toEqual([true, false])
    records.discardEdited('subject/t')
    expect(records.isEditing('subject/s')).toBe(true)
    records.discardEdited('subject/s')
    expect(records.isEditing('subject/s')).toBe(false)
    expect(records.entry(record)?.mine).toEqual({ weight: '70' })
  })

  test('leaving discards open editors only', () => {
    const { records } = newWorld()
    const { source } = newSource(first)
    records.show(describeRecord({ source }))
    records.show(describeRecord({ source, record: 'closed' }))
    for (const each of [record, 'closed']) records.type(each, { weight: '75' })
    records.edit(record, true)
    records.discardEdited('subject/s')
    expect(records.unsaved()).toEqual(['closed'])
  })

  test('unsaved text is named in order, arrangements apart', () => {
    const { records } = newWorld()
    const isArrangement = (key: string) => key === 'order'
    for (const each of ['b', 'a', 'c', 'd']) records.show(describeRecord({ record: each, isArrangement }))
    records.type('b', { weight: '1' })
    records.type('a', { weight: '1' })
    records.type('c', { order: '1' })
    expect(records.unsaved()).toEqual(['a', 'b'])
  })
})

describe('saving', () => {
  function editing() {
    const world = newWorld()
    const place = newSource(first)
    world.records.show(describeRecord({ source: place.source }))
    world.records.type(record, { weight: '75' })
    const outcomes: Outcome[] = []
    const save = () => void world.records.save(describeRecord()).then((outcome) => outcomes.push(outcome))
    return { ...world, ...place, save, outcomes }
  }

  test('calls with the write, its lane and its key, reads again, and then tells', async () => {
    const { records, calls, reads, save, outcomes, read } = editing()
    save()
    expect(calls).toMatchObject([
      { lane: 'subject/s', key: 'page-1', planned: { mutation: { variables: { fields: { weight: '75' }, over: 1 } } } },
    ])
    calls[0]?.answer({ save: { version: 2 } })
    await settled()
    expect([reads.length, outcomes.length]).toEqual([1, 0])
    read({ version: 2, fields: { weight: '75' } })
    reads[0]?.done()
    await settled()
    expect(outcomes).toEqual([{ type: 'saved', data: { save: { version: 2 } }, isShown: true }])
    expect(records.entry(record)).toMatchObject({ base: { version: 2 }, savedAt: at })
  })

  test('an editor that adds begins again with nothing, unless something was typed since', async () => {
    const { records, calls, reads, leaving } = newWorld()
    const adding = describeRecord({ record: 'new-site', blank: { name: '' } })
    const hide = records.show(adding)
    async function add(meanwhile: () => void) {
      records.type('new-site', { name: 'Oslo' })
      const outcome = records.save(adding)
      calls.pop()?.answer({ save: { version: 1 } })
      await settled()
      meanwhile()
      reads.pop()?.done()
      return outcome
    }
    expect(await add(() => undefined)).toMatchObject({ isShown: true })
    expect(records.entry('new-site')).toMatchObject({ mine: { name: '' }, base: { version: null } })
    expect(await add(() => records.type('new-site', { name: 'Bergen' }))).toMatchObject({ isShown: false })
    expect(records.entry('new-site')?.mine).toEqual({ name: 'Bergen' })
    records.discard('new-site')
    leaving.isSo = true
    expect(await add(() => undefined)).toMatchObject({ type: 'saved', isShown: false })
    leaving.isSo = false
    expect(await add(hide)).toMatchObject({ type: 'saved', isShown: false })
    expect(records.entry('new-site')).toBeUndefined()
  })

  test('what follows a save is not thrown away with it', async () => {
    const { records, calls, reads } = newWorld()
    const running = describeRecord({ record: 'running', act: 'start' })
    records.show(running)
    const start = records.save(running)
    const stop = records.save({ ...running, act: 'stop' })
    calls[0]?.answer({ save: { version: 1 } })
    await settled()
    reads[0]?.done()
    expect(await start).toMatchObject({ type: 'saved', isShown: false })
    await settled()
    expect(calls.map(({ key }) => key)).toEqual(['page-1', 'page-2'])
    calls[1]?.answer({ save: { version: 2 } })
    await settled()
    reads[1]?.done()
    expect(await stop).toMatchObject({ type: 'saved', isShown: true })
  })

  test('what cannot be read again is no reason to wait', async () => {
    const { calls, reads, save, outcomes } = editing()
    save()
    calls[0]?.answer({ save: { version: 2 } })
    await settled()
    reads[0]?.fail(new Error('no line'))
    await settled()
    expect(outcomes).toMatchObject([{ type: 'saved' }])
  })

  test('a colleague’s change is read and merged without anybody drawing anything', async () => {
    const { calls, reads, save, outcomes, read } = editing()
    save()
    const conflict = new Failure({ code: 'CONFLICT', message: '', current: { version: 2, ...kari } })
    calls[0]?.fail(new CallFailed([conflict]))
    await settled()
    read({ version: 2, fields: { weight: '70', room: 'B2' } })
    reads[0]?.done()
    await settled()
    expect(calls[1]).toMatchObject({
      key: 'page-2',
      planned: { mutation: { variables: { fields: { weight: '75', room: 'B2' }, over: 2 } } },
    })
    calls[1]?.answer({ save: { version: 3 } })
    await settled()
    reads[1]?.done()
    await settled()
    expect(outcomes).toMatchObject([{ type: 'saved' }])
  })

  test('each save is told its own outcome', async () => {
    const { calls, save, outcomes } = editing()
    save()
    save()
    await settled()
    expect(outcomes).toEqual([{ type: 'dropped' }])
    calls[0]?.fail(new Error('broken'))
    await settled()
    expect(outcomes).toMatchObject([{ type: 'dropped' }, { type: 'refused', failures: [{ code: 'UNEXPECTED' }] }])
  })

  test('saves of several records have keys and outcomes of their own', async () => {
    const { records, calls, save, outcomes } = editing()
    records.show(describeRecord({ record: 'other' }))
    save()
    const other = records.save(describeRecord({ record: 'other' }))
    expect(calls.map(({ key }) => key)).toEqual(['page-1', 'page-2'])
    calls[1]?.fail(new Failure({ code: 'BAD_INPUT', message: '' }))
    expect(await other).toMatchObject({ type: 'refused' })
    expect(outcomes).toEqual([])
  })

  test('the words of a lost line go when it is back', async () => {
    const { records, calls, save } = editing()
    save()
    calls[0]?.fail(new Failure({ code: 'NETWORK', message: '' }))
    await settled()
    expect(records.entry(record)?.refusals).toHaveLength(1)
    records.lineReturned()
    expect(records.entry(record)?.refusals).toHaveLength(0)
  })
})

describe('authors', () => {
  test('are asked for with what is typed, and are shown once known', async () => {
    const { records } = newWorld()
    const { source, read } = newSource(first)
    const asked: Fields[] = []
    const findAuthor = async (mine: Fields) => {
      asked.push(mine)
      return kari
    }
    records.show(describeRecord({ source, findAuthor }))
    records.type(record, { weight: '75' })
    read({ version: 2, fields: { weight: '72' } })
    expect(asked).toEqual([{ weight: '75' }])
    await settled()
    expect(records.entry(record)?.authors.get(2)).toEqual(kari)
    read({ version: null, fields: { weight: '' } })
    await settled()
    expect(records.entry(record)?.removedBy).toEqual(kari)
  })

  test('nobody found, or no answer, leaves them unknown', async () => {
    for (const findAuthor of [async () => undefined, () => Promise.reject(new Error('no line'))]) {
      const { records } = newWorld()
      const { source, read } = newSource(first)
      records.show(describeRecord({ source, findAuthor }))
      records.type(record, { weight: '75' })
      read({ version: 2, fields: { weight: '72' } })
      await settled()
      expect(records.entry(record)?.authors.size).toBe(0)
    }
  })
})

describe('the person', () => {
  test('finds earlier text, also if it arrives later, and leaves nothing behind', () => {
    const { records, loads, kept } = newWorld()
    records.setPerson('me')
    const { source } = newSource(first)
    records.show(describeRecord({ source }))
    loads.get('me')?.(new Map([[record, draft]]))
    expect(records.entry(record)).toMatchObject({ mine: { weight: '75' }, isRestored: true })
    records.type(record, { weight: '76' })
    expect(kept).toMatchObject([['me', record, { mine: { weight: '76' } }]])
    records.setPerson(undefined)
    expect(records.entry(record)).toBeUndefined()
    expect(records.unsaved()).toEqual([])
    records.setPerson('other')
    loads.get('me')?.(new Map([[record, draft]]))
    expect(records.entry(record)).toBeUndefined()
  })

  test('a sign-out ends saves on their way', async () => {
    const { records, calls } = newWorld()
    records.setPerson('me')
    records.show(describeRecord())
    const outcome = records.save(describeRecord())
    records.setPerson(undefined)
    expect(await outcome).toEqual({ type: 'dropped' })
    calls[0]?.answer({ save: { version: 1 } })
    await settled()
    expect(records.entry(record)).toBeUndefined()
  })
})
