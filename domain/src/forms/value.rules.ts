import { choiceOptions, type FormTypeField, maxFieldLength } from '../form-types/fields.ts'
import { matchesPattern } from '../form-types/pattern.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { isBlank, whyNotText } from '../shared/text.rules.ts'
import { secondsOfDateValue } from './form-dates.ts'
import type { KeyValue } from './forms.rules.ts'

const number = /^-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/
/** Decisions, section 4: 24:00 to 24:59:59 are times too. */
export const timePattern = /^([01]?[0-9]|2[0-4]):[0-5][0-9](:[0-5][0-9])?$/

/**
 * Why a form of this type does not take these values: a key that the type does not have or that comes twice, a
 * required field without a value, or a value that `whyNotValue` refuses. A problem's `field` is the field's name.
 */
export function whyNotFormFields(
  formtype: { readonly fields: readonly FormTypeField[] },
  given: readonly KeyValue[],
): Problem | undefined {
  const values = new Map<string, string>()
  const names = new Set(formtype.fields.map((field) => field.name))
  for (const { key, value } of given) {
    if (!names.has(key)) return problem('form.key.unknown', { field: key, params: { name: key } })
    if (values.has(key)) return problem('form.key.duplicate', { field: key, params: { name: key } })
    values.set(key, value)
  }
  for (const field of formtype.fields) {
    const why = whyNotValue(field, values.get(field.name) ?? '')
    if (why) return why
  }
}

/**
 * Why a form field does not take this value. Browser and server judge by it alike; decisions, section 4. Values are
 * text on the wire and judged as they are, untrimmed. An empty value of a field that is not required is fine.
 */
export function whyNotValue(field: FormTypeField, value: string): Problem | undefined {
  const why = whyNotText(value, field.name, maxFieldLength)
  if (why) return why
  if (field.required && isBlank(value)) return problem('text.required', { field: field.name })
  if (value !== '') return whyNotOfType(field, value)
}

function whyNotOfType(field: FormTypeField, value: string): Problem | undefined {
  const at = { field: field.name }
  switch (field.type) {
    case 'String':
      return whyNotString(field, value)
    case 'Number':
      return number.test(value) && Number.isFinite(Number(value)) ? undefined : problem('value.number', at)
    case 'Boolean':
      return value === 'true' || value === 'false' ? undefined : problem('value.boolean', at)
    case 'Time':
      return timePattern.test(value) ? undefined : problem('value.time', at)
    case 'Date':
      return secondsOfDateValue(value) === undefined ? problem('value.date', at) : undefined
    case 'Choice': {
      const options = choiceOptions(field.pattern)
      return options.includes(value)
        ? undefined
        : problem('value.choice', { ...at, params: { options: options.join(', ') } })
    }
  }
}

function whyNotString({ name, length, pattern }: FormTypeField, value: string): Problem | undefined {
  if (length) {
    const why = whyNotText(value, name, length)
    if (why) return why
  }
  if (pattern && !matchesPattern(pattern, value)) return problem('value.pattern', { field: name, params: { pattern } })
}
