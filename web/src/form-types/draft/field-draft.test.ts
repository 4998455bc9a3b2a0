import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { expect, test } from 'vitest'
import {
  definitionText,
  draftOfField,
  emptyField,
  type FieldDraft,
  fieldOfDraft,
  parseDefinition,
  withCopy,
  withField,
  withMoved,
} from './field-draft.ts'

function named(name: string): FieldDraft {
  return { ...emptyField(name), name }
}

function keysOf(fields: readonly FieldDraft[]): string[] {
  return fields.map(({ key }) => key)
}

test('a new field is added at the end, and a known one is replaced', () => {
  const fields = [named('a'), named('b')]
  expect(keysOf(withField(fields, named('c')))).toEqual(['a', 'b', 'c'])
  expect(withField(fields, { ...named('a'), type: 'Date' }).map(({ type }) => type)).toEqual(['Date', 'String'])
})

test('a field is moved down and up to the place of another', () => {
  const fields = [named('a'), named('b'), named('c')]
  expect(keysOf(withMoved(fields, 'a', 'c'))).toEqual(['b', 'c', 'a'])
  expect(keysOf(withMoved(fields, 'c', 'a'))).toEqual(['c', 'a', 'b'])
})

test('moving to a removed row changes nothing', () => {
  expect(keysOf(withMoved([named('a'), named('b')], 'a', 'x'))).toEqual(['a', 'b'])
})

test('a length is sent only for a String, and must be a whole number', () => {
  expect(fieldOfDraft({ ...named('a'), length: '12' }).length).toBe(12)
  expect(fieldOfDraft({ ...named('a'), length: '' }).length).toBe(null)
  expect(fieldOfDraft({ ...named('a'), length: '1.5' }).length).toBeNaN()
  expect(fieldOfDraft({ ...named('a'), type: 'Number', length: '12' }).length).toBe(null)
})

test('a pattern is sent only for a String or a Choice', () => {
  expect(fieldOfDraft({ ...named('a'), type: 'Choice', pattern: 'x|y' }).pattern).toBe('x|y')
  expect(fieldOfDraft({ ...named('a'), type: 'Date', pattern: 'x' }).pattern).toBe(null)
})

test('a saved field is unchanged after conversion to a draft and back', () => {
  const field = { name: 'height', type: 'String' as const, required: true, length: 5, pattern: '[0-9]+' }
  expect(fieldOfDraft(draftOfField(field))).toMatchObject(field)
  const whole: FormTypeField = {
    name: 'weight',
    type: 'Number',
    required: false,
    length: null,
    pattern: null,
    variable: 'weight',
    label: 'Body weight',
    help: 'Without shoes',
    section: 'Body',
    unit: 'kg',
    placeholder: '70',
    multiline: false,
    identifying: false,
    minimum: 0,
    maximum: 300.5,
    minimumLabel: 'Light',
    maximumLabel: 'Heavy',
    softMinimum: 40,
    softMaximum: null,
    decimals: 0,
    options: null,
    multiple: false,
    display: 'SCALE',
    showIf: 'well == true',
    calculation: null,
    translations: [{ language: 'nb', label: 'Vekt', help: 'Uten sko' }],
  }
  const draft = draftOfField(whole)
  expect(fieldOfDraft(draft)).toEqual(whole)
  expect({ ...draft, ...parseDefinition(definitionText(draft)) }).toEqual(draft)
  expect(fieldOfDraft({ ...draft, display: 'LIST' })).toMatchObject({ minimumLabel: null, maximumLabel: null })
})

test('what another type does not have is not sent', () => {
  const draft = { ...draftOfField({ name: 'a', type: 'Number', required: true, unit: 'kg', minimum: 1 }) }
  expect(fieldOfDraft({ ...draft, type: 'Note', display: 'SCALE' })).toMatchObject({
    required: false,
    unit: null,
    minimum: null,
    display: 'LIST',
  })
})

test('a number may have a decimal comma, and other texts are refused', () => {
  expect(fieldOfDraft({ ...named('a'), type: 'Number', minimum: '-1,5' }).minimum).toBe(-1.5)
  expect(fieldOfDraft({ ...named('a'), type: 'Number', minimum: 'low' }).minimum).toBeNaN()
})

test('options with codes take the place of the pattern, without empty rows', () => {
  const options = [
    { code: 'l', label: 'Left' },
    { code: '', label: '' },
  ]
  const field = fieldOfDraft({ ...named('a'), type: 'Choice', pattern: 'x|y', options })
  expect(field).toMatchObject({ pattern: null, options: [{ code: 'l', label: 'Left' }] })
  const plain = { name: 'a', type: 'Choice' as const, required: false, pattern: 'x|y' }
  expect(draftOfField({ ...plain, options: [{ code: 'x', label: 'x' }] }).options).toEqual([])
})

test('a copy follows its field and has a free name', () => {
  const fields = [{ ...named('Weight'), section: 'Body', variable: 'w' }, named('weight 2')]
  const [, copy] = withCopy(fields, { ...named('Weight'), section: 'Body', variable: 'w', isSaved: true }, 'new')
  expect(copy).toMatchObject({ key: 'new', name: 'Weight 3', isSaved: false, section: '', variable: '' })
})
