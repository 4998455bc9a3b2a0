import type { KeyValue } from '../../forms/forms.rules.ts'
import { type Confirmation, type ConfirmedValue, judgeForm, unusualValues } from '../../forms/judgement.ts'
import { sameText } from '../../shared/names/names.ts'
import type { Problem } from '../../shared/problems.ts'
import type { ImportTarget } from './import-plan.ts'
import { type GivenValue, savedFields } from './import-values.ts'

/** Why unusual values are right: `stored` with the form, and `given` in the row. */
export type Reasons = {
  stored: readonly Confirmation[] | null | undefined
  given: readonly ConfirmedValue[]
}

export type JudgedRow = {
  /** What is stored, if it is not what is given: without hidden fields, and with those that are calculated. */
  fields: KeyValue[] | undefined
  confirmations: readonly Confirmation[]
  /** How many unusual values were not confirmed before. */
  isNew: number
  /** What is wrong: the heading of its column, or null. Every unusual value that nobody confirmed is. */
  problems: readonly { column: string | null; problem: Problem }[]
}

/** Judges the values of a row together, as the form that it becomes. Undefined without a form type. */
export function judgeRow(
  values: readonly GivenValue[],
  { formtype, today, confirmed: otherwise }: ImportTarget,
  { stored, given: confirmed }: Reasons,
): JudgedRow | undefined {
  if (!formtype) return undefined
  const given = savedFields(values.filter(({ field, isStored }) => !(isStored && field.field.calculation)))
  const judged = judgeForm(formtype, given, { today, standing: stored, confirmed, otherwise })
  const { why, hidden, calculated, fields, confirmations } = judged
  const open = [...unusualValues(formtype, judged)].filter(([key]) => !confirmations.some((one) => one.key === key))
  const all = why?.code === 'UNCONFIRMED' ? open.map(([, problem]) => problem) : why ? [why] : []
  const columns = new Map(values.map(({ field }) => [sameText(field.field.name), field.column.name]))
  return {
    fields: hidden.size > 0 || calculated.size > 0 ? fields : undefined,
    confirmations,
    isNew: confirmations.filter(({ key, value }) => !stored?.some((one) => one.key === key && one.value === value))
      .length,
    problems: all.map((problem) => ({ column: columns.get(sameText(problem.field ?? '')) ?? null, problem })),
  }
}
