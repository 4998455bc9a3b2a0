import { type Column, column, type Table } from '../columns/column.ts'
import { recordTable } from '../columns/record-tables.ts'

const columns: Column[] = [
  column({ name: 'table', label: 'The table; its file is this name and .csv', required: true, key: true }),
  column({ name: 'position', label: 'Place of the column, from 1', type: 'integer', required: true, key: true }),
  column({ name: 'name', label: 'Heading of the column', required: true }),
  column({ name: 'column_id', label: 'Name that SAS, Stata, R and Python take as it is', required: true }),
  column({ name: 'type', label: 'text, choice, boolean, number, integer, date, time or datetime', required: true }),
  column({ name: 'label', label: 'What it holds', required: true }),
  column({ name: 'unit', label: 'Unit, or the zone of a datetime' }),
  column({ name: 'options', label: 'Options of a choice, separated by |' }),
  column({ name: 'required', label: 'Whether a value is required', type: 'boolean', required: true }),
  column({ name: 'length', label: 'Most characters', type: 'integer' }),
  column({ name: 'pattern', label: 'Pattern of the whole value (RE2)' }),
  column({ name: 'retired', label: 'Whether the form type no longer has it', type: 'boolean', required: true }),
  column({ name: 'key', label: 'Whether it is part of what identifies a row', type: 'boolean', required: true }),
  column({ name: 'first_version', label: 'First version of the form type that has it', type: 'integer' }),
  column({ name: 'last_version', label: 'Last version of the form type that has it', type: 'integer' }),
]

/** Describes every column of the tables, in order. */
export function dictionaryTable(tables: readonly Table[]): Table {
  return recordTable('dictionary', 'Dictionary', columns, async function* () {
    for (const table of tables) {
      for (const [place, own] of table.columns.entries()) {
        const { name, columnId, type, label, unit, options, required, length, pattern, retired, key } = own
        const described = [name, columnId, type, label, unit, options?.join('|')]
        const rules = [String(required), length, pattern, String(retired), String(key)]
        yield [table.name, place + 1, ...described, ...rules, own.firstVersion, own.lastVersion]
      }
    }
  })
}

/** The same as JSON: a list of tables with their columns. */
export function* dictionaryJson(tables: readonly Table[]): Generator<string> {
  yield '{"tables": ['
  for (const [place, { name, label, from, studyid, columns }] of tables.entries()) {
    const described = columns.map(({ columnId, firstVersion, lastVersion, ...rest }) => ({
      ...rest,
      column_id: columnId,
      first_version: firstVersion,
      last_version: lastVersion,
    }))
    const file = `${name}.csv`
    yield `${place === 0 ? '' : ','}\n${JSON.stringify({ name, file, label, from, studyid, columns: described }, null, 1)}`
  }
  yield '\n]}\n'
}
