import { columnTypes } from '../../form-types/column-types.ts'
import { fieldTypeOf } from '../../form-types/field-types.ts'
import type { KeyValue } from '../../forms/forms.rules.ts'
import { whyNotValue } from '../../forms/value.rules.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import type { Cell } from '../columns/column.ts'
import type { FieldColumns } from '../columns/form-columns.ts'
import { unguard } from '../csv/guard.ts'

/** Whether a cell contains nothing to store. */
export function isEmptyCell(field: FieldColumns, cell: Cell): boolean {
  return cell === null || textOf(field, cell) === ''
}

/** The text of a cell: without the guard of an export, or trimmed. */
function textOf({ column }: FieldColumns, cell: string): string {
  return columnTypes[column.type].isText ? unguard(cell) : cell.trim()
}

/**
 * The value to store for a cell of the file. An empty cell leaves the stored value unchanged, and so does an equivalent
 * notation: `09:05:00` for a stored `9:05`.
 */
export function importedValue(field: FieldColumns, cell: Cell, stored: string | undefined): string {
  const text = cell === null ? '' : textOf(field, cell)
  if (text === '') return stored ?? ''
  const { stored: read, isSame } = fieldTypeOf[field.field.type].cell ?? {}
  const value = read?.(text) ?? text
  if (stored === undefined) return value
  const before = field.fit(stored).cell
  const after = field.fit(value).cell
  if (before === null || after === null) return value
  return before === after || isSame?.(before, after) ? stored : value
}

/**
 * Why the second column of a Date or a Time is refused: it follows from the first, and is never imported itself. An empty
 * cell agrees with everything. `cell`: the first column. `value`: what the form would have after the import.
 */
export function whyNotCompanion(
  field: FieldColumns,
  companion: Cell,
  { cell, value }: { cell: Cell; value: string },
): Problem | undefined {
  const given = companion?.trim() ?? ''
  if (given === '') return undefined
  const shown = cell === null ? '' : textOf(field, cell)
  const { cell: reading } = fieldTypeOf[field.field.type]
  const fitted = field.fit(shown === '' ? value : (reading?.stored?.(shown) ?? shown))
  // What is wrong with the first column is said there.
  if (shown !== '' && fitted.why) return undefined
  if (fitted.companion !== null && Number(fitted.companion) === Number(given)) return undefined
  return problem('import.value.companion', { params: { name: field.column.name } })
}

/** A value that a form would have after the import. `isStored`: the file has none, so the stored one is kept. */
export type GivenValue = { field: FieldColumns; before: string | undefined; value: string; isStored: boolean }

/**
 * Why a form does not accept a value. A value that the present field does not accept is refused even if it was stored
 * before.
 */
export function whyNotImported({ field: { field, column }, before, value, isStored }: GivenValue): Problem | undefined {
  const { name } = field
  if (column.retired) return value === (before ?? '') ? undefined : problem('import.value.retired', { field: name })
  // Whether these are asked depends on the other values.
  const isOptional = field.showIf || field.calculation
  const why = whyNotValue(isOptional ? { ...field, required: false } : field, value)
  if (why && isStored && value !== '') return problem('import.value.stored', { field: name, params: { name } })
  if (why?.reason === 'value.date') return problem('import.value.date', { field: name })
  return why?.reason === 'value.date-time' ? problem('import.value.date-time', { field: name }) : why
}

/** The values of the present fields, without empty ones. */
export function savedFields(values: readonly { field: FieldColumns; value: string }[]): KeyValue[] {
  return values.flatMap(({ field, value }) =>
    field.column.retired || value === '' ? [] : [{ key: field.field.name, value }],
  )
}
