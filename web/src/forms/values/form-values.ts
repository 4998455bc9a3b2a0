import { fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { dateValueOf } from '@casebook/domain/form-types/values/form-dates.ts'
import { evaluateForm, type Judge } from '@casebook/domain/forms/evaluation.ts'
import type { KeyValue } from '@casebook/domain/forms/forms.rules.ts'

/** The editor's contents: every field of the type by name, '' for no value. */
export type FormValues = Readonly<Record<string, string>>

type Fields = readonly FormTypeField[]

/** The fields of a form that have values and are asked, as it is stored. */
export function askedFields(formtype: Judge, stored: readonly KeyValue[]): FormTypeField[] {
  const { hidden } = evaluateForm(formtype, new Map(stored.map(({ key, value }) => [key, value])))
  return formtype.fields.filter(({ name, type }) => fieldTypeOf[type].column && !hidden.has(name))
}

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

/**
 * As sent to the server: the type's current fields, without empty ones, those that are not asked, and those that the server
 * calculates.
 */
export function givenFields(formtype: Judge, values: FormValues, today?: number): KeyValue[] {
  const { hidden } = evaluateForm(formtype, new Map(Object.entries(values)), today)
  return formtype.fields.flatMap(({ name, calculation }) => {
    const value = values[name] ?? ''
    return value === '' || hidden.has(name) || calculation ? [] : [{ key: name, value }]
  })
}
