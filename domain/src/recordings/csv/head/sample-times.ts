import { parseNumber } from '../bytes/number-reader.ts'
import { type DateOrder, readTimeText } from '../bytes/time-text.ts'
import type { TimeColumn } from './time-column.ts'

export type SampleTime = {
  readonly value: number
  readonly fraction: number
  readonly hasDate: boolean
  readonly hasZone: boolean
}

/** The time in the time cells of one line; numbers keep their unit. Undefined if they contain no time. */
export function sampleTime(
  cells: readonly string[],
  time: TimeColumn,
  order: DateOrder,
  decimal: string,
): SampleTime | null {
  if (time.form === 'none') return null
  if (time.form === 'number') {
    const value = parseNumber(cells[time.column] ?? '', decimal)
    return Number.isNaN(value) ? null : { value, fraction: 0, hasDate: time.isEpoch, hasZone: time.isEpoch }
  }
  const text = time.form === 'date-and-time' ? `${cells[time.date]} ${cells[time.time]}` : (cells[time.column] ?? '')
  const read = readTimeText(text, order)
  if (!read) return null
  return { value: read.seconds, fraction: read.fraction, hasDate: read.hasDate, hasZone: read.hasZone }
}

/** The date order that fits all sampled dates; `isSure` if only one does, or the year comes first. */
export function findDateOrder(
  data: readonly (readonly string[])[],
  time: TimeColumn,
  claimed: DateOrder | null,
): { order: DateOrder; isSure: boolean } {
  if (time.form === 'none' || time.form === 'number') return { order: claimed ?? 'dmy', isSure: true }
  const texts = data.flatMap((cells) => (time.form === 'date-and-time' ? cells[time.date] : cells[time.column]) ?? [])
  const dates = texts.filter((text) => /^\d{1,4}[-/.]\d{1,2}[-/.]\d/.test(text))
  if (dates.every((text) => /^\d{4}/.test(text))) return { order: 'ymd', isSure: true }
  const orders: readonly DateOrder[] = dates[0]?.includes('/') ? ['mdy', 'dmy', 'ymd'] : ['dmy', 'mdy', 'ymd']
  const share = (order: DateOrder) => dates.filter((text) => readTimeText(text, order) !== null).length
  const fitting = orders.filter((order) => share(order) * 20 >= dates.length * 19)
  const order = claimed && fitting.includes(claimed) ? claimed : fitting[0]
  return { order: order ?? 'dmy', isSure: fitting.length === 1 || claimed !== null }
}
