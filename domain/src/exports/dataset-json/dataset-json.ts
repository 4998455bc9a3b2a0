import { type ColumnType, columnTypes } from '../../form-types/column-types.ts'
import { chunked } from '../chunks.ts'
import type { Cell, Column, Table } from '../columns/column.ts'
import type { Profile } from '../columns/profile.ts'
import type { ExportHeading } from '../heading.ts'
import { jsonNumber } from '../number-text.ts'
import { itemGroupOid, itemOid, metaDataVersionOid, studyOid } from '../odm/oids.ts'

/** A table as CDISC Dataset-JSON 1.1. */
export function datasetJson(table: Table, profile: Profile, heading: ExportHeading): AsyncGenerator<string> {
  return chunked(pieces(table, profile, heading))
}

async function* pieces(table: Table, profile: Profile, { at, release }: ExportHeading): AsyncGenerator<string> {
  const head = {
    datasetJSONCreationDateTime: at,
    datasetJSONVersion: '1.1.0',
    fileOID: `casebook.${table.name}.${at}`,
    dbLastModifiedDateTime: at,
    sourceSystem: { name: 'Casebook', version: release },
    ...(table.studyid === null ? {} : { studyOID: studyOid(table.studyid), metaDataVersionOID: metaDataVersionOid }),
    itemGroupOID: itemGroupOid(table),
    records: profile.records,
    name: table.tableId,
    label: table.label,
    columns: table.columns.map((column, place) => described(table, column, place, profile)),
  }
  yield `${JSON.stringify(head).slice(0, -1)},"rows":[`
  const types = table.columns.map(({ type }) => type)
  let separator = '\n'
  for await (const row of table.rows()) {
    yield `${separator}[${row.map((cell, place) => valueText(cell, types[place])).join(',')}]`
    separator = ',\n'
  }
  yield '\n]}\n'
}

function described(table: Table, column: Column, place: number, { widths, isBeyondDay }: Profile) {
  const { columns } = table
  const { datasetJson, isText } = columnTypes[column.type]
  const isString = isText || isBeyondDay[place]
  const width = widths[place] ?? 0
  return {
    itemOID: itemOid(table, column),
    name: column.columnId,
    label: column.label,
    dataType: isString ? 'string' : datasetJson,
    ...(isString && width > 0 ? { length: width } : {}),
    ...(column.key ? { keySequence: columns.filter(({ key }) => key).indexOf(column) + 1 } : {}),
  }
}

function valueText(cell: Cell, type: ColumnType | undefined): string {
  if (cell === null) return 'null'
  if (type === 'number' || type === 'integer') return jsonNumber(cell)
  return type === 'boolean' ? cell : JSON.stringify(cell)
}
