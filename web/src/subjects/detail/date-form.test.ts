import { expect, test } from 'vitest'
import { dateFormOf } from './date-form.ts'

const field = { type: 'Date', required: true, length: null, pattern: null } as const
const visit = { formtypeid: 'visit', identifier: 'Visit', fields: [{ ...field, name: 'DATE' }] }
const baseline = { formtypeid: 'baseline', identifier: 'Baseline', fields: [{ ...field, name: 'Born' }] }

function formOf(formtype: typeof visit) {
  return { subjectid: 's', formtypeid: formtype.formtypeid, version: 1, fields: [], formtype }
}

test('the date is filled in where a Date field is named so, in any case', () => {
  expect(dateFormOf([baseline, visit], [])).toBe('new/visit')
})

test('a form that is there already is opened instead of a new one', () => {
  expect(dateFormOf([visit], [formOf(visit)])).toBe('visit')
})

test('a study without such a field has no place for a date', () => {
  expect(dateFormOf([baseline], [])).toBeUndefined()
})
