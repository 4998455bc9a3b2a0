import { useMemo, useSyncExternalStore } from 'react'
import { Failure, failuresOf } from '../app/failures.ts'
import { measurePace, type Pace } from './remaining-time.ts'
import { sendFile } from './send-file.ts'

/** Where a file belongs. */
export type UploadTarget = {
  siteid: string
  studyid: string
  subjectid: string
  activitytypeid: string
  identifier: string | null
}

type Presigned = { referencedataid: string; objectUrl: string; fields: string }

/** The three calls that an upload makes; each throws a Failure. */
export type UploadCalls = {
  add: (target: UploadTarget, filename: string) => Promise<Presigned>
  complete: (subjectid: string, referencedataid: string) => Promise<unknown>
  remove: (subjectid: string, referencedataid: string) => Promise<unknown>
}

export type UploadPhase = 'waiting' | 'gettingurl' | 'uploading' | 'completing' | 'complete' | 'failed'

export type Upload = {
  uploadid: number
  target: UploadTarget
  file: File
  phase: UploadPhase
  /** 0 to 1. */
  progress: number
  total: number
  pace: Pace | undefined
  failure: Failure | undefined
  /** The row on the server, from 'uploading' on. */
  referencedataid: string | undefined
}

type Running = { upload: Upload; calls: UploadCalls; abort: AbortController }

/*
 * Kept outside of the screen: an upload goes on while the person works elsewhere in the app. One file at a time, in the
 * order in which they were given.
 */
let uploads: readonly Upload[] = []
let lastUploadid = 0
const running = new Map<number, Running>()
const waiting: Running[] = []
const listeners = new Set<() => void>()
let isSending = false

function show(next: readonly Upload[]) {
  uploads = next
  const isActive = uploads.some(({ phase }) => phase !== 'complete' && phase !== 'failed')
  if (isActive) window.addEventListener('beforeunload', onUnload)
  else window.removeEventListener('beforeunload', onUnload)
  for (const listener of listeners) listener()
}

/** Closing the window would cut the upload off. */
function onUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}

function change(uploadid: number, changed: Partial<Upload>) {
  show(uploads.map((upload) => (upload.uploadid === uploadid ? { ...upload, ...changed } : upload)))
}

function forget(uploadid: number) {
  running.delete(uploadid)
  show(uploads.filter((upload) => upload.uploadid !== uploadid))
}

export function startUploads(target: UploadTarget, files: readonly File[], calls: UploadCalls): void {
  const added = files.map((file): Upload => {
    lastUploadid += 1
    return {
      uploadid: lastUploadid,
      target,
      file,
      phase: 'waiting',
      progress: 0,
      total: file.size,
      pace: undefined,
      failure: undefined,
      referencedataid: undefined,
    }
  })
  show([...uploads, ...added])
  for (const upload of added) enqueue(upload, calls)
}

function enqueue(upload: Upload, calls: UploadCalls) {
  const entry = { upload, calls, abort: new AbortController() }
  running.set(upload.uploadid, entry)
  waiting.push(entry)
  void sendWaiting()
}

async function sendWaiting() {
  if (isSending) return
  isSending = true
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (!next.abort.signal.aborted) await run(next)
  }
  isSending = false
}

async function run({ upload, calls, abort }: Running) {
  const { uploadid, target, file } = upload
  let referencedataid: string | undefined
  try {
    change(uploadid, { phase: 'gettingurl', failure: undefined, progress: 0, pace: undefined })
    const presigned = await calls.add(target, file.name)
    referencedataid = presigned.referencedataid
    change(uploadid, { referencedataid })
    if (abort.signal.aborted) return await calls.remove(target.subjectid, referencedataid)
    change(uploadid, { phase: 'uploading', pace: measurePace(undefined, 0, performance.now()) })
    const outcome = await sendFile({
      objectUrl: presigned.objectUrl,
      fields: presigned.fields,
      file,
      signal: abort.signal,
      onProgress: (sent, total) => {
        const known = uploads.find((other) => other.uploadid === uploadid)?.pace
        change(uploadid, { progress: sent / total, total, pace: measurePace(known, sent, performance.now()) })
      },
    })
    if (outcome === 'aborted') return await calls.remove(target.subjectid, referencedataid)
    if (outcome !== 'sent') throw new Failure({ code: outcome === 'broken' ? 'NETWORK' : 'STORE', message: outcome })
    change(uploadid, { phase: 'completing', progress: 1 })
    await calls.complete(target.subjectid, referencedataid)
    change(uploadid, { phase: 'complete' })
    running.delete(uploadid)
  } catch (thrown) {
    // A canceled one has nobody left to tell; what it left PENDING the server's sweep settles.
    change(uploadid, { phase: 'failed', failure: failuresOf(thrown)[0] })
  }
}

/** Cuts it off, or takes a waiting or failed one out; its row on the server is removed. */
export function cancelUpload(uploadid: number): void {
  const entry = running.get(uploadid)
  const upload = uploads.find((other) => other.uploadid === uploadid)
  entry?.abort.abort()
  forget(uploadid)
  if (entry && upload?.phase === 'failed' && upload.referencedataid) {
    void entry.calls.remove(upload.target.subjectid, upload.referencedataid).catch(() => undefined)
  }
}

/**
 * Tries a failed one again, from the start and with a new row: the old one's permission may have run out. Where only the
 * last word failed, that alone is said again.
 */
export async function retryUpload(uploadid: number): Promise<void> {
  const entry = running.get(uploadid)
  const upload = uploads.find((other) => other.uploadid === uploadid)
  if (!entry || !upload) return
  const { referencedataid, target } = upload
  if (referencedataid && upload.progress === 1) {
    change(uploadid, { phase: 'completing', failure: undefined })
    try {
      await entry.calls.complete(target.subjectid, referencedataid)
      return change(uploadid, { phase: 'complete' })
    } catch {
      // The store does not have it after all.
    }
  }
  change(uploadid, { phase: 'waiting', failure: undefined, progress: 0, referencedataid: undefined })
  if (referencedataid) await entry.calls.remove(target.subjectid, referencedataid).catch(() => undefined)
  enqueue(upload, entry.calls)
}

/** Takes those that are complete out of the list. */
export function forgetComplete(subjectid: string, activitytypeid: string): void {
  show(
    uploads.filter(
      ({ target, phase }) =>
        phase !== 'complete' || target.subjectid !== subjectid || target.activitytypeid !== activitytypeid,
    ),
  )
}

/** The uploads of one activity, oldest first. */
export function useUploads(subjectid: string, activitytypeid: string): readonly Upload[] {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  )
  return useMemo(
    () => all.filter(({ target }) => target.subjectid === subjectid && target.activitytypeid === activitytypeid),
    [all, subjectid, activitytypeid],
  )
}
