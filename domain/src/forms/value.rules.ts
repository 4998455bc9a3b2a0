import { fieldTypeOf } from '../form-types/field-types.ts'
import { type FormTypeField, maxFieldLength } from '../form-types/fields.ts'
import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { isBlank, whyNotText } from '../shared/text.rules.ts'
import type { KeyValue } from './forms.rules.ts'

/** Why a form of this type does not accept these keys: an unknown or repeated one. */
export function whyNotFormKeys(
  formtype: { readonly fields: readonly FormTypeField[] },
  given: readonly KeyValue[],
): Problem | undefined {
  const names = new Set(formtype.fields.map((field) => sameText(field.name)))
  const seen = new Set<string>()
  for (const { key: givenKey } of given) {
    const key = sameText(givenKey)
    if (!names.has(key)) return problem('form.key.unknown', { field: key, params: { name: key } })
    if (seen.has(key)) return problem('form.key.duplicate', { field: key, params: { name: key } })
    seen.add(key)
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
  if (value !== '') return fieldTypeOf[field.type].whyNot(field, value)
}

/** Why a value is none of the field's type, whatever its length, pattern and bounds. */
export function whyNotType(
  { name, type, options, pattern, multiple }: FormTypeField,
  value: string,
): Problem | undefined {
  const isChoice = fieldTypeOf[type].patternUse === 'options'
  const bare = { name, type, required: false, options, multiple, pattern: isChoice ? pattern : null }
  return whyNotValue(bare, value)
}
