import type { FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import { timesQuestion } from '@casebook/domain/reference-data/times-question.ts'
import { Failure, failuresOf } from '../../calls/failures.ts'
import { startMachine } from '../../machine/machine.ts'
import { beatOf } from './pace/beat.ts'
import type { sendFile } from './send-file.ts'
import { stepUploads } from './upload-machine.ts'
import type { ChosenFile, Presigned, Upload, UploadCommand, UploadEvent, UploadTarget } from './upload-state.ts'

/** The calls of an upload. Each throws a Failure. */
export type UploadCalls = {
  /** `key`: its idempotency key. */
  add: (target: UploadTarget, filename: string, sha256: string | null, key: string) => Promise<Presigned>
  complete: (subjectid: string, referencedataid: string) => Promise<'PENDING' | 'UPLOADED' | 'FAILED'>
  /** Says that nothing is being sent: a file that has not arrived is not waited for. */
  stop: (subjectid: string, referencedataid: string) => Promise<unknown>
  /** Says that it is still being sent. */
  beat: (subjectid: string, referencedataid: string) => Promise<unknown>
  /** The same as `stop`, from a page that goes. */
  leave: (subjectid: string, referencedataid: string) => Promise<unknown>
  remove: (subjectid: string, referencedataid: string) => Promise<unknown>
  /** Stores the file's description. `zone` applies if the file does not contain one. */
  describe: (subjectid: string, referencedataid: string, description: FileDescription, zone: string) => Promise<unknown>
}

/** Everything outside of the machine that uploads need. */
export type UploadEffects = {
  readonly calls: UploadCalls
  /** Sends a file to the store. */
  readonly send: typeof sendFile
  /** The file's SHA-256 in lowercase hex when it is computed; null or undefined without one. */
  readonly hash: (file: File) => Promise<string | null | undefined>
  /** What was read of the file, when it has been read; null or undefined if nothing was. */
  readonly read: (file: File) => Promise<FileDescription | null | undefined>
  /** Forgets what was computed and read of the file. */
  readonly forget: (file: File) => void
  /** Whether the browser asks before it closes the window. */
  readonly holdWindow: (isHeld: boolean) => void
  /** Milliseconds from any beginning. */
  readonly now: () => number
  /** A new idempotency key. */
  readonly newKey: () => string
}

/** Starts a machine that uploads files with these effects. */
export function startUploadMachine({ calls, send, hash, read, forget, holdWindow, now, newKey }: UploadEffects) {
  const transfers = new Map<number, AbortController>()
  /** The keys of rows of which nobody knows whether the server added them: the next attempt finds the row. */
  const unsettled = new Map<number, string>()
  const machine = startMachine<readonly Upload[], UploadEvent, UploadCommand>(stepUploads, [], run)
  const { dispatch } = machine

  function run(command: UploadCommand): void {
    switch (command.type) {
      case 'add':
        void add(command.upload)
        break
      case 'send':
        void transfer(command.upload, command.presigned)
        break
      case 'abort':
        transfers.get(command.uploadid)?.abort()
        break
      case 'complete':
        void complete(command.upload, command.referencedataid)
        break
      case 'describe':
        void describe(command.upload, command.referencedataid)
        break
      case 'stop':
        void stop(command.upload, command.referencedataid)
        break
      case 'remove':
        void remove(command.upload, command.referencedataid)
        break
      case 'forget':
        forget(command.file)
        break
      case 'holdWindow':
        holdWindow(command.isHeld)
    }
  }

  async function add({ uploadid, target, file }: ChosenFile): Promise<void> {
    const key = unsettled.get(uploadid) ?? newKey()
    unsettled.delete(uploadid)
    try {
      const presigned = await calls.add(target, file.name, (await hash(file)) ?? null, key)
      dispatch({ type: 'added', uploadid, presigned, at: now() })
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure.code === 'NETWORK' || failure.reason === 'write.unknown') unsettled.set(uploadid, key)
      dispatch({ type: 'addFailed', uploadid, failure })
    }
  }

  async function transfer({ uploadid, target, file }: ChosenFile, presigned: Presigned): Promise<void> {
    const { referencedataid, objectUrl, fields } = presigned
    const aborting = new AbortController()
    transfers.set(uploadid, aborting)
    const { signal } = aborting
    const beat = beatOf(() => calls.beat(target.subjectid, referencedataid), now)
    const onProgress = (sent: number, total: number) => {
      dispatch({ type: 'progressed', uploadid, referencedataid, sent, total, at: now() })
      beat.due()
    }
    const outcome = await send({ objectUrl, fields, file, signal, onProgress })
    beat.stop()
    if (transfers.get(uploadid) === aborting) transfers.delete(uploadid)
    dispatch({ type: 'sendEnded', uploadid, referencedataid, outcome })
  }

  async function complete({ uploadid, target }: ChosenFile, referencedataid: string): Promise<void> {
    try {
      const status = await calls.complete(target.subjectid, referencedataid)
      dispatch({ type: 'completed', uploadid, referencedataid, status })
    } catch (thrown) {
      dispatch({ type: 'completeFailed', uploadid, referencedataid, failure: failureOf(thrown) })
    }
  }

  async function describe({ uploadid, target, file, zone }: ChosenFile, referencedataid: string): Promise<void> {
    try {
      const description = await read(file)
      // Where times can be read in two ways, nobody has said which: opening the file asks.
      if (description && !timesQuestion(description))
        await calls.describe(target.subjectid, referencedataid, description, zone)
    } catch {
      // The subject was closed meanwhile, or the connection is lost. Opening the file later reads it again.
    }
    dispatch({ type: 'described', uploadid, referencedataid })
  }

  async function stop({ target }: ChosenFile, referencedataid: string): Promise<void> {
    try {
      await calls.stop(target.subjectid, referencedataid)
    } catch {
      // The connection is lost. The server gives the file up by itself some minutes later.
    }
  }

  async function remove({ uploadid, target }: ChosenFile, referencedataid: string): Promise<void> {
    try {
      await calls.remove(target.subjectid, referencedataid)
      dispatch({ type: 'removed', uploadid, referencedataid })
    } catch (thrown) {
      dispatch({ type: 'removeFailed', uploadid, referencedataid, failure: failureOf(thrown) })
    }
  }

  /** The page goes, and what it is sending ends with it. What has arrived whole is stored all the same. */
  function leave(): void {
    for (const { target, state } of machine.current()) {
      if (state.phase === 'uploading') calls.leave(target.subjectid, state.referencedataid).catch(() => undefined)
    }
  }

  return { ...machine, leave }
}

function failureOf(thrown: unknown): Failure {
  return failuresOf(thrown)[0] ?? new Failure({ code: 'UNEXPECTED', message: String(thrown) })
}
