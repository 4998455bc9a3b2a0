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
    `* ${oneLine(table.label)}, ${table.tableId}: run it in the folder syntax`,
    'version 14',
    `${read} bindquotes(strict) asdouble stringcols(${places(true)}) numericcols(${places(false)}) clear`,
    ...variables.flatMap(computed),
    ...variables.flatMap(({ name, type }) => (formats[type] ? [`format ${name} ${formats[type]}`] : [])),
    ...variables.map(({ name, label }) => `label variable ${name} ${quoted(label)}`),
    'label define noyes 0 "No" 1 "Yes"',
    ...variables.flatMap(({ name, type }) => (type === 'boolean' ? [`label values ${name} noyes`] : [])),
    `label data ${quoted(oneLine(table.label))}`,
    '',
  ].join('\n')
}

/** Stata counts times in milliseconds. */
function computed({ name, type }: Variable): string[] {
  if (type === 'date') return [`replace ${name} = ${name} + ${epochDays}`]
  if (type === 'time') return [`replace ${name} = ${name} * 1000`]
  return type === 'datetime' ? [`replace ${name} = ${name} * 1000 + ${epochDays * 86_400_000}`] : []
}

/** In quotes in which Stata expands no macro. */
function quoted(text: string): string {
  const short = [...text.replaceAll('"', "'")].slice(0, mostLabelLength).join('')
  return `"${short.replace(/[`$\\]/g, (sign) => `\\${sign}`)}"`
}
