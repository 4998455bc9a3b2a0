import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer'
import type { ColumnType } from '../../form-types/column-types.ts'
import type { Cell, Table } from '../columns/column.ts'
import type { Profile } from '../columns/profile.ts'

type Value = string | boolean | number | bigint

/** How the cells of a type are stored. A Parquet file has no factors: a choice is its code. */
type Stored = { element: Omit<SchemaElement, 'name'>; valueOf: (cell: string) => Value }

const text: Stored = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  valueOf: (cell) => cell,
}
const millisecondsPerDay = 86_400_000

const stored: Record<ColumnType, Stored> = {
  text,
  choice: text,
  boolean: { element: { type: 'BOOLEAN' }, valueOf: (cell) => cell === 'true' },
  number: { element: { type: 'DOUBLE' }, valueOf: Number },
  integer: { element: { type: 'INT64' }, valueOf: BigInt },
  date: {
    element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
    valueOf: (cell) => Date.parse(`${cell}T00:00:00Z`) / millisecondsPerDay,
  },
  time: {
    element: {
      type: 'INT32',
      converted_type: 'TIME_MILLIS',
      logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MILLIS' },
    },
    valueOf: (cell) => cell.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000,
  },
  datetime: {
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    valueOf: (cell) => BigInt(Date.parse(cell)),
  },
}

/** A group of rows is complete in memory, so it ends at either limit. */
const mostCells = 1_000_000
const mostCharacters = 16_000_000

/**
 * A table as Parquet, its columns named by column_id. A column with a clock time of 24:00 or later is text. What the columns
 * mean, with the labels of options, is JSON in the file's metadata `casebook`.
 */
export async function* parquetOf(table: Table, { isBeyondDay }: Profile): AsyncGenerator<Uint8Array> {
  const { columns, rows } = table
  const kinds = columns.map(({ type }, place) => (isBeyondDay[place] ? text : stored[type]))
  const target = new ByteWriter()
  const writer = new ParquetWriter({
    writer: target,
    createdBy: 'Casebook',
    schema: [
      { name: 'schema', num_children: columns.length },
      ...columns.map(({ columnId }, place) => ({
        ...(kinds[place] ?? text).element,
        name: columnId,
        repetition_type: 'OPTIONAL' as const,
      })),
    ],
    kvMetadata: [{ key: 'casebook', value: descriptionOf(table) }],
  })
  const taken = () => {
    const bytes = target.getBytes().slice()
    target.index = 0
    return bytes
  }
  const write = (group: readonly (Value | null)[][]) => {
    const columnData = columns.map(({ columnId }, place) => ({ name: columnId, data: group[place] ?? [] }))
    writer.write({ columnData, rowGroupSize: mostCells })
    return taken()
  }

  let group: (Value | null)[][] = columns.map(() => [])
  let cells = 0
  let characters = 0
  for await (const row of rows()) {
    for (const [place, cell] of row.entries()) group[place]?.push(readCell(cell, kinds[place] ?? text))
    cells += row.length
    for (const cell of row) characters += cell?.length ?? 0
    if (cells < mostCells && characters < mostCharacters) continue
    yield write(group)
    group = columns.map(() => [])
    cells = 0
    characters = 0
  }
  if (cells > 0) yield write(group)
  writer.finish()
  yield taken()
}

function readCell(cell: Cell, { valueOf: read }: Stored): Value | null {
  return cell === null ? null : read(cell)
}

function descriptionOf({ tableId, label, columns }: Table): string {
  return JSON.stringify({
    table_id: tableId,
    label,
    columns: columns.map((column) => ({
      column_id: column.columnId,
      name: column.name,
      label: column.label,
      ...(column.unit !== null && { unit: column.unit }),
      ...(column.options && { options: column.options }),
      ...(column.optionLabels && { option_labels: column.optionLabels }),
      ...(column.retired && { retired: true }),
    })),
  })
}
