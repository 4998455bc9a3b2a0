import type { FormCheck, FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { cleanFields, whyNotFields } from '@casebook/domain/form-types/form-types.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftOfField, fieldOfDraft } from '../draft/field-draft.ts'
import { takeOver } from './take-over.ts'

const number = (name: string, more: Partial<FormTypeField> = {}): FormTypeField => ({
  name,
  type: 'Number',
  required: false,
  ...more,
})
const here = (fields: FormTypeField[], checks: FormCheck[] = []) => ({
  fields: cleanFields(fields).map(draftOfField),
  checks,
})
const all = (fields: readonly FormTypeField[]) => new Set(fields.map(({ name }) => name))

const source = {
  fields: [
    number('Weight', { variable: 'weight', section: 'Body' }),
    number('Height', { variable: 'height' }),
    number('BMI', { variable: 'bmi', calculation: 'weight / (height * height)' }),
    number('Smokes', { variable: 'smokes', type: 'Boolean', section: 'Habits' }),
    number('Cigarettes', { variable: 'cigarettes', showIf: 'smokes && weight > 30.0' }),
  ],
  checks: [
    { expression: 'weight < height', message: 'Weight and height changed places?', field: 'Weight', soft: true },
    { expression: 'cigarettes < 100.0', message: 'So many?', field: 'Cigarettes', soft: true },
  ],
}

test('a whole form type comes with its conditions, calculations and checks', () => {
  const { fields, checks, count, renamed, lost } = takeOver(here([number('Age')]), source, all(source.fields))
  expect([count, renamed, lost]).toEqual([5, [], []])
  expect(fields.map(({ name, isSaved }) => [name, isSaved])).toEqual([
    ['Age', true],
    ['Weight', false],
    ['Height', false],
    ['BMI', false],
    ['Smokes', false],
    ['Cigarettes', false],
  ])
  expect(fields[3]).toMatchObject({ calculation: 'weight / (height * height)' })
  expect(checks).toEqual(source.checks)
})

test('what collides gets another name and variable, and expressions follow', () => {
  const now = here([number('weight'), number('Smokes', { variable: 'height' })])
  const { fields, checks, renamed } = takeOver(now, source, all(source.fields))
  expect(renamed).toEqual([
    { from: 'Weight', to: 'Weight 2' },
    { from: 'Smokes', to: 'Smokes 2' },
  ])
  expect(fields.slice(2).map(({ variable, showIf, calculation }) => [variable, showIf + calculation])).toEqual([
    ['weight_2', ''],
    ['height_2', ''],
    ['bmi', 'weight_2 / (height_2 * height_2)'],
    ['smokes', ''],
    ['cigarettes', 'smokes && weight_2 > 30.0'],
  ])
  expect(checks.map(({ expression, field }) => [expression, field])).toEqual([
    ['weight_2 < height_2', 'Weight 2'],
    ['cigarettes < 100.0', 'Cigarettes'],
  ])
})

test('a section leaves behind what asks about other sections, and says so', () => {
  const { fields, checks, lost } = takeOver(here([]), source, new Set(['Smokes', 'Cigarettes']))
  expect(fields.map(({ name, showIf }) => [name, showIf])).toEqual([
    ['Smokes', ''],
    ['Cigarettes', ''],
  ])
  expect(checks.map(({ field }) => field)).toEqual(['Cigarettes'])
  expect(lost).toEqual([{ part: 'showIf', field: 'Cigarettes', text: 'smokes && weight > 30.0', missing: ['Weight'] }])
})

test('a field that is here and alike takes the place of one that is not taken', () => {
  const now = here([number('Mass', { variable: 'weight' })])
  expect(takeOver(now, source, new Set(['Smokes', 'Cigarettes'])).fields.at(-1)).toMatchObject({
    showIf: 'smokes && weight > 30.0',
  })
  const text = here([{ ...number('Mass', { variable: 'weight' }), type: 'String' }])
  expect(takeOver(text, source, new Set(['Smokes', 'Cigarettes'])).lost).toHaveLength(1)
})

test('no more fields come than a form type has', () => {
  const now = here(Array.from({ length: 498 }, (_, place) => number(`f${place}`)))
  const { fields, lost } = takeOver(now, source, all(source.fields))
  expect(fields).toHaveLength(500)
  expect(lost.filter(({ part }) => part === 'fields').map(({ field }) => field)).toEqual([
    'BMI',
    'Smokes',
    'Cigarettes',
  ])
})

test('whatever is taken over makes a form type that the rules accept', () => {
  const name = fc.constantFrom('Weight', 'weight 2', 'Height', 'BMI', 'Smokes', 'Age', 'Weight 2', 'weight_2', 'size')
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { selector: (own) => own.toLowerCase() }),
      fc.subarray([...all(source.fields)]),
      (names, chosen) => {
        const now = here(names.map((own) => number(own)))
        const { fields, checks } = takeOver(now, source, new Set(chosen))
        expect(whyNotFields(fields.map(fieldOfDraft), checks)).toBeUndefined()
        expect(fields).toHaveLength(names.length + chosen.length)
      },
    ),
  )
})
