import { limits } from '../../limits.ts'
import type { Annotation, Block, Fault, FaultCode } from '../../recording.ts'
import { LineCells } from './line-cells.ts'
import type { Checkpoint, Plan } from './plan.ts'
import { RowBuffer } from './row-buffer.ts'
import { RowTimes } from './row-times.ts'
import { TableEnd } from './table-end.ts'

const longestDetail = 80
const longestAnnotation = 1000

/** Makes blocks, faults and annotations from lines. A parser reads from one position to the end. */
export class RowParser {
  readonly annotations: Annotation[] = []
  line: number
  rows = 0
  readonly #plan: Plan
  readonly #cells: LineCells
  readonly #times: RowTimes
  readonly #buffer: RowBuffer
  readonly #end: TableEnd
  readonly #faults = new FaultTally()
  readonly #decoder: TextDecoder
  /** By column of states: the one that lasts, since when, and until when it was said. */
  readonly #states: ({ text: string; from: number; to: number } | null)[]
  #blocks: (Block | Fault)[] = []
  #offset = 0

  constructor(plan: Plan, from?: Checkpoint) {
    this.#plan = plan
    this.#decoder = new TextDecoder(plan.encoding === 'windows-1252' ? 'windows-1252' : 'utf-8')
    this.#cells = new LineCells(plan, this.#decoder)
    this.#times = new RowTimes(plan)
    this.#buffer = new RowBuffer(plan)
    this.#end = new TableEnd(plan, this.#decoder)
    this.#states = plan.states.map(() => null)
    this.line = from?.line ?? 0
    if (!from) return
    this.#times.row = from.row
    this.#times.at = from.at
    this.#times.counted = from.counted
    this.#times.days = from.days
    this.#times.shift = from.shift
    this.#times.lastTime = from.lastTime
    this.#times.repeats = from.repeats
    this.#end.isOver = from.isOver
  }

  /** The position after the last line that was read; undefined between two tables. */
  checkpoint(offset: number): Checkpoint | undefined {
    if (this.#end.isPaused) return undefined
    const { row, at, counted, days, shift, lastTime, repeats } = this.#times
    return { offset, line: this.line, row, at, counted, days, shift, lastTime, repeats, isOver: this.#end.isOver }
  }

  /** Of the last row, in seconds since the start. */
  get at(): number {
    return this.#times.at
  }

  /** Returns what was collected since the previous call. */
  take(): (Block | Fault)[] {
    this.#keep(this.#buffer.flush(false))
    const items = [...this.#blocks, ...this.#faults.take()]
    this.#blocks = []
    return items
  }

  /** Skips an overlong line. One of zero bytes was never written. */
  skipLine(bytes: Uint8Array, offset: number): void {
    this.line++
    this.#offset = offset
    this.#faultOf(bytes.at(-1) === 0 ? 'cut-off' : 'limit', bytes, 0, bytes.length)
  }

  /**
   * Reads the line between these positions, without its end. `offset` is its offset in the file. `isLast`: the line has
   * no end.
   */
  readLine(bytes: Uint8Array, start: number, end: number, offset: number, isLast = false): void {
    this.line++
    if (this.line <= this.#plan.headerRows) return
    const stop = end > start && bytes[end - 1] === 13 ? end - 1 : end
    const table = this.#end
    if (stop === start) {
      table.isPaused = !table.isOver
      return
    }
    this.#offset = offset
    if (table.isPaused) {
      if (table.holds(bytes, start, stop, { line: this.line, offset })) return
      this.#readHeld()
    }
    if (table.isOver) this.fault('other-table', '')
    else this.#readRow(bytes, start, stop, isLast)
  }

  /** Reads the lines that were held back as rows, or counts them if they belong to another table. */
  #readHeld(): void {
    const { line } = this
    const offset = this.#offset
    for (const held of this.#end.take()) {
      this.line = held.line
      this.#offset = held.offset
      if (this.#end.isOver) this.#faultOf('other-table', held.bytes, 0, held.bytes.length)
      else this.#readRow(held.bytes, 0, held.bytes.length, false)
    }
    this.line = line
    this.#offset = offset
  }

  #readRow(bytes: Uint8Array, start: number, stop: number, isLast: boolean): void {
    const line = this.#cells
    const { width, usual } = this.#plan
    this.#buffer.clearRow()
    const found = line.read(bytes, start, stop, this.#buffer)
    const isCut = isLast && (found < usual || bytes[stop - 1] === 0)
    const whyNot = isCut ? 'cut-off' : (this.#whyNotRow() ?? this.#place())
    if (whyNot) {
      this.#faultOf(whyNot, bytes, start, stop)
      return
    }
    if (found < usual || found > width) this.fault('wrong-line', `${found} ≠ ${usual}`)
    if (line.wrong > 0) this.#faultOf('not-a-number', bytes, line.wrongStart, line.wrongStop, line.wrong)
    if (line.stray) this.fault('limit', line.stray)
    if (line.isEvent) return
    this.#buffer.times[this.#buffer.rows] = this.#times.at
    this.#buffer.rows++
    this.rows++
    if (this.#buffer.rows === this.#buffer.capacity) this.#keep(this.#buffer.flush(false))
  }

  fault(what: FaultCode, detail: string, count = 1): void {
    this.#faults.add(what, { line: this.line, offset: this.#offset, at: this.#times.at }, detail, count)
  }

  /** A line of words, such as a repeated header, is not a row of missing samples. */
  #whyNotRow(): FaultCode | undefined {
    const { filled, wrong, hasTime, texts } = this.#cells
    if (filled > 0 || hasTime) return undefined
    // A line of delimiters is a blank one.
    if (wrong === 0 && texts.length === 0) this.#end.isPaused = true
    return wrong > 0 ? 'wrong-line' : undefined
  }

  /** Determines the time of the line, and ends the block before it if there is a gap. Returns why there is no time. */
  #place(): FaultCode | undefined {
    const { step, gap } = this.#plan
    const times = this.#times
    const { isEvent, texts, count, sub } = this.#cells
    if (!isEvent) times.count(count, sub)
    const at = this.#timeOfLine()
    if (!(Math.abs(at) < limits.duration)) return 'wrong-time'
    if (!isEvent && at < times.at) return 'time-backwards'
    if (times.changedHours !== 0) this.fault('clock-changed', `${times.changedHours}`)
    for (const text of texts) this.#annotate(at, text)
    if (isEvent) return undefined
    if (times.lost > 0) this.fault('lost-samples', `${times.lost}`, times.lost)
    const isGap = times.lost > 0 || (step === null && at - times.at > gap + times.resolution)
    if (isGap) this.#keep(this.#buffer.cut())
    this.#keepStates(at, isGap)
    times.row += times.lost + 1
    times.at = at
    return undefined
  }

  #timeOfLine(): number {
    const { step, time } = this.#plan
    if (step !== null) return this.#times.fromRow()
    if (time.form === 'number') return this.#times.fromNumber(this.#cells.time)
    return this.#times.fromText(this.#cells.seconds, this.#cells.fraction)
  }

  #annotate(at: number, text: string, state?: { duration: number; source: string }): void {
    if (this.annotations.length >= limits.annotations) this.fault('limit', text)
    else this.annotations.push({ at, duration: null, text: text.slice(0, longestAnnotation), ...state })
  }

  /** A state lasts from its first line to the next that says another, or to the gap after its last. */
  #keepStates(at: number, isGap: boolean): void {
    for (const [index, text] of this.#cells.states.entries()) {
      const state = this.#states[index] ?? null
      if (state && (isGap || text !== state.text)) this.#endState(index, state, isGap ? state.to : at)
      if (text === '') this.#states[index] = null
      else if (!state || isGap || text !== state.text) this.#states[index] = { text, from: at, to: at }
      else state.to = at
    }
  }

  #endState(index: number, { text, from }: { text: string; from: number }, to: number): void {
    this.#annotate(from, text, { duration: to - from, source: this.#plan.stateNames[index] ?? '' })
  }

  /** Reads what was held back, and ends the states that last until the last line. */
  finish(): void {
    this.#readHeld()
    for (const [index, state] of this.#states.entries()) if (state) this.#endState(index, state, state.to)
    this.annotations.sort((a, b) => a.at - b.at)
  }

  #keep(blocks: readonly Block[]): void {
    for (const block of blocks) this.#blocks.push(block)
  }

  /** A fault with the content at that position. Of those that only increase a count it is not used: a bad file must not be slow. */
  #faultOf(what: FaultCode, bytes: Uint8Array, start: number, stop: number, count = 1): void {
    const content = bytes.subarray(start, Math.min(stop, start + longestDetail))
    this.fault(what, this.#faults.has(what) ? '' : this.#decoder.decode(content), count)
  }
}

/** Combines consecutive faults of one kind into one with a count, so that a bad file does not report a fault per line. */
export class FaultTally {
  readonly #faults = new Map<FaultCode, Fault>()

  add(what: FaultCode, place: Pick<Fault, 'line' | 'offset' | 'at'>, detail: string, count = 1): void {
    const known = this.#faults.get(what)
    const at = Number.isFinite(place.at) ? place.at : null
    this.#faults.set(
      what,
      known
        ? { ...known, count: known.count + count }
        : { what, count, ...place, at, detail: detail.slice(0, longestDetail) },
    )
  }

  has(what: FaultCode): boolean {
    return this.#faults.has(what)
  }

  /** Returns the faults since the previous call. */
  take(): Fault[] {
    const faults = [...this.#faults.values()]
    this.#faults.clear()
    return faults
  }
}
