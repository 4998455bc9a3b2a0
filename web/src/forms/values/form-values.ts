import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { dateValueOf } from '@casebook/domain/form-types/form-dates.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'

/** The editor's contents: every field of the type by name, '' for no value. */
export type FormValues = Readonly<Record<string, string>>

type Fields = readonly FormTypeField[]

/** For a new form: empty, except that every Date is today. `today`: `2026-10-20`. */
export function newFormValues(fields: Fields, today: string): FormValues {
  const date = dateValueOf(today) ?? ''
  return Object.fromEntries(fields.map(({ name, type }) => [name, type === 'Date' ? date : '']))
}

/** For an existing form: an empty Date stays empty, because whoever saved it left it so. */
export function savedFormValues(fields: Fields, stored: readonly KeyValue[]): FormValues {
  const values = new Map(stored.map(({ key, value }) => [key, value]))
  return Object.fromEntries(fields.map(({ name }) => [name, values.get(name) ?? '']))
}

/** As sent to the server: the type's current fields, without empty ones. */
export function givenFields(fields: Fields, values: FormValues): KeyValue[] {
  return fields.flatMap(({ name }) => {
    const value = values[name] ?? ''
    return value === '' ? [] : [{ key: name, value }]
  })
}
