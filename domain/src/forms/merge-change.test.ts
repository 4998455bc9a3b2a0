import { expect, test } from 'vitest'
import { Problem } from '../shared/problems.ts'
import { mergeChange } from './merge-change.ts'

const form = (values: Record<string, string>) => Object.entries(values).map(([key, value]) => ({ key, value }))
const changed = (base: object, given: object, stored: object) => {
  const merged = mergeChange({ base: form({ ...base }), given: form({ ...given }), stored: form({ ...stored }) })
  return merged instanceof Problem ? merged : Object.fromEntries(merged.map(({ key, value }) => [key, value]))
}

test('what the caller left as it was stays as it is stored now', () => {
  expect(changed({ a: '1', b: '1' }, { a: '2', b: '1' }, { a: '1', b: '9' })).toEqual({ a: '2', b: '9' })
})

test('fields that are neither given nor in the base stay as they are stored', () => {
  expect(changed({ a: '1' }, { a: '2' }, { a: '1', b: '9' })).toEqual({ a: '2', b: '9' })
})

test('a value that the caller took out is taken out', () => {
  expect(changed({ a: '1', b: '1' }, { b: '1' }, { a: '1', b: '1' })).toEqual({ a: '', b: '1' })
})

test('a field that both changed is named, unless to the same value', () => {
  expect(changed({ a: '1' }, { a: '2' }, { a: '3' })).toMatchObject({
    code: 'CONFLICT',
    field: 'a',
    details: { conflicts: [{ key: 'a', base: '1', mine: '2', theirs: '3' }] },
  })
  expect(changed({ a: '1' }, { a: '2' }, { a: '2' })).toEqual({ a: '2' })
})

test('however accents are encoded', () => {
  expect(changed({ 'A\u030a': 'e\u0301' }, { '\u00c5': '\u00e9' }, { '\u00c5': 'x' })).toEqual({ '\u00c5': 'x' })
})
