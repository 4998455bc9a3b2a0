import { describe, expect, test } from 'vitest'
import { CallFailed, Failure } from '../calls/failures.ts'
import type { Outcome } from './machine/saving.ts'
import { at, describeRecord, first, kari, newSource, newWorld, record, settled } from './test/world.ts'

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
    expect(outcomes).toEqual([{ type: 'saved', data: { save: { version: 2 } }, isWhole: true, isShown: true }])
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
    expect(await add(() => records.type('new-site', { name: 'Bergen' }))).toMatchObject({
      isWhole: false,
      isShown: false,
    })
    expect(records.entry('new-site')?.mine).toEqual({ name: 'Bergen' })
    records.discard('new-site')
    leaving.isSo = true
    expect(await add(() => undefined)).toMatchObject({ type: 'saved', isWhole: true, isShown: false })
    leaving.isSo = false
    expect(await add(hide)).toMatchObject({ type: 'saved', isWhole: true, isShown: false })
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
