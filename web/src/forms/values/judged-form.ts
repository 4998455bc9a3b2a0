import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { type Evaluation, evaluateForm, type Judge } from '@casebook/domain/forms/evaluation.ts'
import {
  type Confirmation,
  type ConfirmedValue,
  type Judgement,
  judgeForm,
  paramsOfCheck,
  unusualValues,
} from '@casebook/domain/forms/judgement.ts'
import { whyNotValue } from '@casebook/domain/forms/value.rules.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { whyNotOccurrenceLabel } from '@casebook/domain/visits/labels.rules.ts'
import { type FormValues, givenFields } from './form-values.ts'

/** What a form is judged by: its type, and the day as for `evaluateForm`. */
export type FormJudge = Judge & { today: number }

/** The reasons of confirmations are kept beside the values, under keys that no field can have: a name is one line. */
const reasonPrefix = 'confirmed\n'

/** The key of the label of one of several forms of its type. */
export const labelKey = 'label\n'

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
  /** When it was evaluated, since epoch: a bound may be the present time. */
  minute: number
  evaluation: Evaluation
  unusual: ReadonlyMap<string, Problem>
  confirmed: readonly ConfirmedValue[]
  judged: Judgement | undefined
}

const knownBefore = new WeakMap<FormValues, Known>()

/** Evaluated once for the same values, because a screen asks of each field, and a form may have 500. */
function known(judge: FormJudge, values: FormValues): Known {
  const before = knownBefore.get(values)
  const minute = Math.floor(Date.now() / 60_000)
  if (before?.judge === judge && before.minute === minute) return before
  const evaluation = evaluateForm(judge, givenIn(values), judge.today)
  const unusual = unusualValues(judge, evaluation)
  const confirmed = [...unusual.keys()].flatMap((key) => {
    const reason = values[reasonKey(key, evaluation.values.get(key) ?? '')] ?? ''
    return reason.trim() === '' ? [] : [{ key, reason }]
  })
  const now = { judge, minute, evaluation, unusual, confirmed, judged: undefined }
  knownBefore.set(values, now)
  return now
}

/** What is shown, calculated and failed with what is typed. Costs each key less than the whole judgement. */
export function evaluatedForm(judge: FormJudge, values: FormValues): Evaluation {
  return known(judge, values).evaluation
}

/** What is typed, without the fields that are empty, which are nearly all of a form that is begun. */
function givenIn(values: FormValues): Map<string, string> {
  const given = new Map<string, string>()
  for (const name in values) {
    const value = values[name]
    if (value) given.set(name, value)
  }
  return given
}

/** Every unusual value, by field, whether it is confirmed or not. */
export function unusualIn(judge: FormJudge, values: FormValues): ReadonlyMap<string, Problem> {
  return known(judge, values).unusual
}

/** The confirmations for the values as they are. */
export function confirmedIn(judge: FormJudge, values: FormValues): readonly ConfirmedValue[] {
  return known(judge, values).confirmed
}

/** The judgement of what is typed, as the server judges it. */
export function judgedForm(judge: FormJudge, values: FormValues): Judgement {
  const { today } = judge
  const now = known(judge, values)
  now.judged ??= judgeForm(judge, givenFields(judge, values, today), { today, confirmed: now.confirmed })
  return now.judged
}

/** Why the field is refused with these values. */
export function whyNotField(judge: FormJudge, field: FormTypeField, values: FormValues): Problem | undefined {
  const { evaluation, unusual, confirmed } = known(judge, values)
  const { name } = field
  if (evaluation.broken?.field === name) return evaluation.broken
  if (evaluation.hidden.has(name)) return undefined
  const why = whyNotValue(field, evaluation.values.get(name) ?? '')
  if (why) return why
  const hard = evaluation.failed.find((check) => !check.soft && check.field === name)
  if (hard) return problem('value.check', { field: name, params: paramsOfCheck(hard) })
  const isConfirmed =
    confirmed.some(({ key }) => key === name) && judgedForm(judge, values).confirmations.some(({ key }) => key === name)
  return isConfirmed ? undefined : unusual.get(name)
}

/** The fields that are asked with these values. */
export function shownFields({ fields }: Judge, { hidden }: Pick<Evaluation, 'hidden'>): FormTypeField[] {
  return fields.filter(({ name }) => !hidden.has(name))
}

/** The fields with stored values that are no longer asked, so that saving drops the values. */
export function droppedFields(
  { fields }: Judge,
  { hidden }: Pick<Evaluation, 'hidden'>,
  stored: FormValues,
): FormTypeField[] {
  return fields.filter(({ name }) => hidden.has(name) && (stored[name] ?? '') !== '')
}

/** Why the content of an input of a form is refused: of a field, or of the label. Undefined for others. */
export function whyNotInput(
  judge: FormJudge,
  fields: ReadonlyMap<string, FormTypeField>,
  name: string,
  values: FormValues,
): Error | undefined {
  if (name === labelKey) return whyNotOccurrenceLabel(values[labelKey], { repeats: true })
  const field = fields.get(name)
  return field && whyNotField(judge, field, values)
}
