import { isStorableTime } from '@casebook/domain/activities/activities.rules.ts'
import type { Layout } from '@casebook/domain/recordings/recording.ts'

const delimiters = [',', ';', '\t', '|', ' '] as const
const decimals = ['.', ','] as const
const timeUnits = ['d', 'h', 'min', 's', 'ms', 'us', '100ns', 'ns'] as const
const epochs = [0, 1, 1601, 1900, 1904, 1970, 2001] as const
const clocks = ['utc', 'local', 'unknown'] as const
const dateOrders = ['ymd', 'dmy', 'mdy'] as const

/** The settings as a form's fields; empty means as recognised. Columns are counted from 1, and 0 means no column. */
export type LayoutTexts = Record<
  | 'delimiter'
  | 'decimal'
  | 'headerRows'
  | 'timeColumn'
  | 'timeUnit'
  | 'epoch'
  | 'dateOrder'
  | 'rate'
  | 'start'
  | 'clock',
  string
>

export function textsOf({
  delimiter,
  decimal,
  headerRows,
  timeColumn,
  timeUnit,
  epoch,
  dateOrder,
  rate,
  start,
  clock = start === undefined ? undefined : 'utc',
}: Layout): LayoutTexts {
  return {
    delimiter: delimiter ?? '',
    decimal: decimal ?? '',
    headerRows: headerRows === undefined ? '' : String(headerRows),
    timeColumn: columnText(timeColumn),
    timeUnit: timeUnit ?? '',
    epoch: epoch === undefined ? '' : String(epoch),
    dateOrder: dateOrder ?? '',
    rate: rate === undefined ? '' : String(rate),
    start: start === undefined ? '' : startText(start),
    clock: clock ?? '',
  }
}

export function layoutOf(texts: LayoutTexts): Layout {
  const delimiter = delimiters.find((each) => each === texts.delimiter)
  const decimal = decimals.find((each) => each === texts.decimal)
  const timeUnit = timeUnits.find((each) => each === texts.timeUnit)
  const epoch = epochs.find((each) => String(each) === texts.epoch)
  const dateOrder = dateOrders.find((each) => each === texts.dateOrder)
  const headerRows = numberOf(texts.headerRows)
  const rate = numberOf(texts.rate)
  const start = startOf(texts.start)
  // A start that is typed is what the recorder's clock showed.
  const clock = clocks.find((each) => each === texts.clock) ?? 'local'
  const timeColumn = columnOf(texts.timeColumn)
  return {
    ...(delimiter && { delimiter }),
    ...(decimal && { decimal }),
    ...(headerRows !== undefined && Number.isInteger(headerRows) && headerRows >= 0 && { headerRows }),
    ...(timeColumn !== undefined && { timeColumn }),
    ...(timeUnit && { timeUnit }),
    ...(epoch !== undefined && { epoch }),
    ...(dateOrder && { dateOrder }),
    ...(rate !== undefined && rate > 0 && { rate }),
    ...(start !== undefined && { start, clock }),
  }
}

/** Whether a start can be used: a day and a time, or nothing. */
export function isStartReadable(text: string): boolean {
  return text.trim() === '' || startOf(text) !== undefined
}

function startText(seconds: number): string {
  const text = new Date(Math.round(seconds * 1000)).toISOString().replace('T', ' ')
  return text.replace(/(?::00)?\.000Z$/, '').replace('Z', '')
}

/** `yyyy-MM-dd HH:mm`, with optional seconds and thousandths, as epoch seconds of a clock without a zone. */
function startOf(text: string): number | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,3})?)?$/.exec(text.trim())
  if (!parts) return undefined
  const [, day = '', minute = '', second = ':00'] = parts
  const time = Date.parse(`${day}T${minute}${second.replace(',', '.')}Z`)
  // Some engines take 30 February for 1 March.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(`${day}T${minute}`)) return undefined
  return isStorableTime(Math.floor(time / 1000)) ? time / 1000 : undefined
}

function columnText(column: Layout['timeColumn']): string {
  if (column === undefined) return ''
  if (column === null) return '0'
  return typeof column === 'number' ? String(column + 1) : column.map((each) => each + 1).join(', ')
}

/** One column, or two of date and time. */
function columnOf(text: string): Layout['timeColumn'] {
  const numbers = text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(Number)
  if (numbers.length === 0 || numbers.some((number) => !Number.isInteger(number) || number < 0)) return undefined
  const [date = 0, time] = numbers
  if (date === 0) return null
  return time === undefined || time === 0 ? date - 1 : [date - 1, time - 1]
}

function numberOf(text: string): number | undefined {
  const number = Number(text.replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number
}
