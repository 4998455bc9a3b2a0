import { problem } from '@casebook/domain/shared/problems.ts'
import { expect, test } from 'vitest'
import { CallFailed, Failure, failureOfError, failuresOf } from './failures.ts'

test('a refusal of the server keeps its reason, parameters and field', () => {
  const failure = failureOfError({
    message: 'This text has 201 characters; the maximum is 200.',
    extensions: { code: 'BAD_INPUT', reason: 'text.too-long', params: { max: 200, count: 201 }, field: 'name' },
  })
  expect(failure).toMatchObject({ code: 'BAD_INPUT', reason: 'text.too-long', field: 'name' })
  expect(failure.params).toEqual({ max: 200, count: 201 })
})

test('a conflict reports the present version, its author and time', () => {
  const current = { version: 3, by: 'Kari Nordmann', at: '2026-11-20T08:00:00.000Z' }
  expect(failureOfError({ message: '', extensions: { code: 'CONFLICT', current } }).current).toEqual(current)
})

test('an error without extensions is INTERNAL', () => {
  expect(failureOfError({ message: 'Cannot query field' }).code).toBe('INTERNAL')
})

test('a refusal by a rule before sending equals the server’s', () => {
  const [failure] = failuresOf(problem('text.required', { field: 'name' }))
  expect(failure).toMatchObject({
    code: 'BAD_INPUT',
    reason: 'text.required',
    field: 'name',
    message: 'Fill in this field.',
  })
})

test('each error of an answer is a failure of its own', () => {
  const both = [new Failure({ code: 'A', message: 'a' }), new Failure({ code: 'B', message: 'b' })]
  expect(failuresOf(new CallFailed(both))).toEqual(both)
})

test('an exception of our own is shown as unexpected', () => {
  expect(failuresOf(new TypeError('x is undefined'))).toMatchObject([{ code: 'UNEXPECTED', message: 'x is undefined' }])
})
