import { describeUnreadable, type FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { expect, test, vi } from 'vitest'
import { CallFailed, Failure } from '../../calls/failures.ts'
import type { sendFile } from './send-file.ts'
import { startUploadMachine, type UploadEffects } from './upload-effects.ts'
import type { Presigned } from './upload-state.ts'

const target = { siteid: 's', studyid: 't', subjectid: 'u', activitytypeid: 'a', identifier: null }
const file = new File(['1,2'], 'arm.csv')
const chosen = { uploadid: 1, target, file, zone: 'Europe/Oslo' }
const presigned: Presigned = { referencedataid: 'row', objectUrl: '/objects', fields: '{}' }
const description = describeUnreadable({ code: 'no-data', offset: null, line: null, detail: null })
const closed = new Failure({ code: 'SUBJECT_NOT_OPEN', message: 'closed' })

/** Lets everything run that does not wait for an answer. */
const settle = () => new Promise((resolve) => setTimeout(resolve))

/** Effects that answer at once and well, unless they are replaced, and a machine that runs on them. */
function start(
  replaced: Partial<Pick<UploadEffects, 'hash' | 'read' | 'send' | 'now'>> = {},
  calls: Partial<UploadEffects['calls']> = {},
) {
  const sends: Parameters<typeof sendFile>[0][] = []
  let keys = 0
  const effects = {
    calls: {
      add: vi.fn(async () => presigned),
      complete: vi.fn(async () => 'UPLOADED' as const),
      stop: vi.fn(async () => undefined),
      beat: vi.fn(async () => undefined),
      leave: vi.fn(async () => undefined),
      remove: vi.fn(async () => undefined),
      describe: vi.fn(async () => undefined),
      ...calls,
    },
    send: vi.fn(async (sent: Parameters<typeof sendFile>[0]) => {
      sends.push(sent)
      return 'sent' as const
    }),
    hash: vi.fn(async () => 'abc' as string | null | undefined),
    read: vi.fn(async () => description as FileDescription | null | undefined),
    forget: vi.fn(),
    holdWindow: vi.fn(),
    now: () => 7,
    newKey: () => `key ${++keys}`,
    ...replaced,
  }
  const machine = startUploadMachine(effects)
  const stateOf = () => machine.current()[0]?.state
  return { effects, machine, sends, stateOf, choose: () => machine.dispatch({ type: 'chosen', files: [chosen] }) }
}

test('a file is hashed, added, sent, confirmed and described', async () => {
  const { effects, sends, stateOf, choose } = start()
  choose()
  expect(effects.holdWindow.mock.calls).toEqual([[true]])
  await settle()
  expect(effects.hash).toHaveBeenCalledWith(file)
  expect(effects.calls.add).toHaveBeenCalledWith(target, 'arm.csv', 'abc', 'key 1')
  expect(sends).toMatchObject([{ objectUrl: '/objects', fields: '{}', file }])
  expect(effects.calls.complete).toHaveBeenCalledWith('u', 'row')
  expect(effects.read).toHaveBeenCalledWith(file)
  expect(effects.calls.describe).toHaveBeenCalledWith('u', 'row', description, 'Europe/Oslo')
  expect(stateOf()).toEqual({ phase: 'complete', referencedataid: 'row', isDescribing: false })
  expect(effects.holdWindow.mock.calls).toEqual([[true], [false]])
  expect(effects.forget).not.toHaveBeenCalled()
})

test('a file without a hash is added without one', async () => {
  const { effects, choose } = start({ hash: async () => undefined })
  choose()
  await settle()
  expect(effects.calls.add).toHaveBeenCalledWith(target, 'arm.csv', null, 'key 1')
})

const lost = [new Failure({ code: 'NETWORK', message: 'lost' })]
const unknown = [new Failure({ code: 'UNAVAILABLE', reason: 'write.unknown', message: 'unknown' })]

test.each([
  ['whose answer was lost', lost, ['key 1', 'key 1', 'key 2']],
  ['of which the server does not know the end', unknown, ['key 1', 'key 1', 'key 2']],
  ['that the server refused', [closed], ['key 1', 'key 2', 'key 3']],
])('an attempt after one %s adds no second row', async (_what, failures, keys) => {
  const add = vi.fn<UploadEffects['calls']['add']>()
  add.mockRejectedValueOnce(new CallFailed(failures)).mockRejectedValueOnce(new CallFailed([closed]))
  add.mockResolvedValueOnce(presigned)
  const { machine, stateOf, choose } = start({}, { add })
  choose()
  await settle()
  for (const _attempt of ['second', 'third']) {
    expect(stateOf()).toMatchObject({ phase: 'failed' })
    machine.dispatch({ type: 'retried', uploadid: 1 })
    await settle()
  }
  expect(add.mock.calls.map((call) => call[3])).toEqual(keys)
  expect(stateOf()).toMatchObject({ phase: 'complete' })
})

test.each([null, undefined])(
  'a file of which nothing was read (%s) is complete without a description',
  async (read) => {
    const { effects, stateOf, choose } = start({ read: async () => read })
    choose()
    await settle()
    expect(effects.calls.describe).not.toHaveBeenCalled()
    expect(stateOf()).toMatchObject({ phase: 'complete', isDescribing: false })
  },
)

test('times that can be read in two ways are not stored before somebody has said which', async () => {
  const undecided = {
    ...description,
    start: Date.UTC(2026, 2, 4) / 1000,
    recognised: [{ code: 'date-order-assumed', params: { order: 'mdy' } }],
  }
  const { effects, stateOf, choose } = start({ read: async () => undecided })
  choose()
  await settle()
  expect(effects.calls.describe).not.toHaveBeenCalled()
  expect(stateOf()).toMatchObject({ phase: 'complete', isDescribing: false })
})

test('a description that could not be stored is given up', async () => {
  const { stateOf, choose } = start({}, { describe: () => Promise.reject(closed) })
  choose()
  await settle()
  expect(stateOf()).toMatchObject({ phase: 'complete', isDescribing: false })
})

test('a file whose panel closes is described all the same, and then forgotten', async () => {
  const read = Promise.withResolvers<FileDescription>()
  const { effects, machine, choose } = start({ read: () => read.promise })
  choose()
  await settle()
  machine.dispatch({ type: 'closed', subjectid: 'u', activity: 'a' })
  expect(effects.forget).not.toHaveBeenCalled()
  read.resolve(description)
  await settle()
  expect(effects.calls.describe).toHaveBeenCalledOnce()
  expect(effects.forget.mock.calls).toEqual([[file]])
  expect(machine.current()).toEqual([])
})

test('progress is passed on with its time', async () => {
  let report: (sent: number, total: number) => void = () => undefined
  const { machine, stateOf, choose } = start({
    send: ({ onProgress }) => {
      report = onProgress
      return new Promise(() => undefined)
    },
  })
  choose()
  await settle()
  expect(stateOf()).toMatchObject({ phase: 'uploading', pace: { sent: 0, at: 7 } })
  const heard = vi.fn()
  machine.onChange(heard)
  report(3, 5)
  expect(heard).toHaveBeenCalledOnce()
  expect(stateOf()).toMatchObject({ sent: 3, total: 5, referencedataid: 'row' })
})

test.each([
  ['the call that adds a row', { add: () => Promise.reject(new CallFailed([closed])) }, undefined],
  ['the call that confirms it', { complete: () => Promise.reject(closed) }, { referencedataid: 'row', isSent: true }],
])('a refusal of %s is kept', async (_what, calls, row) => {
  const { stateOf, choose } = start({}, calls)
  choose()
  await settle()
  expect(stateOf()).toEqual({ phase: 'failed', failure: closed, row })
})

test('any other exception is a failure, too', async () => {
  const { stateOf, choose } = start({ hash: () => Promise.reject('no worker') })
  choose()
  await settle()
  expect(stateOf()).toMatchObject({ phase: 'failed', failure: { code: 'UNEXPECTED', message: 'no worker' } })
})

test('a failure without any content is named', async () => {
  const { stateOf, choose } = start({}, { add: () => Promise.reject(new CallFailed([])) })
  choose()
  await settle()
  expect(stateOf()).toMatchObject({ phase: 'failed', failure: { code: 'UNEXPECTED' } })
})

test('a cancelled file is aborted, and its row is removed', async () => {
  const signals: AbortSignal[] = []
  const { effects, machine, choose } = start({
    send: ({ signal }) =>
      new Promise((resolve) => {
        signals.push(signal)
        signal.addEventListener('abort', () => resolve('aborted'))
      }),
  })
  choose()
  await settle()
  machine.dispatch({ type: 'cancelled', uploadid: 1 })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  await settle()
  expect(effects.calls.remove).toHaveBeenCalledWith('u', 'row')
  expect(effects.forget.mock.calls).toEqual([[file]])
  expect(machine.current()).toEqual([])
})

test('a row that cannot be removed stays with its reason', async () => {
  const { machine, stateOf, choose } = start({ send: async () => 'refused' }, { remove: () => Promise.reject(closed) })
  choose()
  await settle()
  machine.dispatch({ type: 'cancelled', uploadid: 1 })
  await settle()
  expect(stateOf()).toEqual({ phase: 'notremoved', referencedataid: 'row', failure: closed })
})

test('an abort reaches the newest transfer, also if the end of an earlier one is heard late', async () => {
  const transfers: { signal: AbortSignal; end: (outcome: 'aborted' | 'broken') => void }[] = []
  const add = vi.fn(async () => ({ ...presigned, referencedataid: 'second' })).mockResolvedValueOnce(presigned)
  const { machine, choose } = start(
    { send: ({ signal }) => new Promise((resolve) => transfers.push({ signal, end: resolve })) },
    { add },
  )
  const read = (rows: { referencedataid: string; status: string }[]) =>
    machine.dispatch({ type: 'rowsRead', subjectid: 'u', activity: 'a', rows })
  choose()
  await settle()
  read([{ referencedataid: 'row', status: 'PENDING' }])
  read([])
  expect(transfers[0]?.signal.aborted).toBe(true)
  machine.dispatch({ type: 'retried', uploadid: 1 })
  await settle()
  transfers[0]?.end('aborted')
  await settle()
  machine.dispatch({ type: 'signedOut' })
  expect(transfers.map(({ signal }) => signal.aborted)).toEqual([true, true])
})

test('the server hears of a file while it is sent, and no longer', async () => {
  vi.useFakeTimers()
  const { promise, resolve } = Promise.withResolvers<'sent'>()
  const { effects, choose } = start({ send: () => promise, now: () => Date.now() })
  choose()
  await vi.advanceTimersByTimeAsync(25_000)
  expect(effects.calls.beat).toHaveBeenCalledTimes(3)
  expect(effects.calls.beat).toHaveBeenCalledWith('u', 'row')
  resolve('sent')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(effects.calls.beat).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
})

test('a page that goes says that what it is sending has stopped, and nothing of other files', async () => {
  const { promise, resolve } = Promise.withResolvers<'sent'>()
  const leave = vi.fn(async () => undefined)
  const { effects, machine, choose } = start({ send: () => promise }, { leave })
  machine.leave()
  choose()
  machine.dispatch({ type: 'chosen', files: [{ ...chosen, uploadid: 2 }] })
  machine.leave()
  await settle()
  machine.leave()
  expect(leave.mock.calls).toEqual([['u', 'row']])
  resolve('sent')
  await settle()
  expect(machine.current()[0]?.state.phase).toBe('complete')
  machine.leave()
  // Only the second file is being sent.
  expect(leave.mock.calls.length).toBeLessThanOrEqual(2)
  expect(effects.calls.stop).not.toHaveBeenCalled()
})
