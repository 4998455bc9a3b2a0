import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onForget } from '../../browser/forgetting.ts'
import { holdWindow } from '../../browser/leaving.ts'
import { newKey } from '../../calls/call.ts'
import { forgetInspections, whenInspected } from '../inspection/inspections.ts'
import { sendFile } from './send-file.ts'
import { uploadCalls } from './upload-calls.ts'
import { startUploadMachine } from './upload-effects.ts'
import { listedUploads, type ReadRow, type Upload, type UploadTarget } from './upload-state.ts'

/** Kept outside of the screen: an upload continues while the person uses other screens. */
export const uploadMachine = startUploadMachine({
  calls: uploadCalls,
  send: sendFile,
  hash: (file) => whenInspected(file, 'sha256'),
  read: (file) => whenInspected(file, 'description'),
  forget: (file) => forgetInspections([file]),
  holdWindow: (isHeld) => holdWindow('uploads', isHeld),
  now: () => performance.now(),
  newKey,
})

// A page that is only kept for later may come back; if it does not, the server hears nothing of it.
if (typeof window !== 'undefined') window.addEventListener('pagehide', onPageHide)

/** Exported for tests only. */
export function onPageHide({ persisted }: Pick<PageTransitionEvent, 'persisted'>): void {
  if (!persisted) uploadMachine.leave()
}

onForget(() => uploadMachine.dispatch({ type: 'signedOut' }))

let lastUploadid = 0

/** Starts uploads. `zone` is the zone of the recorder's clock, for files without one. */
export function startUploads(target: UploadTarget, files: readonly File[], zone: string): void {
  const chosen = files.map((file) => ({ uploadid: ++lastUploadid, target, file, zone }))
  uploadMachine.dispatch({ type: 'chosen', files: chosen })
}

/** Cancels it in any state, and removes its row on the server. */
export function cancelUpload(uploadid: number): void {
  uploadMachine.dispatch({ type: 'cancelled', uploadid })
}

/** Retries a failed one. */
export function retryUpload(uploadid: number): void {
  uploadMachine.dispatch({ type: 'retried', uploadid })
}

/** Closes the panel of an activity, given by its key (keyOfOccurrence): complete files leave its list. */
export function closeUploads(subjectid: string, activity: string): void {
  uploadMachine.dispatch({ type: 'closed', subjectid, activity })
}

/** Closes the panel of an activity, and cancels what is not complete. */
export function dismissUploads(subjectid: string, activity: string): void {
  uploadMachine.dispatch({ type: 'dismissed', subjectid, activity })
}

/** The listed uploads of a subject, oldest first: of one activity if one is given. */
export function useUploads(subjectid: string, activity?: string): readonly Upload[] {
  const all = useSyncExternalStore(uploadMachine.onChange, uploadMachine.current)
  return useMemo(() => listedUploads(all, subjectid, activity), [all, subjectid, activity])
}

/** Passes the server's rows of one activity to the uploads, each time they were read. */
export function useUploadRows(subjectid: string, activity: string, rows: readonly ReadRow[]): void {
  useEffect(() => uploadMachine.dispatch({ type: 'rowsRead', subjectid, activity, rows }), [subjectid, activity, rows])
}
