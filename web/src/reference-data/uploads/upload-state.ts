import type { Failure } from '../../calls/failures.ts'
import type { Pace } from './remaining-time.ts'

/** The activity that a file belongs to. */
export type UploadTarget = {
  siteid: string
  studyid: string
  subjectid: string
  activitytypeid: string
  identifier: string | null
}

/** The server's row of a failed upload, and whether the store may have its file. */
export type LeftRow = { referencedataid: string; isSent: boolean }

/**
 * The state of one file. `referencedataid` is the id of its row on the server. `complete` means that the server
 * answered UPLOADED, nothing less. A cancelled file stays in the list until its row is removed.
 */
export type UploadState =
  | { phase: 'waiting' }
  | { phase: 'gettingurl' }
  | { phase: 'uploading'; referencedataid: string; sent: number; total: number; pace: Pace | undefined }
  /** `ifMissing`: what to do if the store does not have the file. */
  | { phase: 'completing'; referencedataid: string; ifMissing: 'fail' | 'resend' }
  /** Removes the previous attempt's row, then waits for its turn. */
  | { phase: 'retrying'; referencedataid: string }
  | { phase: 'complete'; referencedataid: string }
  | { phase: 'failed'; failure: Failure; row: LeftRow | undefined }
  /** Cancelled while the row was being added: it is removed as soon as its id is known. */
  | { phase: 'cancelling' }
  | { phase: 'removing'; referencedataid: string }
  /** Cancelled, but the server refused to remove the row. */
  | { phase: 'notremoved'; referencedataid: string; failure: Failure }

export type Upload = { uploadid: number; target: UploadTarget; file: File; state: UploadState }

export type Presigned = { referencedataid: string; objectUrl: string; fields: string }
export type SendOutcome = 'sent' | 'refused' | 'broken' | 'aborted'
type RowStatus = 'PENDING' | 'UPLOADED' | 'FAILED'

/** Results name their row, so that a late result of an earlier attempt changes nothing. */
type OfRow = { uploadid: number; referencedataid: string }

export type UploadEvent =
  // Actions of the person.
  | { type: 'chosen'; files: readonly Omit<Upload, 'state'>[] }
  | { type: 'cancelled'; uploadid: number }
  | { type: 'retried'; uploadid: number }
  | { type: 'closed'; subjectid: string; activitytypeid: string }
  /** Signs out: no data of the person stays, and nothing more is sent. */
  | { type: 'signedOut' }
  // Results of effects.
  | { type: 'added'; uploadid: number; presigned: Presigned; at: number }
  | { type: 'addFailed'; uploadid: number; failure: Failure }
  | ({ type: 'progressed'; sent: number; total: number; at: number } & OfRow)
  | ({ type: 'sendEnded'; outcome: SendOutcome } & OfRow)
  | ({ type: 'completed'; status: RowStatus } & OfRow)
  | ({ type: 'completeFailed'; failure: Failure } & OfRow)
  | ({ type: 'removed' } & OfRow)
  | ({ type: 'removeFailed'; failure: Failure } & OfRow)
  // Live updates of the row.
  | { type: 'rowRemoved'; referencedataid: string }
  | { type: 'rowSettled'; referencedataid: string; status: 'UPLOADED' | 'FAILED' }

export type UploadEffect =
  | { type: 'add'; uploadid: number }
  | { type: 'send'; uploadid: number; presigned: Presigned }
  | { type: 'abort'; uploadid: number }
  | ({ type: 'complete' } & OfRow)
  | ({ type: 'remove' } & OfRow)

/** Whether the file is neither stored nor given up: closing the window would lose it. */
export function isUnsettled({ state }: Upload): boolean {
  return state.phase !== 'complete'
}

/** Whether an operation is in progress that ends by itself. */
export function isUnderWay({ state }: Upload): boolean {
  return state.phase !== 'complete' && !isStopped(state)
}

/** Whether it waits for the person to retry or dismiss it. */
export function isStopped({ phase }: UploadState): boolean {
  return phase === 'failed' || phase === 'notremoved'
}

/** The upload's row on the server, or undefined. */
export function rowOf({ state }: Upload): string | undefined {
  if ('referencedataid' in state) return state.referencedataid
  return state.phase === 'failed' ? state.row?.referencedataid : undefined
}
