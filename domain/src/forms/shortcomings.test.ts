import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormTypeField } from '../form-types/fields.ts'
import { judgeForm } from './judgement.ts'
import { shortcomingsOf } from './shortcomings.ts'

const weight: FormTypeField = { name: 'Weight', type: 'Number', required: true, length: null, pattern: null }
const side: FormTypeField = { name: 'Side', type: 'Choice', required: false, length: null, pattern: 'left|right' }
const intake = { formtypeid: '1', identifier: 'Intake', fields: [weight, side] }
const consent = { formtypeid: '2', identifier: 'consent', fields: [{ ...side, name: 'Signed', required: true }] }

describe('the shortcomings of forms', () => {
  test('are required fields without a value and values that no longer fit, in the order of the screens', () => {
    const forms = [
      { formtype: intake, fields: [{ key: 'Side', value: 'both' }] },
      { formtype: consent, fields: [] },
    ]
    expect(shortcomingsOf(forms)).toEqual([
      {
        formtypeid: '2',
        identifier: 'consent',
        field: 'Signed',
        why: expect.objectContaining({ reason: 'text.required' }),
      },
      {
        formtypeid: '1',
        identifier: 'Intake',
        field: 'Weight',
        why: expect.objectContaining({ reason: 'text.required' }),
      },
      {
        formtypeid: '1',
        identifier: 'Intake',
        field: 'Side',
        why: expect.objectContaining({ reason: 'value.choice' }),
      },
    ])
  })

  test('are empty for a form that satisfies its type, whatever its retired fields contain', () => {
    const fields = [
      { key: 'Weight', value: '70.5' },
      { key: 'Gone', value: 'not a number' },
    ]
    expect(shortcomingsOf([{ formtype: intake, fields }])).toEqual([])
    expect(shortcomingsOf([])).toEqual([])
  })

  test('exist exactly if the form could not be saved unchanged', () => {
    const value = fc.oneof(fc.constantFrom('', '1', 'left', 'both', ' '), fc.string())
    fc.assert(
      fc.property(value, value, (first, second) => {
        const fields = [
          { key: 'Weight', value: first },
          { key: 'Side', value: second },
        ]
        const [worst] = shortcomingsOf([{ formtype: intake, fields }])
        expect(worst?.why.reason).toBe(judgeForm(intake, fields).why?.reason)
      }),
    )
  })
})
