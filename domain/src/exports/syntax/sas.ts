import type { ColumnType } from '../../form-types/column-types.ts'
import type { Table } from '../columns/column.ts'
import type { Profile } from '../columns/profile.ts'
import { cutBeyond, cutToBytes, oneLine, type Variable, variablesOf } from './syntax.ts'

const mostTextBytes = 32_767
const mostLabelBytes = 255
/** From SAS's first day, 1 January 1960, to 1970. */
const epochDays = 3653

const formats: Record<ColumnType, string | undefined> = {
  text: undefined,
  choice: undefined,
  boolean: 'noyes.',
  number: 'best16.',
  integer: 'best16.',
  date: 'yymmdd10.',
  time: 'time8.',
  datetime: 'e8601dt26.3',
}

/** The program that reads a table's data file into SAS (in a session with UTF-8), with labels and formats. */
export function sasProgram(table: Table, profile: Profile): string {
  const variables = variablesOf(table, profile)
  const cut = cutBeyond(variables, mostTextBytes)
  const lengths = variables.map(({ name, isText, bytes }) => {
    return `    ${name} ${isText ? `$${Math.min(Math.max(bytes, 1), mostTextBytes)}` : '8'}`
  })
  return [
    `/* ${oneLine(table.label).replaceAll('*/', '* /')}, ${table.tableId}: run it in the folder syntax. */`,
    ...(cut.length > 0 ? [`/* Texts of more than ${mostTextBytes} bytes are cut here: ${cut.join(' ')} */`] : []),
    "proc format; value noyes 0 = 'No' 1 = 'Yes'; run;",
    ...variables.flatMap((variable, place) => valueFormat(table.tableId, variable, place)),
    `data ${table.tableId} (label = ${quoted(oneLine(table.label))});`,
    `  infile '${table.tableId}.dat' dsd dlm = ',' firstobs = 2 truncover lrecl = 10000000 encoding = 'utf-8' termstr = lf;`,
    '  length',
    ...lengths,
    '    ;',
    '  input',
    ...variables.map(({ name, isText }) => `    ${name}${isText ? ' $' : ''}`),
    '    ;',
    ...variables.flatMap(computed),
    ...variables.flatMap(({ name, type }) => (formats[type] ? [`  format ${name} ${formats[type]};`] : [])),
    ...variables.flatMap(({ name, labels }, place) => {
      return labels ? [`  format ${name} ${formatName(table.tableId, place)}.;`] : []
    }),
    ...variables.map(({ name, label }) => `  label ${name} = ${quoted(label)};`),
    'run;',
    '',
  ].join('\n')
}

/** Formats are shared by all tables of a session, so their names have the table's. They end in no digit. */
function formatName(tableId: string, place: number): string {
  return `$${tableId.slice(0, 25)}_${place + 1}_`
}

function valueFormat(tableId: string, { labels }: Variable, place: number): string[] {
  if (!labels) return []
  const each = labels.map(({ code, label }) => `  ${quoted(code)} = ${quoted(label)}`)
  return [`proc format; value ${formatName(tableId, place)}`, ...each, '; run;']
}

function computed({ name, type }: Variable): string[] {
  if (type === 'date') return [`  if not missing(${name}) then ${name} = ${name} + ${epochDays};`]
  return type === 'datetime' ? [`  if not missing(${name}) then ${name} = ${name} + ${epochDays * 86_400};`] : []
}

/** In single quotes, where SAS expands no macro. */
function quoted(text: string): string {
  return `'${cutToBytes(text, mostLabelBytes).replaceAll("'", "''")}'`
}
