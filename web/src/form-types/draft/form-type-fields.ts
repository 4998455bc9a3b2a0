import type { FormCheck, FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { whyNotFields, whyNotFormTypeIdentifier } from '@casebook/domain/form-types/form-types.rules.ts'
import { groupBy } from '@casebook/domain/shared/group-by.ts'
import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { isRepeating, repeatsKey, typedRepeats } from '@casebook/domain/shared/record-fields/repeats.ts'
import { definitionText, type FormTypeDraft, fieldOfDraft, parseDefinition } from './field-draft.ts'

const fieldPrefix = 'field:'
/** Stores the predecessor of each field, so that two people who add or move different fields both succeed. */
const afterPrefix = '~after:'

/** Whether a key holds a field's position, over which nobody is asked. */
export function isArrangement(key: string): boolean {
  return key.startsWith(afterPrefix)
}

/** Under this key are all checks, as JSON. */
export const checksKey = 'checks'

/** A check as it is sent, in one order of its members. */
export function plainCheck({ expression, message, field, soft, translations }: FormCheck): FormCheck {
  const said = (translations ?? []).flatMap(({ language, message: own }) =>
    own.trim() ? [{ language, message: own }] : [],
  )
  return { expression, message, field, soft, ...(said.length > 0 ? { translations: said } : {}) }
}

/** A form type's draft as fields of a record: one for each field's definition, one for its position, one for the checks. */
export function fieldsOfDraft({ identifier, fields, checks, repeats }: FormTypeDraft): Fields {
  return Object.fromEntries([
    ['identifier', identifier],
    ...fields.map((field) => [keyOfField(field.name), definitionText(field)]),
    ...fields.map(({ name }, index) => [afterPrefix + name, fields[index - 1]?.name ?? '']),
    ...(checks.length > 0 ? [[checksKey, JSON.stringify(checks)]] : []),
    ...(repeats ? [[repeatsKey, typedRepeats(repeats)]] : []),
  ])
}

/** The draft made of the fields. Fields in `stored` keep their names. */
export function draftOfFields(fields: Fields, stored: Fields): FormTypeDraft {
  const names = Object.keys(fields).flatMap((key) =>
    key.startsWith(fieldPrefix) && fields[key] ? [key.slice(fieldPrefix.length)] : [],
  )
  return {
    identifier: fieldValue(fields, 'identifier'),
    fields: inOrder(names, (name) => fieldValue(fields, afterPrefix + name)).flatMap((name) => {
      const key = keyOfField(name)
      const definition = parseDefinition(fieldValue(fields, key))
      return definition ? [{ key: name, name, isSaved: fieldValue(stored, key) !== '', ...definition }] : []
    }),
    checks: JSON.parse(fieldValue(fields, checksKey) || '[]'),
    repeats: isRepeating(fields),
  }
}

/** The values to type into a record to make it contain this draft. Missing fields are emptied. */
export function changesTo(draft: FormTypeDraft, fields: Fields): Fields {
  return { ...Object.fromEntries(Object.keys(fields).map((key) => [key, ''])), ...fieldsOfDraft(draft) }
}

/** What is sent of the draft. */
export function typedOf(fields: Fields): Omit<FormTypeDraft, 'fields'> & { fields: FormTypeField[] } {
  const { fields: drafts, checks, ...rest } = draftOfFields(fields, {})
  // Without translations, those that are stored are taken out.
  const sent = checks.map((check) => ({ translations: [], ...plainCheck(check) }))
  return { ...rest, fields: drafts.map(fieldOfDraft), checks: sent }
}

/** Why the draft cannot be saved. */
export function whyNotTyped(fields: Fields): Problem | undefined {
  const typed = typedOf(fields)
  const empty = typed.checks.findIndex(({ expression }) => expression.trim() === '')
  const ofCheck = empty < 0 ? undefined : problem('text.required', { field: `checks.${empty}.expression` })
  return whyNotFormTypeIdentifier(typed.identifier) ?? ofCheck ?? whyNotFields(typed.fields, typed.checks)
}

/** The record's key of the form type's field of this name. */
export function keyOfField(name: string): string {
  return fieldPrefix + name
}

/** The name of the form type's field for a record's key; undefined for the identifier and the checks. */
export function fieldNameOf(key: string): string | undefined {
  return key.startsWith(fieldPrefix) ? key.slice(fieldPrefix.length) : undefined
}

/** Each name once: after its predecessor, those without one first, those in a cycle last. */
function inOrder(names: readonly string[], before: (name: string) => string): string[] {
  const known = new Set(names)
  const followers = groupBy(names, (name) => (known.has(before(name)) ? before(name) : ''))
  const ordered = new Set<string>()
  const waiting = [...(followers.get('') ?? [])].reverse()
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    ordered.add(name)
    waiting.push(...(followers.get(name) ?? []).toReversed())
  }
  for (const name of names) ordered.add(name)
  return [...ordered]
}
