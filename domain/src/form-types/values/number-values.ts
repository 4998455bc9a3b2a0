import type { ExpressionValue } from '../../expressions/expressions.ts'
import { rounded } from '../../expressions/rounded.ts'
import { type Problem, problem } from '../../shared/problems.ts'

const number = /^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/
/** The digits that a double represents exactly: numbers with at most this many can be compared as numbers. */
const exactDigits = 15

/** What a number may say besides what all fields may. */
export const numberProperties = [
  'unit',
  'placeholder',
  'minimum',
  'maximum',
  'minimumLabel',
  'maximumLabel',
  'softMinimum',
  'softMaximum',
  'decimals',
  'calculation',
] as const

type Limits = {
  name: string
  minimum?: number | null | undefined
  maximum?: number | null | undefined
  decimals?: number | null | undefined
}

export function isNumber(value: string): boolean {
  return number.test(value) && Number.isFinite(Number(value))
}

export function whyNotNumber({ name: field, minimum, maximum, decimals }: Limits, value: string): Problem | undefined {
  if (!isNumber(value)) return problem('value.number', { field })
  if (isSet(minimum) && Number(value) < minimum) return problem('value.minimum', { field, params: { minimum } })
  if (isSet(maximum) && Number(value) > maximum) return problem('value.maximum', { field, params: { maximum } })
  if (isSet(decimals) && rounded(Number(value), decimals) !== Number(value)) {
    return problem(decimals === 0 ? 'value.whole' : 'value.decimals', { field, params: { decimals } })
  }
}

/** The shortest decimal text of a calculated number, rounded to the decimals of its field. */
export function writtenNumber({ decimals }: Pick<Limits, 'decimals'>, result: ExpressionValue): string | undefined {
  if (typeof result !== 'number' || !Number.isFinite(result)) return undefined
  const value = isSet(decimals) ? rounded(result, decimals) : result
  return String(value === 0 ? 0 : value)
}

function isSet(value: number | null | undefined): value is number {
  return value !== null && value !== undefined
}

export function isSameNumber(before: string, text: string): boolean {
  if (digits(before) > exactDigits || digits(text) > exactDigits) return false
  return Number(before) === Number(text)
}

function digits(number: string): number {
  return number.replace(/[eE].*$/, '').replace(/\D/g, '').length
}
