import { compareFormTypes, type FormTypeField } from '../form-types/fields.ts'
import { secondsOfDateValue } from '../form-types/values/form-dates.ts'
import { sameText } from '../shared/names/names.ts'

export type KeyValue = { key: string; value: string }
type Fields = { readonly fields: readonly FormTypeField[] }

/** These values in the order of the form type, in NFC, without empty ones. */
function storedFields(formtype: Fields, given: readonly KeyValue[]): KeyValue[] {
  const values = new Map(given.map(({ key, value }) => [sameText(key), sameText(value)]))
  return formtype.fields.flatMap(({ name }) => {
    const value = values.get(sameText(name)) ?? ''
    return value === '' ? [] : [{ key: name, value }]
  })
}

/**
 * The values of a form after a change: the new ones, then those of fields that the form type no longer has. These
 * retired values are kept and can't be changed.
 */
export function mergeRetired(stored: readonly KeyValue[], judged: readonly KeyValue[], formtype: Fields): KeyValue[] {
  return [...storedFields(formtype, judged), ...retiredFields(formtype, stored)]
}

/** The values of fields that were removed from the form type after the form was filled in. */
export function retiredFields(formtype: Fields, stored: readonly KeyValue[]): KeyValue[] {
  const names = new Set(formtype.fields.map((field) => sameText(field.name)))
  return stored.filter(({ key }) => !names.has(sameText(key))).map(({ key, value }) => ({ key, value }))
}

/** A form's values in the order of screens and exports, those of retired fields last and marked. */
export function presentFields(formtype: Fields, stored: readonly KeyValue[]): (KeyValue & { retired: boolean })[] {
  return [
    ...storedFields(formtype, stored).map((field) => ({ ...field, retired: false })),
    ...retiredFields(formtype, stored).map((field) => ({ ...field, retired: true })),
  ]
}

/** Whether this is the name of a field for the subject's date. */
export function isDateName(name: string): boolean {
  return name.toLowerCase() === 'date'
}

type FormLike = { fields: readonly KeyValue[]; formtype: Fields & { formtypeid: string; identifier: string } }

/**
 * The subject's date in epoch seconds (12:00 UTC of the day): the first field named `date`, ignoring case, that
 * contains a day, in the order of form type identifier, then field. Of several forms of that type, in visits or repeated,
 * the earliest day counts. Undefined if there is none.
 */
export function subjectDate(forms: readonly FormLike[]): number | undefined {
  const dated = forms.flatMap((form) => {
    const date = dateOfForm(form)
    return date === undefined ? [] : [{ formtype: form.formtype, date }]
  })
  return dated.sort((a, b) => compareFormTypes(a.formtype, b.formtype) || a.date - b.date)[0]?.date
}

function dateOfForm({ formtype, fields }: FormLike): number | undefined {
  for (const { key, value } of presentFields(formtype, fields)) {
    const seconds = isDateName(key) ? secondsOfDateValue(value) : undefined
    if (seconds !== undefined) return seconds
  }
}
