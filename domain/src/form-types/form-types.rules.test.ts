import { describe, expect, test } from 'vitest'
import { choiceOptions } from './field-properties.ts'
import { fieldTypeOf, fieldTypes } from './field-types.ts'
import { compareFormTypes, type FormTypeField } from './fields.ts'
import { cleanFields, whyNotField, whyNotFields, whyNotFieldsUpdate } from './form-types.rules.ts'

function aField(given: Partial<FormTypeField> = {}): FormTypeField {
  return { name: 'weight', type: 'String', required: false, ...given }
}

describe('the fields of a form type', () => {
  test('may be of every type, or none at all', () => {
    const fields = fieldTypes.map((type) =>
      aField({ name: type, type, pattern: fieldTypeOf[type].samples.pattern ?? null }),
    )
    expect(whyNotFields(fields)).toBeUndefined()
    expect(whyNotFields([])).toBeUndefined()
  })

  test('a duplicate of the first field’s name is refused', () => {
    const refused = whyNotFields([aField({ name: 'date' }), aField({ name: 'weight' }), aField({ name: 'date' })])
    expect(refused).toMatchObject({ reason: 'field.name.duplicate', field: 'fields.2.name', params: { name: 'date' } })
  })

  test.each([
    ['date', 'DATE'],
    ['date', ' date '],
    ['å', 'Å'],
    ['\u00e9', 'e\u0301'],
    ['resting pulse', 'resting\u00a0\u00a0pulse'],
    ['weight', 'wei\u200cght'],
  ])('%j and %j are duplicates', (a, b) => {
    expect(whyNotFields([aField({ name: a }), aField({ name: b })])?.reason).toBe('field.name.duplicate')
  })

  test('are at most 500', () => {
    const fields = Array.from({ length: 501 }, (_, place) => aField({ name: `f${place}` }))
    expect(whyNotFields(fields.slice(1))).toBeUndefined()
    expect(whyNotFields(fields)?.reason).toBe('fields.too-many')
  })

  test('have patterns that are not too large together', () => {
    const patterns = (count: number) =>
      Array.from({ length: count }, (_, place) => aField({ name: `f${place}`, pattern: `f${place}.{0,1000}` }))
    expect(whyNotFields(patterns(40))).toBeUndefined()
    expect(whyNotFields(patterns(60))).toMatchObject({
      reason: 'field.pattern.too-large',
      field: expect.stringMatching(/^fields\.4\d\.pattern$/),
    })
  })

  test('have expressions whose patterns are not too large together', () => {
    const checks = (count: number) =>
      Array.from({ length: count }, (_, place) => ({
        expression: `weight.matches("f${place}.{0,1000}")`,
        message: 'Wrong',
        field: 'weight',
        soft: false,
      }))
    expect(whyNotFields([aField()], checks(9))).toBeUndefined()
    expect(whyNotFields([aField()], checks(200))).toMatchObject({
      reason: 'field.expression.wrong',
      field: 'checks.9.expression',
      message: expect.stringContaining('together'),
    })
  })

  test('have no expressions that cannot be stored', () => {
    for (const text of ['"\ud800"', '"\0"']) {
      const showIf = `weight == ${text}`
      const fields = [aField(), aField({ name: 'x', showIf })]
      expect(whyNotFields(fields)).toMatchObject({ reason: 'text.not-storable', field: 'fields.1.showIf' })
    }
  })

  test('that close a long circle are named in part', () => {
    const numbers = Array.from({ length: 500 }, (_, n) =>
      aField({ name: `n${n}`, type: 'Number', calculation: `n${(n + 1) % 500}` }),
    )
    expect(whyNotFields(numbers)?.params.circle).toBe('n0 → n1 → n2 → n3 → n4 → n5 → n6 → n7 → … → n0')
    expect(whyNotFields(numbers.slice(0, 1))?.reason).toBe('field.expression.wrong')
  })

  test('the problem names the invalid field and its invalid part', () => {
    expect(whyNotFields([aField(), aField({ name: 'x', pattern: '(' })])?.field).toBe('fields.1.pattern')
  })
})

describe('a field', () => {
  test('has a name of 1 to 100 characters', () => {
    expect(whyNotField(aField({ name: '😀'.repeat(100) }))).toBeUndefined()
    expect(whyNotField(aField({ name: 'x'.repeat(101) }))).toMatchObject({ reason: 'text.too-long', field: 'name' })
    expect(whyNotField(aField({ name: '  ' }))?.reason).toBe('text.required')
    expect(whyNotField(aField({ name: 'a\0' }))?.reason).toBe('text.not-storable')
  })

  test('with the name of another field in the editor is refused', () => {
    expect(whyNotField(aField({ name: 'Date' }), '', ['date'])?.reason).toBe('field.name.duplicate')
    expect(whyNotField(aField({ name: 'Date' }), '', ['weight'])).toBeUndefined()
  })

  test.each([1, 20_000, null, undefined])('of type String may have the length %s', (length) => {
    expect(whyNotField(aField({ length }))).toBeUndefined()
  })

  test.each([0, -1, 1.5, 20_001, Number.NaN, Number.POSITIVE_INFINITY])('may not have the length %s', (length) => {
    expect(whyNotField(aField({ length }))).toMatchObject({ reason: 'field.length.range', field: 'length' })
  })

  test.each(fieldTypes.filter((type) => !fieldTypeOf[type].hasLength))('of type %s has no length', (type) => {
    expect(whyNotField(aField({ type, length: 5, pattern: fieldTypeOf[type].samples.pattern ?? '' }))?.reason).toBe(
      'field.length.unused',
    )
  })

  test.each(fieldTypes.filter((type) => fieldTypeOf[type].patternUse === 'none'))(
    'of type %s has no pattern',
    (type) => {
      expect(whyNotField(aField({ type, pattern: 'a' }))?.reason).toBe('field.pattern.unused')
      expect(whyNotField(aField({ type, pattern: '' }))).toBeUndefined()
    },
  )

  test('of type String has a pattern that compiles, of at most 200 characters', () => {
    expect(whyNotField(aField({ pattern: 'a'.repeat(200) }))).toBeUndefined()
    expect(whyNotField(aField({ pattern: 'a'.repeat(201) }))?.reason).toBe('text.too-long')
    expect(whyNotField(aField({ pattern: '[' }))?.reason).toBe('field.pattern.syntax')
    expect(whyNotField(aField({ pattern: 'a\ud800' }))?.reason).toBe('text.not-storable')
  })

  test.each(['left|right', 'a|A', ' left | right ', 'en|to|tre', 'a|('])(
    'of type Choice may have the options %j',
    (pattern) => {
      expect(whyNotField(aField({ type: 'Choice', pattern }))).toBeUndefined()
    },
  )

  test.each(['', 'left', 'left|', '|', 'a||b', 'a| ', undefined])(
    'of type Choice may not have the options %j',
    (pattern) => {
      expect(whyNotField(aField({ type: 'Choice', pattern }))?.reason).toBe('field.options.too-few')
    },
  )

  test('of type Choice may not have an option twice', () => {
    for (const pattern of ['a b|a  b', 'a b|a\u00a0b', 'a|a\u2063'])
      expect(whyNotField(aField({ type: 'Choice', pattern })), pattern).toMatchObject({
        reason: 'field.options.duplicate',
      })
    expect(whyNotField(aField({ type: 'Choice', pattern: 'a|A' }))).toBeUndefined()
    expect(whyNotField(aField({ type: 'Choice', pattern: 'a|b| a' }))).toMatchObject({
      reason: 'field.options.duplicate',
      params: { option: 'a' },
    })
  })

  test('is stored with its name and options trimmed and without an empty pattern', () => {
    expect(
      cleanFields([aField({ name: ' side ', type: 'Choice', pattern: ' left | right ' }), aField({ pattern: '' })]),
    ).toEqual([
      { name: 'side', variable: 'side', type: 'Choice', required: false, length: null, pattern: 'left|right' },
      { name: 'weight', variable: 'weight', type: 'String', required: false, length: null, pattern: null },
    ])
  })
})

test('spaces in the pattern of a String are significant', () => {
  expect(cleanFields([aField({ pattern: ' a ' })])[0]?.pattern).toBe(' a ')
})

describe('changing the fields of a form type', () => {
  test('a field may be added, changed, moved and removed', () => {
    const before = [aField({ name: 'date' }), aField({ name: 'weight' })]
    const after = [aField({ name: 'height' }), aField({ name: 'date', type: 'Date' })]
    expect(whyNotFieldsUpdate(before, after)).toBeUndefined()
  })

  test('fields that were saved when they did not yet count as the same can stay, and no third can be added', () => {
    const before = [aField({ name: 'resting pulse' }), aField({ name: 'resting  pulse' })]
    expect(whyNotFieldsUpdate(before, before)).toBeUndefined()
    expect(whyNotFieldsUpdate(before, before.slice(1))).toBeUndefined()
    const third = [...before, aField({ name: 'resting\u00a0pulse' })]
    expect(whyNotFieldsUpdate(before, third)).toMatchObject({ reason: 'field.name.duplicate', field: 'fields.2.name' })
    expect(whyNotFieldsUpdate(before, [...before, aField({ name: 'resting  pulse' })])).toMatchObject({
      reason: 'field.name.duplicate',
    })
  })

  test('a saved name keeps its spelling', () => {
    expect(whyNotFieldsUpdate([aField({ name: 'date' })], [aField({ name: 'Date' })])).toMatchObject({
      reason: 'field.name.fixed',
      field: 'fields.0.name',
      params: { name: 'date' },
    })
  })
})

test('the options of a Choice are read in their order', () => {
  expect(choiceOptions('left|right|both')).toEqual(['left', 'right', 'both'])
})

test('form types are ordered by identifier, without case', () => {
  const types = [
    { identifier: 'Follow-up', formtypeid: '1' },
    { identifier: 'baseline', formtypeid: '2' },
  ]
  expect(types.sort(compareFormTypes).map(({ formtypeid }) => formtypeid)).toEqual(['2', '1'])
})
