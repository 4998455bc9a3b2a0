import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormTypeField } from '../form-types/fields.ts'
import { type KeyValue, mergeRetired, presentFields, retiredFields, subjectDate } from './forms.rules.ts'
import { judgeForm } from './judgement.ts'

const side: FormTypeField = { name: 'side', type: 'Choice', required: true, pattern: 'left|right' }
const weight: FormTypeField = { name: 'weight', type: 'Number', required: false }
const date: FormTypeField = { name: 'Date', type: 'Date', required: false }
const formtype = { formtypeid: 't1', identifier: 'Baseline', fields: [date, side, weight] }
const whyNotFormFields = (type: { fields: FormTypeField[] }, given: KeyValue[]) => judgeForm(type, given).why
const storedFields = (type: { fields: FormTypeField[] }, given: KeyValue[]) => judgeForm(type, given).fields
const pair = (key: string, value: string) => ({ key, value })

describe('the values of a form', () => {
  test('are accepted in any order, and optional ones may be missing', () => {
    expect(whyNotFormFields(formtype, [pair('weight', '70'), pair('side', 'left')])).toBeUndefined()
  })

  test('with an unknown key are refused', () => {
    for (const key of ['height', 'Side', 'side ', '']) {
      expect(whyNotFormFields(formtype, [pair('side', 'left'), pair(key, '1')])).toMatchObject({
        reason: 'form.key.unknown',
        field: key,
      })
    }
  })

  test('with a repeated key are refused, also if it is the first', () => {
    expect(whyNotFormFields(formtype, [pair('side', 'left'), pair('weight', '1'), pair('side', 'left')])?.reason).toBe(
      'form.key.duplicate',
    )
  })

  test('without a required one are refused', () => {
    expect(whyNotFormFields(formtype, [])).toMatchObject({ reason: 'text.required', field: 'side' })
    expect(whyNotFormFields(formtype, [pair('side', '')])).toMatchObject({ reason: 'text.required', field: 'side' })
  })

  test('are refused if one does not fit its field', () => {
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

  test('are only those of removed fields: a cleared value of a present field is not kept', () => {
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

  test('is taken from the next form if a field named date has no value', () => {
    expect(
      subjectDate([
        { formtype, fields: [pair('side', 'left')] },
        { formtype: followUp, fields: [pair('date', '1709208000')] },
      ]),
    ).toBe(1_709_208_000)
  })

  test('is found ignoring case, and only by the whole name', () => {
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

  test('is the earliest day of several forms of that type', () => {
    const days = ['1709208000', '43200', '1709294400'].map((day) => ({ formtype, fields: [pair('Date', day)] }))
    const earlier = { formtype: followUp, fields: [pair('date', '-43200')] }
    expect(subjectDate([...days, earlier])).toBe(43_200)
  })

  test('is undefined if no form has one, or only text', () => {
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

test('keys, values and options that look the same are the same, and are stored in NFC', () => {
  const composed = 'H\u00f8yde p\u00e5 m\u00e5lested'
  const decomposed = composed.normalize('NFD')
  const type = {
    fields: [
      { name: composed, type: 'String' as const, required: true },
      { name: 'sted', type: 'Choice' as const, required: false, pattern: '\u00c5s|Dal' },
    ],
  }
  const given = [
    { key: decomposed, value: 'e\u0301' },
    { key: 'sted', value: 'A\u030as' },
  ]
  expect(whyNotFormFields(type, given)).toBeUndefined()
  expect(storedFields(type, given)).toEqual([
    { key: composed, value: '\u00e9' },
    { key: 'sted', value: '\u00c5s' },
  ])
  expect(retiredFields(type, [{ key: decomposed, value: 'x' }])).toEqual([])
  expect(whyNotFormFields(type, [...given, { key: composed, value: 'twice' }])?.reason).toBe('form.key.duplicate')
})
