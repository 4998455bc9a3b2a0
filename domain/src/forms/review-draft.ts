import { allProperties, limits } from '../form-types/changes.rules.ts'
import { labelOf } from '../form-types/field-properties.ts'
import type { FormTypeField } from '../form-types/fields.ts'
import { sameText } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { evaluateForm, type Judge } from './evaluation.ts'
import type { KeyValue } from './forms.rules.ts'
import { unusualValues } from './judgement.ts'
import { whyNotType, whyNotValue } from './value.rules.ts'

export type DraftFinding = {
  effect: 'HARMLESS' | 'LOOK' | 'REFUSED'
  field: string | null
  sentence: string
  forms: number
  /** Why it is refused. */
  why?: Problem
}

/** A stored form. `isOpen`: whether its subject is open. */
export type StoredForm = { fields: readonly KeyValue[]; isOpen: boolean }

/**
 * What publishing a definition does to the stored forms. Refused are a type change while values stand, and a bound that
 * values of open subjects break. `today` as for `evaluateForm`.
 */
export function reviewDraft(before: Judge, after: Judge, forms: readonly StoredForm[], today?: number): DraftFinding[] {
  const old = new Map(before.fields.map((field) => [field.name, field]))
  const values = forms.map(({ fields }) => new Map(fields.map(({ key, value }) => [sameText(key), value])))
  const valuesOf = (field: FormTypeField, isOpenOnly: boolean) =>
    forms.flatMap(({ isOpen }, place) => {
      const value = values[place]?.get(sameText(field.name)) ?? ''
      return value === '' || (isOpenOnly && !isOpen) ? [] : [value]
    })
  const found: DraftFinding[] = after.fields.flatMap((field) => {
    const was = old.get(field.name)
    if (!was) return [harmless(field, `The field ${labelOf(field)} is new.`)]
    const why = whyNotChanged(was, field, (isOpenOnly) => valuesOf(field, isOpenOnly))
    if (why)
      return [{ effect: 'REFUSED', field: field.name, sentence: why.message, forms: Number(why.params.count), why }]
    return hasChanged(was, field) ? [harmless(field, `The field ${labelOf(field)} changes.`)] : []
  })
  return [...found, ...retired(before, after, values), ...judged(before, after, values, today)]
}

/** Why a field may not change like this while these values are stored. `valuesOf`: of all forms, or of open subjects. */
function whyNotChanged(
  was: FormTypeField,
  field: FormTypeField,
  valuesOf: (isOpenOnly: boolean) => string[],
): Problem | undefined {
  const { name } = field
  if (isOtherType(was, field)) {
    const count = valuesOf(false).length
    return count === 0 ? undefined : problem('form-type.type.stored', { field: name, params: { name, count } })
  }
  if (!isStricter(was, field)) return undefined
  const count = valuesOf(true).filter((value) => breaksLimit(field, value) && !breaksLimit(was, value)).length
  return count === 0 ? undefined : problem('form-type.bound.stored', { field: name, params: { name, count } })
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

function harmless(field: FormTypeField, sentence: string): DraftFinding {
  return { effect: 'HARMLESS', field: field.name, sentence, forms: 0 }
}

type Values = ReadonlyMap<string, string>

function retired(before: Judge, after: Judge, values: readonly Values[]): DraftFinding[] {
  const kept = new Set(after.fields.map(({ name }) => name))
  return before.fields.flatMap((field) => {
    if (kept.has(field.name)) return []
    const forms = values.filter((form) => (form.get(sameText(field.name)) ?? '') !== '').length
    if (forms === 0) return [harmless(field, `The field ${labelOf(field)} is taken out.`)]
    const sentence = `The field ${labelOf(field)} is taken out. Its values are kept and can only be read.`
    return [{ effect: 'LOOK', field: field.name, sentence, forms }]
  })
}

type Counted = { field: string; sentence: string }

/** Forms that were right and no longer are, by field and reason. */
function judged(before: Judge, after: Judge, values: readonly Values[], today?: number): DraftFinding[] {
  const counts = new Map<string, { finding: Counted; forms: number }>()
  for (const form of values) {
    const said = new Set(shortcomings(before, form, today).map(keyOf))
    for (const finding of shortcomings(after, form, today)) {
      const key = keyOf(finding)
      if (said.has(key)) continue
      const known = counts.get(key) ?? { finding, forms: 0 }
      known.forms += 1
      counts.set(key, known)
    }
  }
  return [...counts.values()].map(({ finding, forms }) => ({ effect: 'LOOK' as const, ...finding, forms }))
}

function keyOf({ field, sentence }: Counted): string {
  return `${field}\n${sentence}`
}

function shortcomings(judge: Judge, form: Values, today?: number): Counted[] {
  const given = new Map(judge.fields.map(({ name }) => [name, form.get(sameText(name)) ?? '']))
  const evaluation = evaluateForm(judge, given, today)
  const { hidden, values, calculated, failed } = evaluation
  const found = judge.fields.flatMap((field): Counted[] => {
    const { name } = field
    const label = labelOf(field)
    const stored = given.get(name) ?? ''
    if (hidden.has(name)) {
      return stored === '' ? [] : [{ field: name, sentence: `${label} is no longer asked, and has a value.` }]
    }
    const value = values.get(name) ?? ''
    if (calculated.has(name) && value !== stored) return [{ field: name, sentence: `${label} has another result.` }]
    if (field.required && value === '') return [{ field: name, sentence: `${label} is required, and empty.` }]
    if (value === '' || !whyNotValue(field, value)) return []
    const isGone = field.type === 'Choice' && whyNotType(field, value) !== undefined
    return [{ field: name, sentence: isGone ? `${label} has an option that is taken out.` : `${label} does not fit.` }]
  })
  const hard = failed.filter(({ soft }) => !soft).map(({ field, message }) => ({ field, sentence: message }))
  const unusual = [...unusualValues(judge, evaluation).keys()].map((field) => ({
    field,
    sentence: `${field} is unusual, and not confirmed.`,
  }))
  return [...found, ...hard, ...unusual]
}
