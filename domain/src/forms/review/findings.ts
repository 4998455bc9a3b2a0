import { labelOf } from '../../form-types/field-properties.ts'
import { sameText } from '../../shared/names/names.ts'
import type { Occurrence } from '../../shared/names/occurrences.ts'
import type { Problem } from '../../shared/problems.ts'
import { evaluateForm, type Judge } from '../evaluation.ts'
import { unusualValues } from '../judgement.ts'
import { whyNotType, whyNotValue } from '../value.rules.ts'

/** What a finding is about, for sentences in other languages. */
export type DraftReason =
  | 'NEW'
  | 'CHANGED'
  | 'TAKEN_OUT'
  | 'TYPE'
  | 'BOUND'
  | 'RETIRED'
  | 'NOT_ASKED'
  | 'RESULT'
  | 'REQUIRED'
  | 'OPTION'
  | 'UNFIT'
  | 'CHECK'
  | 'UNUSUAL'

/** Which form: of a subject, and which of its forms of the type. */
export type FormOf = Occurrence & { subjectid: string }

export type DraftFinding = {
  effect: 'HARMLESS' | 'LOOK' | 'REFUSED'
  reason: DraftReason
  field: string | null
  sentence: string
  /** How many forms are concerned, and the first of them. */
  forms: number
  named: FormOf[]
  /** Why it is refused. */
  why?: Problem
}

/** Where a stored form does not satisfy a definition. */
export type FormFinding = { reason: DraftReason; field: string; sentence: string }

/** How many forms of a finding are named. */
const mostNamed = 50

export function finding(
  effect: DraftFinding['effect'],
  reason: DraftReason,
  field: string | null,
  sentence: string,
  forms: readonly FormOf[],
  why?: Problem,
): DraftFinding {
  const named = forms
    .slice(0, mostNamed)
    .map(({ subjectid, visitid, occurrence = 1 }) => ({ subjectid, visitid: visitid || null, occurrence }))
  return { effect, reason, field, sentence, forms: forms.length, named, ...(why ? { why } : {}) }
}

/** What is found in forms, by field and sentence, with the forms. */
export class FoundForms {
  readonly #found = new Map<string, { one: FormFinding; forms: FormOf[] }>()

  add(form: FormOf, found: readonly FormFinding[]): void {
    for (const one of found) {
      const known = this.#found.get(keyOf(one)) ?? { one, forms: [] }
      known.forms.push(form)
      this.#found.set(keyOf(one), known)
    }
  }

  findings(effect: DraftFinding['effect']): DraftFinding[] {
    return [...this.#found.values()].map(({ one: { reason, field, sentence }, forms }) =>
      finding(effect, reason, field, sentence, forms),
    )
  }
}

export function keyOf({ field, sentence }: FormFinding): string {
  return `${field}\n${sentence}`
}

/** Where these values, by the names of fields, do not satisfy the definition. `today` as for `evaluateForm`. */
export function findingsOf(judge: Judge, form: ReadonlyMap<string, string>, today?: number): FormFinding[] {
  const given = new Map(judge.fields.map(({ name }) => [name, form.get(sameText(name)) ?? '']))
  const evaluation = evaluateForm(judge, given, today)
  const { hidden, values, calculated, failed } = evaluation
  const found = judge.fields.flatMap((field): FormFinding[] => {
    const { name } = field
    const label = labelOf(field)
    const stored = given.get(name) ?? ''
    if (hidden.has(name)) {
      return stored === ''
        ? []
        : [{ reason: 'NOT_ASKED', field: name, sentence: `${label} is no longer asked but has a value.` }]
    }
    const value = values.get(name) ?? ''
    if (calculated.has(name) && value !== stored) {
      return [{ reason: 'RESULT', field: name, sentence: `${label} gives another result.` }]
    }
    if (field.required && value === '') {
      return [{ reason: 'REQUIRED', field: name, sentence: `${label} is required but empty.` }]
    }
    if (value === '' || !whyNotValue(field, value)) return []
    const isGone = field.type === 'Choice' && whyNotType(field, value) !== undefined
    return isGone
      ? [{ reason: 'OPTION', field: name, sentence: `${label} has an option that is taken out.` }]
      : [{ reason: 'UNFIT', field: name, sentence: `A value of ${label} is no longer valid.` }]
  })
  const hard = failed
    .filter(({ soft, field }) => !soft && !hidden.has(field))
    .map(({ field, message }): FormFinding => ({ reason: 'CHECK', field, sentence: message }))
  const unconfirmed = unusualValues(judge, evaluation)
  const unusual = judge.fields
    .filter(({ name }) => unconfirmed.has(name))
    .map((field): FormFinding => {
      return { reason: 'UNUSUAL', field: field.name, sentence: `${labelOf(field)} is unusual and not confirmed.` }
    })
  return [...found, ...hard, ...unusual]
}
