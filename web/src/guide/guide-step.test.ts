import { expect, test } from 'vitest'
import { stepOf } from './guide-step.ts'

const nothing = { status: 'OPEN', forms: [], devices: [], activities: [] }
const one = [{}]

test('the steps follow one another until the subject is closed', () => {
  expect(stepOf(nothing)).toBe('form')
  expect(stepOf({ ...nothing, forms: one })).toBe('device')
  expect(stepOf({ ...nothing, forms: one, devices: one })).toBe('activity')
  const whole = { ...nothing, forms: one, devices: one, activities: one }
  expect(stepOf(whole)).toBe('close')
  expect(stepOf({ ...whole, status: 'CLOSED' })).toBe('done')
})

test('a step completed out of order is skipped, and returns if its record is removed', () => {
  expect(stepOf({ ...nothing, devices: one })).toBe('form')
  expect(stepOf({ ...nothing, forms: one, activities: one })).toBe('device')
  expect(stepOf({ ...nothing, status: 'DELETED' })).toBe('done')
})
