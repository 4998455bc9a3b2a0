import { Failure } from '../../calls/failures.ts'
import type { Step } from '../../machine/machine.ts'
import { measurePace } from './pace/remaining-time.ts'
import {
  type ChosenFile,
  isUnsettled,
  type ReadRow,
  rowOf,
  targetKey,
  type Upload,
  type UploadCommand,
  type UploadEvent,
  type UploadState,
} from './upload-state.ts'

/** The next state of an upload, undefined if it leaves the list. */
type Next = { state: UploadState | undefined; seen?: string; commands?: readonly UploadCommand[] }

/** All uploads after one event, and the commands to run next. Pure: upload-effects.ts runs them. */
export const stepUploads: Step<readonly Upload[], UploadEvent, UploadCommand> = (before, event) => {
  const commands: UploadCommand[] = []
  const after = beginNext(changed(before, event, commands), commands)
  for (const { uploadid, file } of before) {
    if (!after.some((upload) => upload.uploadid === uploadid)) commands.push({ type: 'forget', file })
  }
  const isHeld = after.some(isUnsettled)
  if (isHeld !== before.some(isUnsettled)) commands.push({ type: 'holdWindow', isHeld })
  return [after, commands]
}

function changed(uploads: readonly Upload[], event: UploadEvent, commands: UploadCommand[]): readonly Upload[] {
  if (event.type === 'chosen') {
    return [
      ...uploads,
      ...event.files.map((file): Upload => ({ ...file, state: { phase: 'waiting' }, seen: undefined })),
    ]
  }
  if (event.type === 'signedOut') {
    for (const { uploadid, state } of uploads)
      if (state.phase === 'uploading') commands.push({ type: 'abort', uploadid })
    return []
  }
  return uploads.flatMap((upload) => {
    const next = concerns(event, upload) ? stepUpload(upload, event) : undefined
    if (!next) return [upload]
    const { state, seen = upload.seen } = next
    commands.push(...(next.commands ?? []))
    return state ? [{ ...upload, state, seen }] : []
  })
}

const busyPhases: readonly UploadState['phase'][] = ['gettingurl', 'uploading', 'completing']

/** One file at a time, in the order in which they were added. */
function beginNext(uploads: readonly Upload[], commands: UploadCommand[]): readonly Upload[] {
  const next = uploads.find(({ state }) => state.phase === 'waiting')
  if (!next || uploads.some(({ state }) => busyPhases.includes(state.phase))) return uploads
  commands.push({ type: 'add', upload: next })
  return uploads.map((upload) => (upload === next ? { ...upload, state: { phase: 'gettingurl' } } : upload))
}

type OneEvent = Exclude<UploadEvent, { type: 'chosen' | 'signedOut' }>

function concerns(event: OneEvent, upload: Upload): boolean {
  if ('activity' in event)
    return event.subjectid === upload.target.subjectid && event.activity === targetKey(upload.target)
  if (event.uploadid !== upload.uploadid) return false
  return !('referencedataid' in event) || event.referencedataid === rowOf(upload)
}

/** Undefined if the event changes nothing in this state. */
function stepUpload(upload: Upload, event: OneEvent): Next | undefined {
  const { state } = upload
  switch (event.type) {
    case 'cancelled':
      return cancel(upload)
    case 'retried':
      return retry(upload)
    case 'closed':
      return close(state)
    case 'dismissed':
      return isUnsettled(upload) ? cancel(upload) : close(state)
    case 'rowsRead':
      return readRows(upload, event.rows)
    case 'added': {
      const { presigned, at } = event
      const { referencedataid } = presigned
      if (state.phase === 'cancelling') return remove('removing', upload, referencedataid)
      if (state.phase !== 'gettingurl') return undefined
      const pace = measurePace(undefined, 0, at)
      return {
        state: { phase: 'uploading', referencedataid, sent: 0, total: 0, pace },
        commands: [{ type: 'send', upload, presigned }],
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
      if (outcome === 'sent') return complete(upload, referencedataid, 'fail')
      return stop(outcome === 'refused' ? storeRefused : connectionBroke, upload, referencedataid)
    }
    case 'completed': {
      if (state.phase !== 'completing') return undefined
      const { referencedataid, status } = event
      if (status === 'UPLOADED') return arrive(upload, referencedataid)
      if (state.ifMissing === 'resend') return remove('retrying', upload, referencedataid)
      if (status === 'FAILED') return fail(storeRefused, { referencedataid, isSent: false })
      return stop(storeRefused, upload, referencedataid)
    }
    case 'completeFailed': {
      if (state.phase !== 'completing') return undefined
      const { referencedataid, failure } = event
      if (isMissing(failure)) return fail(removedByOthers, undefined)
      return fail(failure, { referencedataid, isSent: true })
    }
    case 'described':
      if (state.phase === 'describing') return { state: undefined }
      return state.phase === 'complete' ? { state: { ...state, isDescribing: false } } : undefined
    case 'removed':
      return removed(state)
    case 'removeFailed': {
      const { referencedataid, failure } = event
      if (isMissing(failure)) return removed(state)
      if (state.phase === 'retrying') return fail(failure, { referencedataid, isSent: false })
      return state.phase === 'removing' ? { state: { phase: 'notremoved', referencedataid, failure } } : undefined
    }
  }
}

function cancel(upload: Upload): Next | undefined {
  const { uploadid, state } = upload
  switch (state.phase) {
    case 'waiting':
    case 'notremoved':
      return { state: undefined }
    case 'gettingurl':
      return { state: { phase: 'cancelling' } }
    case 'uploading': {
      const next = remove('removing', upload, state.referencedataid)
      return { state: next.state, commands: [{ type: 'abort', uploadid }, ...next.commands] }
    }
    case 'completing':
      return remove('removing', upload, state.referencedataid)
    case 'retrying':
      // It is already being removed.
      return { state: { phase: 'removing', referencedataid: state.referencedataid } }
    case 'failed':
      return state.row ? remove('removing', upload, state.row.referencedataid) : { state: undefined }
    case 'complete':
    case 'describing':
    case 'cancelling':
    case 'removing':
      return undefined
  }
}

/**
 * Starts again with a new row, because the policy of the old one may have ended. If only the last call failed, repeats
 * that.
 */
function retry(upload: Upload): Next | undefined {
  const { state } = upload
  if (state.phase === 'notremoved') return remove('removing', upload, state.referencedataid)
  if (state.phase !== 'failed') return undefined
  if (!state.row) return { state: { phase: 'waiting' } }
  const { referencedataid, isSent } = state.row
  return isSent ? complete(upload, referencedataid, 'resend') : remove('retrying', upload, referencedataid)
}

/** A complete file leaves the list. It is kept until it is described. */
function close(state: UploadState): Next | undefined {
  if (state.phase !== 'complete') return undefined
  const { referencedataid, isDescribing } = state
  return { state: isDescribing ? { phase: 'describing', referencedataid } : undefined }
}

/** A row that was read before and is missing now was removed. One that was never read may be too new for the answer. */
function readRows(upload: Upload, rows: readonly ReadRow[]): Next | undefined {
  const { state, seen } = upload
  const referencedataid = rowOf(upload)
  if (referencedataid === undefined) return undefined
  const row = rows.find((each) => each.referencedataid === referencedataid)
  if (!row) return seen === referencedataid ? rowRemoved(upload) : undefined
  // FAILED is not final while a file is being sent: one that arrives later still becomes UPLOADED.
  if (row.status === 'UPLOADED' && state.phase === 'failed') return arrive(upload, referencedataid)
  return seen === referencedataid ? undefined : { state, seen: referencedataid }
}

function rowRemoved({ uploadid, state }: Upload): Next | undefined {
  switch (state.phase) {
    case 'uploading':
      return { ...fail(removedByOthers, undefined), commands: [{ type: 'abort', uploadid }] }
    case 'completing':
    case 'failed':
      return fail(removedByOthers, undefined)
    case 'complete':
    case 'describing':
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

/** The file did not arrive, and the server need not wait for it. */
function stop(failure: Failure, upload: ChosenFile, referencedataid: string): Next {
  const next = fail(failure, { referencedataid, isSent: false })
  return { ...next, commands: [{ type: 'stop', upload, referencedataid }] }
}

function arrive(upload: ChosenFile, referencedataid: string): Next {
  return {
    state: { phase: 'complete', referencedataid, isDescribing: true },
    seen: referencedataid,
    commands: [{ type: 'describe', upload, referencedataid }],
  }
}

function complete(upload: ChosenFile, referencedataid: string, ifMissing: 'fail' | 'resend'): Next {
  return {
    state: { phase: 'completing', referencedataid, ifMissing },
    commands: [{ type: 'complete', upload, referencedataid }],
  }
}

function remove(phase: 'retrying' | 'removing', upload: ChosenFile, referencedataid: string) {
  const commands: readonly UploadCommand[] = [{ type: 'remove', upload, referencedataid }]
  const state: UploadState = { phase, referencedataid }
  return { state, commands }
}

function isMissing({ code }: Failure): boolean {
  return code === 'NOT_FOUND'
}

/** UploadItem shows these in the person's language. */
const storeRefused = new Failure({ code: 'STORE', message: 'The file store did not take the file.' })
const connectionBroke = new Failure({ code: 'NETWORK', message: 'The connection was lost.' })
const removedByOthers = new Failure({ code: 'REMOVED', message: 'Somebody removed this file.' })
