import { Failure } from '../../../calls/failures.ts'
import { stepUploads } from '../upload-machine.ts'
import { isUnsettled, rowOf, type Upload, type UploadCommand, type UploadEvent } from '../upload-state.ts'

export type WorldRow = {
  referencedataid: string
  uploadid: number
  status: 'PENDING' | 'UPLOADED' | 'FAILED'
  isStored: boolean
}

/** The commands that wait for an answer. */
type Asked = Exclude<UploadCommand, { type: 'abort' | 'forget' | 'holdWindow' }>

/** `vanished`: the store confirmed the upload but does not have the file. */
export type Fate = 'well' | 'refused' | 'vanished' | 'lostBefore' | 'lostAfter'

const target = { siteid: 's', studyid: 't', subjectid: 'u', activitytypeid: 'a', identifier: null }
const network = new Failure({ code: 'NETWORK', message: 'lost' })
const closed = new Failure({ code: 'SUBJECT_NOT_OPEN', message: 'closed' })
const missing = new Failure({ code: 'NOT_FOUND', message: 'missing' })

/**
 * A simulated server, store and network for the machine's property test. Effects wait until `answer` delivers one, in
 * any order and with any possible outcome.
 */
export class UploadWorld {
  uploads: readonly Upload[] = []
  readonly rows = new Map<string, WorldRow>()
  readonly waiting: Asked[] = []
  /** The rows whose description was asked for, each once. */
  readonly described: string[] = []
  readonly forgotten = new Set<File>()
  isWindowHeld = false
  readonly cancelled = new Set<number>()
  /** Dismissed by the person, removed by others, or complete when the panel closed. */
  readonly letGo = new Set<number>()
  /** Rows whose answer was lost: no browser knows them, nothing is sent for them, and the sweep fails them. */
  readonly unanswered = new Set<string>()
  isClosed = false
  chosen = 0
  #rows = 0

  choose(count: number) {
    const files = Array.from({ length: count }, () => {
      const uploadid = ++this.chosen
      return { uploadid, target, file: new File(['1,2'], `${uploadid}.csv`), zone: 'UTC' }
    })
    this.dispatch({ type: 'chosen', files })
  }

  cancel(pick: number) {
    const upload = this.#pick(this.uploads, pick)
    if (!upload || !isUnsettled(upload)) return
    if (upload.state.phase === 'notremoved') this.letGo.add(upload.uploadid)
    else this.cancelled.add(upload.uploadid)
    this.dispatch({ type: 'cancelled', uploadid: upload.uploadid })
  }

  retry(pick: number) {
    const upload = this.#pick(this.uploads, pick)
    if (upload) this.dispatch({ type: 'retried', uploadid: upload.uploadid })
  }

  closePanel() {
    this.#letGoStored()
    this.dispatch({ type: 'closed', subjectid: 'u', activity: 'a' })
  }

  dismiss() {
    this.#letGoStored()
    for (const { uploadid, state } of this.uploads) {
      if (state.phase === 'notremoved') this.letGo.add(uploadid)
      else this.cancelled.add(uploadid)
    }
    this.dispatch({ type: 'dismissed', subjectid: 'u', activity: 'a' })
  }

  #letGoStored() {
    for (const upload of this.uploads) if (!isUnsettled(upload)) this.letGo.add(upload.uploadid)
  }

  /** Somebody removes a row, and the browser is notified. */
  removeRow(pick: number) {
    const row = this.#pick([...this.rows.values()], pick)
    if (row && !this.isClosed) this.#changeRows(() => this.rows.delete(row.referencedataid))
  }

  /** The sweep checks the store: existing files become UPLOADED, missing ones FAILED. */
  sweep(pick: number) {
    const row = this.#pick([...this.rows.values()], pick)
    if (row && !this.isClosed) this.#changeRows(() => this.#settle(row, true))
  }

  /** Delivers one waiting effect, and its answer unless the network loses it. */
  answer(pick: number, fate: Fate) {
    const effect = this.#pick(this.waiting, pick)
    if (!effect) return
    this.waiting.splice(this.waiting.indexOf(effect), 1)
    const event = fate === 'lostBefore' ? undefined : this.#serve(effect, fate)
    const isLost = fate === 'lostBefore' || fate === 'lostAfter'
    if (fate === 'lostAfter' && event?.type === 'added') this.unanswered.add(event.presigned.referencedataid)
    const heard = event === undefined || isLost ? this.#lost(effect) : event
    if (heard) this.dispatch(heard)
  }

  dispatch(event: UploadEvent) {
    const [uploads, commands] = stepUploads(this.uploads, event)
    this.uploads = uploads
    for (const command of commands) {
      if (command.type === 'abort') this.#abort(command.uploadid)
      else if (command.type === 'forget') this.forgotten.add(command.file)
      else if (command.type === 'holdWindow') this.isWindowHeld = command.isHeld
      else {
        if (command.type === 'describe') this.described.push(command.referencedataid)
        this.waiting.push(command)
      }
    }
  }

  /** The browser's message to a running transfer takes effect at once. */
  #abort(uploadid: number) {
    const sending = this.waiting.findIndex((effect) => effect.type === 'send' && effect.upload.uploadid === uploadid)
    if (sending >= 0) this.waiting.splice(sending, 1)
  }

  /** Undefined for what has no answer. */
  #serve(effect: Asked, fate: Fate): UploadEvent | undefined {
    const { uploadid } = effect.upload
    switch (effect.type) {
      case 'add': {
        if (this.isClosed || fate === 'refused') return { type: 'addFailed', uploadid, failure: closed }
        const referencedataid = `row-${++this.#rows}`
        this.rows.set(referencedataid, { referencedataid, uploadid, status: 'PENDING', isStored: false })
        return { type: 'added', uploadid, presigned: { referencedataid, objectUrl: '', fields: '' }, at: 0 }
      }
      case 'send': {
        const { presigned } = effect
        const row = this.rows.get(presigned.referencedataid)
        if (row && fate !== 'refused' && fate !== 'vanished') row.isStored = true
        const outcome = fate === 'refused' ? 'refused' : 'sent'
        return { type: 'sendEnded', uploadid, referencedataid: presigned.referencedataid, outcome }
      }
      case 'complete': {
        const { referencedataid } = effect
        const row = this.rows.get(referencedataid)
        if (!row) return { type: 'completeFailed', uploadid, referencedataid, failure: missing }
        if (this.isClosed && row.status !== 'UPLOADED')
          return { type: 'completeFailed', uploadid, referencedataid, failure: closed }
        this.#settle(row, false)
        return { type: 'completed', uploadid, referencedataid, status: row.status }
      }
      case 'stop': {
        const row = this.rows.get(effect.referencedataid)
        if (row && !this.isClosed) this.#changeRows(() => this.#settle(row, true))
        return undefined
      }
      case 'remove': {
        const { referencedataid } = effect
        const failure = this.isClosed ? closed : this.rows.delete(referencedataid) ? undefined : missing
        return failure
          ? { type: 'removeFailed', uploadid, referencedataid, failure }
          : { type: 'removed', uploadid, referencedataid }
      }
      case 'describe':
        return { type: 'described', uploadid, referencedataid: effect.referencedataid }
    }
  }

  #lost(effect: Asked): UploadEvent | undefined {
    const { uploadid } = effect.upload
    switch (effect.type) {
      case 'add':
        return { type: 'addFailed', uploadid, failure: network }
      case 'send':
        return { type: 'sendEnded', uploadid, referencedataid: effect.presigned.referencedataid, outcome: 'broken' }
      case 'complete':
        return { type: 'completeFailed', uploadid, referencedataid: effect.referencedataid, failure: network }
      case 'stop':
        return undefined
      case 'remove':
        return { type: 'removeFailed', uploadid, referencedataid: effect.referencedataid, failure: network }
      case 'describe':
        return { type: 'described', uploadid, referencedataid: effect.referencedataid }
    }
  }

  #settle(row: WorldRow, isSweep: boolean) {
    if (row.isStored) row.status = 'UPLOADED'
    else if (isSweep) row.status = 'FAILED'
  }

  /** Changes rows on the server and lets the browser read them again. */
  #changeRows(change: () => void) {
    this.#read()
    change()
    for (const upload of this.uploads) {
      const row = rowOf(upload)
      if (!isUnsettled(upload) && row && !this.rows.has(row)) this.letGo.add(upload.uploadid)
    }
    this.#read()
  }

  #read() {
    this.dispatch({ type: 'rowsRead', subjectid: 'u', activity: 'a', rows: [...this.rows.values()] })
  }

  #pick<T>(from: readonly T[], pick: number): T | undefined {
    return from[pick % Math.max(1, from.length)]
  }
}
