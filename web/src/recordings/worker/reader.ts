import { Trace, type TraceOf } from '@casebook/domain/recordings/alignment/trace.ts'
import { measureTime } from '@casebook/domain/recordings/measures/measure-recording.ts'
import type { MeasuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import { QualityJudge } from '@casebook/domain/recordings/quality/judge.ts'
import {
  type Block,
  type Fault,
  isFault,
  type Layout,
  type Recording,
  type Source,
} from '@casebook/domain/recordings/recording.ts'
import { Pyramid } from '@casebook/domain/recordings/seen/pyramid.ts'
import { RunningStatistics, type Statistics } from '@casebook/domain/recordings/seen/statistics.ts'
import { Surveyor } from '@casebook/domain/recordings/seen/survey.ts'
import { CsvOfBlocks } from './csv-of-blocks.ts'
import type { FromReader } from './protocol.ts'

/** Milliseconds between two progress messages. */
const progressEveryMs = 200
/** Faults reported individually; the survey counts all. */
const mostFaults = 1000
/** How many times wider than the requested range to read, if the picture is finer than the pyramid. */
const readAround = 3

/** A request was replaced by a later one of the same kind. */
export class Superseded extends Error {}

type Range = { from: number; to: number }
type Request = 'measure' | 'extract' | 'trace' | 'apply'

function covers(read: Range | null, { from, to }: Range): boolean {
  return read !== null && read.from <= from && read.to >= to
}

/** One recording being read: its pyramid, and a finer one of the visible range. */
export class Reader {
  readonly #recording: Recording
  readonly #source: Source & { reached?: number }
  readonly #send: (message: FromReader) => void
  readonly #pyramid: Pyramid
  /** `span`: seconds of the range it was read for, which is in its middle. */
  #detail: (Range & { span: number; pyramid: Pyramid }) | null = null
  #reading: (Range & { abort: AbortController }) | null = null
  #wanted: (Range & { buckets: number }) | null = null
  /** The requests in progress. */
  readonly #requests = new Map<Request, AbortController>()
  #isRead = false

  static async open(
    source: Source,
    options: {
      filename: string
      layout: Layout | null
      companion: (filename: string) => Promise<Source | undefined>
      send: (message: FromReader) => void
    },
  ): Promise<Reader> {
    const { filename, layout, companion, send } = options
    const recording = await openRecording(source, filename, { companion, ...(layout && { layout }) })
    return new Reader(recording, source, send)
  }

  constructor(recording: Recording, source: Source, send: (message: FromReader) => void) {
    this.#recording = recording
    this.#source = source
    this.#send = send
    this.#pyramid = new Pyramid(recording.description.channels.length)
    const { description, layout, fingerprint, entries } = recording
    send({ type: 'opened', description, layout, fingerprint, ...(entries && { entries }) })
  }

  /** Reads the whole file and reports progress. */
  async readAll(): Promise<void> {
    const surveyor = new Surveyor(this.#recording.description.channels)
    const judge = new QualityJudge(this.#recording.description)
    let faults: Fault[] = []
    let faultCount = 0
    // The first picture is sent at once.
    let reportedAt = Number.NEGATIVE_INFINITY
    const progress = () => {
      const { size } = this.#source
      this.#send({ type: 'progressed', read: this.#source.reached ?? 0, size, end: this.#pyramid.end, faults })
      faults = []
      reportedAt = performance.now()
    }
    for await (const item of this.#recording.blocks()) {
      if (isFault(item)) {
        surveyor.addFault(item.what, item.count)
        if (++faultCount <= mostFaults) faults.push(item)
      } else {
        this.#pyramid.add(item)
        surveyor.add(item)
        judge.add(item)
      }
      if (performance.now() - reportedAt >= progressEveryMs) progress()
    }
    const annotations = await this.#recording.annotations()
    this.#isRead = true
    progress()
    const survey = surveyor.result(this.#recording, annotations.length)
    this.#send({ type: 'finished', survey, quality: judge.result(survey), annotations })
    if (this.#wanted) this.look(this.#wanted)
  }

  /** Reports a range as finely as is known at once, and more finely if that is needed and the file has been read. */
  look(wanted: Range & { buckets: number }): void {
    this.#wanted = wanted
    const { from, to, buckets } = wanted
    const bucket = (to - from) / buckets
    const detail = covers(this.#detail, wanted) ? this.#detail : null
    const shown = detail && detail.pyramid.width < this.#pyramid.width ? detail.pyramid : this.#pyramid
    this.#show(shown, wanted)
    if (shown.width <= bucket || !this.#isRead) return
    // Read for a range no wider than this one, it is as fine as it gets.
    if (detail && detail.span <= to - from) return
    if (!covers(this.#reading, wanted)) void this.#readDetail(wanted)
  }

  async #readDetail({ from, to }: Range): Promise<void> {
    this.#reading?.abort.abort()
    const span = to - from
    const around = (span * (readAround - 1)) / 2
    const range = { from: Math.max(0, from - around), to: to + around }
    const reading = { ...range, abort: new AbortController() }
    this.#reading = reading
    const pyramid = new Pyramid(this.#recording.description.channels.length, range.from)
    try {
      for await (const item of this.#recording.blocks({ ...range, signal: reading.abort.signal }))
        if (!isFault(item)) pyramid.add(item)
    } catch {
      // Cancelled for another range, or the store is unavailable: the picture stays, and the next request retries.
      if (this.#reading === reading) this.#reading = null
      return
    }
    if (this.#reading !== reading) return
    this.#reading = null
    this.#detail = { ...range, span, pyramid }
    if (this.#wanted) this.look(this.#wanted)
  }

  #show(pyramid: Pyramid, { from, to, buckets }: Range & { buckets: number }): void {
    const views = this.#recording.description.channels.map((_, channel) => pyramid.view(channel, from, to, buckets))
    this.#send({ type: 'seen', from, to, views })
  }

  /** Throws Superseded when another range is to be measured. */
  async measure({ from, to }: Range): Promise<Statistics[]> {
    const running = this.#recording.description.channels.map(({ rate }) => new RunningStatistics(rate, from, to))
    for await (const block of this.#blocks('measure', { from, to })) running[block.channel]?.add(block)
    return running.map((each) => each.result())
  }

  /** Throws Superseded when another range is to be extracted. */
  async extract({ from, to }: Range, channels: readonly number[], origin: number | null): Promise<Blob> {
    const csv = new CsvOfBlocks(channels, from, to)
    for await (const block of this.#blocks('extract', { from, to })) csv.add(block)
    return new Blob([...csv.parts(this.#recording.description.channels, origin)], { type: 'text/csv' })
  }

  /** Throws Superseded when another trace is to be made. */
  async trace(of: TraceOf): Promise<Float64Array> {
    const trace = new Trace(this.#recording.description.channels, of)
    for await (const block of this.#blocks('trace', of)) trace.add(block)
    return trace.values()
  }

  /** Applies all methods, as a server does. Throws Superseded when another time is to be measured, or after `cease`. */
  async apply(time: MeasuredTime, epoch: number): Promise<readonly Result[]> {
    const signal = this.#begin('apply')
    const { results } = await measureTime(this.#recording, time, epoch, signal)
    signal.throwIfAborted()
    return results
  }

  /** Ends `apply`: what it computes is wanted no more. */
  cease(): void {
    this.#requests.get('apply')?.abort(new Superseded())
  }

  /** The blocks of a range, for the only request of this kind that is answered. */
  async *#blocks(request: Request, range: Range): AsyncGenerator<Block> {
    const signal = this.#begin(request)
    for await (const item of this.#recording.blocks({ ...range, signal })) if (!isFault(item)) yield item
    signal.throwIfAborted()
  }

  /** Ends the last request of this kind. */
  #begin(request: Request): AbortSignal {
    this.#requests.get(request)?.abort(new Superseded())
    const abort = new AbortController()
    this.#requests.set(request, abort)
    return abort.signal
  }
}
