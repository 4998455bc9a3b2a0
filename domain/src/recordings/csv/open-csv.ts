import {
  type Annotation,
  type Block,
  type BlocksOptions,
  type Description,
  type Fault,
  isFault,
  type OpenOptions,
  type Recording,
  type Source,
} from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { describe, type Found } from './describe.ts'
import { widthOf } from './head/header.ts'
import { splitLine } from './head/lines/dialect.ts'
import { readSample, type Sample, withTail } from './head/sample.ts'
import { findLongColumns, LongRecording } from './long-table.ts'
import { checkLayout, makePlan, type Planned } from './make-plan.ts'
import type { Checkpoint, Plan } from './rows/plan.ts'
import { readRows } from './rows/read-rows.ts'
import { RowParser } from './rows/row-parser.ts'
import { asTurned, turned } from './rows/turned.ts'

/** Opens a table in text. Throws `UnreadableRecording`. */
export async function openCsv(source: Source, options: OpenOptions = {}): Promise<Recording> {
  checkLayout(options.layout ?? {})
  const { signal, layout } = options
  const sample = await readSample(source, signal)
  const planned = makePlan(sample, options)
  const { headerRows } = planned.plan
  const inOrder = planned.isDescending ? await turned(source, sample, headerRows, signal) : undefined
  if (!inOrder) return openSample(source, sample, planned, options)
  // What stands at the end of the file, such as a sum, would be taken for a header.
  const above = { ...options, layout: { ...layout, headerRows } }
  const turnedSample = await readSample(inOrder, signal)
  return asTurned(await openSample(inOrder, turnedSample, makePlan(turnedSample, above), above))
}

async function openSample(source: Source, begun: Sample, found: Planned, options: OpenOptions): Promise<Recording> {
  const { signal } = options
  let [sample, planned] = [begun, found]
  if (!planned.isDateOrderSure && !sample.isWhole && sample.tail.length === 0) {
    sample = await withTail(source, sample, signal)
    planned = makePlan(sample, options)
  }
  const long = findLongColumns(planned)
  if (long) return LongRecording.open(source, planned, long, recognise(), signal)
  const ending = sample.isWhole ? await readWhole(source, planned, signal) : tailOf(planned)
  return new CsvRecording(source, planned, { description: describe(planned, ending), fingerprint: recognise() })

  /** Of the file as it is recognised, whichever layout it is read with: the layout is looked up by it for the next file. */
  function recognise(): string {
    let { plan, header } = planned
    try {
      if (options.layout) ({ plan, header } = makePlan(sample, { ...options, layout: {} }))
    } catch (error) {
      // Only the layout makes the file readable.
      if (!(error instanceof UnreadableRecording)) throw error
    }
    return fingerprintOf(plan, header.names)
  }
}

async function readWhole(source: Source, { plan, file }: Planned, signal?: AbortSignal): Promise<Found> {
  let samples = 0
  let end: number | null = null
  const onEnd = (parser: RowParser) => {
    end = parser.at
  }
  for await (const item of readRows(source, file, plan, { onEnd, ...(signal && { signal }) }))
    if (!isFault(item)) for (const value of item.values) if (!Number.isNaN(value)) samples++
  // None of the lines has a time, for example, if a wrong column was set.
  if (samples === 0) throw new UnreadableRecording('no-data', { line: plan.headerRows + 1 })
  return { end, samples }
}

/** The time of the last lines, if they contain one. */
function tailOf({ plan, tail }: Planned): Found {
  // Times of day do not show how many midnights lie between start and end.
  if (plan.step !== null || plan.time.form === 'time-of-day') return { end: null, samples: null }
  // They may be of another table.
  const width = widthOf(tail.slice(-lastLines).map((line) => splitLine(line, plan.dialect.delimiter)))
  if (tail.length >= lastLines && width !== plan.usual) return { end: null, samples: null }
  const last = plan.spread ? Number.NaN : endOfLines(plan, tail.slice(-lastLines))
  const end = Number.isFinite(last) ? last : endOfLines(plan, tail)
  const isUnknown = !Number.isFinite(end) || (plan.isLocal && mayChangeClocks(plan.origin.value, end))
  return { end: isUnknown ? null : end, samples: null }
}

/** Of the tail, so many are read first: mostly the last one has a time. */
const lastLines = 64

/** The time of the last line that has one, in seconds since the start; infinite if none has. */
function endOfLines(plan: Plan, lines: readonly string[]): number {
  const parser = new RowParser({ ...plan, headerRows: 0 })
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(''))
  for (let start = 0, end = bytes.indexOf(10); end >= 0; start = end + 1, end = bytes.indexOf(10, start))
    parser.readLine(bytes, start, end, 0)
  return parser.at
}

const day = 86_400
/** March, April, September, October and November. */
const changingMonths = [2, 3, 8, 9, 10]

/** Whether clocks may have been changed for summer time during a recording. Only its rows show whether they were. */
function mayChangeClocks(start: number, seconds: number): boolean {
  for (let each = Math.floor(start / day); each <= Math.floor((start + seconds) / day); each++) {
    const date = new Date(each * day * 1000)
    if (date.getUTCDay() === 0 && changingMonths.includes(date.getUTCMonth())) return true
  }
  return false
}

class CsvRecording implements Recording {
  readonly description: Description
  readonly layout
  readonly fingerprint
  readonly #source: Source
  readonly #planned: Planned
  readonly #checkpoints: Checkpoint[] = []
  #annotations: readonly Annotation[] | null = null

  constructor(source: Source, planned: Planned, told: { description: Description; fingerprint: string }) {
    this.#source = source
    this.#planned = planned
    this.description = told.description
    this.layout = planned.layout
    this.fingerprint = told.fingerprint
  }

  async annotations(signal?: AbortSignal): Promise<readonly Annotation[]> {
    if (this.#planned.plan.texts.length === 0) return []
    if (this.#annotations === null) for await (const _ of this.blocks(signal && { signal }));
    return this.#annotations ?? []
  }

  async *blocks(options: BlocksOptions = {}): AsyncGenerator<Block | Fault> {
    const { plan, file, faults } = this.#planned
    const { from } = options
    if (from === undefined) yield* faults
    // Gzip and UTF-16 can't be read from the middle.
    const canSeek = !file.gzip && !file.encoded.encoding.startsWith('utf-16')
    // The row before a checkpoint must not reach into the range.
    const isBefore = ({ at }: Checkpoint) => from !== undefined && at + (plan.step ?? 0) < from
    const checkpoint = this.#checkpoints.findLast(isBefore)
    yield* readRows(this.#source, file, plan, {
      ...options,
      checkpoint,
      onCheckpoint: (next) => {
        if (canSeek && next.offset > (this.#checkpoints.at(-1)?.offset ?? 0)) this.#checkpoints.push(next)
      },
      onEnd: (parser) => {
        if (!checkpoint) this.#annotations = parser.annotations
      },
    })
  }
}

/**
 * Equal for files of the same recorder and program. Based on delimiter, number of columns, their names without numbers
 * and serial numbers, and the format of the time.
 */
export function fingerprintOf({ dialect, width, time }: Plan, names: readonly (string | null)[]): string {
  const words = names.map((name) => (name ?? '').toLowerCase().replace(/[0-9a-f]*\d[0-9a-f]*/g, '#'))
  return `csv-${hash(JSON.stringify([dialect.delimiter, dialect.decimal, width, time, words]))}`
}

/** FNV-1a, of 32 bits twice. */
function hash(text: string): string {
  let high = 0x811c9dc5
  let low = 0xcbf29ce4
  for (let i = 0; i < text.length; i++) {
    high = Math.imul(high ^ text.charCodeAt(i), 0x01000193)
    low = Math.imul(low ^ text.charCodeAt(text.length - 1 - i), 0x01000193)
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
