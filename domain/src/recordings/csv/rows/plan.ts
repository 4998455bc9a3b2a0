import type { DateOrder } from '../bytes/time-text.ts'
import type { Counter } from '../head/columns.ts'
import type { Dialect } from '../head/lines/dialect.ts'
import type { TimeColumn } from '../head/time-column.ts'

/** How lines become samples. Plain data, so that reading can start again or in the middle. */
export type Plan = {
  readonly dialect: Dialect
  readonly encoding: string
  readonly headerRows: number
  /** The lines of sensors and names above the data. */
  readonly header: readonly string[]
  /** The number of columns, and of the cells in most lines: texts at the end may be omitted. */
  readonly width: number
  readonly usual: number
  readonly time: TimeColumn
  readonly dateOrder: DateOrder
  /** The time column's value at the start of the recording: a number, or whole seconds with their fraction. */
  readonly origin: { readonly value: number; readonly fraction: number }
  /** The time column's unit in seconds. */
  readonly scale: number
  /** Seconds between rows if there is no time column. */
  readonly step: number | null
  /** Seconds between rows that count as a gap, if there is a time column. */
  readonly gap: number
  /** The numbers of the time column are of single precision, which gets coarser as they grow. */
  readonly isSingle: boolean
  /** Seconds over which samples with the same time are spread, and seconds between them. */
  readonly spread: { readonly tick: number; readonly step: number } | null
  readonly counter: Counter | null
  /**
   * By channel: its column and, for a column that most rows leave empty, the seconds between samples that count as a
   * gap.
   */
  readonly channels: readonly { readonly column: number; readonly sparseGap: number | null }[]
  /** By column: the unit that stands in its cells beside the numbers. */
  readonly cellUnits: readonly (string | null)[]
  /** Columns whose texts are annotations. */
  readonly texts: readonly number[]
  /** Of those, the columns in which consecutive equal texts are one annotation that lasts. */
  readonly states: readonly number[]
  /** The names of these, or their numbers. */
  readonly stateNames: readonly string[]
  /** The times are of a local clock, which may be set forward or back for summer time. */
  readonly isLocal: boolean
  /** Columns that were empty in the examined lines. */
  readonly empties: readonly number[]
}

/** A position at which reading can start without what came before. */
export type Checkpoint = {
  /** Byte offset of the first byte of a line. */
  readonly offset: number
  readonly line: number
  readonly row: number
  readonly at: number
  readonly counted: number | null
  readonly days: number
  readonly shift: number
  /** Of lines with the same time: that time, and how many lines had it before the last. */
  readonly lastTime: number | null
  readonly repeats: number
  /** Another table has begun. */
  readonly isOver: boolean
}
