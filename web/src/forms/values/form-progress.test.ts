import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { expect, test } from 'vitest'
import { entryOf, fieldProgress, requiredLeft, sectionsOf } from './form-progress.ts'

const no = () => false
const of = (values: Record<string, string>) => (name: string) => values[name]

function fields(count: number, required = false): FormTypeField[] {
  return Array.from({ length: count }, (_, index) => ({ name: `f${index + 1}`, type: 'String', required }))
}

test('a field is filled, empty, required, refused or in conflict, the worst taking precedence', () => {
  const [first, second, third, fourth] = fields(4, true)
  if (!first || !second || !third || !fourth) throw new Error('too few')
  const given = { f1: 'x', f2: 'x', f3: 'x' }
  const all = [first, second, third, fourth, { ...fourth, name: 'f5', required: false }]
  const states = fieldProgress(
    all,
    of(given),
    (name) => name === 'f2' || name === 'f3',
    (name) => name === 'f3',
  )
  expect(states.map(({ state }) => state)).toEqual(['filled', 'refused', 'asked', 'wanted', 'empty'])
})

test('a required field is left while it is empty or refused', () => {
  const all: FormTypeField[] = [...fields(3, true), { name: 'free', type: 'String', required: false }]
  const progress = fieldProgress(all, of({ f1: 'x', f2: 'abc' }), (name) => name === 'f2', no)
  expect(requiredLeft(progress)).toEqual({ all: 3, left: 2 })
})

test('a short form lists its fields, a long one has sections of ten', () => {
  expect(sectionsOf(fields(15), fieldProgress(fields(15), of({}), no, no))).toBeUndefined()
  const sections = sectionsOf(fields(21), fieldProgress(fields(21), of({ f2: 'x', f21: 'x' }), no, no))
  expect(sections?.map(({ name, filled, fields: run }) => [name, filled, run.length])).toEqual([
    ['f1 – f10', 1, 10],
    ['f11 – f20', 0, 10],
    ['f21', 1, 1],
  ])
})

test('a section is entered where something is left to do', () => {
  const [section] =
    sectionsOf(
      fields(16),
      fieldProgress(fields(16), of({ f1: 'x' }), (name) => name === 'f4', no),
    ) ?? []
  expect(section && entryOf(section)).toBe('f4')
  const [untouched] = sectionsOf(fields(16), fieldProgress(fields(16), of({ f1: 'x' }), no, no)) ?? []
  expect(untouched && entryOf(untouched)).toBe('f2')
})

test('the sections of a form type are named by their headings, whatever is hidden', () => {
  const all: FormTypeField[] = [
    { name: 'a', type: 'String', required: false, label: 'First' },
    { name: 'b', type: 'String', required: false, section: 'Body' },
    { name: 'c', type: 'String', required: false },
    { name: 'd', type: 'String', required: false, section: 'Sleep' },
  ]
  const shown = all.filter(({ name }) => name !== 'b' && name !== 'd')
  const progress = fieldProgress(shown, of({ c: 'x' }), no, no)
  expect(sectionsOf(all, progress)?.map(({ name, filled, fields: run }) => [name, filled, run.length])).toEqual([
    ['First', 0, 1],
    ['Body', 1, 1],
  ])
})
