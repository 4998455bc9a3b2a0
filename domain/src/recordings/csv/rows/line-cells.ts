import { isMissing, NumberReader } from '../bytes/number-reader.ts'
import { TimeReader } from '../bytes/time-reader.ts'
import { firstUnitOf } from '../head/time-column.ts'
import type { Plan } from './plan.ts'
import type { RowBuffer } from './row-buffer.ts'

/** How a column is read; 0 and above is the channel of that number. */
const role = {
  skip: -1,
  number: -2,
  time: -3,
  counter: -4,
  sub: -5,
  annotation: -6,
  empty: -7,
  state: -8,
} as const

const space = 32

/** Reads the cells of one line after another: samples into a buffer's next row, everything else into its own fields. */
export class LineCells {
  /** Of a numeric time column. */
  time = Number.NaN
  /** Of a time in text. */
  seconds = Number.NaN
  fraction = 0
  /** Of the counter's columns. */
  count = Number.NaN
  sub = Number.NaN
  /** The number of cells that were numbers, and of cells that should have been. */
  filled = 0
  wrong = 0
  /** The position of the first invalid one. */
  wrongStart = 0
  wrongStop = 0
  /** Of the columns of texts. */
  texts: string[] = []
  /** Of the columns of states, in their order; empty where a line has none. */
  readonly states: string[]
  /** Content of a column that was classified as empty. */
  stray = ''
  /** Of the columns of times that were read, their number and the sum of their seconds. */
  #toldTimes = 0
  #toldSeconds = 0
  readonly #timeColumns: number
  readonly #width: number
  readonly #roles: Int16Array
  readonly #numbers: NumberReader
  readonly #times: TimeReader
  readonly #decoder: TextDecoder
  readonly #delimiter: number
  readonly #stateColumns: readonly number[]
  readonly #units: readonly (string | null)[]

  constructor(plan: Plan, decoder: TextDecoder) {
    this.#width = plan.width
    this.#roles = rolesOf(plan)
    this.#delimiter = plan.dialect.delimiter.charCodeAt(0)
    this.#numbers = new NumberReader(plan.dialect.delimiter, plan.dialect.decimal, decoder)
    this.#times = new TimeReader(plan.dateOrder, firstUnitOf(plan.time))
    this.#decoder = decoder
    this.#timeColumns = plan.time.form === 'date-and-time' ? 2 : 1
    this.#stateColumns = plan.states
    this.#units = plan.cellUnits
    this.states = plan.states.map(() => '')
  }

  get hasTime(): boolean {
    return !Number.isNaN(this.time) || !Number.isNaN(this.seconds)
  }

  /** Whether the line contains an event and no sample. */
  get isEvent(): boolean {
    return this.filled === 0 && this.texts.length > 0
  }

  /** Returns the number of cells of the line. */
  read(bytes: Uint8Array, start: number, stop: number, { cells, rows, capacity }: RowBuffer): number {
    const numbers = this.#numbers
    const width = this.#width
    const roles = this.#roles
    this.#clear()
    let at = this.#afterSpaces(bytes, start, stop)
    let cell = 0
    while (true) {
      const what = roles[cell] ?? role.skip
      if (what >= 0) {
        let value = numbers.read(bytes, at, stop)
        if (numbers.found === 'text') value = this.#withUnit(cell, bytes, at, stop)
        if (numbers.found === 'number') {
          this.filled++
          cells[what * capacity + rows] = value
        } else if (numbers.found === 'text') this.#addWrong(at, numbers.stop)
      } else if (what === role.state)
        this.states[this.#stateColumns.indexOf(cell)] = numbers.text(bytes, at, stop, this.#decoder)
      else this.#readOther(what, bytes, at, stop)
      at = numbers.stop
      if (at >= stop) return cell + 1
      at = this.#afterSpaces(bytes, at + 1, stop)
      if (at === stop && this.#delimiter === space) return cell + 1
      cell++
      // There is no cell after a trailing delimiter.
      if (at === stop && cell === width) return width
    }
  }

  #withUnit(column: number, bytes: Uint8Array, at: number, stop: number): number {
    const unit = this.#units[column]
    return unit ? this.#numbers.readWithUnit(bytes, at, stop, unit) : Number.NaN
  }

  #clear(): void {
    this.time = this.seconds = this.count = this.sub = Number.NaN
    this.fraction = this.filled = this.wrong = 0
    this.#toldTimes = this.#toldSeconds = 0
    this.stray = ''
    if (this.texts.length > 0) this.texts = []
    this.states.fill('')
  }

  /** Consecutive spaces are one delimiter. */
  #afterSpaces(bytes: Uint8Array, start: number, stop: number): number {
    let at = start
    if (this.#delimiter === space) while (at < stop && bytes[at] === space) at++
    return at
  }

  #addWrong(start: number, stop: number): void {
    if (this.wrong === 0) {
      this.wrongStart = start
      this.wrongStop = stop
    }
    this.wrong++
  }

  #readOther(what: number, bytes: Uint8Array, at: number, stop: number): void {
    const numbers = this.#numbers
    if (at === stop || bytes[at] === this.#delimiter) numbers.stop = at
    else if (what === role.number) {
      this.time = numbers.read(bytes, at, stop)
      if (numbers.found === 'text') this.time = this.#withUnit(this.#roles.indexOf(what), bytes, at, stop)
    } else if (what === role.counter) this.count = numbers.read(bytes, at, stop)
    else if (what === role.sub) this.sub = numbers.read(bytes, at, stop)
    else if (what === role.time) this.#readTime(bytes, at, stop)
    else if (what === role.annotation || what === role.empty) {
      const text = numbers.text(bytes, at, stop, this.#decoder)
      if (isMissing(text)) return
      if (what === role.annotation) this.texts.push(text)
      else this.stray = text
    } else numbers.skip(bytes, at, stop)
  }

  /** A date and a time in two columns are added, in either order. One without the other is no time. */
  #readTime(bytes: Uint8Array, at: number, stop: number): void {
    const end = this.#numbers.skip(bytes, at, stop)
    if (!this.#times.read(bytes, at, end)) return
    this.#toldTimes++
    this.#toldSeconds += this.#times.seconds
    this.fraction += this.#times.fraction
    if (this.#toldTimes === this.#timeColumns) this.seconds = this.#toldSeconds
  }
}

function rolesOf({ width, time, counter, channels, texts, states, empties }: Plan): Int16Array {
  const roles = new Int16Array(width).fill(role.skip)
  for (const column of empties) roles[column] = role.empty
  for (const column of texts) roles[column] = role.annotation
  for (const column of states) roles[column] = role.state
  for (const [channel, { column }] of channels.entries()) roles[column] = channel
  if (counter) roles[counter.column] = role.counter
  if (counter?.sub != null) roles[counter.sub] = role.sub
  if (time.form === 'number') roles[time.column] = role.number
  else if (time.form === 'date-and-time') {
    roles[time.date] = role.time
    roles[time.time] = role.time
  } else if (time.form !== 'none') roles[time.column] = role.time
  return roles
}
