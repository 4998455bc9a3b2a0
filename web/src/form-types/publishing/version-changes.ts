import type { FormCheck, FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { draftOfField } from '../draft/field-draft.ts'
import { fieldsOfDraft, isArrangement, plainCheck } from '../draft/form-type-fields.ts'

/** A definition of a form type: a published version, or what is typed. */
export type Defined = { identifier: string; fields: readonly FormTypeField[]; checks: readonly FormCheck[] }

/** What differs between two definitions, by the key of its field of a record. '' on the side that does not have it. */
export type VersionChange = { key: string; before: string; after: string }

/** The differences in the order of the later definition, those that it no longer has last. */
export function versionChanges(before: Defined, after: Defined): VersionChange[] {
  const [was, is] = [contentsOf(before), contentsOf(after)]
  const keys = [...new Set([...Object.keys(is), ...Object.keys(was)])]
  return keys
    .filter((key) => !isArrangement(key) && was[key] !== is[key])
    .map((key) => ({ key, before: was[key] ?? '', after: is[key] ?? '' }))
}

/** Whether the fields that both have stand in another order. */
export function isReordered(before: Defined, after: Defined): boolean {
  const order = (own: Defined, other: Defined) => {
    const names = new Set(other.fields.map(({ name }) => name))
    return own.fields.flatMap(({ name }) => (names.has(name) ? [name] : [])).join('\n')
  }
  return order(before, after) !== order(after, before)
}

function contentsOf({ identifier, fields, checks }: Defined): Readonly<Record<string, string>> {
  const drafts = fields.map((field) => ({ ...draftOfField(field), variable: '' }))
  return fieldsOfDraft({ identifier, fields: drafts, checks: checks.map(plainCheck), repeats: false })
}
