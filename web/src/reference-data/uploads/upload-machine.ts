import { Failure } from '../../calls/failures.ts'
import { measurePace } from './remaining-time.ts'
import { rowOf, type Upload, type UploadEffect, type UploadEvent, type UploadState } from './upload-state.ts'

export type Step = { uploads: readonly Upload[]; effects: readonly UploadEffect[] }

/** The next state of an upload, or undefined if it leaves the list. */
type Next = { state: UploadState | undefined; effects?: readonly UploadEffect[] }

/** All uploads after one event, and the effects to run next. Pure: uploads.ts runs the effects. */
export function reduceUploads(uploads: readonly Upload[], event: UploadEvent): Step {
  if (event.type === 'chosen') {
    const added = event.files.map((file): Upload => ({ ...file, state: { phase: 'waiting' } }))
    return beginNext({ uploads: [...uploads, ...added], effects: [] })
  }
  if (event.type === 'signedOut') {
    const sending = uploads.filter(({ state }) => state.phase === 'uploading')
    return { uploads: [], effects: sending.map(({ uploadid }) => ({ type: 'abort', uploadid })) }
  }
  const effects: UploadEffect[] = []
  const after = uploads.flatMap((upload) => {
    const next = concerns(event, upload) ? stepUpload(upload, event) : undefined
    if (!next) return [upload]
    effects.push(...(next.effects ?? []))
    return next.state ? [{ ...upload, state: next.state }] : []
  })
  return beginNext({ uploads: after, effects })
}

/** One file at a time, in the order in which they were added. */
function beginNext({ uploads, effects }: Step): Step {
  const isBusy = uploads.some(({ state: { phase } }) => ['gettingurl', 'uploading', 'completing'].includes(phase))
  const next = uploads.find(({ state }) => state.phase === 'waiting')
  if (isBusy || !next) return { uploads, effects }
  return {
    uploads: uploads.map((upload) => (upload === next ? { ...upload, state: { phase: 'gettingurl' } } : upload)),
    effects: [...effects, { type: 'add', uploadid: next.uploadid }],
  }
}

type OneEvent = Exclude<UploadEvent, { type: 'chosen' | 'signedOut' }>

function concerns(event: OneEvent, upload: Upload): boolean {
  if (event.type === 'closed') {
    const { subjectid, activitytypeid } = upload.target
    return event.subjectid === subjectid && event.activitytypeid === activitytypeid
  }
  if ('uploadid' in event && event.uploadid !== upload.uploadid) return false
  return !('referencedataid' in event) || event.referencedataid === rowOf(upload)
}

/** Undefined if the event changes nothing in this state. */
function stepUpload({ uploadid, state }: Upload, event: OneEvent): Next | undefined {
  switch (event.type) {
    case 'cancelled':
      return cancel(uploadid, state)
    case 'retried':
      return retry(uploadid, state)
    case 'closed':
      return state.phase === 'complete' ? { state: undefined } : undefined
    case 'added': {
      const { presigned, at } = event
      const { referencedataid } = presigned
      if (state.phase === 'cancelling') return remove('removing', uploadid, referencedataid)
      if (state.phase !== 'gettingurl') return undefined
      const pace = measurePace(undefined, 0, at)
      return {
        state: { phase: 'uploading', referencedataid, sent: 0, total: 0, pace },
        effects: [{ type: 'send', uploadid, presigned }],
      }
    }
    case 'addFailed':
      if (state.phase === 'cancelling') return { state: undefined }
      return state.phase === 'gettingurl' ? fail(event.failure, undefined) : undefined
    case 'progressed': {
      if (state.phase !== 'uploading') return undefined
      const { sent, total, at } = event
      return { state: { ...state, sent, total, pace: measurePace(state.pace, sent, at) } }
    }
    case 'sendEnded': {
      if (state.phase !== 'uploading') return undefined
      const { referencedataid, outcome } = event
      if (outcome === 'sent') return complete(uploadid, referencedataid, 'fail')
      return fail(outcome === 'refused' ? storeRefused : connectionBroke, { referencedataid, isSent: false })
    }
    case 'completed': {
      if (state.phase !== 'completing') return undefined
      const { referencedataid, status } = event
      if (status === 'UPLOADED') return { state: { phase: 'complete', referencedataid } }
      if (state.ifMissing === 'resend') return remove('retrying', uploadid, referencedataid)
      return fail(storeRefused, { referencedataid, isSent: false })
    }
    case 'completeFailed': {
      if (state.phase !== 'completing') return undefined
      const { referencedataid, failure } = event
      if (isMissing(failure)) return fail(removedByOthers, undefined)
      return fail(failure, { referencedataid, isSent: true })
    }
    case 'removed':
      return removed(state)
    case 'removeFailed': {
      const { referencedataid, failure } = event
      if (isMissing(failure)) return removed(state)
      if (state.phase === 'retrying') return fail(failure, { referencedataid, isSent: false })
      return state.phase === 'removing' ? { state: { phase: 'notremoved', referencedataid, failure } } : undefined
    }
    case 'rowRemoved':
      return rowRemoved(uploadid, state)
    case 'rowSettled':
      // FAILED is not final while a file is being sent: one that arrives later still becomes UPLOADED.
      return event.status === 'UPLOADED' && state.phase === 'failed'
        ? { state: { phase: 'complete', referencedataid: event.referencedataid } }
        : undefined
  }
}

function cancel(uploadid: number, state: UploadState): Next | undefined {
  switch (state.phase) {
    case 'waiting':
    case 'notremoved':
      return { state: undefined }
    case 'gettingurl':
      return { state: { phase: 'cancelling' } }
    case 'uploading': {
      const next = remove('removing', uploadid, state.referencedataid)
      return { state: next.state, effects: [{ type: 'abort', uploadid }, ...next.effects] }
    }
    case 'completing':
      return remove('removing', uploadid, state.referencedataid)
    case 'retrying':
      // It is already being removed.
      return { state: { phase: 'removing', referencedataid: state.referencedataid } }
    case 'failed':
      return state.row ? remove('removing', uploadid, state.row.referencedataid) : { state: undefined }
    case 'complete':
    case 'cancelling':
    case 'removing':
      return undefined
  }
}

/**
 * Starts again with a new row, because the policy of the old one may have ended. If only the last call failed, repeats
 * that.
 */
function retry(uploadid: number, state: UploadState): Next | undefined {
  if (state.phase === 'notremoved') return remove('removing', uploadid, state.referencedataid)
  if (state.phase !== 'failed') return undefined
  if (!state.row) return { state: { phase: 'waiting' } }
  const { referencedataid, isSent } = state.row
  return isSent ? complete(uploadid, referencedataid, 'resend') : remove('retrying', uploadid, referencedataid)
}

function rowRemoved(uploadid: number, state: UploadState): Next | undefined {
  switch (state.phase) {
    case 'uploading':
      return { ...fail(removedByOthers, undefined), effects: [{ type: 'abort', uploadid }] }
    case 'completing':
    case 'failed':
      return fail(removedByOthers, undefined)
    case 'complete':
    case 'notremoved':
      return { state: undefined }
    default:
      // `retrying` and `removing` learn of it from their own call.
      return undefined
  }
}

function removed({ phase }: UploadState): Next | undefined {
  if (phase === 'removing') return { state: undefined }
  return phase === 'retrying' ? { state: { phase: 'waiting' } } : undefined
}

function fail(failure: Failure, row: { referencedataid: string; isSent: boolean } | undefined): Next {
  return { state: { phase: 'failed', failure, row } }
}

function complete(uploadid: number, referencedataid: string, ifMissing: 'fail' | 'resend'): Next {
  return {
    state: { phase: 'completing', referencedataid, ifMissing },
    effects: [{ type: 'complete', uploadid, referencedataid }],
  }
}

function remove(phase: 'retrying' | 'removing', uploadid: number, referencedataid: string) {
  const effects: readonly UploadEffect[] = [{ type: 'remove', uploadid, referencedataid }]
  const state: UploadState = { phase, referencedataid }
  return { state, effects }
}

function isMissing({ code }: Failure): boolean {
  return code === 'NOT_FOUND'
}

/** UploadItem shows these in the person's language. */
const storeRefused = new Failure({ code: 'STORE', message: 'The file store did not take the file.' })
const connectionBroke = new Failure({ code: 'NETWORK', message: 'The connection was lost.' })
const removedByOthers = new Failure({ code: 'REMOVED', message: 'Somebody removed this file.' })
