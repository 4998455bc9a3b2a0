import { type FieldType, fieldTypeOf } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { secondsOfDateTimeValue, secondsOfDateValue } from '../../form-types/values/form-dates.ts'
import type { KeyValue } from '../../forms/forms.rules.ts'
import { sameText } from '../../shared/names/names.ts'
import type { FormTypeRow } from '../form-type-row.ts'

/** The types whose values are moments, and how one is read. */
const moments: Partial<Record<FieldType, (value: string) => number | undefined>> = {
  Date: secondsOfDateValue,
  DateTime: secondsOfDateTimeValue,
}

/** Whether a field is left out: it is marked, or a text that follows no pattern, in which anything may stand. */
export function isLeftOut({ type, pattern, identifying }: FormTypeField): boolean {
  return Boolean(identifying) || (type === 'String' && !pattern)
}

/** Decides which values of the forms of a type stay, and shifts the moments among them. */
export class FormValues {
  readonly #versions = new Map<string, FormTypeField[]>()

  constructor({ fields, earlier }: Pick<FormTypeRow, 'fields' | 'earlier'>) {
    // The present definition of a field comes first, then the latest.
    for (const version of [fields, ...earlier.map((each) => each.fields).reverse()]) {
      for (const field of version) {
        const name = sameText(field.name)
        this.#versions.set(name, [...(this.#versions.get(name) ?? []), field])
      }
    }
  }

  /** The value as it is exported; undefined if it is left out. `shift` in seconds. */
  kept({ key, value }: KeyValue, shift: number): string | undefined {
    const versions = this.#versions.get(sameText(key))
    if (!versions || versions.some(({ identifying }) => identifying)) return undefined
    const field = versions.find((each) => !isLeftOut(each) && !fieldTypeOf[each.type].whyNot(each, value))
    if (!field) return undefined
    const seconds = moments[field.type]?.(value)
    return seconds === undefined ? value : String(seconds + shift)
  }
}

/** A form type whose fields that are left out need no value. */
export function withoutDemands(formtype: FormTypeRow): FormTypeRow {
  const relaxed = (fields: readonly FormTypeField[]) =>
    fields.map((field) => (isLeftOut(field) ? { ...field, required: false } : field))
  return {
    ...formtype,
    fields: relaxed(formtype.fields),
    earlier: formtype.earlier.map((each) => ({ ...each, fields: relaxed(each.fields) })),
  }
}
