import { type Column, column, type Row, recordTable, type Table } from '../columns/column.ts'
import type { ExportRows } from '../rows.ts'

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
  column({
    name: 'table_id',
    label: 'Name of the table in SAS, SPSS and Stata; the same in every export',
    required: true,
  }),
  column({
    name: 'table_label',
    label: 'Name of the table for people: of forms, that of their form type',
    required: true,
  }),
  column({ name: 'formtypeid', label: 'Form type, where the rows are forms' }),
  column({ name: 'studyid', label: 'Study, where the rows are forms' }),
  column({ name: 'study', label: 'Name of that study' }),
  column({ name: 'option_labels', label: 'What people read for each of the options, a line each, if those are codes' }),
  column({ name: 'multiple', label: 'Whether a cell holds several options, separated by |', type: 'boolean' }),
  column({ name: 'section', label: 'Heading above the field in the form' }),
  column({ name: 'help', label: 'Help below the field in the form' }),
  column({ name: 'minimum', label: 'Least value', type: 'number' }),
  column({ name: 'maximum', label: 'Greatest value', type: 'number' }),
  column({ name: 'soft_minimum', label: 'Least value that needs no confirmation', type: 'number' }),
  column({ name: 'soft_maximum', label: 'Greatest value that needs no confirmation', type: 'number' }),
  column({ name: 'decimals', label: 'Most decimals', type: 'integer' }),
  column({ name: 'shown_when', label: 'When the field is asked, in words' }),
  column({ name: 'show_if', label: 'The same as an expression in CEL' }),
  column({ name: 'calculated_as', label: 'How the value is calculated, in words' }),
  column({ name: 'calculation', label: 'The same as an expression in CEL' }),
  column({ name: 'checks', label: 'What must be true of the form, a line each, in words' }),
  column({ name: 'minimum_label', label: 'What the lower end of a scale says' }),
  column({ name: 'maximum_label', label: 'What the upper end of a scale says' }),
]

/** Describes every column of the tables, in order. */
export function dictionaryTable(tables: readonly Table[], studies: ExportRows['studies']): Table {
  const names = studyNames(studies)
  return recordTable('dictionary', 'Dictionary', columns, async function* () {
    for (const table of tables) {
      for (const [place, own] of table.columns.entries()) {
        const { name, columnId, type, label, unit, options, required, length, pattern, retired, key } = own
        const described = [name, columnId, type, label, unit, options?.join('|')]
        const rules = [String(required), length, pattern, String(retired), String(key)]
        const { name: path, tableId, label: tableLabel, formtypeid, studyid } = table
        const ofTable = [tableId, tableLabel, formtypeid, studyid, names.get(studyid ?? '')]
        yield [path, place + 1, ...described, ...rules, own.firstVersion, own.lastVersion, ...ofTable, ...askedOf(own)]
      }
    }
  })
}

function askedOf({ optionLabels, multiple, asks }: Column): Row {
  const shown = [optionLabels?.join('\n'), String(multiple)]
  if (!asks) return [...shown, ...Array(14).fill(null)]
  const { section, help, minimum, maximum, softMinimum, softMaximum, decimals } = asks
  const bounds = [section, help, minimum, maximum, softMinimum, softMaximum, decimals]
  const checks = asks.checks.map(({ words, message, soft }) => `${words}${soft ? ' (or confirmed)' : ''}: ${message}`)
  const expressions = [asks.shownWhen, asks.showIf, asks.calculatedAs, asks.calculation]
  const said = checks.length === 0 ? null : checks.join('\n')
  return [...shown, ...bounds, ...expressions, said, asks.minimumLabel, asks.maximumLabel]
}

/** The same as JSON: a list of tables with their columns. */
export function* dictionaryJson(tables: readonly Table[], studies: ExportRows['studies']): Generator<string> {
  const names = studyNames(studies)
  yield '{"tables": ['
  for (const [place, { name, tableId, label, from, studyid, formtypeid, columns }] of tables.entries()) {
    const described = columns.map(({ columnId, firstVersion, lastVersion, optionLabels, asks, ...rest }) => ({
      ...rest,
      column_id: columnId,
      first_version: firstVersion,
      last_version: lastVersion,
      option_labels: optionLabels,
      ...(asks && {
        section: asks.section,
        help: asks.help,
        minimum: asks.minimum,
        maximum: asks.maximum,
        minimum_label: asks.minimumLabel,
        maximum_label: asks.maximumLabel,
        soft_minimum: asks.softMinimum,
        soft_maximum: asks.softMaximum,
        decimals: asks.decimals,
        shown_when: asks.shownWhen,
        show_if: asks.showIf,
        calculated_as: asks.calculatedAs,
        calculation: asks.calculation,
        checks: asks.checks.map(({ words, expression, message, soft, translations }) => ({
          ...{ words, expression, message, soft },
          ...(translations?.length ? { translations } : {}),
        })),
        ...(asks.translations.length > 0 ? { translations: asks.translations } : {}),
      }),
    }))
    const ofForms = { formtypeid, studyid, study: names.get(studyid ?? '') ?? null }
    const table = { name, table_id: tableId, file: `${name}.csv`, label, from, ...ofForms, columns: described }
    yield `${place === 0 ? '' : ','}\n${JSON.stringify(table, null, 1)}`
  }
  yield '\n]}\n'
}

function studyNames(studies: ExportRows['studies']): Map<string, string> {
  return new Map(studies.map(({ studyid, name }) => [studyid, name]))
}
