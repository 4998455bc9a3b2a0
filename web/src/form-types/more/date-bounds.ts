import { conditionOf, conditionText } from '@casebook/domain/form-types/conditions/conditions.ts'
import type { FieldType } from '@casebook/domain/form-types/field-types.ts'
import type { FormCheck } from '@casebook/domain/form-types/fields.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'

/**
 * The first and the last value that a Date or a DateTime accepts: `2026-10-20` or `today`, `2026-10-20T12:30:00Z` or
 * `now`, or the variable of another one.
 */
export type DateBounds = { atLeast: string; atMost: string }
const sides = ['atLeast', 'atMost'] as const

export function hasBounds(type: FieldType): boolean {
  return type === 'Date' || type === 'DateTime'
}

/** Whether the bound of a field of this type may be a field of the other: days bind days, moments bind moments. */
export function isBoundBy(type: FieldType, other: FieldType): boolean {
  return hasBounds(type) && type === other
}

export const noBounds: DateBounds = { atLeast: '', atMost: '' }

/** The bounds of a Date among the checks: they are checks of the field itself. Of several the last one. */
export function boundsOf(checks: readonly FormCheck[], name: string, variable: string): DateBounds {
  const found = checks.map((check) => sideOf(check, name, variable))
  const dayOf = (side: keyof DateBounds) => found.findLast((each) => each?.comparison === side)?.value ?? ''
  return { atLeast: dayOf('atLeast'), atMost: dayOf('atMost') }
}

/**
 * The checks with these bounds of a Date, each in the place of its former one. One that stays is left as it is.
 * `message`: the sentence where it is broken.
 */
export function withBounds(
  checks: readonly FormCheck[],
  name: string,
  variable: string,
  bounds: DateBounds,
  message: (side: keyof DateBounds, value: string) => string,
): FormCheck[] {
  let all = [...checks]
  for (const comparison of sides) {
    const value = bounds[comparison].trim()
    if (value === boundsOf(all, name, variable)[comparison]) continue
    const rows = value === '' ? [] : [{ variable, comparison, value }]
    const expression = conditionText({ join: 'and', rows }, anyDate)
    const made =
      expression === '' ? [] : [{ expression, message: message(comparison, value), field: name, soft: false }]
    const place = all.findLastIndex((check) => sideOf(check, name, variable)?.comparison === comparison)
    all = place < 0 ? [...all, ...made] : all.toSpliced(place, 1, ...made)
  }
  return all
}

/** Whether a text is a bound of a field of this type. `dates`: the variables of the others. */
export function isBound(value: string, dates: readonly string[], type: FieldType = 'Date'): boolean {
  const text = value.trim()
  if (type === 'Date' ? text === 'now' || text.includes('T') : text === 'today') return dates.includes(text)
  if (text === '' || dates.includes(text)) return true
  const row = { variable: 'own', comparison: 'is' as const, value: text }
  return conditionText({ join: 'and', rows: [row] }, (own) => (own === 'own' ? 'timestamp' : undefined)) !== ''
}

/** Why a field of this type may not have these bounds. `field` is the side. */
export function whyNotBounds(type: FieldType, bounds: DateBounds, dates: readonly string[]): Problem | undefined {
  const field = hasBounds(type) ? sides.find((side) => !isBound(bounds[side], dates, type)) : undefined
  return field && problem(type === 'Date' ? 'value.date' : 'value.date-time', { field })
}

/** Whether a check is a bound of this Date. */
export function isBoundOf(check: FormCheck, name: string, variable: string): boolean {
  return sideOf(check, name, variable) !== undefined
}

function sideOf({ expression, field, soft }: FormCheck, name: string, variable: string) {
  if (soft || field !== name) return undefined
  const read = conditionOf(expression, anyDate)
  const [row, more] = read?.rows ?? []
  if (!row || more || row.variable !== variable) return undefined
  const { comparison, value } = row
  return comparison === 'atLeast' || comparison === 'atMost' ? { comparison, value } : undefined
}

/** A bound may be any variable: whether it is a date is told where its expression is checked. */
function anyDate(own: string) {
  return own !== 'today' && own !== 'now' && /^[A-Za-z]\w*$/.test(own) ? ('timestamp' as const) : undefined
}
