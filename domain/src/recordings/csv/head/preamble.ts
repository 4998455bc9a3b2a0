import { isBelievableRate } from '../../limits.ts'
import { type DateOrder, readTimeText } from '../bytes/time-text.ts'

export type Preamble = {
  readonly rate: number | null
  /** Epoch seconds of the local time as if it were UTC, or of the instant if a zone is given. */
  readonly start: number | null
  readonly startHasZone: boolean
  readonly dateOrder: DateOrder | null
  readonly device: string | null
  readonly serialnumber: string | null
  readonly isActigraph: boolean
}

const rateForms = [
  /\b(?:sampl(?:e|es|ings?)|update|frame|data|output)[ _-]?(?:rate|freq(?:uency)?|hastighet)\b[^\d\n]{0,16}(\d+(?:[.,]\d+)?)(?![\d.,]*\s*(?:m?s|secs?|seconds?|min|minutes?)\b)\s*(khz)?/i,
  /\b(?:freq(?:uency)?|fs|rate|samplingsfrekvens|målefrekvens|mätfrekvens|opptaksfrekvens)\b[^\d\n]{0,16}(\d+(?:[.,]\d+)?)\s*(khz)?/i,
  /\bat (\d+(?:\.\d+)?)\s*(k)?hz/i,
]
/** An interval where a rate is usual: `sampleRate = 5 seconds`. */
const interval =
  /\b(?:sampl(?:e|ing)[ _-]?(?:rate|interval|period)|epoch[ _-]?(?:length|period)|interval)\b[^\d\n]{0,16}(\d+(?:[.,]\d+)?)\s*(ms|s|secs?|seconds?|min|minutes?)\b/i
const epochPeriod = /epoch period \(hh:mm:ss\)\s*(\d{2}):(\d{2}):(\d{2})/i
const startDate =
  /\b(?:start[ _-]?dat(?:e|o|um)|inspelad|inspelningsdatum|opptaksdato|optagelsesdato)\b[\s:;,=\t"]*(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,2}\.? [a-z]{3,9}\.? \d{4})/i
const startTime =
  /\bstart[ _-]?(?:time|tid|tidspunkt|tidpunkt|klokkeslett)\b[\s:;,=\t"]*(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)/i
const startBoth =
  /\b(?:start|begin|recorded|measurement|inspelad|optaget)\w*(?:[ _-][a-z]\w*)?[\s:;,=\t"]*(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ]\d{1,2}:\d{2}\S*)/i
const anyDate = /\b(\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b/
const dateFormat = /date format ([dmy]+)[-/.]([dmy]+)[-/.]([dmy]+)/i
const serial = /\bserial (?:number|no)\b[\s:;,=\t"]*([\w-]{3,40})/i
const createdBy = /created by (acti\w+[^,]{0,40}?) (?:actilife|firmware|date)/i

/** Extracts rate, start and recorder from the lines above the data. */
export function readPreamble(lines: readonly string[]): Preamble {
  const isActigraph = /actigraph/i.test(lines[0] ?? '')
  const dateOrder = orderOf(lines)
  const start = startOf(lines, dateOrder ?? 'dmy')
  return {
    rate: rateOf(lines),
    start: start ? start.seconds + start.fraction : null,
    startHasZone: start?.hasZone ?? false,
    dateOrder,
    device: first(lines, createdBy)?.trim() ?? null,
    serialnumber: first(lines, serial) ?? null,
    isActigraph,
  }
}

/** Of a file with other tables above: the rate is that of the lines `own`, which are said above the one that is read. */
export function preambleAbove(
  { preamble, naming }: { readonly preamble: readonly string[]; readonly naming: readonly string[] },
  own: readonly string[],
): Preamble {
  const all = readPreamble(preamble)
  if (own.length === 0) return all
  const { rate } = readPreamble(own.filter((line) => line.trim() !== '' && !naming.includes(line.trim())))
  return { ...all, rate: rate ?? all.rate }
}

function rateOf(lines: readonly string[]): number | null {
  for (const form of rateForms)
    for (const line of lines) {
      const match = form.exec(line)
      const rate = Number(match?.[1]?.replace(',', '.')) * (match?.[2] ? 1000 : 1)
      if (match && isBelievableRate(rate)) return rate
    }
  for (const line of lines) {
    const [, length, unit = ''] = interval.exec(line) ?? []
    const seconds = Number(length?.replace(',', '.')) * (/^ms/i.test(unit) ? 1e-3 : /^min/i.test(unit) ? 60 : 1)
    if (length !== undefined && isBelievableRate(1 / seconds)) return 1 / seconds
  }
  for (const line of lines) {
    const [, hours, minutes, seconds] = (epochPeriod.exec(line) ?? []).map(Number)
    const period = (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)
    if (period > 0) return 1 / period
  }
  return loneNumber(lines)
}

/** A line with only a number below a line with a word: the rate in a Nexus export. */
function loneNumber(lines: readonly string[]): number | null {
  const above = (lines[0] ?? '').replace(/[,;\t"\s]/g, '')
  const lone = /^\s*(\d+(?:\.\d+)?)[,;\t\s]*$/.exec(lines[1] ?? '')
  const rate = Number(lone?.[1])
  return /^[a-z]+$/i.test(above) && lone && isBelievableRate(rate) ? rate : null
}

function startOf(lines: readonly string[], order: DateOrder) {
  const both = first(lines, startBoth)
  const read = both ? readTimeText(both.replace(/[,;"]+$/, ''), order) : null
  if (read) return read
  const date = first(lines, startDate)
  const time = first(lines, startTime)
  return date && time ? readTimeText(`${date} ${time}`, order) : null
}

/** The order that the preamble declares, unless one of its own dates contradicts it. */
function orderOf(lines: readonly string[]): DateOrder | null {
  const claimed = lines.map((line) => dateFormat.exec(line)).find((match) => match !== null)
  const letters = claimed
    ? claimed
        .slice(1, 4)
        .map((part) => part.charAt(0).toLowerCase())
        .join('')
    : ''
  const dates = lines.flatMap((line) => anyDate.exec(line)?.[1] ?? [])
  const orders: DateOrder[] = letters === 'dmy' ? ['dmy', 'mdy'] : ['mdy', 'dmy']
  const fitting = orders.filter((order) => dates.every((date) => readTimeText(date, order) !== null))
  if (letters === '' && fitting.length !== 1) return null
  return fitting[0] ?? null
}

function first(lines: readonly string[], form: RegExp): string | undefined {
  for (const line of lines) {
    const match = form.exec(line)
    if (match?.[1]) return match[1]
  }
  return undefined
}
