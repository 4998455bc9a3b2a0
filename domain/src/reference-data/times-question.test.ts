import { expect, test } from 'vitest'
import { timesQuestion } from './times-question.ts'

const start = Date.parse('2026-03-04T10:20:30.5Z') / 1000
const other = Date.parse('2026-04-03T10:20:30.5Z') / 1000

test('the other start of a file has day and month exchanged, and the same time', () => {
  const assumed = (order: string) => [{ code: 'date-order-assumed', params: { order } }]
  const choices = [
    { layout: { dateOrder: 'dmy' }, seconds: start },
    { layout: { dateOrder: 'mdy' }, seconds: other },
  ]
  expect(timesQuestion({ recognised: assumed('mdy'), start: other, duration: 9 })).toEqual({ asks: 'start', choices })
  expect(timesQuestion({ recognised: assumed('dmy'), start, duration: null })).toEqual({ asks: 'start', choices })
  expect(timesQuestion({ recognised: [], start, duration: 9 })).toBeUndefined()
  expect(timesQuestion({ recognised: assumed('ymd'), start, duration: 9 })).toBeUndefined()
  expect(timesQuestion({ recognised: assumed('mdy'), start: null, duration: 9 })).toBeUndefined()
})

test('the other length of a file has minutes for seconds', () => {
  const assumed = (unit: string) => [{ code: 'first-unit-assumed', params: { unit } }]
  const choices = [
    { layout: { timeUnit: 'min' }, seconds: 300 },
    { layout: { timeUnit: 'h' }, seconds: 18_000 },
  ]
  expect(timesQuestion({ recognised: assumed('min'), start: null, duration: 300 })).toEqual({ asks: 'length', choices })
  expect(timesQuestion({ recognised: assumed('h'), start: null, duration: 18_000 })).toEqual({
    asks: 'length',
    choices,
  })
  expect(timesQuestion({ recognised: assumed('h'), start: null, duration: null })).toBeUndefined()
})

test('the other start of a file counts from another year', () => {
  const recognised = [{ code: 'epoch-assumed', params: { epoch: 2001, other: 1970, start: start - 978_307_200 } }]
  const choices = [
    { layout: { epoch: 1970 }, seconds: start - 978_307_200 },
    { layout: { epoch: 2001 }, seconds: start },
  ]
  expect(timesQuestion({ recognised, start, duration: 9 })).toEqual({ asks: 'start', choices })
  const certain = [{ code: 'epoch-assumed', params: { epoch: 1904 } }]
  expect(timesQuestion({ recognised: certain, start, duration: 9 })).toBeUndefined()
})

test('the other start of a file may have the year first', () => {
  const recognised = [{ code: 'date-order-assumed', params: { order: 'dmy', other: 'ymd', start: other } }]
  const choices = [
    { layout: { dateOrder: 'dmy' }, seconds: start },
    { layout: { dateOrder: 'ymd' }, seconds: other },
  ]
  expect(timesQuestion({ recognised, start, duration: 9 })).toEqual({ asks: 'start', choices })
})
