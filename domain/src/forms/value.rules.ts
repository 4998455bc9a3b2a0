import { choiceOptions, type FieldType, type FormTypeField, maxFieldLength } from '../form-types/fields.ts'
import { matchesPattern } from '../form-types/pattern.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { isBlank, sameText, whyNotText } from '../shared/text.rules.ts'
import { secondsOfDateValue } from './form-dates.ts'
import type { KeyValue } from './forms.rules.ts'

const number = /^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/
/** 24:00 to 24:59:59 are valid, too. */
export const timePattern = /^([01]?[0-9]|2[0-4]):[0-5][0-9](:[0-5][0-9])?$/

/**
 * Why a form of this type does not accept these values: an unknown or repeated key, a required field without a value,
 * or a value that `whyNotValue` refuses. A problem's `field` is the field's name.
 */
export function whyNotFormFields(
  formtype: { readonly fields: readonly FormTypeField[] },
  given: readonly KeyValue[],
): Problem | undefined {
  const values = new Map<string, string>()
  const names = new Set(formtype.fields.map((field) => sameText(field.name)))
  for (const { key: givenKey, value } of given) {
    const key = sameText(givenKey)
    if (!names.has(key)) return problem('form.key.unknown', { field: key, params: { name: key } })
    if (values.has(key)) return problem('form.key.duplicate', { field: key, params: { name: key } })
    values.set(key, value)
  }
  for (const field of formtype.fields) {
    const why = whyNotValue(field, values.get(sameText(field.name)) ?? '')
    if (why) return why
  }
}

/**
 * Why a form field does not accept this value. Browser and server use the same rule. Values are
 * text and are checked untrimmed. An optional field may be empty.
 */
export function whyNotValue(field: FormTypeField, value: string): Problem | undefined {
  const why = whyNotText(value, field.name, maxFieldLength)
  if (why) return why
  if (field.required && isBlank(value)) return problem('text.required', { field: field.name })
  if (value !== '') return whyNotOfType[field.type](field, value)
}

const whyNotOfType: Record<FieldType, (field: FormTypeField, value: string) => Problem | undefined> = {
  String: whyNotString,
  Number: ({ name }, value) =>
    number.test(value) && Number.isFinite(Number(value)) ? undefined : problem('value.number', { field: name }),
  Boolean: ({ name }, value) =>
    value === 'true' || value === 'false' ? undefined : problem('value.boolean', { field: name }),
  Time: ({ name }, value) => (timePattern.test(value) ? undefined : problem('value.time', { field: name })),
  Date: ({ name }, value) =>
    secondsOfDateValue(value) === undefined ? problem('value.date', { field: name }) : undefined,
  Choice({ name, pattern }, value) {
    const options = choiceOptions(pattern)
    if (options.includes(sameText(value))) return undefined
    return problem('value.choice', { field: name, params: { options: options.join(', ') } })
  },
}

function whyNotString({ name, length, pattern }: FormTypeField, value: string): Problem | undefined {
  if (length) {
    const why = whyNotText(value, name, length)
    if (why) return why
  }
  if (pattern && !matchesPattern(pattern, value)) return problem('value.pattern', { field: name, params: { pattern } })
}
