import { expect, test } from 'vitest'
import { catalogue, fillIn, isReason, Problem, problem } from './problems.ts'

test('a problem’s message is its sentence with the params filled in', () => {
  const refused = problem('text.too-long', { field: 'name', params: { max: 200, count: 201 } })
  expect(refused).toBeInstanceOf(Problem)
  expect(refused).toMatchObject({
    code: 'BAD_INPUT',
    reason: 'text.too-long',
    field: 'name',
    message: 'This text has 201 characters; the maximum is 200.',
  })
})

test('the sentences that people and scripts know are exact', () => {
  expect(problem('subject.no-activity').message).toBe(
    'At least one activity must be saved before submitting and closing a subject',
  )
  expect(problem('upload.too-large').message).toBe('Max. file size is 150MB')
})

test('every sentence is a valid ICU message', () => {
  for (const { sentence } of Object.values(catalogue)) {
    expect(sentence).not.toMatch(/'\{|<|>/)
    expect(sentence.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/)
  }
})

test('a param that looks like a placeholder is not filled in again', () => {
  expect(fillIn('{name} and {other}', { name: '{other}', other: 'x' })).toBe('{other} and x')
})

test('only reasons of the catalogue are reasons', () => {
  expect(isReason('subject.closed')).toBe(true)
  expect(isReason('toString')).toBe(false)
})
