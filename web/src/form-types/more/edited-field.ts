import { withVariables } from '@casebook/domain/expressions/variables-in-text.ts'
import type { FormCheck } from '@casebook/domain/form-types/fields.ts'
import { variablesOf } from '@casebook/domain/form-types/variables.ts'
import { blankDefinition, type FieldDraft, hasCodes } from '../draft/field-draft.ts'
import { type DateBounds, hasBounds, isBoundOf, noBounds, withBounds } from './date-bounds.ts'
import { hasOtherField, otherField } from './other.ts'

type Edited = { field: FieldDraft; variable: string; bounds: DateBounds }
/** `now`: the field as it is, if it was added before. `others`: the fields without it. */
type Around = { now: FieldDraft | undefined; others: readonly FieldDraft[]; checks: readonly FormCheck[] }

/** What an edited field leads to: itself, the others, the checks with its bounds, and a field that it needs beside it. */
export type EditedField = {
  field: FieldDraft
  others: readonly FieldDraft[]
  checks: FormCheck[]
  companion: FieldDraft | undefined
}

/** Bounds that the person did not touch stay as they are; another type than Date has none. `opened`: at the beginning. */
export function confirmed(
  { field, variable, bounds, wantsOther }: Edited & { wantsOther: boolean },
  opened: Edited,
  { now, others, checks }: Around,
  texts: { bound: (side: keyof DateBounds, value: string) => string; other: string },
): EditedField {
  const name = field.name.trim()
  const isRenamed = now !== undefined && !field.isSaved
  const from = { name: opened.field.name.trim(), variable: opened.variable }
  const known = isRenamed
    ? withRenamed({ fields: others, checks }, from, { name, variable })
    : { fields: others, checks }
  const isDate = hasBounds(field.type)
  const wanted = isDate ? bounds : noBounds
  const isTouched = wanted.atLeast !== opened.bounds.atLeast || wanted.atMost !== opened.bounds.atMost
  const areChanged = isTouched && (isDate || hasBounds(opened.field.type))
  const needsOther = wantsOther && hasCodes(field) && !hasOtherField(known.fields, variable)
  return {
    field: withTheirs(field, opened.field, now),
    others: known.fields,
    checks: areChanged ? withBounds(known.checks, name, variable, wanted, texts.bound) : [...known.checks],
    companion: needsOther ? otherField(field, variable, known.fields, `${field.key} other`, texts.other) : undefined,
  }
}

/** The other fields, and the checks without the bounds of this one. */
export function withoutField(
  { fields, checks }: { fields: readonly FieldDraft[]; checks: readonly FormCheck[] },
  field: FieldDraft,
): { fields: FieldDraft[]; checks: FormCheck[] } {
  const place = fields.findIndex(({ key }) => key === field.key)
  const variable = variablesOf(fields)[place] ?? ''
  const isKept = !hasBounds(field.type)
  return {
    fields: fields.toSpliced(place, 1),
    checks: isKept ? [...checks] : checks.filter((check) => !isBoundOf(check, field.name.trim(), variable)),
  }
}

type Names = { name: string; variable: string }
type Others = { fields: readonly FieldDraft[]; checks: readonly FormCheck[] }

/** The other fields and the checks after a field got another name: what names it follows. */
export function withRenamed({ fields, checks }: Others, from: Names, to: Names): Others {
  const renamed = (expression: string) => withVariables(expression, new Map([[from.variable, to.variable]]))
  return {
    fields: fields.map((field) => ({
      ...field,
      showIf: renamed(field.showIf),
      calculation: renamed(field.calculation),
    })),
    checks: checks.map((check) => ({
      ...check,
      expression: renamed(check.expression),
      field: check.field === from.name ? to.name : check.field,
    })),
  }
}

const properties = Object.keys(blankDefinition) as (keyof typeof blankDefinition)[]

/**
 * An edited field where a colleague changed the same field meanwhile: what the person changed, and theirs for the rest.
 * `opened`: as it was when the person began. `now`: as it is, if it still exists.
 */
export function withTheirs(typed: FieldDraft, opened: FieldDraft, now: FieldDraft | undefined): FieldDraft {
  if (!now) return typed
  const kept = properties.filter((name) => isSame(typed[name], opened[name]))
  return { ...typed, ...Object.fromEntries(kept.map((name) => [name, now[name]])) }
}

/** Whether a colleague changed the field since the person began to edit it. */
export function isChanged(opened: FieldDraft, now: FieldDraft | undefined): boolean {
  return now !== undefined && properties.some((name) => !isSame(opened[name], now[name]))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
