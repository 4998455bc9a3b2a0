import type { TimeUnit } from '../../recording.ts'
import { secondsPer, timeUnitOf } from '../../time-units.ts'
import { uncommented } from './lines/comments.ts'
import { type Dialect, isSepLine, splitLine } from './lines/dialect.ts'
import { knownNames } from './lines/known-names.ts'
import { fittedCells, wholeLines } from './lines/whole-lines.ts'

export type Header = {
  /** Lines before the first line of data. */
  readonly rows: number
  /** Cells of a line of data. */
  readonly width: number
  /** Lines above the names, without comment characters. */
  readonly preamble: readonly string[]
  readonly names: readonly (string | null)[]
  readonly units: readonly (string | null)[]
  readonly sensors: readonly (string | null)[]
  readonly hasUnitsRow: boolean
  readonly hasSensorRow: boolean
  /** The lines of sensors and names as they stand in the file. */
  readonly naming: readonly string[]
}

/** The most common number of cells in the lines of data. */
export function widthOf(data: readonly (readonly string[])[]): number {
  const widths = new Map<number, number>()
  for (const { length } of data) widths.set(length, (widths.get(length) ?? 0) + 1)
  const [width] = [...widths].reduce((most, next) => (next[1] > most[1] ? next : most), [0, 0])
  return width
}

/** `usual`: cells of most lines of data. Additional names belong to columns that most lines omit at their end. */
export function readHeader(lines: readonly string[], rows: number, usual: number, { delimiter }: Dialect): Header {
  const known = knownNames(lines.slice(0, rows), delimiter)
  const found = namesAbove(lines, rows, usual, delimiter)
  if (!known) return found
  const width = Math.max(usual, known.names.length)
  const at = (cells: readonly (string | null)[]) => Array.from({ length: width }, (_, index) => cells[index] || null)
  return {
    ...found,
    width,
    preamble: [...found.preamble, ...known.said],
    names: at(known.names),
    units: at(known.units),
    sensors: at([]),
    hasSensorRow: false,
  }
}

function namesAbove(lines: readonly string[], rows: number, usual: number, delimiter: Dialect['delimiter']): Header {
  const above = wholeLines(lines.slice(0, rows).filter((line) => !isSepLine(line)))
  const cells = above.map((line) => fittedCells(splitLine(uncommented(line), delimiter), usual, delimiter))
  let next = cells.findLastIndex((row) => row.some((cell) => cell !== ''))
  const isUnits = isUnitsRow(cells[next], usual)
  const units = isUnits && isNamesRow(cells[next - 1], usual) ? cells[next--] : undefined
  const names = isNamesRow(cells[next], usual) ? cells[next--] : undefined
  // Between spaces, the words of a title are as many cells.
  const upper = names && delimiter !== ' ' && isNamesRow(cells[next], usual, 0) ? cells[next--] : undefined
  const sensors = upper && filledForward(upper)
  const width = Math.max(usual, (names?.findLastIndex((name) => name !== '') ?? -1) + 1)
  const column = (row: readonly string[] | undefined, index: number) => row?.[index] || null
  // Above a column without a name stands the name itself: `Time` beside the markers of a .trc.
  const named = Array.from({ length: width }, (_, index) =>
    unitWithin((column(names, index) ?? column(upper, index) ?? '').replace(stretch, '')),
  )
  return {
    rows,
    width,
    preamble: [...above.slice(0, next + 1).map(uncommented), ...saidInNames(names)],
    names: named.map(({ name }) => name || null),
    units: named.map(({ unit }, index) => unit ?? column(units, index)),
    sensors: Array.from({ length: width }, (_, index) => (column(names, index) ? column(sensors, index) : null)),
    hasUnitsRow: units !== undefined,
    hasSensorRow: sensors !== undefined,
    naming: names ? above.slice(next + 1, next + (upper ? 3 : 2)).map((line) => line.trim()) : [],
  }
}

/** Start and interval in the first name of a time series of accelerometer: `x - START - END - sampleRate = 5 seconds`. */
const stretch =
  / - (\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}) - \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} - (sampleRate = .{1,40})$/

function saidInNames(names: readonly string[] = []): string[] {
  const [, start, rate] = stretch.exec(names[0] ?? '') ?? []
  return start && rate ? [`Start: ${start}`, rate] : []
}

function isUnitsRow(row: readonly string[] | undefined, width: number): boolean {
  const said = row?.filter((cell) => cell !== '') ?? []
  const isName = (cell: string) => /^(t|n|count)$/.test(cell)
  const units = said.filter(
    (cell) => !isName(cell) && (isUnit(cell.replace(/^[[(](.*)[\])]$/, '$1')) || shortUnitOf(cell)),
  )
  // A single column named "V" or "g" may be a name.
  return said.length > 0 && said.length >= Math.min(2, width) && units.length * 10 >= said.length * 8
}

/**
 * Names as wide as the data, except for trailing ones. Lines of sensor names may omit columns, but contain more than
 * one name, or repeat one.
 */
function isNamesRow(row: readonly string[] | undefined, width: number, least = 0.5): boolean {
  if (!row || row.length > width + 2 || row.length < width - 1) return false
  const said = row.filter((cell) => cell !== '').length
  return least > 0 ? said >= width * least : said >= 2 && said >= width * 0.2
}

function filledForward(row: readonly string[]): string[] {
  let last = ''
  return row.map((cell) => {
    last = cell || last
    return last
  })
}

const unit =
  /^(m?[sgvatnjwl]|[uµμnk]?[svgat]|m?bar|[kmh]?pa|k?hz|min|h|mmhg|k?ohms?|[uµμ]?siemens|bpm|rpm|lux|lx|dba?|cm|mm|km|deg|rad|gauss|counts?|raw|%|°[cf]?|no_units|local_flux|[a-z]+\s+celsius|celsius|°?\s*c|n\/?a|m\/\(?s\^?2\)?|mm?\/s[²2]?|m\/s\^?[²2]|deg(rees)?\/s(ec)?|dps|°\/s|rad\/s|deg\s+[cf]|1\/64 ?g|n?m|kg|unitless|a\.?u\.?)$/i

function isUnit(text: string): boolean {
  return text.length <= 24 && unit.test(text)
}

/** A unit within the name of a column: `Time [s]`, `acc_x (m/s^2)`. `name` is the rest. */
function unitWithin(text: string): { name: string; unit: string | null } {
  const match = /^(.{1,200}?)[\s_]*[[(]([^\])]{1,24}\)?)[\])]$/.exec(text)
  if (!match?.[1] || !match[2] || !(isUnit(match[2]) || timeUnitOf(match[2]))) return { name: text, unit: null }
  return { name: match[1].trim(), unit: match[2] }
}

/** One of at most a second. Longer ones are also units of what rises with the time, and names of other columns. */
export function shortUnitOf(text: string): TimeUnit | null {
  const found = timeUnitOf(text)
  return found !== null && secondsPer[found] <= 1 ? found : null
}

/** A unit as the last word of a name: `time_ms`, `elapsed seconds`. A column `min` alone may be the lowest values. */
export function timeUnitAtEnd(name: string): TimeUnit | null {
  const words = name.split(/[\s_.-]+/)
  const last = words.at(-1) ?? ''
  return words.length > 1 ? timeUnitOf(last) : shortUnitOf(last)
}
