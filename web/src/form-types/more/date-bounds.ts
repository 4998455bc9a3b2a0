import { conditionOf, conditionText } from '@casebook/domain/form-types/conditions/conditions.ts'
import type { FormCheck } from '@casebook/domain/form-types/fields.ts'

/** The first and the last day that a Date accepts: `2026-10-20`, `today`, or the variable of another Date. */
export type DateBounds = { atLeast: string; atMost: string }
const sides = ['atLeast', 'atMost'] as const

/** The bounds of a Date among the checks: they are checks of the field itself. */
export function boundsOf(checks: readonly FormCheck[], name: string, variable: string): DateBounds {
  const bounds = { atLeast: '', atMost: '' }
  for (const check of checks) {
    const side = sideOf(check, name, variable)
    if (side) bounds[side.comparison] = side.value
  }
  return bounds
}

/** The checks with these bounds of a Date in the place of its former ones. `message`: the sentence where it is broken. */
export function withBounds(
  checks: readonly FormCheck[],
  name: string,
  variable: string,
  bounds: DateBounds,
  message: (side: keyof DateBounds, value: string) => string,
): FormCheck[] {
  const rest = checks.filter((check) => !sideOf(check, name, variable))
  const made = sides.flatMap((comparison): FormCheck[] => {
    const value = bounds[comparison].trim()
    const known = checks.find((check) => {
      const side = sideOf(check, name, variable)
      return side?.comparison === comparison && side.value === value
    })
    if (known) return [known]
    const row = { variable, comparison, value }
    const expression = value === '' ? '' : conditionText({ join: 'and', rows: [row] }, anyDate)
    return expression === '' ? [] : [{ expression, message: message(comparison, value), field: name, soft: false }]
  })
  return [...rest, ...made]
}

/** Whether a text is a bound. `dates`: the variables of the other dates. */
export function isBound(value: string, dates: readonly string[]): boolean {
  const text = value.trim()
  if (text === '' || dates.includes(text)) return true
  const row = { variable: 'own', comparison: 'is' as const, value: text }
  return conditionText({ join: 'and', rows: [row] }, (own) => (own === 'own' ? 'timestamp' : undefined)) !== ''
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
