import { optionsOf } from '../../form-types/field-properties.ts'
import { fieldTypeOf, type TimeText } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { whyNotType } from '../../forms/value.rules.ts'
import type { Cell } from './column.ts'

/** A form value converted to its column. `companion` goes into the second column of a Date or a Time. */
export type Fitted = { cell: Cell; companion: Cell; why?: string }

/**
 * Converts a stored value to the type of its column. If it does not fit, the cells are empty and the result says why.
 * `options` are those of every version of the field. Bounds do not matter: they may be younger than the value.
 */
export function fit(field: FormTypeField, options: readonly string[] | null, value: string, times: TimeText): Fitted {
  const { column } = fieldTypeOf[field.type]
  const why = whyNotType({ ...field, ...ever(field, options) }, value)
  if (why || !column)
    return { cell: null, companion: null, ...(why ? { why: `The value does not fit the type ${field.type}.` } : {}) }
  return { cell: column.cell?.(value, times) ?? value, companion: column.companion?.cell(value) ?? null }
}

function ever(field: FormTypeField, options: readonly string[] | null): Partial<FormTypeField> {
  if (!options) return {}
  const labels = new Map(optionsOf(field).map(({ code, label }) => [code, label]))
  return { options: options.map((code) => ({ code, label: labels.get(code) ?? code })) }
}
