import { expect, test } from 'vitest'
import { emptyField } from '../draft/field-draft.ts'
import { draftOfFields, fieldsOfDraft } from '../draft/form-type-fields.ts'
import { openRowKey, openRowOf, openRowText, withoutOpenRow } from './open-row.ts'

const field = emptyField('new 1')
const row = { field, typed: { ...field, name: 'Weight', unit: 'kg' }, wantsOther: false, isNext: false }
const draft = fieldsOfDraft({ identifier: 'Visit', fields: [], checks: [], repeats: false })

test('an open row is kept among the fields of a draft, and is none of its fields', () => {
  const kept = { ...draft, [openRowKey]: openRowText(row) }
  expect(openRowOf(kept)).toEqual(row)
  expect(draftOfFields(kept, {})).toEqual(draftOfFields(draft, {}))
  expect(openRowOf(draft)).toBeUndefined()
  expect(openRowOf({ ...draft, [openRowKey]: '' })).toBeUndefined()
})

test('a row that an earlier release kept has what a field has since', () => {
  const { unit: _, ...before } = field
  const kept = JSON.stringify({ ...row, field: before, typed: { ...before, name: 'Weight' } })
  expect(openRowOf({ [openRowKey]: kept })?.typed).toEqual({ ...field, name: 'Weight' })
})

test('typing into the row leaves the other fields the same object', () => {
  const of = withoutOpenRow()
  const first = of(draft)
  expect(first).toEqual(draft)
  expect(of({ ...draft, [openRowKey]: openRowText(row) })).toBe(first)
  expect(of({ ...draft, identifier: 'Other' })).toEqual({ ...draft, identifier: 'Other' })
})
