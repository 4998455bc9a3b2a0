import { kindOfChannel, kindsTogether } from '../channel-kind.ts'
import type { Channel, Clock, Description, Epoch, Remark } from '../recording.ts'
import { firstUnitOf, type SampleTime } from './head/time-column.ts'
import { usualEpoch, zeroOf } from './head/times/epochs.ts'
import type { Planned } from './make-plan.ts'
import type { Plan } from './rows/plan.ts'

/** Results of reading the rows: the time of the last one, and the number of values. */
export type Found = { readonly end: number | null; readonly samples: number | null }

/** Describes what a plan reads, its start, and how it was recognised. */
export function describe(planned: Planned, { end, samples }: Found): Description {
  const { plan, file, preamble, empatica } = planned
  const rate = rateOf(planned)
  const isTimed = rate !== null || plan.step === null
  const { start, clock } = startOf(planned)
  const spacing = plan.step ?? (rate === null ? 0 : 1 / rate)
  return {
    format: `${plan.dialect.delimiter === '\t' ? 'TSV' : 'CSV'}${file.gzip ? ' (gzip)' : ''}`,
    recognised: remarksOf(planned, rate, start),
    start,
    clock,
    duration: end === null || !isTimed ? null : Math.round((end + spacing) * 1e9) / 1e9,
    channels: channelsOf(planned),
    samples,
    ...((preamble.device || empatica) && { device: preamble.device ?? 'Empatica E4' }),
    ...(preamble.serialnumber && { serialnumber: preamble.serialnumber }),
  }
}

function channelsOf({ plan, header, columns, spacings, rate }: Planned): Channel[] {
  const channels = plan.channels.map(({ column }, channel) => {
    const name = header.names[column] ?? `#${column + 1}`
    const unit = columns[column]?.unit ?? null
    const sensor = header.sensors[column] ?? null
    return {
      name,
      unit,
      kind: kindOfChannel(name, unit, sensor ?? undefined),
      rate: plan.step === null ? (spacings[channel]?.rate ?? null) : rate,
      ...(sensor && { sensor }),
    }
  })
  return kindsTogether(channels)
}

/** In Hz; null if the times are irregular, or the rate is unknown. */
function rateOf({ plan, rate, spacings }: Planned): number | null {
  if (plan.step !== null) return rate
  const dense = plan.channels.findIndex(({ sparseGap }) => sparseGap === null)
  return spacings[Math.max(0, dense)]?.rate ?? null
}

function startOf({ plan, given, first, preamble, empatica }: Planned): { start: number | null; clock: Clock } {
  const set = (start: number, clock: Clock) => ({ start: given.start ?? start, clock: given.clock ?? clock })
  if (empatica) return set(empatica.start, 'utc')
  if (first?.hasDate) return set(firstInstant(plan, first), first.hasZone ? 'utc' : 'local')
  if (preamble.start !== null) return set(preamble.start, preamble.startHasZone ? 'utc' : 'local')
  if (given.start !== undefined) return set(given.start, 'utc')
  return { start: null, clock: 'unknown' }
}

/** Days are exact to about a millisecond. */
function firstInstant({ time, scale }: Plan, { value, fraction }: SampleTime, epoch?: Epoch): number {
  if (time.form !== 'number') return value + fraction
  const zero = zeroOf(time.unit, epoch ?? time.epoch)
  if (time.unit === 'd') return Math.round((value + zero / scale) * scale * 1000) / 1000
  return zero === 0 ? value * scale : Math.round((value * scale + zero) * 1e6) / 1e6
}

function remarksOf(planned: Planned, rate: number | null, start: number | null): Remark[] {
  const { plan, file, header, preamble, empatica, columns, given, first, spacings, otherEpoch } = planned
  const { time } = plan
  const remarks: Remark[] = []
  const say = (code: CsvRemarkCode, params?: Remark['params']) => void remarks.push(remark(code, params))
  const names = (indices: readonly number[]) =>
    indices.map((index) => columns[index]?.name || `#${index + 1}`).join(', ')
  if (empatica) say('dialect', { device: 'empatica' })
  else if (preamble.isActigraph) say('dialect', { device: 'actigraph' })
  if (time.form === 'none') say('no-time-column')
  else if (time.form === 'date-and-time') say('date-and-time-columns', { date: time.date + 1, time: time.time + 1 })
  else say('time-column', { column: time.column + 1, form: formOf(time) })
  if (time.form === 'number' && !time.isUnitSaid) say('time-unit-assumed', { unit: time.unit })
  if (time.form === 'number' && (time.epoch !== undefined || otherEpoch !== null)) {
    const epoch = time.epoch ?? usualEpoch(time.unit)
    const other = otherEpoch !== null && first && { other: otherEpoch, start: firstInstant(plan, first, otherEpoch) }
    say('epoch-assumed', { epoch, ...other })
  }
  if (!planned.isFirstUnitSure) say('first-unit-assumed', { unit: firstUnitOf(time) })
  if (!planned.isDateOrderSure) {
    const { order, first: begin } = planned.otherOrder ?? {}
    const other = order && begin && { other: order, start: firstInstant(plan, begin) }
    say('date-order-assumed', { order: plan.dateOrder, ...other })
  }
  if (rate !== null) {
    const found = plan.step === null ? 'time-column' : 'preamble'
    say('rate', { rate, from: given.rate !== undefined ? 'layout' : found })
  } else if (plan.step === null) say('irregular', { interval: spacings[0]?.median ?? 0 })
  else say('rate-unknown')
  const stated = plan.step === null ? preamble.rate : null
  if (stated !== null && rate !== null && Math.abs(stated / rate - 1) > 0.05) say('rate-stated', { rate: stated })
  if (start === null) say('start-unknown')
  else say('start', { from: given.start !== undefined ? 'layout' : first?.hasDate ? 'time-column' : 'preamble' })
  if (first?.hasDate && time.form !== 'number') say(first.hasZone ? 'times-have-zone' : 'times-without-zone')
  if (plan.counter) say('counter-column', { column: plan.counter.column + 1 })
  say('delimiter', { delimiter: plan.dialect.delimiter })
  if (plan.dialect.decimal === ',') say('decimal-comma')
  if (plan.headerRows > 0) say('header-rows', { rows: plan.headerRows })
  if (planned.above !== null) say('other-table', { line: planned.above + 1 })
  if (header.names.every((name) => name === null)) say('no-header')
  if (header.hasUnitsRow) say('units-row')
  if (header.hasSensorRow) say('sensor-row')
  if (plan.texts.length > 0) say('text-columns', { columns: names(plan.texts) })
  if (planned.unread.length > 0) say('other-times', { columns: names(planned.unread) })
  const named = plan.empties.filter((index) => columns[index]?.name)
  if (named.length > 0) say('empty-columns', { columns: names(named) })
  if (file.gzip) say('gzip')
  if (file.encoded.encoding !== 'utf-8') say('encoding', { encoding: file.encoded.encoding })
  return remarks
}

/** The unit of numbers, or the form of texts. */
function formOf(time: Exclude<Plan['time'], { form: 'none' | 'date-and-time' }>): string {
  if (time.form === 'number') return time.unit
  return time.form === 'time-of-day' && time.unit ? 'minutes-and-seconds' : time.form
}

/** All remarks about reading text. Columns are counted from 1. */
type CsvRemarkCode =
  | 'gzip'
  /** `encoding` */
  | 'encoding'
  /** `delimiter` */
  | 'delimiter'
  | 'decimal-comma'
  /** `rows` */
  | 'header-rows'
  /** `line`: where the data of another table begin, above the one that is read. */
  | 'other-table'
  | 'no-header'
  /** A row of units below the names. */
  | 'units-row'
  /** A row of sensors above the names. */
  | 'sensor-row'
  /** `column`; `form`: d, h, min, s, ms, us, ns, date-time, time-of-day, minutes-and-seconds */
  | 'time-column'
  /** `date`, `time` */
  | 'date-and-time-columns'
  | 'no-time-column'
  /** The times go from the last to the first: the lines were turned. */
  | 'descending'
  /** The file gives no unit for the time. `unit` is assumed by its size. */
  | 'time-unit-assumed'
  /** `epoch`: from when the numbers count, if not as usual; `other`, `start`: what is as likely, and when it would begin. */
  | 'epoch-assumed'
  /** `unit`: h, min: of the first part of times such as `04:59`, which can be read in two ways. */
  | 'first-unit-assumed'
  /** `order`: ymd, dmy, mdy; the dates alone are ambiguous. `other`, `start`: what is as likely, if not day and month exchanged. */
  | 'date-order-assumed'
  /** `rate`, in Hz; `from`: preamble, time-column, layout */
  | 'rate'
  /** `rate`, in Hz: what the lines before the data say, if the times say otherwise. */
  | 'rate-stated'
  /** `interval`, in seconds, the median. */
  | 'irregular'
  /** Neither a time column nor a rate: a second on the axis is a sample. */
  | 'rate-unknown'
  /** `from`: preamble, time-column, layout */
  | 'start'
  | 'start-unknown'
  | 'times-have-zone'
  | 'times-without-zone'
  /** `column` */
  | 'counter-column'
  /** `columns`: their texts are annotations. */
  | 'text-columns'
  /** `columns`: of other times, and of what was recorded at them; they are not read. */
  | 'other-times'
  /** `columns`: they have names but no content. */
  | 'empty-columns'
  /** `column`: one line per signal and time, with the signal in this column. */
  | 'long-table'
  /** `device`: actigraph, empatica */
  | 'dialect'

export function remark(code: CsvRemarkCode, params?: Remark['params']): Remark {
  return params ? { code, params } : { code }
}
