import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { expect, test } from 'vitest'
import { fieldGroups, firstRuns, partsOf } from './field-groups.ts'

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

function many(count: number, more: (place: number) => Partial<FormTypeField> = () => ({})): FormTypeField[] {
  return Array.from({ length: count }, (_, n) => ({ name: `f${n}`, type: 'String', required: false, ...more(n) }))
}

const nothing = new Set<string>()

test('a short form is drawn at once, section by section', () => {
  const parts = partsOf(many(60, (n) => ({ section: n === 40 ? 'Second' : null })))
  expect(parts.map(({ heading, runs }) => [heading, runs.map(({ fields }) => fields.length)])).toEqual([
    [undefined, [40]],
    ['Second', [20]],
  ])
  expect(firstRuns(parts, nothing, 720).map(({ key }) => key)).toEqual(['f0', 'f40'])
})

test('a long form is drawn in a run of ten and then of twenty, which no section shares', () => {
  const parts = partsOf(many(95, (n) => ({ section: n === 45 ? 'Second' : null })))
  expect(parts.map(({ runs }) => runs.map(({ key, fields }) => [key, fields.length]))).toEqual([
    [
      ['f0', 10],
      ['f10', 20],
      ['f30', 15],
    ],
    [
      ['f45', 20],
      ['f65', 20],
      ['f85', 10],
    ],
  ])
  expect(firstRuns(parts, nothing, 720).map(({ key }) => key)).toEqual(['f0'])
})

test('the rows of a table stay together', () => {
  const parts = partsOf(many(100, (n) => (n < 70 ? row(`f${n}`) : {})))
  expect(parts[0]?.runs.map(({ fields }) => fields.length)).toEqual([79, 20, 1])
})

test('a long form opens with enough to fill in, whatever is hidden, read or calculated', () => {
  const parts = partsOf(many(100, (n) => (n < 20 ? { type: 'Note' } : { calculation: n === 20 ? '"1"' : null })))
  expect(firstRuns(parts, nothing, 720).map(({ key }) => key)).toEqual(['f0', 'f10'])
  expect(firstRuns(parts, new Set(many(55).map(({ name }) => name)), 720).map(({ key }) => key)).toEqual([
    'f0',
    'f10',
    'f30',
    'f50',
  ])
})

test('a high window opens with more of a long form', () => {
  const parts = partsOf(many(100))
  expect([100, 720, 1060, 1061].map((height) => firstRuns(parts, nothing, height).length)).toEqual([1, 1, 1, 2])
})
