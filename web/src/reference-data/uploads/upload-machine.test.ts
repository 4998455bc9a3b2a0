import { expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { stepUploads } from './upload-machine.ts'
import {
  countFiles,
  isStopped,
  isUnderWay,
  isUnsettled,
  listedUploads,
  rowOf,
  type Upload,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts'

const target = { siteid: 's', studyid: 't', subjectid: 'u', activitytypeid: 'a', identifier: null }
const file = new File(['1,2'], 'arm.csv')
const referencedataid = 'row'
const presigned = { referencedataid, objectUrl: '/objects', fields: '{}' }
const failure = new Failure({ code: 'SUBJECT_NOT_OPEN', message: 'closed' })
const missing = new Failure({ code: 'NOT_FOUND', message: 'missing' })
const chosen = { uploadid: 1, target, file, zone: 'Europe/Oslo' }

const upload = (state: UploadState, seen: string | undefined = undefined): Upload => ({ ...chosen, state, seen })

const waiting: UploadState = { phase: 'waiting' }
const gettingurl: UploadState = { phase: 'gettingurl' }
const uploading: UploadState = { phase: 'uploading', referencedataid, sent: 0, total: 0, pace: undefined }
const completing: UploadState = { phase: 'completing', referencedataid, ifMissing: 'fail' }
const asking: UploadState = { phase: 'completing', referencedataid, ifMissing: 'resend' }
const retrying: UploadState = { phase: 'retrying', referencedataid }
const arrived: UploadState = { phase: 'complete', referencedataid, isDescribing: true }
const complete: UploadState = { phase: 'complete', referencedataid, isDescribing: false }
const describing: UploadState = { phase: 'describing', referencedataid }
const failed: UploadState = { phase: 'failed', failure, row: { referencedataid, isSent: false } }
const failedWhenSent: UploadState = { phase: 'failed', failure, row: { referencedataid, isSent: true } }
const failedWithoutRow: UploadState = { phase: 'failed', failure, row: undefined }
const cancelling: UploadState = { phase: 'cancelling' }
const removing: UploadState = { phase: 'removing', referencedataid }
const notremoved: UploadState = { phase: 'notremoved', referencedataid, failure }

const states = {
  waiting,
  gettingurl,
  uploading,
  completing,
  asking,
  retrying,
  arrived,
  complete,
  describing,
  failed,
  failedWhenSent,
  failedWithoutRow,
  cancelling,
  removing,
  notremoved,
}
type Name = keyof typeof states

const one = { uploadid: 1, referencedataid }
const activity = { subjectid: 'u', activity: 'a' }
const events = {
  cancelled: { type: 'cancelled', uploadid: 1 },
  retried: { type: 'retried', uploadid: 1 },
  closed: { type: 'closed', ...activity },
  dismissed: { type: 'dismissed', ...activity },
  added: { type: 'added', uploadid: 1, presigned, at: 0 },
  addFailed: { type: 'addFailed', uploadid: 1, failure },
  progressed: { type: 'progressed', ...one, sent: 1, total: 2, at: 1 },
  sent: { type: 'sendEnded', ...one, outcome: 'sent' },
  refused: { type: 'sendEnded', ...one, outcome: 'refused' },
  broken: { type: 'sendEnded', ...one, outcome: 'broken' },
  aborted: { type: 'sendEnded', ...one, outcome: 'aborted' },
  UPLOADED: { type: 'completed', ...one, status: 'UPLOADED' },
  PENDING: { type: 'completed', ...one, status: 'PENDING' },
  FAILED: { type: 'completed', ...one, status: 'FAILED' },
  completeFailed: { type: 'completeFailed', ...one, failure },
  completeMissing: { type: 'completeFailed', ...one, failure: missing },
  described: { type: 'described', ...one },
  removed: { type: 'removed', ...one },
  removeFailed: { type: 'removeFailed', ...one, failure },
  removeMissing: { type: 'removeFailed', ...one, failure: missing },
  rowGone: { type: 'rowsRead', ...activity, rows: [] },
  rowUploaded: { type: 'rowsRead', ...activity, rows: [{ referencedataid, status: 'UPLOADED' }] },
  rowFailed: { type: 'rowsRead', ...activity, rows: [{ referencedataid, status: 'FAILED' }] },
} satisfies Record<string, UploadEvent>
type EventName = keyof typeof events

/**
 * The result of each event in each state: the phase, then the commands. Unlisted combinations change nothing. The row
 * was read before.
 */
const transitions: Record<Name, Partial<Record<EventName, string>>> = {
  // If it is alone in the list, a waiting upload starts at any event.
  waiting: {},
  gettingurl: {
    cancelled: 'cancelling',
    dismissed: 'cancelling',
    added: 'uploading send',
    addFailed: 'failed',
  },
  uploading: {
    cancelled: 'removing abort remove',
    dismissed: 'removing abort remove',
    progressed: 'uploading',
    sent: 'completing complete',
    refused: 'failed stop',
    broken: 'failed stop',
    aborted: 'failed stop',
    rowGone: 'failed abort',
  },
  completing: {
    cancelled: 'removing remove',
    dismissed: 'removing remove',
    UPLOADED: 'complete describe holdWindow',
    PENDING: 'failed stop',
    FAILED: 'failed',
    completeFailed: 'failed',
    completeMissing: 'failed',
    rowGone: 'failed',
  },
  asking: {
    cancelled: 'removing remove',
    dismissed: 'removing remove',
    UPLOADED: 'complete describe holdWindow',
    PENDING: 'retrying remove',
    FAILED: 'retrying remove',
    completeFailed: 'failed',
    completeMissing: 'failed',
    rowGone: 'failed',
  },
  retrying: {
    cancelled: 'removing',
    dismissed: 'removing',
    removed: 'gettingurl add',
    removeFailed: 'failed',
    removeMissing: 'gettingurl add',
  },
  arrived: { closed: 'describing', dismissed: 'describing', described: 'complete', rowGone: 'gone forget' },
  complete: { closed: 'gone forget', dismissed: 'gone forget', described: 'complete', rowGone: 'gone forget' },
  describing: { described: 'gone forget', rowGone: 'gone forget' },
  failed: {
    cancelled: 'removing remove',
    dismissed: 'removing remove',
    retried: 'retrying remove',
    rowGone: 'failed',
    rowUploaded: 'complete describe holdWindow',
  },
  failedWhenSent: {
    cancelled: 'removing remove',
    dismissed: 'removing remove',
    retried: 'completing complete',
    rowGone: 'failed',
    rowUploaded: 'complete describe holdWindow',
  },
  failedWithoutRow: {
    cancelled: 'gone forget holdWindow',
    dismissed: 'gone forget holdWindow',
    retried: 'gettingurl add',
  },
  cancelling: { added: 'removing remove', addFailed: 'gone forget holdWindow' },
  removing: {
    removed: 'gone forget holdWindow',
    removeFailed: 'notremoved',
    removeMissing: 'gone forget holdWindow',
  },
  notremoved: {
    cancelled: 'gone forget holdWindow',
    dismissed: 'gone forget holdWindow',
    retried: 'removing remove',
    rowGone: 'gone forget holdWindow',
  },
}

const names = Object.keys(states) as Name[]
const eventNames = Object.keys(events) as EventName[]
const step = (before: readonly Upload[], event: UploadEvent) => stepUploads(before, event)

test.each(
  names
    .filter((name) => name !== 'waiting')
    .flatMap((name) => eventNames.map((event): [Name, EventName] => [name, event])),
)('%s: %s', (name, event) => {
  const before = upload(states[name], referencedataid)
  const [uploads, commands] = step([before], events[event])
  const expected = transitions[name][event]
  if (expected === undefined) {
    expect(uploads).toEqual([before])
    expect(commands).toEqual([])
    return
  }
  const summary = [uploads[0]?.state.phase ?? 'gone', ...commands.map(({ type }) => type)].join(' ')
  expect(summary).toBe(expected)
  // An event about another file, row or activity changes nothing.
  const of = events[event]
  const others: UploadEvent[] = []
  if ('uploadid' in of) others.push({ ...of, uploadid: 2 })
  if ('referencedataid' in of) others.push({ ...of, referencedataid: 'earlier' })
  if ('activity' in of) others.push({ ...of, activity: 'b' }, { ...of, subjectid: 'v' })
  for (const other of others) expect(step([before], other)).toEqual([[before], []])
})

const afterStep = (state: UploadState, event: UploadEvent) => step([upload(state, referencedataid)], event)[0][0]?.state
const failedWith = (failure: object, row: object | undefined) => ({ phase: 'failed', failure, row })
const notSent = { referencedataid, isSent: false }
const refusedByStore = { code: 'STORE', message: 'The file store did not take the file.' }
const connectionLost = { code: 'NETWORK', message: 'The connection was lost.' }
const removedByOthers = { code: 'REMOVED', message: 'Somebody removed this file.' }

test.each([
  ['a row that could not be added', gettingurl, events.addFailed, failedWith(failure, undefined)],
  ['a refusal after the whole body', uploading, events.refused, failedWith(refusedByStore, notSent)],
  ['a lost connection', uploading, events.broken, failedWith(connectionLost, notSent)],
  ['a store that does not have it', completing, events.PENDING, failedWith(refusedByStore, notSent)],
  [
    'a subject that was closed',
    completing,
    events.completeFailed,
    failedWith(failure, { referencedataid, isSent: true }),
  ],
  ['a row that others removed', completing, events.completeMissing, failedWith(removedByOthers, undefined)],
  ['a row that others removed, as a read says', uploading, events.rowGone, failedWith(removedByOthers, undefined)],
  ['an old row that could not be removed', retrying, events.removeFailed, failedWith(failure, notSent)],
  ['a row that stays', removing, events.removeFailed, { phase: 'notremoved', referencedataid, failure }],
])('%s leaves what a retry needs to know', (_what, state, event, expected) => {
  expect(afterStep(state, event)).toMatchObject(expected)
  expect(afterStep(state, event)).toHaveProperty('phase', expected.phase)
  if ('row' in expected) expect(afterStep(state, event)).toHaveProperty('row', expected.row)
})

test.each([
  ['a file that is cancelled while it is sent', uploading, events.cancelled, { phase: 'removing', referencedataid }],
  ['a file that is cancelled while its row is added', cancelling, events.added, { phase: 'removing', referencedataid }],
  ['a retry that asks the store again', failedWhenSent, events.retried, asking],
  ['a transfer that ended', uploading, events.sent, completing],
  ['a retry that begins again', failed, events.retried, retrying],
  ['a file that is retried while it is missing', asking, events.FAILED, retrying],
  ['a file that arrived', completing, events.UPLOADED, arrived],
  ['a description', arrived, events.described, complete],
  ['a panel that closes before the description', arrived, events.closed, describing],
])('%s has a next state', (_what, state, event, next) => {
  expect(afterStep(state, event)).toEqual(next)
})

test('commands name the upload and its row', () => {
  const sent = upload(uploading, referencedataid)
  expect(step([sent], events.cancelled)[1]).toEqual([
    { type: 'abort', uploadid: 1 },
    { type: 'remove', upload: sent, referencedataid },
  ])
  expect(step([upload(gettingurl)], events.added)[1]).toEqual([{ type: 'send', upload: upload(gettingurl), presigned }])
  expect(step([sent], events.sent)[1]).toEqual([{ type: 'complete', upload: sent, referencedataid }])
  const ending = upload(completing, referencedataid)
  expect(step([ending], events.UPLOADED)[1]).toEqual([
    { type: 'describe', upload: ending, referencedataid },
    { type: 'holdWindow', isHeld: false },
  ])
  expect(step([upload(complete)], events.closed)[1]).toEqual([{ type: 'forget', file }])
})

test('progress has its bytes and its pace', () => {
  expect(afterStep(gettingurl, { ...events.added, at: 7 })).toEqual({
    ...uploading,
    pace: { sent: 0, at: 7, bytesPerSecond: undefined },
  })
  const before: UploadState = { ...uploading, pace: { sent: 0, at: 0, bytesPerSecond: undefined } }
  expect(afterStep(before, { ...events.progressed, sent: 10, total: 40, at: 1000 })).toEqual({
    ...uploading,
    sent: 10,
    total: 40,
    pace: { sent: 10, at: 1000, bytesPerSecond: 10 },
  })
})

test('a row that no read has shown yet is not removed by an answer without it', () => {
  const fresh = upload(uploading)
  expect(step([fresh], events.rowGone)).toEqual([[fresh], []])
  const [[seen]] = step([fresh], events.rowFailed)
  expect(seen).toEqual(upload(uploading, referencedataid))
  expect(step([{ ...fresh, seen: 'earlier' }], events.rowGone)[0]).toEqual([{ ...fresh, seen: 'earlier' }])
  // A file that arrived is in the record, whether a list has shown it or not.
  expect(step([upload(completing)], events.UPLOADED)[0]).toEqual([upload(arrived, referencedataid)])
})

test('a waiting file can be cancelled, and files are sent one at a time in their order', () => {
  const files = [1, 2, 3].map((uploadid) => ({ ...chosen, uploadid }))
  const [first, commands] = step([], { type: 'chosen', files })
  expect(first.map(({ state }) => state.phase)).toEqual(['gettingurl', 'waiting', 'waiting'])
  expect(first.map(({ seen }) => seen)).toEqual([undefined, undefined, undefined])
  expect(commands).toEqual([
    { type: 'add', upload: { ...files[0], state: waiting, seen: undefined } },
    { type: 'holdWindow', isHeld: true },
  ])
  const [cancelled, forgotten] = step(first, { type: 'cancelled', uploadid: 2 })
  expect(cancelled.map(({ uploadid }) => uploadid)).toEqual([1, 3])
  expect(forgotten).toEqual([{ type: 'forget', file }])
  const [next, added] = step(cancelled, { ...events.addFailed })
  expect(next.map(({ state }) => state.phase)).toEqual(['failed', 'gettingurl'])
  expect(added).toMatchObject([{ type: 'add', upload: { uploadid: 3 } }])
})

test.each([gettingurl, uploading, completing])('no file begins while another is $phase', (state) => {
  const list = [upload(state), { ...upload(waiting), uploadid: 2 }]
  expect(step(list, { type: 'retried', uploadid: 9 })).toEqual([list, []])
})

test.each([retrying, cancelling, removing, notremoved, failed, complete])(
  'a file begins while another is $phase',
  (state) => {
    const list = [upload(state), { ...upload(waiting), uploadid: 2 }]
    expect(step(list, { type: 'retried', uploadid: 9 })[1]).toMatchObject([{ type: 'add', upload: { uploadid: 2 } }])
  },
)

test('only a file that the server answered as UPLOADED is settled', () => {
  const stored: Name[] = ['arrived', 'complete', 'describing']
  const stopped: Name[] = ['failed', 'failedWhenSent', 'failedWithoutRow', 'notremoved']
  expect(names.filter((name) => !isUnsettled(upload(states[name])))).toEqual(stored)
  expect(names.filter((name) => !isUnderWay(upload(states[name])))).toEqual([...stored, ...stopped])
  expect(names.filter((name) => isStopped(states[name]))).toEqual(stopped)
  expect(names.filter((name) => rowOf(upload(states[name])) === undefined)).toEqual([
    'waiting',
    'gettingurl',
    'failedWithoutRow',
    'cancelling',
  ])
})

test('signing out drops every file, aborts the one being sent, and starts no other', () => {
  const all = Object.values(states).map((state, index): Upload => ({ ...upload(state), uploadid: index + 1 }))
  const sending = all.filter(({ state }) => state.phase === 'uploading')
  expect(sending).toHaveLength(1)
  expect(step(all, { type: 'signedOut' })).toEqual([
    [],
    [
      ...sending.map(({ uploadid }) => ({ type: 'abort', uploadid })),
      ...all.map(() => ({ type: 'forget', file })),
      { type: 'holdWindow', isHeld: false },
    ],
  ])
  // Uploads in progress no longer respond to anybody.
  expect(step([], events.added)).toEqual([[], []])
})

test('the uploads of a subject are listed until they are closed', () => {
  const [a, b] = [upload(complete), { ...upload(failed), target: { ...target, activitytypeid: 'b' } }]
  const all = [a, b, upload(describing), { ...upload(failed), target: { ...target, subjectid: 'v' } }]
  expect(listedUploads(all, 'u')).toEqual([a, b])
  expect(listedUploads(all, 'u', 'b')).toEqual([b])
})

test('each file of an activity is counted once', () => {
  const rows = [
    { referencedataid, status: 'PENDING' },
    { referencedataid: 'other', status: 'PENDING' },
    { referencedataid: 'stored', status: 'UPLOADED' },
    { referencedataid: 'lost', status: 'FAILED' },
  ]
  expect(countFiles(rows, [])).toEqual({ stored: 1, sending: 2, stopped: 1 })
  expect(countFiles(rows, [upload(failed)])).toEqual({ stored: 1, sending: 1, stopped: 2 })
  expect(countFiles(rows, [upload(uploading), upload(waiting)])).toEqual({ stored: 1, sending: 3, stopped: 1 })
  expect(countFiles([], [upload(complete)])).toEqual({ stored: 1, sending: 0, stopped: 0 })
})
