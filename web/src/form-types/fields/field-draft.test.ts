import { expect, test } from 'vitest'
import { draftOfField, emptyField, type FieldDraft, fieldOfDraft, withField, withMoved } from './field-draft.ts'

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
  expect(fieldOfDraft(draftOfField(field))).toEqual(field)
})
