import { compareFormTypes, type FormTypeField } from '../form-types/fields.ts'
import { sameText } from '../shared/names/names.ts'
import type { Problem } from '../shared/problems.ts'
import type { KeyValue } from './forms.rules.ts'
import { whyNotValue } from './value.rules.ts'

/**
 * A field in which a form does not satisfy its form type's present version: a required value is missing, or a value no
 * longer fits.
 */
export type Shortcoming = { formtypeid: string; identifier: string; field: string; why: Problem }

type FilledForm = {
  readonly fields: readonly KeyValue[]
  readonly formtype: {
    readonly formtypeid: string
    readonly identifier: string
    readonly fields: readonly FormTypeField[]
  }
}

/**
 * Where existing forms do not satisfy form types that changed since, in the order of the screens. A missing form is not
 * a shortcoming, nor is the value of a retired field.
 */
export function shortcomingsOf(forms: readonly FilledForm[]): Shortcoming[] {
  return forms
    .toSorted((a, b) => compareFormTypes(a.formtype, b.formtype))
    .flatMap(({ fields, formtype: { formtypeid, identifier, fields: defined } }) => {
      const values = new Map(fields.map(({ key, value }) => [sameText(key), value]))
      return defined.flatMap((field) => {
        const why = whyNotValue(field, values.get(sameText(field.name)) ?? '')
        return why ? [{ formtypeid, identifier, field: field.name, why }] : []
      })
    })
}
