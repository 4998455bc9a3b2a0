import type { FieldType } from '../../form-types/fields.ts'
import { dateValueOf } from '../../forms/form-dates.ts'
import type { KeyValue } from '../../forms/forms.rules.ts'
import { whyNotValue } from '../../forms/value.rules.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import type { Cell } from '../columns/column.ts'
import { fit } from '../columns/fit.ts'
import type { FieldColumns } from '../columns/form-columns.ts'
import { unguard } from '../csv/guard.ts'

/** The digits that a double represents exactly: numbers with at most this many can be compared as numbers. */
const exactDigits = 15

/** Whether a cell contains nothing to store. */
export function isEmptyCell({ field }: FieldColumns, cell: Cell): boolean {
  return cell === null || readings[field.type].textOf(cell) === ''
}

/**
 * The value to store for a cell of the file. An empty cell leaves the stored value unchanged, and so does an equivalent
 * notation: `09:05:00` for a stored `9:05`.
 */
export function importedValue({ field, options }: FieldColumns, cell: Cell, stored: string | undefined): string {
  const { textOf, storedText, isSame } = readings[field.type]
  const text = cell === null ? '' : textOf(cell)
  if (text === '') return stored ?? ''
  if (stored === undefined) return storedText(text)
  const before = fit({ type: field.type, options }, stored).cell
  return before !== null && isSame(before, text) ? stored : storedText(text)
}

/** How the cells of each field type are read. */
type CellReading = {
  /** The text of a cell, normalized: trimmed or without the guard of an export. */
  textOf: (cell: string) => string
  /** The value to store. A text that is not valid is kept, so that it is refused. */
  storedText: (text: string) => string
  /** Whether a text is equivalent to the stored value, given in the notation of exports. */
  isSame: (before: string, text: string) => boolean
}

const asTyped: CellReading = {
  textOf: (cell) => cell.trim(),
  storedText: (text) => text,
  isSame: (before, text) => before === text,
}

const readings: Record<FieldType, CellReading> = {
  // Spreadsheets write TRUE for true.
  Boolean: { ...asTyped, textOf: (cell) => cell.trim().toLowerCase() },
  Choice: { ...asTyped, textOf: unguard },
  Date: { ...asTyped, storedText: (text) => dateValueOf(text) ?? text },
  Time: { ...asTyped, isSame: (before, text) => fit({ type: 'Time', options: null }, text).cell === before },
  Number: { ...asTyped, isSame: isSameNumber },
  String: { ...asTyped, textOf: unguard },
}

function isSameNumber(before: string, text: string): boolean {
  if (before === text) return true
  if (digits(before) > exactDigits || digits(text) > exactDigits) return false
  return fit({ type: 'Number', options: null }, text).cell !== null && Number(before) === Number(text)
}

function digits(number: string): number {
  return number.replace(/[eE].*$/, '').replace(/\D/g, '').length
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
  const why = whyNotValue(field, value)
  if (why && isStored && value !== '') return problem('import.value.stored', { field: name, params: { name } })
  return why?.reason === 'value.date' ? problem('import.value.date', { field: name }) : why
}

/** The values of the present fields, without empty ones. */
export function savedFields(values: readonly { field: FieldColumns; value: string }[]): KeyValue[] {
  return values.flatMap(({ field, value }) =>
    field.column.retired || value === '' ? [] : [{ key: field.field.name, value }],
  )
}
