import type { Agreement, CorrelateOptions } from '@casebook/domain/recordings/alignment/correlate.ts'
import type { TraceOf } from '@casebook/domain/recordings/alignment/trace.ts'
import type { MeasuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import type { Layout } from '@casebook/domain/recordings/recording.ts'
import type { Statistics } from '@casebook/domain/recordings/seen/statistics.ts'
import type { FileLocation, FromReader, ReadingFailure, ToReader } from '../worker/protocol.ts'
import { type ReadingState, reduceReading, unread } from './reading-state.ts'

/** Returns the location of the file, or of another file of the activity by name. */
export type Locate = (filename: string | null) => Promise<FileLocation | undefined>

/** Why a request for statistics or for a CSV file can fail. */
class ReadingFailed extends Error {
  readonly failure: ReadingFailure
  constructor(failure: ReadingFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

/** What a request failed with. */
export function failureIn(thrown: unknown): ReadingFailure {
  return thrown instanceof ReadingFailed ? thrown.failure : { kind: 'defect', message: String(thrown) }
}

type Waiting = { resolve: (message: FromReader) => void; reject: (failed: ReadingFailed) => void }

/** A worker that reads one recording, and its latest messages. */
export class RecordingReader {
  state: ReadingState = unread
  readonly #worker: Worker
  readonly #locate: Locate
  readonly #listeners = new Set<() => void>()
  readonly #requests = new Map<number, Waiting>()
  #lastRequest = 0

  constructor(filename: string, layout: Layout | null, locate: Locate) {
    this.#locate = locate
    this.#worker = new Worker(new URL('../worker/recording-worker.ts', import.meta.url), { type: 'module' })
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromReader>) => this.#hear(data))
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.#hear({ type: 'failed', request: null, failure: { kind: 'defect', message: event.message } })
    })
    this.#send({ type: 'open', filename, layout })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  look(from: number, to: number, buckets: number): void {
    this.#send({ type: 'look', from, to, buckets })
  }

  /** Throws a ReadingFailed. */
  async measure(from: number, to: number): Promise<readonly Statistics[]> {
    const message = await this.#request((request) => ({ type: 'measure', request, from, to }))
    return message.type === 'measured' ? message.statistics : []
  }

  /** Throws a ReadingFailed. */
  async extract(from: number, to: number, channels: readonly number[], origin: number | null): Promise<Blob> {
    const message = await this.#request((request) => ({ type: 'extract', request, from, to, channels, origin }))
    return message.type === 'extracted' ? message.csv : new Blob()
  }

  /** Throws a ReadingFailed. */
  async trace(of: TraceOf): Promise<Float64Array> {
    const message = await this.#request((request) => ({ type: 'trace', request, of }))
    return message.type === 'traced' ? message.values : new Float64Array()
  }

  /** Throws a ReadingFailed. */
  async apply(time: MeasuredTime, epoch: number): Promise<readonly Result[]> {
    const message = await this.#request((request) => ({ type: 'apply', request, time, epoch }))
    return message.type === 'applied' ? message.results : []
  }

  /** Ends `apply`, which then throws. */
  cease(): void {
    this.#send({ type: 'cease' })
  }

  /** Compares two traces outside the page's thread. Throws a ReadingFailed. */
  async correlate(one: Float64Array, other: Float64Array, options: CorrelateOptions): Promise<Agreement | undefined> {
    const message = await this.#request((request) => ({ type: 'correlate', request, one, other, options }))
    return message.type === 'correlated' ? message.agreement : undefined
  }

  /** Ends the worker at once. */
  stop(): void {
    this.#worker.terminate()
    for (const { reject } of this.#requests.values()) reject(new ReadingFailed({ kind: 'superseded' }))
    this.#requests.clear()
  }

  #request(make: (request: number) => ToReader): Promise<FromReader> {
    const request = ++this.#lastRequest
    return new Promise((resolve, reject) => {
      this.#requests.set(request, { resolve, reject })
      this.#send(make(request))
    })
  }

  #send(message: ToReader): void {
    this.#worker.postMessage(message)
  }

  #hear(message: FromReader): void {
    if (message.type === 'locate') {
      const { question, filename } = message
      const answer = (at: FileLocation | undefined) => this.#send({ type: 'found', question, at })
      this.#locate(filename).then(answer, () => answer(undefined))
      return
    }
    if ('request' in message && message.request !== null) {
      const waiting = this.#requests.get(message.request)
      this.#requests.delete(message.request)
      if (message.type === 'failed') waiting?.reject(new ReadingFailed(message.failure))
      else waiting?.resolve(message)
      return
    }
    this.state = reduceReading(this.state, message)
    for (const listener of this.#listeners) listener()
  }
}
