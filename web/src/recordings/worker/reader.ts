import { openRecording } from '@casebook/domain/recordings/open/open-recording.ts'
import { type Fault, isFault, type Layout, type Recording, type Source } from '@casebook/domain/recordings/recording.ts'
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

type Range = { from: number; to: number }

/** One recording being read: its pyramid, and a finer one of the visible range. */
export class Reader {
  readonly #recording: Recording
  readonly #source: Source & { reached?: number }
  readonly #send: (message: FromReader) => void
  readonly #pyramid: Pyramid
  #detail: (Range & { pyramid: Pyramid; reading: AbortController; isRead: boolean }) | null = null
  #wanted: (Range & { buckets: number }) | null = null
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
    const { description, layout, fingerprint } = recording
    send({ type: 'opened', description, layout, fingerprint })
  }

  /** Reads the whole file and reports progress. */
  async readAll(): Promise<void> {
    const surveyor = new Surveyor(this.#recording.description.channels.length)
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
      }
      if (performance.now() - reportedAt >= progressEveryMs) progress()
    }
    const annotations = await this.#recording.annotations()
    this.#isRead = true
    progress()
    this.#send({ type: 'finished', survey: surveyor.result(this.#recording, annotations.length), annotations })
    if (this.#wanted) this.look(this.#wanted)
  }

  /** Reports a range at the pyramid's resolution at once, and more finely if that is needed and the file has been read. */
  look(wanted: Range & { buckets: number }): void {
    this.#wanted = wanted
    const { from, to, buckets } = wanted
    const isFine = this.#pyramid.width <= (to - from) / buckets
    const detail = this.#detail
    if (!isFine && detail && detail.from <= from && detail.to >= to) {
      if (detail.isRead) {
        this.#show(detail.pyramid, wanted)
        return
      }
    }
    this.#show(this.#pyramid, wanted)
    if (!isFine && this.#isRead && !(detail && detail.from <= from && detail.to >= to)) void this.#readDetail(wanted)
  }

  async #readDetail({ from, to }: Range): Promise<void> {
    this.#detail?.reading.abort()
    const around = ((to - from) * (readAround - 1)) / 2
    const range = { from: Math.max(0, from - around), to: to + around }
    const reading = new AbortController()
    const pyramid = new Pyramid(this.#recording.description.channels.length, range.from)
    const detail = { ...range, pyramid, reading, isRead: false }
    this.#detail = detail
    try {
      for await (const item of this.#recording.blocks({ ...range, signal: reading.signal }))
        if (!isFault(item)) pyramid.add(item)
      detail.isRead = true
      if (this.#wanted) this.look(this.#wanted)
    } catch {
      // Cancelled for another range, or the store is unavailable: the picture stays, and the next request retries.
      if (this.#detail === detail) this.#detail = null
    }
  }

  #show(pyramid: Pyramid, { from, to, buckets }: Range & { buckets: number }): void {
    const views = this.#recording.description.channels.map((_, channel) => pyramid.view(channel, from, to, buckets))
    this.#send({ type: 'seen', from, to, views })
  }

  async measure({ from, to }: Range): Promise<Statistics[]> {
    const running = this.#recording.description.channels.map(({ rate }) => new RunningStatistics(rate, from, to))
    for await (const item of this.#recording.blocks({ from, to })) if (!isFault(item)) running[item.channel]?.add(item)
    return running.map((each) => each.result())
  }

  async extract({ from, to }: Range, channels: readonly number[], origin: number | null): Promise<Blob> {
    const csv = new CsvOfBlocks(channels, from, to)
    for await (const item of this.#recording.blocks({ from, to })) if (!isFault(item)) csv.add(item)
    return new Blob([...csv.parts(this.#recording.description.channels, origin)], { type: 'text/csv' })
  }
}
