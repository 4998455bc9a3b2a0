import type { FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { onForget } from '../../browser/forgetting.ts'
import { Failure, failuresOf } from '../../calls/failures.ts'
import { forgetInspections, whenInspected } from '../inspection/inspections.ts'
import { sendFile } from './send-file.ts'
import { reduceUploads } from './upload-machine.ts'
import { changesOfRows } from './upload-rows.ts'
import {
  isStopped,
  isUnsettled,
  type Presigned,
  type Upload,
  type UploadEffect,
  type UploadEvent,
  type UploadTarget,
} from './upload-state.ts'

/** The calls of an upload. Each throws a Failure. */
export type UploadCalls = {
  add: (target: UploadTarget, filename: string, sha256: string | null) => Promise<Presigned>
  complete: (subjectid: string, referencedataid: string) => Promise<'PENDING' | 'UPLOADED' | 'FAILED'>
  remove: (subjectid: string, referencedataid: string) => Promise<unknown>
  /** Stores the file's description. `zone` applies if the file does not contain one. */
  describe: (subjectid: string, referencedataid: string, description: FileDescription, zone: string) => Promise<unknown>
}

type Running = { upload: Omit<Upload, 'state'>; calls: UploadCalls; zone: string; transfer: AbortController }

/** Kept outside of the screen: an upload continues while the person uses other screens. */
let uploads: readonly Upload[] = []
let lastUploadid = 0
const running = new Map<number, Running>()
const listeners = new Set<() => void>()

function dispatch(event: UploadEvent) {
  const step = reduceUploads(uploads, event)
  const arrived = step.uploads.filter(({ uploadid, state }) => state.phase === 'complete' && !isComplete(uploadid))
  uploads = step.uploads
  if (uploads.some(isUnsettled)) window.addEventListener('beforeunload', onUnload)
  else window.removeEventListener('beforeunload', onUnload)
  for (const listener of listeners) listener()
  for (const effect of step.effects) void perform(effect)
  for (const upload of arrived) void describe(upload)
  const kept = new Set(uploads.map(({ uploadid }) => uploadid))
  for (const [uploadid, { upload }] of running) {
    if (kept.has(uploadid)) continue
    running.delete(uploadid)
    if (!describing.has(uploadid)) forgetInspections([upload.file])
  }
}

function isComplete(uploadid: number): boolean {
  return uploads.some((upload) => upload.uploadid === uploadid && upload.state.phase === 'complete')
}

const describing = new Set<number>()

/** Stores the description of an uploaded file, even if its panel was closed meanwhile. */
async function describe({ uploadid, target, file, state }: Upload): Promise<void> {
  const entry = running.get(uploadid)
  if (!entry || state.phase !== 'complete') return
  describing.add(uploadid)
  try {
    const description = await whenInspected(file, 'description')
    if (description) await entry.calls.describe(target.subjectid, state.referencedataid, description, entry.zone)
  } catch {
    // The subject was closed meanwhile, or the connection is lost. Opening the file later reads it again.
  } finally {
    describing.delete(uploadid)
    if (!running.has(uploadid)) forgetInspections([file])
  }
}

onForget(() => dispatch({ type: 'signedOut' }))

/** Closing the window would lose a file that is not stored yet. */
function onUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}

async function perform(effect: UploadEffect): Promise<void> {
  const entry = running.get(effect.uploadid)
  if (!entry) return
  const { upload, calls } = entry
  const { uploadid, target, file } = upload
  switch (effect.type) {
    case 'add':
      try {
        const sha256 = (await whenInspected(file, 'sha256')) ?? null
        const presigned = await calls.add(target, file.name, sha256)
        return dispatch({ type: 'added', uploadid, presigned, at: performance.now() })
      } catch (thrown) {
        return dispatch({ type: 'addFailed', uploadid, failure: failureOf(thrown) })
      }
    case 'send':
      return send(entry, effect.presigned)
    case 'abort':
      return entry.transfer.abort()
    case 'complete': {
      const { referencedataid } = effect
      try {
        const status = await calls.complete(target.subjectid, referencedataid)
        return dispatch({ type: 'completed', uploadid, referencedataid, status })
      } catch (thrown) {
        return dispatch({ type: 'completeFailed', uploadid, referencedataid, failure: failureOf(thrown) })
      }
    }
    case 'remove': {
      const { referencedataid } = effect
      try {
        await calls.remove(target.subjectid, referencedataid)
        return dispatch({ type: 'removed', uploadid, referencedataid })
      } catch (thrown) {
        return dispatch({ type: 'removeFailed', uploadid, referencedataid, failure: failureOf(thrown) })
      }
    }
  }
}

async function send(entry: Running, { referencedataid, objectUrl, fields }: Presigned) {
  entry.transfer = new AbortController()
  const { uploadid, file } = entry.upload
  const outcome = await sendFile({
    objectUrl,
    fields,
    file,
    signal: entry.transfer.signal,
    onProgress: (sent, total) =>
      dispatch({ type: 'progressed', uploadid, referencedataid, sent, total, at: performance.now() }),
  })
  dispatch({ type: 'sendEnded', uploadid, referencedataid, outcome })
}

function failureOf(thrown: unknown): Failure {
  return failuresOf(thrown)[0] ?? new Failure({ code: 'UNEXPECTED', message: String(thrown) })
}

/** Starts uploads. `zone` is the zone of the recorder's clock, for files without one. */
export function startUploads(target: UploadTarget, files: readonly File[], calls: UploadCalls, zone: string): void {
  const chosen = files.map((file) => {
    lastUploadid += 1
    return { uploadid: lastUploadid, target, file }
  })
  // Set before the first effect needs it.
  for (const upload of chosen) running.set(upload.uploadid, { upload, calls, zone, transfer: new AbortController() })
  dispatch({ type: 'chosen', files: chosen })
}

/** Cancels it in any state, and removes its row on the server. */
export function cancelUpload(uploadid: number): void {
  dispatch({ type: 'cancelled', uploadid })
}

/** Retries a failed one. */
export function retryUpload(uploadid: number): void {
  dispatch({ type: 'retried', uploadid })
}

/** Removes complete ones from the list. */
export function forgetComplete(subjectid: string, activitytypeid: string): void {
  dispatch({ type: 'closed', subjectid, activitytypeid })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The uploads of one activity, oldest first. */
export function useUploads(subjectid: string, activitytypeid: string): readonly Upload[] {
  const all = useSyncExternalStore(subscribe, () => uploads)
  return useMemo(
    () => all.filter(({ target }) => target.subjectid === subjectid && target.activitytypeid === activitytypeid),
    [all, subjectid, activitytypeid],
  )
}

/** How many uploads of a subject stopped and need a decision, by activitytypeid. */
export function useStoppedUploads(subjectid: string): ReadonlyMap<string, number> {
  const all = useSyncExternalStore(subscribe, () => uploads)
  return useMemo(() => {
    const stopped = all.filter(({ target, state }) => target.subjectid === subjectid && isStopped(state))
    const counts = new Map<string, number>()
    for (const { target } of stopped) counts.set(target.activitytypeid, (counts.get(target.activitytypeid) ?? 0) + 1)
    return counts
  }, [all, subjectid])
}

type Row = { referencedataid: string; status: string }

/** Passes the server's rows of one activity to the uploads, each time they were read. */
export function useUploadRows(subjectid: string, activitytypeid: string, files: readonly Row[]): void {
  const of = `${subjectid} ${activitytypeid}`
  const before = useRef({ of, files })
  useEffect(() => {
    const known = before.current.of === of ? before.current.files : []
    before.current = { of, files }
    for (const event of changesOfRows(known, files)) dispatch(event)
  }, [of, files])
}
