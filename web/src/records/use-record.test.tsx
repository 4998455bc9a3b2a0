// @vitest-environment happy-dom

import { problem } from '@casebook/domain/shared/problems.ts'
import { optionalText, requiredText } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Failure } from '../calls/failures.ts'
import { closeAll, draw, drawHook } from './test/screen.tsx'
import { describeRecord, first, kari, newSource, newWorld, record } from './test/world.ts'

const world = newWorld()
const texts = { loads: 0 }
const watched = new Map<string, { reading: unknown; listeners: Set<() => void> }>()
vi.mock('./records.ts', () => ({ records: world.records }))
vi.mock('../locale/failure-text.ts', () => ({ useFailureText: () => textOf }))
vi.mock('../texts/catalogue.ts', () => ({ loadScreensAhead: () => (texts.loads += 1) }))
vi.mock('../calls/graphql.ts', () => ({ watch: (...query: unknown[]) => watchOf(query) }))

const textOf = ({ message }: Failure) => message
function watchOf(query: unknown[]) {
  const key = JSON.stringify(query)
  const found = watched.get(key) ?? { reading: undefined, listeners: new Set() }
  watched.set(key, found)
  return {
    reading: () => found.reading,
    onChange(listener: () => void) {
      found.listeners.add(listener)
      return () => found.listeners.delete(listener)
    },
  }
}

const {
  correctedBy,
  editingOf,
  moveTyped,
  replacedBy,
  restoredBy,
  savedBy,
  sourceOf,
  takenBackBy,
  useBeginAs,
  useEditor,
  useIsEditing,
  useIsKnown,
  useOpenEditor,
  useRead,
  useRecord,
  useUnsavedRecords,
} = await import('./use-record.ts')

const document = { toString: () => 'query Text($id: ID!) { text(id: $id) }' } as Parameters<typeof savedBy>[0]
const { records, calls, reads } = world
const editing = { names: ['weight'] }

beforeEach(() => {
  for (const each of records.unsaved()) records.discard(each)
  calls.length = 0
  reads.length = 0
  texts.loads = 0
})

afterEach(closeAll)

/** The newest call is answered, and everything is read again. */
async function answer(data: unknown) {
  calls.at(-1)?.answer(data)
  await new Promise((resolve) => setTimeout(resolve))
  reads.at(-1)?.done()
}

describe('where a record is read and what a save sends', () => {
  test('the source reads the query, and tells the record by its answer and what is typed', () => {
    const source = sourceOf(document, { id: 'one' }, (reading, mine) => ({
      version: 1,
      fields: { reading: String(reading), ...mine },
    }))
    expect(source.key).toBe('{"id":"one"}')
    const query = watchOf([document, { id: 'one' }])
    const told = vi.fn()
    const stop = source.onChange(told)
    const [kept] = [...watched.values()].slice(-1)
    if (kept) kept.reading = 'answer'
    for (const listener of kept?.listeners ?? []) listener()
    expect(told).toHaveBeenCalledTimes(1)
    expect(query.reading()).toBe('answer')
    expect(source.current({ typed: 'x' })?.fields).toEqual({ reading: 'answer', typed: 'x' })
    stop()
    expect(kept?.listeners.size).toBe(0)
  })

  test('a save, and what goes before it or corrects it, are mutations', () => {
    const mutation = { query: document.toString(), variables: { id: 'one' } }
    expect(savedBy(document, { id: 'one' })).toEqual({ mutation })
    expect(restoredBy(document, { id: 'one' })).toEqual({ mutation, restores: true })
    expect(correctedBy(document, { id: 'one' })).toEqual({ mutation })
    expect(takenBackBy(document, { id: 'one' })).toEqual({ mutation, takesBack: true })
    expect(replacedBy(document, { id: 'one' })).toEqual({ mutation, replaces: true })
  })
})

test('an editor of a list of fields shows the mistakes of each', () => {
  const { names, why } = editingOf({
    weight: requiredText('Weight', (text) => (text === '' ? problem('text.required', { field: 'weight' }) : undefined)),
    room: optionalText('Room', () => problem('text.required', { field: 'room' })),
  })
  expect(names).toEqual(['weight', 'room'])
  expect(why('weight', {})).toMatchObject({ field: 'weight' })
  expect([why('weight', { weight: '75' }), why('room', { room: '' }), why('other', {}), why('toString', {})]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

describe('a record on screen', () => {
  test('is there at the first drawing, follows what is read and typed, and is forgotten with the screen', async () => {
    const { source, read } = newSource({ ...first, row: 'row' })
    const drawn: unknown[] = []
    const screen = await drawHook(() => {
      const copy = useRecord(describeRecord({ source, findAuthor: async () => undefined }))
      drawn.push(copy.fields)
      return copy
    })
    expect(drawn[0]).toEqual(first.fields)
    expect(screen.result()).toMatchObject({ record, row: 'row', isChanged: false, isBusy: false, isRemoved: false })
    await screen.doing(() => screen.result().type({ weight: '75' }))
    expect(screen.result()).toMatchObject({ fields: { weight: '75' }, isChanged: true, isRestored: false })
    await screen.doing(() => read({ version: 2, fields: { weight: '72' } }))
    expect(screen.result().asked).toHaveProperty('weight')
    await screen.doing(() => screen.result().resolve('weight', 'theirs'))
    expect(screen.result()).toMatchObject({ fields: { weight: '72' }, asked: {} })
    await screen.doing(() => screen.result().type({ weight: '75' }))
    await screen.doing(() => screen.result().discard())
    expect(screen.result().fields).toEqual({ weight: '72' })
    await screen.close()
    expect(records.entry(record)).toBeUndefined()
  })

  test('what was read of it and whether something is typed is not drawn again for each key', async () => {
    const { source, read } = newSource({ ...first, row: 'row' })
    let drawn = 0
    const screen = await drawHook(() => {
      drawn += 1
      return useRead(describeRecord({ source, findAuthor: async () => undefined }))
    })
    expect(screen.result()).toEqual({ row: 'row', isChanged: false })
    await screen.doing(() => records.type(record, { weight: '7' }))
    expect(screen.result()).toEqual({ row: 'row', isChanged: true })
    const before = drawn
    await screen.doing(() => records.type(record, { weight: '75' }))
    expect(drawn).toBe(before)
    await screen.doing(() => read({ version: 2, fields: { weight: '75' }, row: 'next' }))
    expect(screen.result()).toEqual({ row: 'next', isChanged: false })
    await screen.close()
    expect(records.entry(record)).toBeUndefined()
  })

  test('an editor that opens is drawn once, and anew with what is typed', async () => {
    const { source } = newSource(first)
    const of = describeRecord({ source })
    const drawn: string[] = []
    const screen = await drawHook(() => {
      const editor = useEditor(of, editing)
      // The page around it knows the record, too.
      useRead(of)
      drawn.push(editor.fields.weight ?? '')
      return editor
    })
    expect(drawn).toEqual(['70'])
    expect(records.entry(record)).toMatchObject({ lane: 'subject/s', shown: 2, edited: 1 })
    await screen.doing(() => screen.result().type({ weight: '75' }))
    expect(drawn).toEqual(['70', '75'])
  })

  test('before anything is known of it, it is empty', async () => {
    const drawn: unknown[] = []
    const unread = newSource(undefined)
    const screen = await drawHook(() => drawn.push(useRecord(describeRecord({ source: unread.source })).fields))
    expect(drawn[0]).toEqual({ weight: '' })
    await screen.close()
    const other = await drawHook(() => drawn.push(useRecord(describeRecord({ record: 'new' })).fields))
    expect(drawn.at(-1)).toEqual({ weight: '' })
    await other.close()
  })

  test('another record, or another place where it is read, is another entry; a new description of the same is not', async () => {
    const one = newSource(first)
    const other = newSource({ version: 4, fields: { weight: '80' } })
    const screen = await drawHook(() => useRecord(describeRecord({ source: one.source })))
    const { type } = screen.result()
    await screen.again(() => useRecord(describeRecord({ source: { ...one.source } })))
    expect(one.listeners.size).toBe(1)
    expect(screen.result().type).toBe(type)
    await screen.again(() => useRecord(describeRecord({ source: { ...other.source, key: 'other' } })))
    expect([one.listeners.size, other.listeners.size]).toEqual([0, 1])
    expect(screen.result().fields).toEqual({ weight: '80' })
    const drawn: unknown[] = []
    await screen.again(() => {
      const copy = useRecord(describeRecord({ record: 'another', source: other.source }))
      drawn.push(copy.fields)
      return copy
    })
    expect(drawn[0]).toEqual({ weight: '80' })
    expect(screen.result()).toMatchObject({ record: 'another', fields: { weight: '80' } })
    await screen.doing(() => screen.result().type({ weight: '1' }))
    expect(records.entry('another')?.mine).toEqual({ weight: '1' })
    await screen.close()
  })
})

describe('what was typed into one record', () => {
  const other = describeRecord({ record: 'form/s/other', source: newSource(first).source })

  test('goes to another one, and is no longer in the first', async () => {
    const screen = await drawHook(() => useRecord(describeRecord({ source: newSource(first).source })))
    await screen.doing(() => screen.result().type({ weight: '75' }))
    await screen.doing(() => moveTyped(screen.result(), other))
    expect(screen.result()).toMatchObject({ fields: first.fields, isChanged: false })
    expect(records.entry('form/s/other')).toMatchObject({ mine: { weight: '75' }, shown: 0 })
    await screen.close()
  })

  test('leaves the other one alone if it is nothing', async () => {
    const screen = await drawHook(() => useRecord(describeRecord({ source: newSource(first).source })))
    const hide = records.show(other)
    records.type('form/s/other', { weight: '80' })
    await screen.doing(() => moveTyped(screen.result(), describeRecord({ record: 'form/s/other' })))
    expect(records.entry('form/s/other')).toMatchObject({
      lane: 'subject/s',
      mine: { weight: '80' },
      hasAuthors: false,
    })
    hide()
    await screen.close()
  })
})

describe('an editor', () => {
  const source = () => newSource(first).source
  const open = (more = {}, settings = {}) => {
    const of = describeRecord({ source: source(), ...more })
    return drawHook(() => useEditor(of, { ...editing, ...settings }))
  }

  test('is open while it is shown, unless it is said not to be', async () => {
    const shown = await open()
    expect(records.entry(record)?.edited).toBe(1)
    await shown.close()
    const closed = await open({}, { isOpen: false })
    expect(records.entry(record)?.edited).toBe(0)
    await closed.close()
  })

  test('a save tells the answer, and when; while it is on its way the editor is busy', async () => {
    const screen = await open()
    await screen.doing(() => screen.result().type({ weight: '75' }))
    let saved: unknown
    await screen.doing(
      () =>
        void screen
          .result()
          .save()
          .then((told) => (saved = told)),
    )
    expect([screen.result().isBusy, texts.loads]).toEqual([true, 1])
    await screen.doing(() => void answer({ save: { version: 2 } }))
    expect(saved).toMatchObject({ data: { save: { version: 2 } }, isShown: true })
    expect(screen.result()).toMatchObject({ isBusy: false, failed: 0, savedAt: expect.any(Date), refusal: undefined })
    await screen.close()
  })

  test('is busy with its own act only', async () => {
    const screen = await open({ act: 'stop' })
    await screen.doing(() => void records.save(describeRecord({ act: 'start' })))
    expect(screen.result().isBusy).toBe(false)
    await screen.doing(() => void screen.result().save())
    expect(screen.result().isBusy).toBe(true)
    await screen.doing(() => void calls[0]?.fail(new Failure({ code: 'X', message: '' })))
    await screen.close()
  })

  test('a refusal stands beside its field or reason, the others beside the button, and is logged if that is wanted', async () => {
    const logged = vi.spyOn(console, 'info').mockReturnValue()
    const screen = await open({}, { failedText: 'Failed:' })
    let saved: unknown = 'nothing yet'
    await screen.doing(
      () =>
        void screen
          .result()
          .save()
          .then((told) => (saved = told)),
    )
    const failures = [
      new Failure({ code: 'BAD_INPUT', message: 'Too heavy.', field: 'weight' }),
      new Failure({ code: 'BAD_INPUT', message: 'No room.', field: 'room' }),
      new Failure({ code: 'BAD_INPUT', message: 'Closed.', reason: 'subject.closed' }),
    ]
    const { CallFailed } = await import('../calls/failures.ts')
    await screen.doing(() => calls[0]?.fail(new CallFailed(failures)))
    expect(saved).toBeUndefined()
    expect(screen.result()).toMatchObject({ refusal: 'No room. Closed.', failed: 1 })
    expect(screen.result().errorOf('weight')).toBe('Too heavy.')
    expect(screen.result().errorOf('subject.closed')).toBe('Closed.')
    expect(screen.result().errorOf('date')).toBeUndefined()
    expect(logged).toHaveBeenCalledExactlyOnceWith('Failed:', ...failures)
    logged.mockClear()
    await screen.close()
    const silent = await open()
    await silent.doing(() => void silent.result().save())
    await silent.doing(() => calls[1]?.fail(new CallFailed(failures)))
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
    await silent.close()
  })

  test('a rule’s problem is shown once the focus has left the field', async () => {
    const why = (key: string, fields: Record<string, string>) =>
      key === 'weight' && fields.weight === '0' ? problem('text.required', { field: 'weight' }) : undefined
    const screen = await open({}, { why })
    await screen.doing(() => screen.result().type({ weight: '0' }))
    expect(screen.result().errorOf('weight')).toBeUndefined()
    await screen.doing(() => screen.result().check('weight', 'date'))
    expect(texts.loads).toBe(1)
    expect(screen.result().errorOf('weight')).toEqual(expect.any(String))
    expect(screen.result().errorOf('date')).toBeUndefined()
    await screen.doing(() => screen.result().type({ weight: '1' }))
    expect(screen.result().errorOf('weight')).toBeUndefined()
    await screen.close()
  })

  test('a save that was asked for shows mistakes of fields that were never touched', async () => {
    const screen = await open({ source: newSource({ version: 1, fields: { weight: '' } }).source })
    await screen.doing(() => screen.result().check('weight'))
    expect(records.entry(record)?.checked.size).toBe(0)
    await screen.doing(() => screen.result().checkAll(['weight', 'date']))
    expect(records.entry(record)?.checked).toEqual(new Set(['weight', 'date']))
    await screen.again(() => useEditor(describeRecord({ record: 'another' }), editing))
    await screen.doing(() => screen.result().checkAll(['weight']))
    expect(records.entry('another')?.checked).toEqual(new Set(['weight']))
    await screen.close()
  })

  test('a save may send something else than the record’s own', async () => {
    const screen = await open({ act: 'start' })
    const mutation = { query: 'other', variables: {} }
    await screen.doing(() => void screen.result().save({ act: 'stop', plan: () => ({ mutation }) }))
    expect(calls.at(-1)?.planned).toEqual({ mutation })
    expect([records.entry(record)?.sending?.write.act, screen.result().isBusy]).toEqual(['stop', false])
    await screen.doing(() => void answer({}))
    await screen.close()
  })

  test('begins as another record once that is read, unless something is typed', async () => {
    const contents = vi.fn((row: string) => ({ weight: row }))
    const beginAs = (of: ReturnType<typeof describeRecord>, row: string | undefined) => () => {
      const editor = useEditor(of, editing)
      useBeginAs(editor, row, contents)
      return editor
    }
    const of = describeRecord({ record: 'form/new' })
    const screen = await drawHook(beginAs(of, undefined))
    expect(screen.result().fields).toEqual({ weight: '' })
    await screen.again(beginAs(of, '70'))
    expect(screen.result().fields).toEqual({ weight: '70' })
    await screen.doing(() => screen.result().discard())
    await screen.again(beginAs(of, '71'))
    expect(screen.result().fields).toEqual({ weight: '' })
    await screen.close()
    const typed = await drawHook(beginAs(of, undefined))
    await typed.doing(() => typed.result().type({ weight: '9' }))
    await typed.again(beginAs(of, '70'))
    expect(typed.result().fields).toEqual({ weight: '9' })
    expect(contents).toHaveBeenCalledExactlyOnceWith('70')
    await typed.close()
  })

  test('a message waits for the release of the mouse', async () => {
    const screen = await open()
    await screen.doing(() => screen.result().type({ weight: '1' }))
    await screen.doing(() => {
      dispatchEvent(new Event('pointerdown'))
      screen.result().check('weight')
    })
    expect(records.entry(record)?.checked.size).toBe(0)
    await screen.doing(() => dispatchEvent(new Event('pointerup')))
    expect(records.entry(record)?.checked).toEqual(new Set(['weight']))
    const { check } = screen.result()
    await screen.again(() => useEditor(describeRecord({ record: 'another' }), editing))
    expect(screen.result().check).not.toBe(check)
    await screen.close()
  })
})

describe('what else screens ask', () => {
  test('whether an editor is open, by its record', async () => {
    const shown = await drawHook(() => useRecord(describeRecord()))
    const editor = await drawHook(() => useOpenEditor(undefined))
    expect(records.entry(record)?.edited).toBe(0)
    await editor.again(() => useOpenEditor(record))
    expect(records.entry(record)?.edited).toBe(1)
    const editing = await drawHook(() => [useIsEditing('subject/s'), useIsEditing('subject/t')])
    expect(editing.result()).toEqual([false, false])
    await shown.doing(() => shown.result().type({ weight: '1' }))
    expect(editing.result()).toEqual([true, false])
    await editor.close()
    expect(records.entry(record)?.edited).toBe(0)
    for (const each of [shown, editing]) await each.close()
  })

  test('whether a record was read', async () => {
    const known = await drawHook(() => [useIsKnown(record), useIsKnown('other'), useIsKnown(undefined)])
    expect(known.result()).toEqual([false, false, false])
    const { source } = newSource({ ...first, row: kari })
    const shown = await drawHook(() => useRecord(describeRecord({ source })))
    await known.doing(() => undefined)
    expect(known.result()).toEqual([true, false, false])
    for (const each of [shown, known]) await each.close()
  })

  test('which records have unsaved text, by the beginning of their names, without drawing again for nothing', async () => {
    const shown = await draw(null)
    for (const each of ['form/s/a', 'form/t/b', 'site/c']) records.show(describeRecord({ record: each }))
    const unsaved = await drawHook(() => [useUnsavedRecords(), useUnsavedRecords('form/')])
    expect(unsaved.result()).toEqual([[], []])
    await unsaved.doing(() => {
      for (const each of ['site/c', 'form/t/b', 'form/s/a']) records.type(each, { weight: '1' })
    })
    expect(unsaved.result()).toEqual([
      ['form/s/a', 'form/t/b', 'site/c'],
      ['form/s/a', 'form/t/b'],
    ])
    const [all] = unsaved.result()
    await unsaved.doing(() => records.type('site/c', { weight: '2' }))
    expect(unsaved.result()[0]).toBe(all)
    for (const each of [shown, unsaved]) await each.close()
  })
})
