import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { expect, test } from 'vitest'
import { parseDefinition } from '../draft/field-draft.ts'
import { isReordered, versionChanges } from './version-changes.ts'

function field(name: string, more: Partial<FormTypeField> = {}): FormTypeField {
  return { name, type: 'Number', required: false, ...more }
}
const version = (fields: FormTypeField[], identifier = 'Visit') => ({ identifier, fields, checks: [] })

test('fields that are new, changed or taken out are told, and those that stay are not', () => {
  const before = version([field('same'), field('unit', { unit: 'g' }), field('gone')])
  const after = version([field('new'), field('same', { variable: 'same' }), field('unit', { unit: 'kg' })], 'Visit 1')
  const changes = versionChanges(before, after)
  expect(changes.map(({ key }) => key)).toEqual(['identifier', 'field:new', 'field:unit', 'field:gone'])
  const [, added, unit, gone] = changes
  expect(added).toMatchObject({ before: '' })
  expect([parseDefinition(unit?.before ?? '')?.unit, parseDefinition(unit?.after ?? '')?.unit]).toEqual(['g', 'kg'])
  expect(gone).toMatchObject({ after: '' })
})

test('another order is told by itself', () => {
  const [a, b, c] = [field('a'), field('b'), field('c')]
  expect(versionChanges(version([a, b]), version([b, a]))).toEqual([])
  expect(isReordered(version([a, b]), version([b, a]))).toBe(true)
  expect(isReordered(version([a, b]), version([a, c, b]))).toBe(false)
})

test('checks are compared as a whole', () => {
  const check = { expression: 'a > 1', message: 'Too small', field: 'a', soft: false }
  const before = version([field('a')])
  expect(versionChanges(before, { ...before, checks: [check] }).map(({ key }) => key)).toEqual(['checks'])
})
