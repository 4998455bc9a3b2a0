import { expect, test } from 'vitest'
import { anyField } from '../test/any-field.ts'
import { dateFormOf } from './date-form.ts'

const field = { ...anyField, type: 'Date' } as const
const visit = {
  formtypeid: 'visit',
  identifier: 'Visit',
  fields: [{ ...field, name: 'DATE' }],
  checks: [],
  draft: null,
  number: 1,
  repeats: false,
}
const baseline = {
  formtypeid: 'baseline',
  identifier: 'Baseline',
  fields: [{ ...field, name: 'Born' }],
  checks: [],
  draft: null,
  number: 1,
  repeats: false,
}

function formOf(formtype: typeof visit) {
  return {
    subjectid: 's',
    formtypeid: formtype.formtypeid,
    version: 1,
    fields: [],
    confirmed: [],
    visitid: null,
    occurrence: 1,
    label: null,
    typeNumber: 1,
    formtype,
  }
}

test('the date’s form has a Date field with that name, ignoring case', () => {
  expect(dateFormOf([baseline, visit], [])).toEqual({ id: 'new/visit', identifier: 'Visit' })
})

test('an existing form is opened instead of a new one', () => {
  expect(dateFormOf([visit], [formOf(visit)])).toEqual({ id: 'visit', identifier: 'Visit' })
})

test('a study without such a field has no form for the date', () => {
  expect(dateFormOf([baseline], [])).toBeUndefined()
})
