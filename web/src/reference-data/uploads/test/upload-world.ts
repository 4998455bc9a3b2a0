import { Failure } from '../../calls/failures.ts'
import { reduceUploads } from './upload-machine.ts'
import { changesOfRows } from './upload-rows.ts'
import { rowOf, type Upload, type UploadEffect, type UploadEvent } from './upload-state.ts'

export type WorldRow = {
  referencedataid: string
  uploadid: number
  status: 'PENDING' | 'UPLOADED' | 'FAILED'
  isStored: boolean
}

/** `vanished`: the store confirmed the upload but does not have the file. */
export type Fate = 'well' | 'refused' | 'vanished' | 'lostBefore' | 'lostAfter'

const target = { siteid: 's', studyid: 't', subjectid: 'u', activitytypeid: 'a', identifier: null }
const file = new File(['1,2'], 'arm.csv')
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
  readonly waiting: UploadEffect[] = []
  readonly cancelled = new Set<number>()
  /** Dismissed by the person, removed by others, or complete when the panel closed. */
  readonly letGo = new Set<number>()
  /** Rows whose answer was lost: no browser knows them, nothing is sent for them, and the sweep fails them. */
  readonly unanswered = new Set<string>()
  isClosed = false
  chosen = 0
  #rows = 0

  choose(count: number) {
    const files = Array.from({ length: count }, () => ({ uploadid: ++this.chosen, target, file }))
    this.dispatch({ type: 'chosen', files })
  }

  cancel(pick: number) {
    const upload = this.#pick(this.uploads, pick)
    if (!upload || upload.state.phase === 'complete') return
    if (upload.state.phase === 'notremoved') this.letGo.add(upload.uploadid)
    else this.cancelled.add(upload.uploadid)
    this.dispatch({ type: 'cancelled', uploadid: upload.uploadid })
  }

  retry(pick: number) {
    const upload = this.#pick(this.uploads, pick)
    if (upload) this.dispatch({ type: 'retried', uploadid: upload.uploadid })
  }

  closePanel() {
    for (const { uploadid, state } of this.uploads) if (state.phase === 'complete') this.letGo.add(uploadid)
    this.dispatch({ type: 'closed', subjectid: 'u', activitytypeid: 'a' })
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
    const step = reduceUploads(this.uploads, event)
    this.uploads = step.uploads
    for (const effect of step.effects) {
      if (effect.type === 'abort') this.#abort(effect.uploadid)
      else this.waiting.push(effect)
    }
  }

  /** The browser's message to a running transfer takes effect at once. */
  #abort(uploadid: number) {
    const sending = this.waiting.findIndex((effect) => effect.type === 'send' && effect.uploadid === uploadid)
    if (sending >= 0) this.waiting.splice(sending, 1)
  }

  #serve(effect: UploadEffect, fate: Fate): UploadEvent | undefined {
    switch (effect.type) {
      case 'add': {
        const { uploadid } = effect
        if (this.isClosed || fate === 'refused') return { type: 'addFailed', uploadid, failure: closed }
        const referencedataid = `row-${++this.#rows}`
        this.rows.set(referencedataid, { referencedataid, uploadid, status: 'PENDING', isStored: false })
        return { type: 'added', uploadid, presigned: { referencedataid, objectUrl: '', fields: '' }, at: 0 }
      }
      case 'send': {
        const { uploadid, presigned } = effect
        const row = this.rows.get(presigned.referencedataid)
        if (row && fate !== 'refused' && fate !== 'vanished') row.isStored = true
        const outcome = fate === 'refused' ? 'refused' : 'sent'
        return { type: 'sendEnded', uploadid, referencedataid: presigned.referencedataid, outcome }
      }
      case 'complete': {
        const { uploadid, referencedataid } = effect
        const row = this.rows.get(referencedataid)
        if (!row) return { type: 'completeFailed', uploadid, referencedataid, failure: missing }
        if (this.isClosed && row.status !== 'UPLOADED')
          return { type: 'completeFailed', uploadid, referencedataid, failure: closed }
        this.#settle(row, false)
        return { type: 'completed', uploadid, referencedataid, status: row.status }
      }
      case 'remove': {
        const { uploadid, referencedataid } = effect
        const failure = this.isClosed ? closed : this.rows.delete(referencedataid) ? undefined : missing
        return failure
          ? { type: 'removeFailed', uploadid, referencedataid, failure }
          : { type: 'removed', uploadid, referencedataid }
      }
      case 'abort':
        return undefined
    }
  }

  #lost(effect: UploadEffect): UploadEvent | undefined {
    const { uploadid } = effect
    switch (effect.type) {
      case 'add':
        return { type: 'addFailed', uploadid, failure: network }
      case 'send':
        return { type: 'sendEnded', uploadid, referencedataid: effect.presigned.referencedataid, outcome: 'broken' }
      case 'complete':
        return { type: 'completeFailed', uploadid, referencedataid: effect.referencedataid, failure: network }
      case 'remove':
        return { type: 'removeFailed', uploadid, referencedataid: effect.referencedataid, failure: network }
      case 'abort':
        return undefined
    }
  }

  #settle(row: WorldRow, isSweep: boolean) {
    if (row.isStored) row.status = 'UPLOADED'
    else if (isSweep) row.status = 'FAILED'
  }

  /** Changes rows on the server and lets the browser read them again. */
  #changeRows(change: () => void) {
    const before = [...this.rows.values()].map((row) => ({ ...row }))
    change()
    for (const event of changesOfRows(before, [...this.rows.values()])) {
      if (event.type === 'rowRemoved') this.#noteGone(event.referencedataid)
      this.dispatch(event)
    }
  }

  #noteGone(referencedataid: string) {
    const upload = this.uploads.find((other) => rowOf(other) === referencedataid)
    if (upload?.state.phase === 'complete') this.letGo.add(upload.uploadid)
  }

  #pick<T>(from: readonly T[], pick: number): T | undefined {
    return from[pick % Math.max(1, from.length)]
  }
}
