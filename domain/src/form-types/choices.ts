import type { ExpressionValue } from '../expressions/expressions.ts'
import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { codesOf, type FieldProperties, optionsOf, valueOfCodes } from './field-properties.ts'

/** Why a Choice does not accept a value: it is none of the options, or one of them twice. */
export function whyNotChoice(field: FieldProperties, value: string): Problem | undefined {
  const options = optionsOf(field)
  const given = field.multiple ? codesOf(sameText(value)) : [sameText(value)]
  const codes = new Set(options.map(({ code }) => code))
  if (!given.every((code) => codes.has(code))) {
    const named = options.map(({ code, label }) => (label === '' || label === code ? code : `${label} (${code})`))
    return problem('value.choice', { field: field.name, params: { options: named.join(', ') } })
  }
  if (new Set(given).size < given.length) return problem('value.choice.twice', { field: field.name })
}

/** The value of a Choice for the result of an expression. */
export function writtenChoice(field: FieldProperties, result: ExpressionValue): string | undefined {
  const codes = typeof result === 'string' ? [result] : Array.isArray(result) ? result.map(String) : []
  const value = valueOfCodes(field, codes)
  return value === '' || whyNotChoice(field, value) ? undefined : value
}
