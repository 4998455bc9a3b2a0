import { conditionOf, conditionText } from '@casebook/domain/form-types/conditions/conditions.ts'
import type { FormCheck } from '@casebook/domain/form-types/fields.ts'

/** The first and the last day that a Date accepts: `2026-10-20`, `today`, or the variable of another Date. */
export type DateBounds = { atLeast: string; atMost: string }
const sides = ['atLeast', 'atMost'] as const
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

/** Whether a text is a bound. `dates`: the variables of the other dates. */
export function isBound(value: string, dates: readonly string[]): boolean {
  const text = value.trim()
  if (text === '' || dates.includes(text)) return true
  const row = { variable: 'own', comparison: 'is' as const, value: text }
  return conditionText({ join: 'and', rows: [row] }, (own) => (own === 'own' ? 'timestamp' : undefined)) !== ''
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
  return own !== 'today' && /^[A-Za-z]\w*$/.test(own) ? ('timestamp' as const) : undefined
}
