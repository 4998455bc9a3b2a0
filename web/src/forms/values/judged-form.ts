import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { Judge } from '@casebook/domain/forms/evaluation.ts'
import {
  type Confirmation,
  type ConfirmedValue,
  type Judgement,
  judgeForm,
  unusualValues,
} from '@casebook/domain/forms/judgement.ts'
import { whyNotValue } from '@casebook/domain/forms/value.rules.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { type FormValues, givenFields } from './form-values.ts'

/** What a form is judged by: its type, and the day as for `evaluateForm`. */
export type FormJudge = Judge & { today: number }

/** The reasons of confirmations are kept beside the values, under keys that no field can have: a name is one line. */
const reasonPrefix = 'confirmed\n'

/** The key of the reason for which a value of a field is right. Another value has another reason. */
export function reasonKey(name: string, value: string): string {
  return `${reasonPrefix}${name}\n${value}`
}

/** The field of such a key; undefined for other keys. */
export function fieldOfReason(key: string): string | undefined {
  return key.startsWith(reasonPrefix) ? key.slice(reasonPrefix.length).split('\n', 1)[0] : undefined
}

/** The reasons that were stored with a form, as contents of its editor. */
export function storedReasons(confirmed: readonly Confirmation[]): FormValues {
  return Object.fromEntries(confirmed.map(({ key, value, reason }) => [reasonKey(key, value), reason]))
}

type Known = {
  judge: FormJudge
  judged: Judgement
  unusual: ReadonlyMap<string, Problem>
  confirmed: readonly ConfirmedValue[]
}

const judgedBefore = new WeakMap<FormValues, Known>()

/** Judged once for the same values, because a screen asks of each field, and a form may have 500. */
function known(judge: FormJudge, values: FormValues): Known {
  const before = judgedBefore.get(values)
  if (before?.judge === judge) return before
  const { today } = judge
  const given = givenFields(judge, values, today)
  const unconfirmed = judgeForm(judge, given, { today })
  const unusual = unusualValues(judge, unconfirmed)
  const confirmed = [...unusual.keys()].flatMap((key) => {
    const reason = values[reasonKey(key, unconfirmed.values.get(key) ?? '')] ?? ''
    return reason.trim() === '' ? [] : [{ key, reason }]
  })
  const judged = confirmed.length === 0 ? unconfirmed : judgeForm(judge, given, { today, confirmed })
  const now = { judge, judged, unusual, confirmed }
  judgedBefore.set(values, now)
  return now
}

/** The confirmations for the values as they are. */
export function confirmedIn(judge: FormJudge, values: FormValues): readonly ConfirmedValue[] {
  return known(judge, values).confirmed
}

/** The judgement of what is typed. */
export function judgedForm(judge: FormJudge, values: FormValues): Judgement {
  return known(judge, values).judged
}

/** Why the field is refused with these values. */
export function whyNotField(judge: FormJudge, field: FormTypeField, values: FormValues): Problem | undefined {
  const { judged, unusual } = known(judge, values)
  const { name } = field
  if (judged.hidden.has(name)) return undefined
  const why = whyNotValue(field, judged.values.get(name) ?? '')
  if (why) return why
  const hard = judged.failed.find((check) => !check.soft && check.field === name)
  if (hard) return problem('value.check', { field: name, params: { message: hard.message } })
  const isConfirmed = judged.confirmations.some(({ key }) => key === name)
  return isConfirmed ? undefined : unusual.get(name)
}

/** The fields that are asked with these values. */
export function shownFields({ fields }: Judge, { hidden }: Pick<Judgement, 'hidden'>): FormTypeField[] {
  return fields.filter(({ name }) => !hidden.has(name))
}

/** The fields with stored values that are no longer asked, so that saving drops the values. */
export function droppedFields({ fields }: Judge, { hidden }: Judgement, stored: FormValues): FormTypeField[] {
  return fields.filter(({ name }) => hidden.has(name) && (stored[name] ?? '') !== '')
}
