import type { ColumnType } from '../../form-types/column-types.ts'
import type { Table } from '../columns/column.ts'
import type { Profile } from '../columns/profile.ts'
import { cutBeyond, cutToBytes, oneLine, type Variable, variablesOf } from './syntax.ts'

const reserved = new Set('all and by eq ge gt le lt ne not or to with'.split(' '))
const mostTextBytes = 32_767
const mostLabelBytes = 120
/** Seconds from SPSS's first day, 14 October 1582, to 1970. */
const epoch = 12_219_379_200

const formats: Record<ColumnType, string | undefined> = {
  text: undefined,
  choice: undefined,
  boolean: 'F1',
  number: 'F16.6',
  integer: 'F16',
  date: 'SDATE10',
  time: 'TIME8',
  datetime: 'DATETIME23.2',
}

/** The syntax that reads a table's data file into SPSS, with labels and formats. Also for PSPP. */
export function spssSyntax(table: Table, profile: Profile): string {
  const variables = variablesOf(table, profile, (word) => reserved.has(word))
  const cut = cutBeyond(variables, mostTextBytes)
  // PSPP takes a line that begins with a name such as "comment" for a new command: each line begins with a format.
  const columns = variables.map(({ isText, bytes }, place) => {
    const format = isText ? `A${Math.min(Math.max(bytes, 1), mostTextBytes)}` : 'F40'
    return `    ${format} ${variables[place + 1]?.name ?? ''}`.trimEnd()
  })
  return [
    '* Encoding: UTF-8.',
    `* ${oneLine(table.label).replaceAll('.', ' ')}, ${table.tableId}: run it in the folder syntax.`,
    ...(cut.length > 0 ? [`* Texts of more than ${mostTextBytes} bytes are cut here: ${cut.join(' ')}.`] : []),
    'GET DATA',
    '  /TYPE=TXT',
    `  /FILE='${table.tableId}.dat'`,
    "  /ENCODING='UTF8'",
    '  /ARRANGEMENT=DELIMITED',
    '  /DELCASE=LINE',
    '  /FIRSTCASE=2',
    "  /DELIMITERS=','",
    `  /QUALIFIER='"'`,
    `  /VARIABLES= ${variables[0]?.name ?? ''}`,
    ...columns,
    '  .',
    ...variables.flatMap(computed),
    ...variables.flatMap(({ name, type }) => (formats[type] ? [`FORMATS ${name} (${formats[type]}).`] : [])),
    ...variables.map(({ name, label }) => `VARIABLE LABELS ${name} ${quoted(cutToBytes(label, mostLabelBytes))}.`),
    ...variables.flatMap(({ name, type }) => (type === 'boolean' ? [`VALUE LABELS ${name} 0 'No' 1 'Yes'.`] : [])),
    ...variables.flatMap(valueLabels),
    `DATASET NAME ${table.tableId}.`,
    'EXECUTE.',
    '',
  ].join('\n')
}

function computed({ name, type }: Variable): string[] {
  if (type === 'date') return [`COMPUTE ${name} = ${name} * 86400 + ${epoch}.`]
  return type === 'datetime' ? [`COMPUTE ${name} = ${name} + ${epoch}.`] : []
}

/** A label of a text must be of its width: a longer code is in no cell. */
function valueLabels({ name, labels, bytes }: Variable): string[] {
  const fitting = labels?.filter(({ code }) => encoder.encode(code).length <= bytes) ?? []
  const each = fitting.map(({ code, label }) => `    ${quoted(code)} ${quoted(cutToBytes(label, mostLabelBytes))}`)
  return each.length === 0 ? [] : [`VALUE LABELS ${name}`, ...each, '  .']
}

const encoder = new TextEncoder()

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
