import { keyOfOccurrence, type Occurrence } from '@casebook/domain/shared/names/occurrences.ts'
import type { Failure } from '../../calls/failures.ts'
import type { Pace } from './pace/remaining-time.ts'

/** The activity that a file belongs to: which one of its type, if there may be several. */
export type UploadTarget = Occurrence & {
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
  /** `isDescribing`: what was read of the file is still to be stored. */
  | { phase: 'complete'; referencedataid: string; isDescribing: boolean }
  /** Complete, and its panel was closed before it was described. It is no longer listed. */
  | { phase: 'describing'; referencedataid: string }
  | { phase: 'failed'; failure: Failure; row: LeftRow | undefined }
  /** Cancelled while the row was being added: it is removed as soon as its id is known. */
  | { phase: 'cancelling' }
  | { phase: 'removing'; referencedataid: string }
  /** Cancelled, but the server refused to remove the row. */
  | { phase: 'notremoved'; referencedataid: string; failure: Failure }

export type Upload = {
  readonly uploadid: number
  readonly target: UploadTarget
  readonly file: File
  /** The zone of the recorder's clock, for a file that contains none. */
  readonly zone: string
  readonly state: UploadState
  /** The row that a read of the subject's files last showed for it, or undefined. */
  readonly seen: string | undefined
}

export type ChosenFile = Pick<Upload, 'uploadid' | 'target' | 'file' | 'zone'>

/** What a read of an activity's files says about one of them. */
export type ReadRow = { readonly referencedataid: string; readonly status: string }

export type Presigned = { referencedataid: string; objectUrl: string; fields: string }
export type SendOutcome = 'sent' | 'refused' | 'broken' | 'aborted'
type RowStatus = 'PENDING' | 'UPLOADED' | 'FAILED'

/** Results name their row, so that a late result of an earlier attempt changes nothing. */
type OfRow = { uploadid: number; referencedataid: string }

/** The activity of these files, by its key (keyOfOccurrence): the same for all uploads that a panel lists. */
type OfActivity = { readonly subjectid: string; readonly activity: string }

export type UploadEvent =
  // Actions of the person.
  | { type: 'chosen'; files: readonly ChosenFile[] }
  | { type: 'cancelled'; uploadid: number }
  | { type: 'retried'; uploadid: number }
  /** Closes the panel: complete files leave the list. */
  | ({ type: 'closed' } & OfActivity)
  /** Closes the panel and cancels what is not complete. */
  | ({ type: 'dismissed' } & OfActivity)
  /** Signs out: no data of the person stays, and nothing more is sent. */
  | { type: 'signedOut' }
  // Results of commands.
  | { type: 'added'; uploadid: number; presigned: Presigned; at: number }
  | { type: 'addFailed'; uploadid: number; failure: Failure }
  | ({ type: 'progressed'; sent: number; total: number; at: number } & OfRow)
  | ({ type: 'sendEnded'; outcome: SendOutcome } & OfRow)
  | ({ type: 'completed'; status: RowStatus } & OfRow)
  | ({ type: 'completeFailed'; failure: Failure } & OfRow)
  /** The description is stored, or there is none, or it could not be stored. */
  | ({ type: 'described' } & OfRow)
  | ({ type: 'removed' } & OfRow)
  | ({ type: 'removeFailed'; failure: Failure } & OfRow)
  /** A read of the activity's files was answered, by a live update, too. */
  | ({ type: 'rowsRead'; rows: readonly ReadRow[] } & OfActivity)

export type UploadCommand =
  | { type: 'add'; upload: ChosenFile }
  | { type: 'send'; upload: ChosenFile; presigned: Presigned }
  | { type: 'abort'; uploadid: number }
  | { type: 'complete'; upload: ChosenFile; referencedataid: string }
  /** Stores what was read of the file, which may still be being read. */
  | { type: 'describe'; upload: ChosenFile; referencedataid: string }
  /** Tells the server that nothing is being sent. */
  | { type: 'stop'; upload: ChosenFile; referencedataid: string }
  | { type: 'remove'; upload: ChosenFile; referencedataid: string }
  /** Forgets what was read of the file. */
  | { type: 'forget'; file: File }
  /** Whether closing the window would lose a file. */
  | { type: 'holdWindow'; isHeld: boolean }

/** The key of its activity (keyOfOccurrence). */
export function targetKey(target: UploadTarget): string {
  return keyOfOccurrence(target.activitytypeid, target)
}

/** Whether the file is neither stored nor given up: closing the window would lose it. */
export function isUnsettled({ state }: Upload): boolean {
  return !isStored(state)
}

/** Whether an operation is in progress that ends by itself. */
export function isUnderWay({ state }: Upload): boolean {
  return !isStored(state) && !isStopped(state)
}

function isStored({ phase }: UploadState): boolean {
  return phase === 'complete' || phase === 'describing'
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

/** How many files of an activity are stored, being sent, and were not uploaded: each is counted once. */
export type FileCounts = { stored: number; sending: number; stopped: number }

/** `rows` are the server's files of the activity, and `uploads` those of this browser, which own their rows. */
export function countFiles(rows: readonly ReadRow[], uploads: readonly Upload[]): FileCounts {
  const own = new Set(uploads.map(rowOf))
  const others = rows.filter(({ referencedataid }) => !own.has(referencedataid))
  const sentByOthers = others.filter(({ status }) => status === 'PENDING').length
  const failed = others.filter(({ status }) => status === 'FAILED').length
  const stopped = uploads.filter(({ state }) => isStopped(state)).length
  const sending = uploads.filter(isUnderWay).length
  return {
    stored: uploads.length - stopped - sending + others.length - sentByOthers - failed,
    sending: sending + sentByOthers,
    stopped: stopped + failed,
  }
}

/** The uploads of a subject that are listed, oldest first: of one activity if one is given. */
export function listedUploads(
  uploads: readonly Upload[],
  subjectid: string,
  activity?: string | undefined,
): readonly Upload[] {
  return uploads.filter(
    ({ target, state }) =>
      state.phase !== 'describing' &&
      target.subjectid === subjectid &&
      (activity === undefined || targetKey(target) === activity),
  )
}
