import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { Evaluation } from '@casebook/domain/forms/evaluation.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import type { FormValues } from '../values/form-values.ts'
import { type FormJudge, isSameSince, reasonKey, whyNotField } from '../values/judged-form.ts'

/** A form as it stands, of which each field shows its part. Another one with each key. */
export type ShownForm = {
  judge: FormJudge
  judged: Evaluation
  values: FormValues
  /** Why fields are refused, or which reasons are still needed, by name. */
  errors: ReadonlyMap<string, string>
  /** Of values that may be confirmed. Empty in a form that is only read. */
  unusual: ReadonlyMap<string, Problem>
  /** At which step it stands (`stepOf`). */
  step: number
}

/** What is shown of a field. */
export type ShownField = {
  field: FormTypeField
  value: string
  /** Why it is refused. An unusual value has its sentence in the confirmation instead. */
  error: string | undefined
  unusual: Problem | undefined
  /** The key of the reason for which an unusual value is right, as `reasonKey`, what it says, and whether it is missing. */
  reasonKey: string
  reason: string
  lacksReason: boolean
}

/** What is shown beside a value that is not unusual. */
const usual = { unusual: undefined, reasonKey: '', reason: '', lacksReason: false }

function valueIn({ judged, values }: ShownForm, { name, calculation }: FormTypeField): string {
  return (calculation ? judged.values.get(name) : values[name]) ?? ''
}

export function shownField(form: ShownForm, field: FormTypeField): ShownField {
  const { judge, judged, values, errors } = form
  const { name } = field
  const value = valueIn(form, field)
  const error = errors.get(name)
  const unusual = form.unusual.get(name)
  if (unusual === undefined) return { field, value, error, ...usual }
  const key = reasonKey(name, judged.values.get(name) ?? '')
  const refused = whyNotField(judge, field, values)
  // It has its sentence in the confirmation, and is not refused beside its field, too.
  const isAlone = refused === undefined || refused.reason === unusual.reason
  return {
    field,
    value,
    error: isAlone ? undefined : error,
    unusual,
    reasonKey: key,
    reason: values[key] ?? '',
    lacksReason: isAlone && error !== undefined,
  }
}

/**
 * Whether two properties of what shows a form are the same, except for the form. `but`: one that follows from others. Nothing
 * is made for it, either.
 */
export function isSameBeside<Props extends { form: ShownForm }>(
  before: Props,
  now: Props,
  but?: keyof Props & string,
): boolean {
  for (const key in now) {
    if (key !== 'form' && key !== but && before[key] !== now[key]) return false
  }
  return true
}

/** Whether the same is shown of these fields. Asked of each field with each key, so that nothing is made for it. */
export function isSameShown(fields: readonly FormTypeField[], before: ShownForm, now: ShownForm): boolean {
  const isSameAround = before.errors === now.errors && before.unusual === now.unusual
  if (isSameAround && before.judge === now.judge && before.step <= now.step) {
    const isSame = isSameSince(now.judge, before.step)
    return fields.every(({ name }) => isSame(name))
  }
  return fields.every((field) => {
    const { name } = field
    return (
      before.judged.hidden.has(name) === now.judged.hidden.has(name) &&
      valueIn(before, field) === valueIn(now, field) &&
      before.errors.get(name) === now.errors.get(name) &&
      // Their reasons are among the values, too.
      before.unusual.get(name) === now.unusual.get(name)
    )
  })
}
