import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { describe, expect, test } from 'vitest'
import { describeRecord, draft, first, kari, newSource, newWorld, record, settled } from './test/world.ts'

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
      onlyAdds: false,
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

  test('what is discarded returns to what the newest screen says of it that is still there', () => {
    const { records } = newWorld()
    const returnsTo = () => {
      records.type(record, { weight: 'typed' })
      records.discard(record)
      return records.entry(record)?.mine.weight
    }
    const show = (weight: string) => records.show(describeRecord({ blank: { weight } }))
    const hideOne = show('one')
    const hideTwo = show('two')
    const hideThree = show('three')
    expect(returnsTo()).toBe('three')
    hideTwo()
    expect(returnsTo()).toBe('three')
    hideThree()
    expect(returnsTo()).toBe('one')
    hideOne()
    expect(records.entry(record)).toBeUndefined()
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

  test('a field that was left empty has no mistake yet, unless a save was asked for', () => {
    const { records } = newWorld()
    records.show(describeRecord())
    records.check(record, ['weight'])
    expect(records.entry(record)?.checked.size).toBe(0)
    records.check(record, ['weight'], true)
    expect(records.entry(record)?.checked).toEqual(new Set(['weight']))
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
    records.show(describeRecord({ record: 'site/c', lane: 'site/c' }))
    records.type(record, { weight: '75' })
    expect(records.isEditing('subject/s')).toBe(false)
    records.edit(record, true)
    expect([records.isEditing('subject/s'), records.isEditing('subject/t')]).toEqual([true, false])
    expect([records.isOpen('subject/s'), records.isOpen('subject/t')]).toEqual([true, false])
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

  test('who removed it is asked for by itself where that is told apart', async () => {
    const { records } = newWorld()
    const { source, read } = newSource(first)
    const lars = { by: 'Lars', at: kari.at }
    records.show(describeRecord({ source, findAuthor: async () => kari, findRemover: async () => lars }))
    records.type(record, { weight: '75' })
    read({ version: 2, fields: { weight: '72' } })
    await settled()
    expect(records.entry(record)).toMatchObject({ authors: new Map([[2, kari]]), removedBy: undefined })
    read({ version: null, fields: { weight: '' } })
    await settled()
    expect(records.entry(record)?.removedBy).toEqual(lars)
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
