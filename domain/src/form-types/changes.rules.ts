import { caseKey } from '../shared/names/names.ts'
import { cleanName } from '../shared/text.rules.ts'
import type { TypedProperty } from './field-properties.ts'
import { fieldTypeOf } from './field-types.ts'
import type { FormCheck, FormTypeField } from './fields.ts'
import { typedProperties } from './properties.rules.ts'

const ofAllTypes = ['variable', 'label', 'help', 'section', 'display', 'showIf', 'translations'] as const

/**
 * The fields that a caller gives, with the stored properties that they do not mention: a caller that does not know a
 * property must not remove it. Null removes one. Whatever a new type does not have is left out.
 */
export function withUnmentioned(before: readonly FormTypeField[], given: readonly FormTypeField[]): FormTypeField[] {
  const stored = new Map(before.map((field) => [caseKey(cleanName(field.name)), field]))
  return given.map((field) => {
    const old = stored.get(caseKey(cleanName(field.name)))
    if (!old) return field
    const { properties, displays } = fieldTypeOf[field.type]
    const kept = [...ofAllTypes, ...properties].filter((name) => field[name] === undefined && old[name] !== undefined)
    const own = kept.filter((name) => !isReplaced(name, field))
    const values = Object.fromEntries(own.map((name) => [name, old[name]]))
    const display = values.display
    return { ...field, ...values, ...(display && !displays.some((one) => one === display) ? { display: null } : {}) }
  })
}

/** The checks that a caller gives, with the stored translations of those that say the same and do not mention any. */
export function checksWithUnmentioned(before: readonly FormCheck[], given: readonly FormCheck[]): FormCheck[] {
  return given.map((check) => {
    if (check.translations !== undefined) return check
    const same = before.find(
      ({ expression, message, field }) =>
        expression === check.expression.trim() &&
        message === cleanName(check.message) &&
        field === cleanName(check.field),
    )
    return same?.translations ? { ...check, translations: same.translations } : check
  })
}

/** A pattern takes the place of options. */
function isReplaced(name: string, { pattern }: FormTypeField): boolean {
  return name === 'options' && Boolean(pattern)
}

/** The properties of a field that limit its values. */
export const limits = ['length', 'minimum', 'maximum', 'decimals'] as const satisfies readonly (
  | 'length'
  | TypedProperty
)[]

/** Everything that a field says besides its name and type, to find what changed. */
export const allProperties = ['required', 'length', 'pattern', ...ofAllTypes, ...typedProperties] as const
