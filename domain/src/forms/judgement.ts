import { labelOf } from '../form-types/field-properties.ts'
import type { FormCheck, FormTypeField } from '../form-types/fields.ts'
import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { isBlank, whyNotText } from '../shared/text.rules.ts'
import { type Evaluation, evaluateForm, type Judge } from './evaluation.ts'
import type { KeyValue } from './forms.rules.ts'
import { whyNotFormKeys, whyNotValue } from './value.rules.ts'

export const maxConfirmationLength = 1000

/** What a person says of a value that is unusual and right. */
export type ConfirmedValue = { key: string; reason: string }
/** The same as stored with the form. It stands while the field has this value. */
export type Confirmation = ConfirmedValue & { value: string }

type Context = {
  /** Epoch seconds of 12:00 UTC of the day in the study's zone. */
  today?: number | undefined
  confirmed?: readonly ConfirmedValue[] | null | undefined
  /** The confirmations stored with the form. */
  standing?: readonly Confirmation[] | null | undefined
  /** The reason for every other unusual value. */
  otherwise?: string | null | undefined
}

export type Judgement = Evaluation & {
  /** Why the form is refused. `field` is the field's name. */
  why: Problem | undefined
  /** The values as stored, in the order of the form type. */
  fields: KeyValue[]
  confirmations: Confirmation[]
}

/**
 * Judges the values that are given for a form: whether they are refused, and what is stored. Browser and server use the
 * same rule. Values are text and are checked untrimmed. What is given for a hidden or a calculated field is refused,
 * except a calculated value that equals ours.
 */
export function judgeForm(judge: Judge, given: readonly KeyValue[], context: Context = {}): Judgement {
  const values = valuesByName(judge.fields, given)
  const evaluation = evaluateForm(judge, values, context.today)
  const fields = judge.fields.flatMap(({ name }) => {
    const value = evaluation.hidden.has(name) ? '' : sameText(evaluation.values.get(name) ?? '')
    return value === '' ? [] : [{ key: name, value }]
  })
  const { why: unusual, confirmations } = confirm(judge, evaluation, context)
  const why = evaluation.broken ?? whyNotFormKeys(judge, given) ?? whyNotEvaluated(judge, values, evaluation) ?? unusual
  return { ...evaluation, why, fields, confirmations }
}

/** The given values by the names of their fields. */
function valuesByName(fields: readonly FormTypeField[], given: readonly KeyValue[]): Map<string, string> {
  const values = new Map(given.map(({ key, value }) => [sameText(key), value]))
  return new Map(fields.map(({ name }) => [name, values.get(sameText(name)) ?? '']))
}

function whyNotEvaluated(
  { fields }: Judge,
  given: ReadonlyMap<string, string>,
  { hidden, values, calculated, failed }: Evaluation,
): Problem | undefined {
  for (const field of fields) {
    const { name } = field
    const value = given.get(name) ?? ''
    if (value !== '' && hidden.has(name)) return problem('value.hidden', { field: name, params: { name } })
    if (value !== '' && calculated.has(name) && value !== values.get(name)) {
      return problem('value.calculated', { field: name, params: { name } })
    }
  }
  for (const field of fields) {
    const why = hidden.has(field.name) ? undefined : whyNotValue(field, values.get(field.name) ?? '')
    if (why) return why
  }
  const [hard] = failed.filter(({ soft, field }) => !soft && !hidden.has(field))
  return hard && problem('value.check', { field: hard.field, params: paramsOfCheck(hard) })
}

/** What a check says, and beside it what it says in other languages: `message.nb`. */
export function paramsOfCheck({ message, translations }: FormCheck): { message: string } & Record<string, string> {
  return {
    message,
    ...Object.fromEntries((translations ?? []).map((said) => [`message.${said.language}`, said.message])),
  }
}

/** Every unusual value, by field: outside of its usual range, or against a soft check. */
export function unusualValues({ fields }: Judge, { hidden, values, failed }: Evaluation): Map<string, Problem> {
  const unusual = new Map<string, Problem>()
  for (const field of fieldsWithUsualRange(fields)) {
    const why = hidden.has(field.name) ? undefined : whyUnusual(field, values.get(field.name) ?? '')
    if (why) unusual.set(field.name, why)
  }
  for (const check of failed) {
    const { soft, field } = check
    if (soft && !hidden.has(field) && !unusual.has(field)) {
      unusual.set(field, problem('value.check.unconfirmed', { field, params: paramsOfCheck(check) }))
    }
  }
  return unusual
}

const knownWithRange = new WeakMap<readonly FormTypeField[], readonly FormTypeField[]>()

/** Looked for once, because each key into a form asks for its unusual values. */
function fieldsWithUsualRange(fields: readonly FormTypeField[]): readonly FormTypeField[] {
  const known = knownWithRange.get(fields)
  if (known) return known
  const found = fields.filter(({ softMinimum, softMaximum }) => (softMinimum ?? softMaximum ?? null) !== null)
  knownWithRange.set(fields, found)
  return found
}

function whyUnusual({ name, softMinimum, softMaximum }: FormTypeField, value: string): Problem | undefined {
  const low = softMinimum ?? Number.NEGATIVE_INFINITY
  const high = softMaximum ?? Number.POSITIVE_INFINITY
  if (value === '' || !(Number(value) < low || Number(value) > high)) return undefined
  return problem('value.unusual', { field: name, params: { range: rangeText(softMinimum, softMaximum) } })
}

/** A range in signs, which every language reads. */
export function rangeText(minimum: number | null | undefined, maximum: number | null | undefined): string {
  if (minimum === null || minimum === undefined) return `≤ ${maximum}`
  return maximum === null || maximum === undefined ? `≥ ${minimum}` : `${minimum} – ${maximum}`
}

function confirm(judge: Judge, evaluation: Evaluation, { confirmed, standing, otherwise }: Context) {
  const names = new Set(judge.fields.map(({ name }) => name))
  const said = new Map<string, ConfirmedValue>()
  for (const one of confirmed ?? []) {
    const key = sameText(one.key)
    const why = names.has(key) ? whyNotConfirmation({ ...one, key }) : unknown(key)
    if (why) return { why, confirmations: [] }
    said.set(key, { key, reason: sameText(one.reason).trim() })
  }
  const confirmations: Confirmation[] = []
  let why: Problem | undefined
  for (const [key, unusual] of unusualValues(judge, evaluation)) {
    const value = sameText(evaluation.values.get(key) ?? '')
    const before = (standing ?? []).find((one) => one.key === key && one.value === value)
    const reason = said.get(key)?.reason ?? before?.reason ?? otherwise ?? undefined
    if (reason === undefined) why ??= unusual
    else confirmations.push({ key, value, reason })
  }
  return { why, confirmations }
}

function unknown(key: string): Problem {
  return problem('form.key.unknown', { field: key, params: { name: key } })
}

function whyNotConfirmation({ key, reason }: ConfirmedValue): Problem | undefined {
  return isBlank(reason) ? problem('text.required', { field: key }) : whyNotText(reason, key, maxConfirmationLength)
}

/** The reason in the history of a change that confirms values. Undefined if there are none. */
export function confirmationsText(
  { fields }: Judge,
  confirmations: readonly Confirmation[],
  standing: readonly Confirmation[],
): string | undefined {
  const fresh = confirmations.filter(
    (one) =>
      !standing.some(({ key, value, reason }) => key === one.key && value === one.value && reason === one.reason),
  )
  const byName = new Map(fields.map((field) => [field.name, field]))
  const parts = fresh.map(({ key, value, reason }) => {
    const field = byName.get(key)
    return `${field ? labelOf(field) : key} ${value}: ${reason}`
  })
  return parts.length === 0 ? undefined : parts.join('; ')
}
