import { expressionProblems } from '@casebook/domain/form-types/definition.ts'
import type { FormCheck, FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { cleanFields } from '@casebook/domain/form-types/form-types.rules.ts'
import { evaluateForm } from '@casebook/domain/forms/evaluation.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import { type FieldDraft, fieldOfDraft } from '../draft/field-draft.ts'
import { type KnownField, knownFields } from '../expressions/known-fields.ts'

/** A field among the others of its form type, as they are typed. */
export type FieldContext = {
  fields: readonly FormTypeField[]
  place: number
  variable: string
  /** The other fields, which its expressions may name. */
  others: readonly KnownField[]
  /** What is wrong with any expression of the form type. */
  problems: readonly Problem[]
}

/** `others`: the fields without this one. `place`: where it stands among them. */
export function fieldContext(
  field: FieldDraft,
  others: readonly FieldDraft[],
  place: number,
  checks: readonly FormCheck[],
): FieldContext {
  const fields = cleanFields(others.toSpliced(place, 0, field).map(fieldOfDraft))
  const own = fields[place]
  return {
    fields,
    place,
    variable: own?.variable ?? '',
    others: knownFields(fields).filter((known) => known.variable !== own?.variable),
    problems: expressionProblems(fields, checks),
  }
}

/** Why an expression of the field is refused. */
export function problemOf({ problems, place }: FieldContext, part: 'showIf' | 'calculation'): Problem | undefined {
  return problems.find((each) => each.field === `fields.${place}.${part}`)
}

/** What the field's calculation makes of these values, by name; undefined if nothing. `today` as for `evaluateForm`. */
export function resultOf(
  { fields, place, problems }: FieldContext,
  values: ReadonlyMap<string, string>,
  today: number,
): string | undefined {
  if (problems.some(({ field }) => field?.startsWith('fields.'))) return undefined
  return evaluateForm({ fields, checks: [] }, values, today).values.get(fields[place]?.name ?? '')
}
