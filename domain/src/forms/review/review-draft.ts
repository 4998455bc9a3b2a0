import { allProperties, limits } from '../../form-types/changes.rules.ts'
import { labelOf } from '../../form-types/field-properties.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { sameText } from '../../shared/names/names.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import type { Judge } from '../evaluation.ts'
import type { KeyValue } from '../forms.rules.ts'
import { whyNotValue } from '../value.rules.ts'
import { type DraftFinding, type DraftReason, type FormOf, FoundForms, finding, findingsOf, keyOf } from './findings.ts'

/** A stored form. `isOpen`: whether its subject is open. */
export type StoredForm = FormOf & { fields: readonly KeyValue[]; isOpen: boolean }

/** How many forms are judged in one step. */
const formsInStep = 100

/**
 * What publishing a definition does to the stored forms, in steps, because judging all forms of a study takes long. Refused
 * are a type change while values stand, and a bound that values of open subjects break. `today` as for `evaluateForm`.
 */
export function* reviewDraft(
  before: Judge,
  after: Judge,
  stored: readonly StoredForm[],
  today?: number,
): Generator<undefined, DraftFinding[]> {
  const forms = stored.map(readForm)
  const found = changesOf(before, after, forms)
  const refused = new Set(found.filter(({ effect }) => effect === 'REFUSED').map(({ field }) => field))
  const judgements = new Judgements(before, after, today)
  for (let from = 0; from < forms.length; from += formsInStep) {
    yield
    for (const form of forms.slice(from, from + formsInStep)) judgements.add(form)
  }
  const looked = judgements.findings().filter(
    // What the refusal is about is mended first. It counts the forms of open subjects only, this those of all.
    ({ reason, field }) => reason !== 'UNFIT' || !refused.has(field),
  )
  return [...found, ...retired(before, after, forms), ...looked]
}

/** Why stored values prevent publishing a definition: the first finding that is refused. */
export function whyNotPublished(before: Judge, after: Judge, stored: readonly StoredForm[]): Problem | undefined {
  return changesOf(before, after, stored.map(readForm)).find(({ why }) => why)?.why
}

type Values = ReadonlyMap<string, string>
type Form = { form: FormOf; isOpen: boolean; values: Values }

function readForm({ fields, isOpen, ...form }: StoredForm): Form {
  return { form, isOpen, values: new Map(fields.map(({ key, value }) => [sameText(key), value])) }
}

/** What changes in each field, and what of it the stored values prevent. */
function changesOf(before: Judge, after: Judge, forms: readonly Form[]): DraftFinding[] {
  const old = new Map(before.fields.map((field) => [field.name, field]))
  const holding = (field: FormTypeField, isOpenOnly: boolean) =>
    forms.flatMap(({ form, isOpen, values }) => {
      const value = values.get(sameText(field.name)) ?? ''
      return value === '' || (isOpenOnly && !isOpen) ? [] : [{ form, value }]
    })
  return after.fields.flatMap((field) => {
    const was = old.get(field.name)
    if (!was) return [harmless(field, 'NEW', `The field ${labelOf(field)} is new.`)]
    const broken = whyNotChanged(was, field, (isOpenOnly) => holding(field, isOpenOnly))
    if (broken) {
      const { why, forms: broke } = broken
      const reason = why.reason === 'form-type.type.stored' ? 'TYPE' : 'BOUND'
      return [finding('REFUSED', reason, field.name, why.message, broke, why)]
    }
    return hasChanged(was, field) ? [harmless(field, 'CHANGED', `The field ${labelOf(field)} changes.`)] : []
  })
}

type Held = { form: FormOf; value: string }

/** Why a field may not change like this while these values are stored. `holding`: of all forms, or of open subjects. */
function whyNotChanged(
  was: FormTypeField,
  field: FormTypeField,
  holding: (isOpenOnly: boolean) => Held[],
): { why: Problem; forms: FormOf[] } | undefined {
  const { name } = field
  const isOther = isOtherType(was, field)
  if (!isOther && !isStricter(was, field)) return undefined
  const broken = isOther
    ? holding(false)
    : holding(true).filter(({ value }) => breaksLimit(field, value) && !breaksLimit(was, value))
  const count = broken.length
  if (count === 0) return undefined
  const reason = isOther ? 'form-type.type.stored' : 'form-type.bound.stored'
  return {
    why: problem(reason, { field: name, params: { name, count } }),
    forms: broken.map(({ form }) => form),
  }
}

/** Whether publishing may be refused, so that the stored forms must be read. */
export function dependsOnForms(before: Judge, after: Judge): boolean {
  const old = new Map(before.fields.map((field) => [field.name, field]))
  return after.fields.some((field) => {
    const was = old.get(field.name)
    return was !== undefined && (isOtherType(was, field) || isStricter(was, field))
  })
}

function isOtherType(was: FormTypeField, field: FormTypeField): boolean {
  return was.type !== field.type || Boolean(was.multiple && !field.multiple)
}

function isStricter(was: FormTypeField, field: FormTypeField): boolean {
  return limits.some((name) => (was[name] ?? null) !== (field[name] ?? null))
}

const ofLimits: readonly string[] = ['text.too-long', 'value.minimum', 'value.maximum', 'value.decimals', 'value.whole']

function breaksLimit(field: FormTypeField, value: string): boolean {
  return ofLimits.includes(whyNotValue(field, value)?.reason ?? '')
}

function hasChanged(was: FormTypeField, field: FormTypeField): boolean {
  return allProperties.some((name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(field[name] ?? null))
}

function harmless(field: FormTypeField, reason: DraftReason, sentence: string): DraftFinding {
  return finding('HARMLESS', reason, field.name, sentence, [])
}

function retired(before: Judge, after: Judge, all: readonly Form[]): DraftFinding[] {
  const kept = new Set(after.fields.map(({ name }) => name))
  return before.fields.flatMap((field) => {
    if (kept.has(field.name)) return []
    const forms = all.filter(({ values }) => (values.get(sameText(field.name)) ?? '') !== '')
    if (forms.length === 0) return [harmless(field, 'TAKEN_OUT', `The field ${labelOf(field)} is taken out.`)]
    const sentence = `The field ${labelOf(field)} is taken out. Its values are kept and can only be read.`
    const held = forms.map(({ form }) => form)
    return [finding('LOOK', 'RETIRED', field.name, sentence, held)]
  })
}

/** Forms that were right and no longer are, by field and reason. */
class Judgements {
  readonly #before: Judge
  readonly #after: Judge
  readonly #today: number | undefined
  readonly #found = new FoundForms()

  constructor(before: Judge, after: Judge, today: number | undefined) {
    this.#before = before
    this.#after = after
    this.#today = today
  }

  add({ form, values }: Form): void {
    const said = new Set(findingsOf(this.#before, values, this.#today).map(keyOf))
    const fresh = findingsOf(this.#after, values, this.#today).filter((found) => !said.has(keyOf(found)))
    this.#found.add(form, fresh)
  }

  findings(): DraftFinding[] {
    return this.#found.findings('LOOK')
  }
}
