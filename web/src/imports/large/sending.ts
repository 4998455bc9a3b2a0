import { problem } from '@casebook/domain/shared/problems.ts'
import { useSyncExternalStore } from 'react'
import { onForget } from '../../browser/forgetting.ts'
import { holdWindow } from '../../browser/leaving.ts'
import { CallFailed, Failure, failuresOf } from '../../calls/failures.ts'
import { readOnce, rereadShown, writeOnce } from '../../calls/graphql.ts'
import {
  AddImportJobDocument,
  CancelImportJobDocument,
  CheckImportJobDocument,
  ImportJobDocument,
} from '../../generated/graphql.ts'
import { sendFile } from '../../reference-data/uploads/send-file.ts'
import type { Study } from '../../studies/study/use-study.ts'
import type { Answers } from '../findings/ImportFindings.tsx'

/** A file on its way to the store: how many of its bytes were sent. */
export type Sending = { filename: string; done: number; total: number }

/** Kept outside of the screen: sending goes on while the person uses other screens. */
let sending: Sending | undefined
/** Where the file of a lost connection belongs: it is sent there again, if the person asks. */
let begun:
  | { studyid: string; file: File; importid: string; objectUrl: string; fields: string; isSent: boolean }
  | undefined
let stop = new AbortController()
const listeners = new Set<() => void>()

function show(now: Sending | undefined): void {
  holdWindow('import', now !== undefined)
  sending = now
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The file that is being sent, for any study. */
export function useSending(): Sending | undefined {
  return useSyncExternalStore(listen, () => sending)
}

/**
 * Sends a file to the store and lets it be checked. Resolves with the id of its import, or with undefined if that was
 * cancelled. What has arrived is not sent again after a failure.
 */
export async function sendAndCheck(
  { siteid, studyid }: Study,
  file: File,
  asked: Answers & { formtypeid: string | null },
): Promise<string | undefined> {
  stop = new AbortController()
  const { signal } = stop
  const onProgress = (done: number, total: number) => show({ filename: file.name, done, total })
  onProgress(0, file.size)
  try {
    if (begun && (begun.file !== file || begun.studyid !== studyid)) await cancelBegun()
    if (!begun) {
      const input = { siteid, studyid, filename: file.name.normalize('NFC') }
      const { addImportJob: job } = await writeOnce(AddImportJobDocument, { input })
      const { importid, objectUrl, fields } = job
      begun = { studyid, file, importid, objectUrl: objectUrl ?? '', fields: fields ?? '', isSent: false }
    }
    const { importid, objectUrl, fields, isSent } = begun
    const outcome = isSent || signal.aborted ? 'sent' : await sendFile({ objectUrl, fields, file, onProgress, signal })
    if (outcome === 'aborted' || signal.aborted) {
      await cancelBegun()
      return undefined
    }
    if (outcome === 'broken')
      throw new CallFailed([new Failure({ code: 'NETWORK', message: 'The connection was lost.' })])
    if (outcome === 'refused') {
      await cancelBegun()
      throw problem('import.job.file')
    }
    begun.isSent = true
    try {
      await writeOnce(CheckImportJobDocument, { input: { studyid, importid, ...asked } })
    } catch (thrown) {
      // What the server refused, such as an import that was cancelled meanwhile, takes no file any more.
      if (failuresOf(thrown).every(({ code }) => code !== 'NETWORK')) begun = undefined
      throw thrown
    }
    begun = undefined
    return importid
  } finally {
    show(undefined)
    void rereadShown()
  }
}

/** Cancels an import whose file has mistakes: a corrected one takes its place. */
export async function cancelFaulty(studyid: string, importid: string): Promise<void> {
  const { getImportJob: job } = await readOnce(ImportJobDocument, { studyid, importid })
  if (job.state === 'CHECKED' && job.outcome && job.outcome.mistakes.length > 0)
    await writeOnce(CancelImportJobDocument, { studyid, importid })
}

/** Stops sending. Nothing of the file is kept. */
export function cancelSending(): void {
  stop.abort()
}

async function cancelBegun(): Promise<void> {
  if (!begun) return
  const { studyid, importid } = begun
  begun = undefined
  await writeOnce(CancelImportJobDocument, { studyid, importid })
}

onForget(() => {
  stop.abort()
  begun = undefined
  show(undefined)
})
