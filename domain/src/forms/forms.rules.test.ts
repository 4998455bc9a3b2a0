import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormTypeField } from '../form-types/fields.ts'
import { mergeRetired, presentFields, storedFields, subjectDate } from './forms.rules.ts'
import { whyNotFormFields } from './value.rules.ts'

const side: FormTypeField = { name: 'side', type: 'Choice', required: true, pattern: 'left|right' }
const weight: FormTypeField = { name: 'weight', type: 'Number', required: false }
const date: FormTypeField = { name: 'Date', type: 'Date', required: false }
const formtype = { formtypeid: 't1', identifier: 'Baseline', fields: [date, side, weight] }
const pair = (key: string, value: string) => ({ key, value })

describe('the values of a form', () => {
  test('are taken in any order, without those that are not required', () => {
    expect(whyNotFormFields(formtype, [pair('weight', '70'), pair('side', 'left')])).toBeUndefined()
  })

  test('of a key that the form type does not have are refused', () => {
    for (const key of ['height', 'Side', 'side ', '']) {
      expect(whyNotFormFields(formtype, [pair('side', 'left'), pair(key, '1')])).toMatchObject({
        reason: 'form.key.unknown',
        field: key,
      })
    }
  })

  test('of a key that comes twice are refused, the first included', () => {
    expect(whyNotFormFields(formtype, [pair('side', 'left'), pair('weight', '1'), pair('side', 'left')])?.reason).toBe(
      'form.key.duplicate',
    )
  })

  test('without a required one are refused', () => {
    expect(whyNotFormFields(formtype, [])).toMatchObject({ reason: 'text.required', field: 'side' })
    expect(whyNotFormFields(formtype, [pair('side', '')])).toMatchObject({ reason: 'text.required', field: 'side' })
  })

  test('are refused for one that does not fit its field', () => {
    expect(whyNotFormFields(formtype, [pair('side', 'left'), pair('weight', '1,5')])).toMatchObject({ field: 'weight' })
  })

  test('are stored in the order of the form type, without empty ones', () => {
    expect(storedFields(formtype, [pair('weight', ''), pair('side', 'left'), pair('Date', '43200')])).toEqual([
      pair('Date', '43200'),
      pair('side', 'left'),
    ])
  })
})

describe('retired values', () => {
  const stored = [pair('height', '180'), pair('side', 'left'), pair('shoe', '43')]

  test('are kept behind the new values when the form is saved again', () => {
    expect(mergeRetired(stored, [pair('side', 'right'), pair('weight', '70')], formtype)).toEqual([
      pair('side', 'right'),
      pair('weight', '70'),
      pair('height', '180'),
      pair('shoe', '43'),
    ])
  })

  test('are only those of fields that are gone: a cleared value of a field that is there is not kept', () => {
    expect(mergeRetired([pair('weight', '70')], [pair('side', 'left')], formtype)).toEqual([pair('side', 'left')])
  })

  test('are shown last and marked', () => {
    expect(presentFields(formtype, stored)).toEqual([
      { key: 'side', value: 'left', retired: false },
      { key: 'height', value: '180', retired: true },
      { key: 'shoe', value: '43', retired: true },
    ])
  })

  test('survive any number of saves unchanged', () => {
    const keys = fc.constantFrom('Date', 'side', 'weight', 'height', 'shoe', 'constructor', '__proto__')
    const values = fc.uniqueArray(fc.record({ key: keys, value: fc.string({ minLength: 1 }) }), {
      selector: ({ key }) => key,
    })
    fc.assert(
      fc.property(values, (values) => {
        const once = mergeRetired(values, values, formtype)
        expect(mergeRetired(once, once, formtype)).toEqual(once)
        expect(once.toSorted(byKey)).toEqual(values.toSorted(byKey))
      }),
    )
  })
})

describe("the subject's date", () => {
  const followUp = { formtypeid: 't2', identifier: 'follow-up', fields: [{ ...date, name: 'date' }] }

  test('is the first in the order of form type identifiers, whatever the order of the forms', () => {
    const forms = [
      { formtype: followUp, fields: [pair('date', '1709208000')] },
      { formtype, fields: [pair('Date', '43200')] },
    ]
    expect(subjectDate(forms)).toBe(43_200)
    expect(subjectDate(forms.toReversed())).toBe(43_200)
  })

  test('is passed on to the next form where a field named date has no value', () => {
    expect(
      subjectDate([
        { formtype, fields: [pair('side', 'left')] },
        { formtype: followUp, fields: [pair('date', '1709208000')] },
      ]),
    ).toBe(1_709_208_000)
  })

  test('is found under any case, and only under the whole name', () => {
    const fields: FormTypeField[] = [
      { ...date, name: 'birthdate' },
      { ...date, name: 'DATE' },
    ]
    const form = {
      formtype: { formtypeid: 't3', identifier: 'x', fields },
      fields: [pair('birthdate', '-43200'), pair('DATE', '43200')],
    }
    expect(subjectDate([form])).toBe(43_200)
  })

  test('is nothing where no form has one, or only text', () => {
    const text = {
      formtype: { ...formtype, fields: [{ name: 'date', type: 'String' as const, required: false }] },
      fields: [pair('date', 'yesterday')],
    }
    expect(subjectDate([])).toBeUndefined()
    expect(subjectDate([text])).toBeUndefined()
  })
})

function byKey(a: { key: string }, b: { key: string }) {
  return a.key < b.key ? -1 : 1
}
