import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { expect, test } from 'vitest'
import { fieldGroups } from './field-groups.ts'

const agree = [
  { code: '1', label: 'Agree' },
  { code: '2', label: 'Disagree' },
]

function row(name: string, more: Partial<FormTypeField> = {}): FormTypeField {
  return { name, type: 'Choice', required: false, display: 'TABLE', options: agree, ...more }
}

function namesOf(fields: readonly FormTypeField[]): string[] {
  return fieldGroups(fields).map(
    (group) => `${group.isTable ? 'table' : 'alone'} ${group.fields.map(({ name }) => name)}`,
  )
}

test('neighbours with the same options are rows of one table', () => {
  expect(namesOf([row('a'), row('b'), row('c', { display: 'LIST' }), row('d')])).toEqual([
    'table a,b',
    'alone c',
    'table d',
  ])
})

test('other options or another number of answers begin another table', () => {
  expect(namesOf([row('a'), row('b', { options: agree.slice(1) })])).toEqual(['table a', 'table b'])
  expect(namesOf([row('a'), row('b', { multiple: true })])).toEqual(['table a', 'table b'])
})

test('a pattern names the same columns as options whose codes and labels are equal', () => {
  const listed = ['x', 'y'].map((code) => ({ code, label: code }))
  expect(namesOf([row('a', { options: null, pattern: 'x|y' }), row('b', { options: listed })])).toEqual(['table a,b'])
})

test('a calculated choice is no row', () => {
  expect(namesOf([row('a'), row('b', { calculation: '"1"' })])).toEqual(['table a', 'alone b'])
})
