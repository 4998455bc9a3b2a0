import { isMissing } from '../../bytes/number-reader.ts'
import { isComment } from './comments.ts'
import { type Dialect, isDataLike, isSepLine, splitLine } from './dialect.ts'

/** The maximum length of a header in lines, and with the tables in it. */
const longestHeader = 400
const longestTables = 4000
/** Consecutive lines of data that mark the end of the header. */
const dataRun = 5
/** Lines in which these are searched, apart from empty ones. */
const searchedRun = 100
/** Lines between the names and the data below a table: units and blank ones. */
const mostBetween = 3

export type Table = {
  /** The lines before its data. */
  readonly rows: number
  /** The same of the first table in the file, which may be another one. */
  readonly first: number
  /** The lines before the names of the tables below the first. */
  readonly names: readonly number[]
}

/**
 * The table that is read: of several, the longest; of as long ones, the first. `total`: the lines of the file, of which
 * these are the first. Null if no line looks like data.
 */
export function findTable(lines: readonly string[], dialect: Dialect, total = lines.length): Table | null {
  const isData = dataIn(dialect)
  const first = firstData(lines, dialect, isData)
  if (first === null) return null
  const below = tablesBelow(lines, first, dialect.delimiter, isData)
  const starts = [first, ...below.map(({ rows }) => rows)]
  const names = below.map((table) => table.names)
  const sizes = starts.map((start, index) => {
    const next = names[index]
    return next === undefined ? total - start : lines.slice(start, next).findLastIndex(isData) + 1
  })
  return { rows: starts[sizes.indexOf(Math.max(...sizes))] ?? first, first, names }
}

/** The first line after the table above the one with so many lines before its data. */
export function topOfTable(lines: readonly string[], rows: number, { delimiter, decimal }: Dialect): number {
  const isData = (line: string) => {
    const cells = splitLine(line, delimiter)
    // A number alone is said of the table, such as its rate.
    return cells.filter((cell) => cell !== '').length > 1 && isDataLike(cells, decimal)
  }
  return lines.slice(0, rows).findLastIndex(isData) + 1
}

function dataIn({ delimiter, decimal }: Dialect) {
  return (line: string) => isDataLike(splitLine(line, delimiter), decimal)
}

function firstData(lines: readonly string[], { delimiter }: Dialect, isData: (line: string) => boolean): number | null {
  const saysNothing = (line: string) => splitLine(line, delimiter).every(isMissing)
  for (const [row, line] of lines.slice(0, longestHeader).entries()) {
    if (isSepLine(line) || isComment(line) || !isData(line)) continue
    const run = lines
      .slice(row, row + searchedRun)
      .filter((next) => !saysNothing(next))
      .slice(0, dataRun)
    if (isAboveNames(run, delimiter, isData)) continue
    // One bad line among the first is a fault in the data. Two mean that the header has not ended.
    if (run.filter((next) => !isData(next)).length <= (run.length >= dataRun ? 1 : 0)) return row
  }
  return null
}

/** Whether the first of these lines is a summary: names as wide as the lines below them follow, and it is not. */
function isAboveNames(
  run: readonly string[],
  delimiter: Dialect['delimiter'],
  isData: (line: string) => boolean,
): boolean {
  const [summary, names, data] = run.map((line) => splitLine(line, delimiter).length)
  return run.length >= dataRun && !isData(run[1] ?? '') && names === data && summary !== data
}

/**
 * A file may have several tables, such as the statistics of each night above the data: below each follow a blank line
 * or a title, other names, and data.
 */
function tablesBelow(
  lines: readonly string[],
  first: number,
  delimiter: Dialect['delimiter'],
  isData: (line: string) => boolean,
): { names: number; rows: number }[] {
  const isNames = (line: string) => {
    const said = splitLine(line, delimiter).filter((cell) => cell !== '')
    return said.length > 1 && said.every((cell) => Number.isNaN(Number(cell)))
  }
  const isTitle = (line: string) => {
    // Most lines are data, and show it by what their first two cells begin with.
    const next = line.indexOf(delimiter) + 1
    if (next > 1 && isInk(line, 0) && isInk(line, next) && line[next] !== delimiter) return false
    return splitLine(line, delimiter).filter((cell) => cell !== '').length <= 1
  }
  const tables: { names: number; rows: number }[] = []
  let names = lines.slice(0, first).findLast(isNames)
  for (const [at, line] of lines.slice(0, longestTables).entries()) {
    if (at < first || !isTitle(lines[at - 1] ?? '') || !isNames(line) || isData(line) || line === names) continue
    const between = lines.slice(at + 1, at + 2 + mostBetween).findIndex(isData)
    const start = at + 1 + between
    if (between < 0 || !lines.slice(start, start + dataRun).every(isData)) continue
    tables.push({ names: at, rows: start })
    names = line
  }
  return tables
}

/** Whether there is something else than a space or a quote. */
function isInk(line: string, at: number): boolean {
  return line.charCodeAt(at) > 34
}
