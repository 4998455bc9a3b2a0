import { type FieldType, fieldTypeOf } from '../../form-types/field-types.ts'
import { whyNotValue } from '../../forms/value.rules.ts'
import type { Cell } from './column.ts'

/** A form value converted to its column. `companion` goes into the second column of a Date or a Time. */
export type Fitted = { cell: Cell; companion: Cell; why?: string }

type Typed = { type: FieldType; options: readonly string[] | null }

/** Converts a stored value to the type of its column. If it does not fit, the cells are empty and the result says why. */
export function fit({ type, options }: Typed, value: string): Fitted {
  const { column } = fieldTypeOf[type]
  if (options?.includes(value)) return { cell: value, companion: null }
  const why = whyNotValue({ name: 'value', type, required: false, pattern: options?.join('|') }, value)
  if (why) return { cell: null, companion: null, why: `The value does not fit the type ${type}.` }
  return { cell: column.cell?.(value) ?? value, companion: column.companion?.cell(value) ?? null }
}
