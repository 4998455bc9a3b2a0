import type { ColumnType } from '../../form-types/column-types.ts'
import { chunked } from '../chunks.ts'
import type { Column, Table } from '../columns/column.ts'
import type { Profiles } from '../columns/profile.ts'
import { guard } from '../csv/guard.ts'
import type { ExportRows } from '../rows.ts'

const types: Record<ColumnType, string> = {
  text: 'string',
  choice: 'string',
  boolean: 'boolean',
  number: 'number',
  integer: 'integer',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
}

/** `datapackage.json`: the tables as a Frictionless Data Package 2.0. Names and options are as the CSV files have them. */
export function dataPackage(rows: ExportRows, tables: readonly Table[], profiles: Profiles): AsyncGenerator<string> {
  return chunked(pieces(rows, tables, profiles))
}

async function* pieces({ heading, sites, studies }: ExportRows, tables: readonly Table[], profiles: Profiles) {
  const { at, release, siteid, studyid } = heading
  const [study] = studyid === undefined ? [] : studies
  const site = sites.find((own) => own.siteid === siteid)
  const head = {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: ['casebook', siteid, studyid].filter(Boolean).join('-').toLowerCase(),
    title: study?.name ?? site?.name ?? siteid,
    description: `All tables show ${at}. A text that begins with = + - @ ' a tab or a carriage return has one ' in front.`,
    created: at,
    sources: [{ title: `Casebook ${release}` }],
  }
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "resources": [`
  for (const [place, table] of tables.entries()) {
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(await resourceOf(table, tables, profiles), null, 1)}`
  }
  yield '\n]}\n'
}

async function resourceOf(table: Table, tables: readonly Table[], profiles: Profiles) {
  const hasTimes = table.columns.some(({ type }) => type === 'time')
  const isBeyondDay = hasTimes ? (await profiles.of(table)).isBeyondDay : []
  return {
    name: table.tableId,
    type: 'table',
    title: table.label,
    path: `${table.name}.csv`,
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
    schema: {
      fields: table.columns.map((column, place) => fieldOf(column, isBeyondDay[place] ?? false)),
      missingValues: [''],
      ...keysOf(table, tables),
    },
  }
}

function fieldOf(column: Column, isBeyondDay: boolean) {
  const { name, columnId, type, label, unit, options, required, firstVersion, lastVersion, retired } = column
  const { optionLabels, multiple, asks } = column
  // What people entered before a field became required, or got other options, stays as it is.
  const isOfForm = firstVersion !== null
  const constraints = {
    ...(required && !isOfForm && { required: true }),
    ...(options && options.length > 0 && !multiple && { enum: options.map(guard) }),
  }
  return {
    name: guard(name),
    title: label,
    type: isBeyondDay ? 'string' : types[type],
    ...(Object.keys(constraints).length > 0 && { constraints }),
    column_id: columnId,
    ...(options && optionLabels && !multiple && { categories: categoriesOf(options, optionLabels) }),
    ...(asks?.help && { description: asks.help }),
    ...(unit !== null && { unit }),
    ...(isOfForm && { retired, first_version: firstVersion, last_version: lastVersion }),
  }
}

function categoriesOf(options: readonly string[], labels: readonly string[]) {
  return options.map((code, place) => ({ value: guard(code), label: labels[place] ?? code }))
}

const ofSubject = ['siteid', 'studyid', 'subjectid']

/** What identifies a row, and the subject that it belongs to. */
function keysOf({ name, columns }: Table, tables: readonly Table[]) {
  const primaryKey = columns.filter(({ key }) => key).map((column) => guard(column.name))
  const isBelowSubject = name !== 'subjects' && ofSubject.every((id) => primaryKey.includes(id))
  const hasSubjects = tables.some((table) => table.name === 'subjects')
  const reference = { resource: 'subjects', fields: ofSubject }
  return {
    ...(primaryKey.length > 0 && { primaryKey }),
    ...(isBelowSubject && hasSubjects && { foreignKeys: [{ fields: ofSubject, reference }] }),
  }
}
