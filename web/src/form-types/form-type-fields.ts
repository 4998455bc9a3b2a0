import { isFieldType } from '@casebook/domain/form-types/field-types.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { whyNotFields, whyNotFormTypeIdentifier } from '@casebook/domain/form-types/form-types.rules.ts'
import { groupBy } from '@casebook/domain/shared/group-by.ts'
import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import { type FieldDraft, type FormTypeDraft, fieldOfDraft } from './fields/field-draft.ts'

const fieldPrefix = 'field:'
/** Stores the predecessor of each field, so that two people who add or move different fields both succeed. */
const afterPrefix = '~after:'

/** Whether a key holds a field's position, over which nobody is asked. */
export function isArrangement(key: string): boolean {
  return key.startsWith(afterPrefix)
}

/** A form type's draft as fields of a record: one for each field's definition, one for its position. */
export function fieldsOfDraft({ identifier, fields }: FormTypeDraft): Fields {
  return Object.fromEntries([
    ['identifier', identifier],
    ...fields.map(({ name, type, required, length, pattern }) => [
      fieldPrefix + name,
      JSON.stringify({ type, required, length, pattern }),
    ]),
    ...fields.map(({ name }, index) => [afterPrefix + name, fields[index - 1]?.name ?? '']),
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
      const key = fieldPrefix + name
      const definition = parseDefinition(fieldValue(fields, key))
      return definition ? [{ key: name, name, isSaved: fieldValue(stored, key) !== '', ...definition }] : []
    }),
  }
}

/** The values to type into a record to make it contain this draft. Missing fields are emptied. */
export function changesTo(draft: FormTypeDraft, fields: Fields): Fields {
  return { ...Object.fromEntries(Object.keys(fields).map((key) => [key, ''])), ...fieldsOfDraft(draft) }
}

/** What is sent of the draft. */
export function typedOf(fields: Fields): { identifier: string; fields: FormTypeField[] } {
  const draft = draftOfFields(fields, {})
  return { identifier: draft.identifier, fields: draft.fields.map(fieldOfDraft) }
}

/** Why the draft cannot be saved. */
export function whyNotTyped(fields: Fields): Problem | undefined {
  const typed = typedOf(fields)
  return whyNotFormTypeIdentifier(typed.identifier) ?? whyNotFields(typed.fields)
}

/** The name of the form type's field for a record's key; undefined for the identifier. */
export function fieldNameOf(key: string): string | undefined {
  return key.startsWith(fieldPrefix) ? key.slice(fieldPrefix.length) : undefined
}

export type Definition = Pick<FieldDraft, 'type' | 'required' | 'length' | 'pattern'>

export function parseDefinition(text: string): Definition | undefined {
  if (text === '') return undefined
  const { type, required, length, pattern }: Record<string, unknown> = JSON.parse(text)
  if (!isFieldType(type)) return undefined
  return { type, required: required === true, length: String(length), pattern: String(pattern) }
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
