import { sameText } from '../../shared/names/names.ts'
import { type Cell, cellOf } from '../columns/column.ts'
import { type FieldColumns, reasonFor } from '../columns/form-columns.ts'
import type { IsoTimes } from '../files/iso-time.ts'
import type { Item, OdmGroup } from './odm-tables.ts'
import type { Kept, State } from './transactions.ts'

/** A table row as values by column id. */
export function stateOfCells({ items }: OdmGroup, cells: readonly Cell[]): State {
  const state = new Map<string, string>()
  for (const { column, place } of items) {
    const cell = cells[place]
    if (cell !== null && cell !== undefined) state.set(column.columnId, cell)
  }
  return state
}

type StoredForm = { fields?: unknown; label?: unknown; confirmed?: unknown }

/** A form's stored values by column id, its label, and why unusual values are right. */
export function stateOfForm(items: readonly Item[], { fields, label, confirmed }: StoredForm): State {
  const values = new Map<unknown, unknown>()
  for (const pair of Array.isArray(fields) ? fields : []) values.set(sameText(String(pair.key)), pair.value)
  const state = new Map<string, string>()
  const reasonOf = ({ field: { name } }: FieldColumns) => reasonFor(confirmed, name, values.get(sameText(name)))
  for (const { column, field, reasonFor: confirmedField } of items) {
    const value = field ? values.get(sameText(field.field.name)) : confirmedField ? reasonOf(confirmedField) : label
    if (typeof value === 'string' && value !== '') state.set(column.columnId, value)
  }
  return state
}

/** What the history has only of records that have it. */
const leftOut: readonly string[] = ['label']

/** Names that differ between the history and the tables. */
const renamed: Record<string, string> = { persistedObjectName: 'object_name' }

/**
 * A history record as values by column id. `now` supplies what the history's row lacks, such as the description of an
 * activity type or the path in this bundle.
 */
export function stateOfKept({ items }: OdmGroup, kept: Kept, now: State, times: IsoTimes): State {
  const state = new Map<string, string>()
  for (const { column } of items) {
    const { columnId } = column
    if (column.type === 'datetime') {
      const seconds = kept[columnId === 'startTime_iso' ? 'start_time' : 'stop_time']
      if (typeof seconds === 'number') state.set(columnId, times.format(seconds))
      continue
    }
    const key = renamed[columnId] ?? columnId
    const value = cellOf(key in kept || leftOut.includes(key) ? kept[key] : now.get(columnId))
    if (value !== null) state.set(columnId, value)
  }
  return state
}
