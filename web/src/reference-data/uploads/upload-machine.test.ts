import { expect, test } from 'vitest'
import { Failure } from '../../calls/failures.ts'
import { reduceUploads } from './upload-machine.ts'
import { isUnderWay, isUnsettled, rowOf, type Upload, type UploadEvent, type UploadState } from './upload-state.ts'

const target = { siteid: 's', studyid: 't', subjectid: 'u', activitytypeid: 'a', identifier: null }
const file = new File(['1,2'], 'arm.csv')
const referencedataid = 'row'
const presigned = { referencedataid, objectUrl: '/objects', fields: '{}' }
const failure = new Failure({ code: 'SUBJECT_NOT_OPEN', message: 'closed' })
const missing = new Failure({ code: 'NOT_FOUND', message: 'missing' })

const upload = (state: UploadState): Upload => ({ uploadid: 1, target, file, state })

const waiting: UploadState = { phase: 'waiting' }
const gettingurl: UploadState = { phase: 'gettingurl' }
const uploading: UploadState = { phase: 'uploading', referencedataid, sent: 0, total: 0, pace: undefined }
const completing: UploadState = { phase: 'completing', referencedataid, ifMissing: 'fail' }
const asking: UploadState = { phase: 'completing', referencedataid, ifMissing: 'resend' }
const retrying: UploadState = { phase: 'retrying', referencedataid }
const complete: UploadState = { phase: 'complete', referencedataid }
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
  complete,
  failed,
  failedWhenSent,
  failedWithoutRow,
  cancelling,
  removing,
  notremoved,
}
type Name = keyof typeof states

const one = { uploadid: 1, referencedataid }
const events = {
  cancelled: { type: 'cancelled', uploadid: 1 },
  retried: { type: 'retried', uploadid: 1 },
  closed: { type: 'closed', subjectid: 'u', activitytypeid: 'a' },
  added: { type: 'added', uploadid: 1, presigned, at: 0 },
  addFailed: { type: 'addFailed', uploadid: 1, failure },
  progressed: { type: 'progressed', ...one, sent: 1, total: 2, at: 1 },
  sent: { type: 'sendEnded', ...one, outcome: 'sent' },
  refused: { type: 'sendEnded', ...one, outcome: 'refused' },
  broken: { type: 'sendEnded', ...one, outcome: 'broken' },
  UPLOADED: { type: 'completed', ...one, status: 'UPLOADED' },
  PENDING: { type: 'completed', ...one, status: 'PENDING' },
  FAILED: { type: 'completed', ...one, status: 'FAILED' },
  completeFailed: { type: 'completeFailed', ...one, failure },
  completeMissing: { type: 'completeFailed', ...one, failure: missing },
  removed: { type: 'removed', ...one },
  removeFailed: { type: 'removeFailed', ...one, failure },
  removeMissing: { type: 'removeFailed', ...one, failure: missing },
  rowRemoved: { type: 'rowRemoved', referencedataid },
  rowUploaded: { type: 'rowSettled', referencedataid, status: 'UPLOADED' },
  rowFailed: { type: 'rowSettled', referencedataid, status: 'FAILED' },
} satisfies Record<string, UploadEvent>
type EventName = keyof typeof events

/** The result of each event in each state: the phase, then the effects. Unlisted combinations change nothing. */
const transitions: Record<Name, Partial<Record<EventName, string>>> = {
  // If it is alone in the list, a waiting upload starts at any event.
  waiting: {},
  gettingurl: { cancelled: 'cancelling', added: 'uploading send', addFailed: 'failed' },
  uploading: {
    cancelled: 'removing abort remove',
    progressed: 'uploading',
    sent: 'completing complete',
    refused: 'failed',
    broken: 'failed',
    rowRemoved: 'failed abort',
  },
  completing: {
    cancelled: 'removing remove',
    UPLOADED: 'complete',
    PENDING: 'failed',
    FAILED: 'failed',
    completeFailed: 'failed',
    completeMissing: 'failed',
    rowRemoved: 'failed',
  },
  asking: {
    cancelled: 'removing remove',
    UPLOADED: 'complete',
    PENDING: 'retrying remove',
    FAILED: 'retrying remove',
    completeFailed: 'failed',
    completeMissing: 'failed',
    rowRemoved: 'failed',
  },
  retrying: {
    cancelled: 'removing',
    removed: 'gettingurl add',
    removeFailed: 'failed',
    removeMissing: 'gettingurl add',
  },
  complete: { closed: 'gone', rowRemoved: 'gone' },
  failed: {
    cancelled: 'removing remove',
    retried: 'retrying remove',
    rowRemoved: 'failed',
    rowUploaded: 'complete',
  },
  failedWhenSent: {
    cancelled: 'removing remove',
    retried: 'completing complete',
    rowRemoved: 'failed',
    rowUploaded: 'complete',
  },
  failedWithoutRow: { cancelled: 'gone', retried: 'gettingurl add' },
  cancelling: { added: 'removing remove', addFailed: 'gone' },
  removing: { removed: 'gone', removeFailed: 'notremoved', removeMissing: 'gone' },
  notremoved: { cancelled: 'gone', retried: 'removing remove', rowRemoved: 'gone' },
}

const names = Object.keys(states) as Name[]
const eventNames = Object.keys(events) as EventName[]

test.each(
  names
    .filter((name) => name !== 'waiting')
    .flatMap((name) => eventNames.map((event): [Name, EventName] => [name, event])),
)('%s: %s', (name, event) => {
  const before = upload(states[name])
  const { uploads, effects } = reduceUploads([before], events[event])
  const expected = transitions[name][event]
  if (expected === undefined) {
    expect(uploads).toEqual([before])
    expect(effects).toEqual([])
    return
  }
  const summary = [uploads[0]?.state.phase ?? 'gone', ...effects.map(({ type }) => type)].join(' ')
  expect(summary).toBe(expected)
})

test.each([
  ['a refusal after the whole body', uploading, events.refused, { referencedataid, isSent: false }],
  ['a lost connection', uploading, events.broken, { referencedataid, isSent: false }],
  ['a store that does not have it', completing, events.PENDING, { referencedataid, isSent: false }],
  ['a subject that was closed', completing, events.completeFailed, { referencedataid, isSent: true }],
  ['a row that others removed', completing, events.completeMissing, undefined],
  ['a row that others removed, as live updates say', uploading, events.rowRemoved, undefined],
])('%s leaves what a retry needs to know', (_what, state, event, row) => {
  const { uploads } = reduceUploads([upload(state)], event)
  expect(uploads).toMatchObject([{ state: { phase: 'failed' } }])
  expect(uploads[0]?.state).toHaveProperty('row', row)
})

test('a waiting file can be cancelled, and files are sent one at a time in their order', () => {
  const files = [1, 2, 3].map((uploadid) => ({ uploadid, target, file }))
  const chosen = reduceUploads([], { type: 'chosen', files })
  expect(chosen.uploads.map(({ state }) => state.phase)).toEqual(['gettingurl', 'waiting', 'waiting'])
  expect(chosen.effects).toEqual([{ type: 'add', uploadid: 1 }])
  const cancelled = reduceUploads(chosen.uploads, { type: 'cancelled', uploadid: 2 })
  expect(cancelled.uploads.map(({ uploadid }) => uploadid)).toEqual([1, 3])
  const next = reduceUploads(cancelled.uploads, { ...events.addFailed })
  expect(next.uploads.map(({ state }) => state.phase)).toEqual(['failed', 'gettingurl'])
  expect(next.effects).toEqual([{ type: 'add', uploadid: 3 }])
})

test('an answer about the row of an earlier attempt changes nothing', () => {
  const before = [upload(uploading)]
  for (const event of [events.refused, events.UPLOADED, events.removed, events.rowRemoved]) {
    expect(reduceUploads(before, { ...event, referencedataid: 'earlier' }).uploads).toEqual(before)
  }
})

test('closing the panel of another activity forgets nothing', () => {
  const before = [upload(complete)]
  expect(reduceUploads(before, { ...events.closed, activitytypeid: 'other' }).uploads).toEqual(before)
})

test('only a file that the server answered as UPLOADED is settled', () => {
  expect(names.filter((name) => !isUnsettled(upload(states[name])))).toEqual(['complete'])
  expect(names.filter((name) => !isUnderWay(upload(states[name])))).toEqual([
    'complete',
    'failed',
    'failedWhenSent',
    'failedWithoutRow',
    'notremoved',
  ])
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
  expect(reduceUploads(all, { type: 'signedOut' })).toEqual({
    uploads: [],
    effects: sending.map(({ uploadid }) => ({ type: 'abort', uploadid })),
  })
  // Uploads in progress no longer respond to anybody.
  expect(reduceUploads([], { type: 'added', uploadid: 1, presigned, at: 0 })).toEqual({ uploads: [], effects: [] })
})
