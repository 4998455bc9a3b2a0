import { describe, expect, test } from 'vitest'
import { type FieldType, type FormTypeField, fieldTypes } from '../form-types/fields.ts'
import { whyNotValue } from './value.rules.ts'

function aField(type: FieldType, given: Partial<FormTypeField> = {}): FormTypeField {
  return { name: 'f', type, required: false, pattern: type === 'Choice' ? 'left|right' : null, ...given }
}

const accepted: Record<FieldType, string[]> = {
  Number: ['0', '12', '-12.5', '1e3', '1E-3', '2.5e+10', '.5', '-0', '007', '1e308'],
  Boolean: ['true', 'false'],
  Choice: ['left', 'right'],
  Time: ['0:00', '00:00', '9:30', '09:30', '23:59:59', '24:00', '24:59'],
  Date: ['43200', '-43200', '1709208000'],
  String: ['x', ' ', 'two\nlines', '😀'],
}

/** A String refuses what its own field forbids; see below. */
const refused: Record<Exclude<FieldType, 'String'>, [reason: string, values: string[]]> = {
  Number: [
    'value.number',
    [
      ' ',
      '1 ',
      ' 1',
      '1 000',
      '1,5',
      '5.',
      '+5',
      '0x10',
      '1e',
      'e3',
      '--1',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e999',
      '１',
      '1_000',
      '1n',
      'abc',
    ],
  ],
  Boolean: ['value.boolean', ['True', 'yes', '1', ' true']],
  Choice: ['value.choice', ['Left', 'left ', 'left|right', 'both']],
  Time: ['value.time', ['25:00', '9:3', '09:60', '09:30:60', '09.30', '09:30 ', '0930', '009:30', '09:30:', '\n09:30']],
  Date: ['value.date', ['2026-11-20', '0', '43199', '1.5']],
}

describe.each(fieldTypes)('a %s', (type) => {
  test.each(accepted[type])('takes %j', (value) => {
    expect(whyNotValue(aField(type), value)).toBeUndefined()
  })
})

describe.each(fieldTypes.filter((type) => type !== 'String'))('a %s', (type) => {
  const [reason, values] = refused[type]
  test.each(values)('does not take %j', (value) => {
    expect(whyNotValue(aField(type), value)).toMatchObject({ reason, field: 'f' })
  })
})

describe.each(fieldTypes)('an empty %s', (type) => {
  test('is fine unless it is required', () => {
    expect(whyNotValue(aField(type), '')).toBeUndefined()
    expect(whyNotValue(aField(type, { required: true }), '')?.reason).toBe('text.required')
  })
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
