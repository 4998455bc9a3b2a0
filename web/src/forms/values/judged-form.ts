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
  given: ReadonlyMap<string, string>
  evaluation: Evaluation
  unusual: ReadonlyMap<string, Problem>
  confirmed: readonly ConfirmedValue[]
  judged: Judgement | undefined
  /** Steps are numbered, in the order in which values are evaluated. */
  step: number
}

/** What was evaluated last of a judge, and at which step each field changed last. */
type Latest = { known: Known; changedAt: Map<string, number> }

const knownBefore = new WeakMap<FormValues, Known>()
const none: ReadonlyMap<string, Problem> = new Map()
const latestOf = new WeakMap<FormJudge, Latest>()
let steps = 0

/** Evaluated once for the same values, because a screen asks of each field, and a form may have 500. */
function known(judge: FormJudge, values: FormValues): Known {
  const before = knownBefore.get(values)
  const minute = Math.floor(Date.now() / 60_000)
  if (before?.judge === judge && before.minute === minute) return before
  const latest = latestOf.get(judge)
  const last = latest?.known
  const given = givenIn(values)
  const from = last?.minute === minute ? last.evaluation : undefined
  const evaluation = evaluateForm(judge, given, judge.today, from)
  const found = unusualValues(judge, evaluation)
  const unusual = found.size > 0 ? found : none
  const confirmed = [...unusual.keys()].flatMap((key) => {
    const reason = values[reasonKey(key, evaluation.values.get(key) ?? '')] ?? ''
    return reason.trim() === '' ? [] : [{ key, reason }]
  })
  steps += 1
  const now = { judge, minute, given, evaluation, unusual, confirmed, judged: undefined, step: steps }
  knownBefore.set(values, now)
  const changedAt = latest?.changedAt ?? new Map<string, number>()
  for (const name of last ? changedSince(last, now) : []) changedAt.set(name, steps)
  latestOf.set(judge, { known: now, changedAt })
  return now
}

/** The fields with another value, and those that are now hidden or shown. */
function changedSince(before: Known, { given, evaluation: { values, hidden } }: Known): string[] {
  const was = before.evaluation
  const otherHidden = was.hidden === hidden ? [] : inOne(was.hidden, hidden)
  return [...changedIn(before.given, given), ...changedIn(was.values, values), ...otherHidden]
}

/** What only one of the sets has. */
export function inOne(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...[...one].filter((name) => !other.has(name)), ...[...other].filter((name) => !one.has(name))]
}

/** The keys with another value. */
function changedIn(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  if (before === now) return []
  return [...new Set([...before.keys(), ...now.keys()])].filter((key) => before.get(key) !== now.get(key))
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

/** At which step these values were evaluated. */
export function stepOf(judge: FormJudge, values: FormValues): number {
  return known(judge, values).step
}

/** Whether a field has been the same since a step. A form of 500 fields asks it of each, with each key. */
export function isSameSince(judge: FormJudge, step: number): (name: string) => boolean {
  const changedAt = latestOf.get(judge)?.changedAt
  return (name) => (changedAt?.get(name) ?? 0) <= step
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
