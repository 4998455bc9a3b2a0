import type { FieldType } from '../../form-types/fields.ts'
import { dayOfDateValue } from '../../forms/form-dates.ts'
import { whyNotValue } from '../../forms/value.rules.ts'
import type { Cell } from './column.ts'

/** A form value converted to its column. `companion` goes into the second column of a Date or a Time. */
export type Fitted = { cell: Cell; companion: Cell; why?: string }

type Typed = { type: FieldType; options: readonly string[] | null }

/** Converts a stored value to the type of its column. If it does not fit, the cells are empty and the result says why. */
export function fit({ type, options }: Typed, value: string): Fitted {
  if (type === 'String') return { cell: value, companion: null }
  if (type === 'Choice' && options?.includes(value)) return { cell: value, companion: null }
  const field = { name: 'value', type, required: false, pattern: options?.join('|') }
  const why = whyNotValue(field, value)
  if (why) return { cell: null, companion: null, why: why.message }
  return fitted[type](value)
}

const asItIs = (value: string): Fitted => ({ cell: value, companion: null })

const fitted: Record<FieldType, (value: string) => Fitted> = {
  Boolean: asItIs,
  Choice: asItIs,
  Date: (value) => ({ cell: dayOfDateValue(value) ?? null, companion: value }),
  Time: fittedTime,
  Number: asItIs,
  String: asItIs,
}

function fittedTime(value: string): Fitted {
  const [hours = 0, minutes = 0, seconds = 0] = value.split(':').map(Number)
  return {
    cell: [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':'),
    companion: String(hours * 3600 + minutes * 60 + seconds),
  }
}
