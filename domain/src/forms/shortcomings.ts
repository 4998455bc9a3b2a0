import { compareFormTypes } from '../form-types/fields.ts'
import { sameText } from '../shared/names/names.ts'
import { compareOccurrences, type Occurrence } from '../shared/names/occurrences.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { evaluateForm, type Judge } from './evaluation.ts'
import type { KeyValue } from './forms.rules.ts'
import { paramsOfCheck } from './judgement.ts'
import { whyNotValue } from './value.rules.ts'

/**
 * A field in which a form does not satisfy its form type's present version: a required value is missing, or a value no
 * longer fits.
 */
export type Shortcoming = Occurrence & { formtypeid: string; identifier: string; field: string; why: Problem }

type FilledForm = Occurrence & {
  readonly fields: readonly KeyValue[]
  readonly formtype: Judge & { readonly formtypeid: string; readonly identifier: string }
}

/**
 * Where existing forms do not satisfy form types that changed since, in the order of the screens. A missing form is not
 * a shortcoming, nor is the value of a retired or a hidden field. `today` as for `evaluateForm`.
 */
export function shortcomingsOf(forms: readonly FilledForm[], today?: number): Shortcoming[] {
  return forms
    .toSorted((a, b) => compareFormTypes(a.formtype, b.formtype) || compareOccurrences(a, b))
    .flatMap(({ fields, formtype, visitid, occurrence }) => {
      const { formtypeid, identifier } = formtype
      const which = occurrence === undefined ? {} : { visitid, occurrence }
      const of = { formtypeid, identifier, ...which }
      const stored = new Map(fields.map(({ key, value }) => [sameText(key), value]))
      const values = formtype.fields.map(({ name }) => [name, stored.get(sameText(name)) ?? ''] as const)
      const { hidden, failed, values: evaluated } = evaluateForm(formtype, new Map(values), today)
      const missing = formtype.fields.flatMap((field) => {
        const why = hidden.has(field.name) ? undefined : whyNotValue(field, evaluated.get(field.name) ?? '')
        return why ? [{ ...of, field: field.name, why }] : []
      })
      const against = failed
        .filter(({ soft, field }) => !soft && !hidden.has(field))
        .map((check) => ({
          ...of,
          field: check.field,
          why: problem('value.check', { field: check.field, params: paramsOfCheck(check) }),
        }))
      return [...missing, ...against]
    })
}
