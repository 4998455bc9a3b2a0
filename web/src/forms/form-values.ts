import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { dateValueOf } from '@casebook/domain/forms/form-dates.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'

/** What the editor holds: every field of the type by its name, '' where nothing is given. */
export type FormValues = Readonly<Record<string, string>>

type Fields = readonly FormTypeField[]

/** Of a form that is filled in anew: empty, but every Date is today (specification, section 5). `today`: `2026-10-20`. */
export function newFormValues(fields: Fields, today: string): FormValues {
  const date = dateValueOf(today) ?? ''
  return Object.fromEntries(fields.map(({ name, type }) => [name, type === 'Date' ? date : '']))
}

/** Of a form that is there: an empty Date stays empty, for whoever saved it left it so. */
export function savedFormValues(fields: Fields, stored: readonly KeyValue[]): FormValues {
  const values = new Map(stored.map(({ key, value }) => [key, value]))
  return Object.fromEntries(fields.map(({ name }) => [name, values.get(name) ?? '']))
}

/** As the server takes them: the fields that the type has now, without empty ones. */
export function givenFields(fields: Fields, values: FormValues): KeyValue[] {
  return fields.flatMap(({ name }) => {
    const value = values[name] ?? ''
    return value === '' ? [] : [{ key: name, value }]
  })
}

/** The names of fields in which two states of a form differ. */
export function differingFields(fields: Fields, mine: FormValues, theirs: FormValues): string[] {
  return fields.map(({ name }) => name).filter((name) => (mine[name] ?? '') !== (theirs[name] ?? ''))
}
