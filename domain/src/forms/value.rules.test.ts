import { describe, expect, test } from 'vitest'
import { type FieldType, fieldTypeOf, fieldTypes } from '../form-types/field-types.ts'
import type { FormTypeField } from '../form-types/fields.ts'
import { whyNotValue } from './value.rules.ts'

function aField(type: FieldType, given: Partial<FormTypeField> = {}): FormTypeField {
  return { name: 'f', type, required: false, pattern: fieldTypeOf[type].samples.pattern ?? null, ...given }
}

describe.each(fieldTypes)('a %s', (type) => {
  const { accepted, refused } = fieldTypeOf[type].samples

  test.each(accepted)('takes $value', ({ value }) => {
    expect(whyNotValue(aField(type), value)).toBeUndefined()
  })

  test.each(refused)('does not take %j', (value) => {
    expect(whyNotValue(aField(type), value)).toMatchObject({ code: 'BAD_INPUT', field: 'f' })
  })
})

const reasons: Partial<Record<FieldType, string>> = {
  Boolean: 'value.boolean',
  Choice: 'value.choice',
  Date: 'value.date',
  Number: 'value.number',
  Time: 'value.time',
}

test.each(Object.entries(reasons))('what is no %s is refused with %s', (name, reason) => {
  const type = fieldTypes.find((own) => own === name)
  if (!type) throw new Error(`There is no type ${name}.`)
  for (const value of fieldTypeOf[type].samples.refused) expect(whyNotValue(aField(type), value)?.reason).toBe(reason)
})

describe.each(fieldTypes)('an empty %s', (type) => {
  test('is fine unless it is required', () => {
    expect(whyNotValue(aField(type), '')).toBeUndefined()
    expect(whyNotValue(aField(type, { required: true }), '')?.reason).toBe('text.required')
  })
})

test('a Choice names its options as people read them, with the codes that are stored', () => {
  const options = [
    { code: '1', label: 'Never' },
    { code: 'daily', label: 'daily' },
  ]
  const refused = whyNotValue(aField('Choice', { pattern: null, options }), '2')
  expect(refused?.params).toEqual({ options: 'Never (1), daily' })
})

describe('a String', () => {
  test('that is required must not be blank', () => {
    expect(whyNotValue(aField('String', { required: true }), ' \u200b')?.reason).toBe('text.required')
  })

  test('has the length that people count', () => {
    const field = aField('String', { length: 3 })
    for (const value of ['abc', '😀😀😀', 'e\u0301e\u0301e\u0301', '👨‍👩‍👧‍👦🇳🇴é'])
      expect(whyNotValue(field, value)).toBeUndefined()
    expect(whyNotValue(field, 'abcd')).toMatchObject({ reason: 'text.too-long', params: { max: 3, count: 4 } })
    expect(whyNotValue(field, '😀😀😀😀')?.reason).toBe('text.too-long')
  })

  test('has at most 20,000 characters if the field sets no length', () => {
    expect(whyNotValue(aField('String'), '😀'.repeat(20_000))).toBeUndefined()
    expect(whyNotValue(aField('String'), 'x'.repeat(20_001))?.reason).toBe('text.too-long')
  })

  test('matches its pattern as a whole', () => {
    const field = aField('String', { pattern: 'S-\\d{3}' })
    expect(whyNotValue(field, 'S-001')).toBeUndefined()
    for (const value of ['S-0012', 'xS-001', 'S-001\n', 's-001']) {
      expect(whyNotValue(field, value)).toMatchObject({ reason: 'value.pattern', params: { pattern: 'S-\\d{3}' } })
    }
  })

  test('that is empty and not required needs no match', () => {
    expect(whyNotValue(aField('String', { pattern: 'a+' }), '')).toBeUndefined()
  })

  test.each(['a\0b', '\ud83d', '\ude00x'])('that the database cannot hold (%j) is refused', (value) => {
    expect(whyNotValue(aField('String'), value)?.reason).toBe('text.not-storable')
  })
})
