import type { ColumnType } from '../../form-types/column-types.ts'
import type { Table } from '../columns/column.ts'
import type { Profile } from '../columns/profile.ts'
import { oneLine, type Variable, variablesOf } from './syntax.ts'

const mostLabelLength = 80
/** From Stata's first day, 1 January 1960, to 1970. */
const epochDays = 3653

const formats: Record<ColumnType, string | undefined> = {
  text: undefined,
  choice: undefined,
  boolean: '%9.0g',
  number: '%16.0g',
  integer: '%16.0g',
  date: '%td',
  time: '%tcHH:MM:SS',
  datetime: '%tc',
}

/** The do-file that reads a table's data file into Stata 14 or later, with labels and formats. */
export function stataDoFile(table: Table, profile: Profile): string {
  const variables = variablesOf(table, profile)
  const places = (isText: boolean) =>
    variables.flatMap((variable, place) => (variable.isText === isText ? [place + 1] : [])).join(' ')
  const read = `import delimited using "${table.tableId}.dat", delimiters(",") varnames(1) case(preserve) encoding("utf-8")`
  return [
    `* ${withoutComments(oneLine(table.label))}, ${table.tableId}: run it in the folder syntax`,
    'version 14',
    `${read} bindquotes(strict) asdouble stringcols(${places(true)}) numericcols(${places(false)}) clear`,
    ...variables.flatMap(computed),
    ...variables.flatMap((variable) => encoded(variable, variables)),
    ...variables.flatMap(({ name, type }) => (formats[type] ? [`format ${name} ${formats[type]}`] : [])),
    ...variables.map(({ name, label }) => `label variable ${name} ${quoted(label)}`),
    'label define noyes 0 "No" 1 "Yes"',
    ...variables.flatMap(({ name, type }) => (type === 'boolean' ? [`label values ${name} noyes`] : [])),
    `label data ${quoted(oneLine(table.label))}`,
    '',
  ].join('\n')
}

/** Stata labels only numbers: the code itself if each is one, else its place among the options. */
function encoded({ name, labels }: Variable, all: readonly Variable[]): string[] {
  if (!labels || labels.length === 0) return []
  const areNumbers = labels.every(({ code }) => /^(0|-?[1-9][0-9]{0,8})$/.test(code))
  const numbered = labels.map(({ code, label }, at) => ({ code, label, number: areNumbers ? Number(code) : at + 1 }))
  let set = 'codes_'
  while (all.some((other) => other.name.toLowerCase() === set)) set += '_'
  const list = `${name.slice(0, 31)}_`
  return [
    `rename ${name} ${set}`,
    `generate long ${name} = .`,
    ...numbered.map(({ code, number }) => `replace ${name} = ${number} if ${set} == ${stringOf(code)}`),
    ...numbered.map(({ label, number }) => `label define ${list} ${number} ${quoted(label)}, add`),
    `label values ${name} ${list}`,
    `order ${name}, after(${set})`,
    `drop ${set}`,
  ]
}

/** A text as it is: Stata reads macros and quotes within quotes, and what begins a comment may be read there, too. */
function stringOf(text: string): string {
  const parts = text.split(/([`$\\"/])/).filter((part) => part !== '')
  return parts.map((part) => (/^[`$\\"/]$/.test(part) ? `char(${part.charCodeAt(0)})` : `"${part}"`)).join(' + ')
}

/** Stata counts times in milliseconds. */
function computed({ name, type }: Variable): string[] {
  if (type === 'date') return [`replace ${name} = ${name} + ${epochDays}`]
  if (type === 'time') return [`replace ${name} = ${name} * 1000`]
  return type === 'datetime' ? [`replace ${name} = ${name} * 1000 + ${epochDays * 86_400_000}`] : []
}

/** A text in which no comment begins, not even in a comment of one line, where Stata would skip the lines after it. */
function withoutComments(text: string): string {
  return text.replace(/\/(?=[*/])/g, '/ ')
}

/** In quotes in which Stata expands no macro. */
function quoted(text: string): string {
  const short = [...withoutComments(text).replaceAll('"', "'")].slice(0, mostLabelLength).join('')
  return `"${short.replace(/[`$\\]/g, (sign) => `\\${sign}`)}"`
}
