import { isBelievableRate, limits } from '../limits.ts'
import type { Epoch, Fault, Layout, OpenOptions } from '../recording.ts'
import { secondsPer } from '../time-units.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import type { DateOrder } from './bytes/time-text.ts'
import { decideTimes } from './decide-times.ts'
import { type Column, findCounter, isSparse, sampleColumns, sortColumns } from './head/columns.ts'
import { areDescending, hasDescendingInstants } from './head/descending.ts'
import { type Empatica, empaticaHeader, readEmpatica } from './head/empatica.ts'
import { type Header, readHeader, widthOf } from './head/header.ts'
import { detectDialect, splitLine } from './head/lines/dialect.ts'
import { findTable, topOfTable } from './head/lines/find-table.ts'
import { whyNoSignals, withoutUnits } from './head/lines/no-signals.ts'
import { type Preamble, preambleAbove } from './head/preamble.ts'
import type { Sample } from './head/sample.ts'
import { findTimeColumn, type SampleTime, sampleTime, type TimeColumn, timeColumnsOf } from './head/time-column.ts'
import { columnsOfOtherTimes } from './head/times/own-times.ts'
import { daysSaidIn } from './head/times/said-dates.ts'
import { rising, type Spacing, spacingOf } from './head/times/spacing.ts'
import type { Plan } from './rows/plan.ts'

/** A plan with the findings it is based on, for the description. */
export type Planned = {
  readonly plan: Plan
  readonly file: Sample['file']
  readonly header: Header
  readonly preamble: Preamble
  readonly empatica: Empatica | null
  readonly columns: readonly Column[]
  readonly given: Layout
  readonly layout: Layout
  readonly first: SampleTime | null
  /** Of the lines, in Hz, if their own times do not tell it; null if it is unknown. */
  readonly rate: number | null
  /** By channel. */
  readonly spacings: readonly (Spacing | null)[]
  /** Columns of other times, and of what was recorded at them. */
  readonly unread: readonly number[]
  readonly isDateOrderSure: boolean
  /** Another order than that with day and month exchanged, which is as likely, and the first time in it. */
  readonly otherOrder: { readonly order: DateOrder; readonly first: SampleTime | null } | null
  /** The lines before the data of another table above the one that is read; null if there is none. */
  readonly above: number | null
  /** Whether times of two parts are hours and minutes, or minutes and seconds. */
  readonly isFirstUnitSure: boolean
  /** From when the numbers of the time column may count, too; null if it is sure. */
  readonly otherEpoch: Epoch | null
  /** The times go from the last to the first. */
  readonly isDescending: boolean
  /** Faults known before reading. */
  readonly faults: readonly Fault[]
  readonly tail: readonly string[]
  /** The cells of the lines that were examined: of the first, the middle and the last. */
  readonly examined: readonly (readonly string[])[]
}

/** Lines and cells used to classify the columns. */
const sampledLines = 2000
const sampledCells = 200_000

export function makePlan(sample: Sample, { layout: given = {}, filename = '' }: OpenOptions): Planned {
  const { lines, file } = sample
  const dialect = detectDialect(lines, given)
  const empatica = given.headerRows === undefined && dialect.delimiter === ',' ? readEmpatica(lines, filename) : null
  const table = empatica ? null : findTable(lines, dialect, sample.totalLines)
  const rows = given.headerRows ?? empatica?.rows ?? table?.rows ?? null
  if (rows === null || rows >= lines.length)
    throw new UnreadableRecording('no-data', { line: Math.max(1, lines.length) })
  const split = (line: string) => splitLine(line, dialect.delimiter)
  const written = sampled(
    lines.slice(
      rows,
      table?.names.find((each) => each > rows),
    ),
    split,
  )
  const usual = widthOf(written)
  const header = empatica ? empaticaHeader(empatica) : readHeader(lines, rows, usual, dialect)
  const { width } = header
  checkColumns(given, width)
  const above = table !== null && table.first < rows ? table.first : null
  const preamble = preambleAbove(header, above === null ? [] : lines.slice(topOfTable(lines, rows, dialect), rows))
  const columns = sampleColumns(written, header, dialect.decimal)
  const data = withoutUnits(written, columns)
  const column = empatica?.rate === null ? ibiTime : empatica ? noTime : findTimeColumn(columns, given)
  const spots = sampled([...sample.middle, ...sample.tail], split)
  const examined = [...data, ...spots]
  const days = [...header.preamble, filename].flatMap(daysSaidIn)
  const { delimiter } = dialect
  const known = { sample, rows, delimiter, examined, columns, preamble, days, given }
  const { time, order, isOrderSure, otherOrder, isUnitSure, otherEpoch } = decideTimes(column, known)
  const timesIn = (each: DateOrder) => data.map((cells) => sampleTime(cells, time, each, dialect.decimal))
  const firstIn = (each: DateOrder) => timesIn(each).find((found) => found !== null) ?? null
  const sampleTimes = timesIn(order)
  const first = sampleTimes.find((each) => each !== null) ?? null
  const counter = empatica ? null : findCounter(columns, timeColumnsOf(time), given)
  const rate = given.rate ?? empatica?.rate ?? (time.form === 'none' ? preamble.rate : null)
  const step = rate !== null ? 1 / rate : time.form === 'none' ? 1 : null
  const scale = time.form === 'number' ? secondsPer[time.unit] : 1
  const times = sampleTimes.map((each, row) =>
    step !== null
      ? row * step
      : each === null || first === null
        ? Number.NaN
        : (each.value - first.value) * scale + each.fraction - first.fraction,
  )
  const spacing = spacingOf(rising(times))
  const { repeated, others } =
    time.form === 'number' ? columnsOfOtherTimes(columns, time.column, data) : { repeated: [], others: [] }
  const taken = new Set([...timeColumnsOf(time), counter?.column, counter?.sub, ...repeated, ...others])
  const free = columns.filter(({ index }) => !taken.has(index))
  const { signals, texts, states, empties, times: told } = sortColumns(free, spots, time.form !== 'none')
  if (signals.length === 0) throw new UnreadableRecording('no-data', { line: rows + 1, ...whyNoSignals(columns) })
  const spacings = signals.map(({ index, filled, lines: seen }) =>
    isSparse(filled, seen) && step === null
      ? spacingOf(rising(times.filter((_, row) => (data[row]?.[index] ?? '') !== '')))
      : spacing,
  )
  const kept = signals.slice(0, limits.channels)
  const isRelative = time.form === 'number' && !time.isEpoch && (preamble.start !== null || empatica !== null)
  const plan: Plan = {
    dialect,
    encoding: file.encoded.encoding,
    headerRows: rows,
    header: header.naming,
    width,
    usual,
    time,
    dateOrder: order,
    origin: isRelative ? { value: 0, fraction: 0 } : { value: first?.value ?? 0, fraction: first?.fraction ?? 0 },
    scale,
    step,
    gap: spacing?.gap ?? 1,
    isSingle:
      time.form === 'number' && sampleTimes.every((each) => each === null || Math.fround(each.value) === each.value),
    spread: spacing?.tick != null && spacing.rate !== null ? { tick: spacing.tick, step: 1 / spacing.rate } : null,
    counter,
    channels: kept.map(({ index, filled, lines: seen }, channel) => ({
      column: index,
      sparseGap: isSparse(filled, seen) && step === null ? Math.max(1, (spacings[channel]?.median ?? 1) * 5) : null,
    })),
    cellUnits: columns.map(({ cellUnit }) => cellUnit),
    texts,
    states,
    stateNames: states.map((index) => columns[index]?.name || `#${index + 1}`),
    isLocal: first?.hasDate === true && !first.hasZone && time.form !== 'number',
    empties,
  }
  const beyond = signals.length - kept.length
  return {
    plan,
    file,
    header,
    preamble,
    empatica,
    columns,
    given,
    layout: layoutOf(plan, given),
    first,
    rate,
    spacings,
    unread: [...others, ...told],
    isDateOrderSure: isOrderSure,
    otherOrder: otherOrder && { order: otherOrder, first: firstIn(otherOrder) },
    above,
    isFirstUnitSure: isUnitSure,
    isDescending: areDescending(sampleTimes) || (column.form === 'none' && hasDescendingInstants(columns)),
    otherEpoch,
    faults:
      beyond > 0
        ? [
            {
              what: 'limit',
              count: beyond,
              offset: null,
              line: rows,
              at: null,
              detail: `${signals.length} > ${limits.channels}`,
            },
          ]
        : [],
    tail: sample.tail,
    examined,
  }
}

const noTime: TimeColumn = { form: 'none' }
const ibiTime: TimeColumn = { form: 'number', column: 0, unit: 's', isEpoch: false, isUnitSaid: true }

/** The cells of the lines that are examined. */
function sampled(lines: readonly string[], split: (line: string) => string[]): string[][] {
  const rows: string[][] = []
  let cells = 0
  for (const line of lines) {
    if (rows.length >= sampledLines || cells >= sampledCells) break
    if (line.trim() === '') continue
    const row = split(line)
    cells += row.length
    rows.push(row)
  }
  return rows
}

/** The settings that reproduce how this file is read now. Rate and start are the file's own unless they were set. */
function layoutOf({ dialect, headerRows, time, dateOrder, counter }: Plan, given: Layout): Layout {
  const [column = null, second] = timeColumnsOf(time)
  const counting = counter?.sub != null ? ([counter.column, counter.sub] as const) : (counter?.column ?? null)
  return {
    ...dialect,
    headerRows,
    timeColumn: column !== null && second !== undefined ? [column, second] : column,
    ...(time.form === 'number' && { timeUnit: time.unit }),
    ...epochOf(time, given),
    ...(time.form === 'time-of-day' && time.unit && { timeUnit: time.unit }),
    ...(time.form !== 'none' && time.form !== 'number' && { dateOrder }),
    counterColumn: counting,
    ...(given.rate !== undefined && { rate: given.rate }),
    ...(given.start !== undefined && { start: given.start }),
    ...(given.clock !== undefined && { clock: given.clock }),
  }
}

/** One that was set is kept, although it is the usual one. */
function epochOf(time: TimeColumn, given: Layout): Pick<Layout, 'epoch'> {
  const epoch = time.form === 'number' ? (time.epoch ?? given.epoch) : undefined
  return epoch === undefined ? {} : { epoch }
}

const mostHeaderRows = 10_000

/** Throws for settings that can't apply to any file. They come from a form, or were stored for another file. */
export function checkLayout(layout: Layout): void {
  const columns = [layout.timeColumn, layout.counterColumn].flatMap((column) => column ?? [])
  if (columns.some((column) => !isCount(column, limits.headerBytes))) refuse('column')
  if (layout.headerRows !== undefined && !isCount(layout.headerRows, mostHeaderRows)) refuse('headerRows')
  if (layout.rate !== undefined && !isBelievableRate(layout.rate)) refuse('rate')
  if (layout.start !== undefined && !Number.isFinite(layout.start)) refuse('start')
}

/** Throws if a set column does not exist in the file. */
function checkColumns(layout: Layout, width: number): void {
  const columns = [layout.timeColumn, layout.counterColumn].flatMap((column) => column ?? [])
  if (columns.some((column) => column >= width)) refuse('column')
}

function isCount(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}

function refuse(detail: string): never {
  throw new UnreadableRecording('wrong-layout', { detail })
}
