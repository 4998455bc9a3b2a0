import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { expect, test } from 'vitest'
import { givenFields, newFormValues, savedFormValues } from './form-values.ts'

const fields: FormTypeField[] = [
  { name: 'Date', type: 'Date', required: true },
  { name: 'Weight', type: 'Number', required: false },
]

test('a new form has today, at noon UTC, in its Date fields and nothing in the others', () => {
  expect(newFormValues(fields, '2026-10-20')).toEqual({ Date: '1792497600', Weight: '' })
})

test('a Date that was saved empty is not filled with today', () => {
  expect(savedFormValues(fields, [{ key: 'Weight', value: '70' }])).toEqual({ Date: '', Weight: '70' })
})

test('empty values and unknown fields are not sent', () => {
  expect(givenFields({ fields }, { Date: '', Weight: '70', Old: 'kept by the server' })).toEqual([
    { key: 'Weight', value: '70' },
  ])
})
