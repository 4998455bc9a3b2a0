import { expect, test } from 'vitest'
import { boundsOf, isBound, withBounds } from './date-bounds.ts'

const message = (side: string, value: string) => `${side} ${value}`
const other = { expression: 'born <= died', message: 'x', field: 'died', soft: false }

test('bounds are checks of their own field, and are found again', () => {
  const checks = withBounds([other], 'Born', 'born', { atLeast: '1900-01-01', atMost: 'today' }, message)
  expect(checks).toEqual([
    other,
    {
      expression: 'born >= timestamp("1900-01-01T12:00:00Z")',
      message: 'atLeast 1900-01-01',
      field: 'Born',
      soft: false,
    },
    { expression: 'born <= today()', message: 'atMost today', field: 'Born', soft: false },
  ])
  expect(boundsOf(checks, 'Born', 'born')).toEqual({ atLeast: '1900-01-01', atMost: 'today' })
  expect(boundsOf(checks, 'Died', 'died')).toEqual({ atLeast: '', atMost: '' })
})

test('a bound that stays keeps the sentence that the study gave it, and one that is cleared goes', () => {
  const own = { expression: 'born <= today()', message: 'Not yet born?', field: 'Born', soft: false }
  expect(withBounds([own, other], 'Born', 'born', { atLeast: '', atMost: 'today' }, message)).toEqual([own, other])
  expect(withBounds([own, other], 'Born', 'born', { atLeast: '', atMost: '' }, message)).toEqual([other])
})

test('bounds that stay leave every check where it is, also two on one side', () => {
  const [first, last] = ['today()', 'died'].map((day) => ({ ...other, expression: `born <= ${day}`, field: 'Born' }))
  const checks = [first, other, last].flatMap((check) => check ?? [])
  const bounds = boundsOf(checks, 'Born', 'born')
  expect(bounds).toEqual({ atLeast: '', atMost: 'died' })
  expect(withBounds(checks, 'Born', 'born', bounds, message)).toEqual(checks)
  expect(withBounds(checks, 'Born', 'born', { atLeast: '', atMost: '' }, message)).toEqual(checks.slice(0, 2))
  expect(withBounds(checks, 'Born', 'born', { atLeast: '', atMost: '2026-10-20' }, message)[2]).toMatchObject({
    message: 'atMost 2026-10-20',
  })
})

test('without bounds there are no checks', () => {
  expect(withBounds([], 'Born', 'born', { atLeast: '', atMost: ' ' }, message)).toEqual([])
})

test('soft checks are no bounds', () => {
  const soft = { expression: 'born <= today()', message: 'x', field: 'Born', soft: true }
  expect(boundsOf([soft], 'Born', 'born')).toEqual({ atLeast: '', atMost: '' })
})

test('a bound is a day that exists, today, or another date', () => {
  expect(['', '2026-10-20', 'today', 'died'].map((text) => isBound(text, ['died']))).toEqual([true, true, true, true])
  expect(['2026-02-30', 'tomorrow', '20.10.2026'].map((text) => isBound(text, []))).toEqual([false, false, false])
})

test('a bound of a moment is a moment, now, or another moment', () => {
  const texts = ['2026-10-20T12:30:00Z', '2026-10-20', 'now', 'arrived', 'today', '2026-02-30T12:30:00Z', '10:30']
  expect(texts.map((text) => isBound(text, ['arrived'], 'DateTime'))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['now', '2026-10-20T12:30:00Z'].map((text) => isBound(text, []))).toEqual([false, false])
  const bounds = { atLeast: '2026-10-20T12:30:00Z', atMost: 'now' }
  const checks = withBounds([], 'Seen', 'seen', bounds, message)
  expect(checks.map(({ expression }) => expression)).toEqual([
    'seen >= timestamp("2026-10-20T12:30:00Z")',
    'seen <= now()',
  ])
  expect(boundsOf(checks, 'Seen', 'seen')).toEqual(bounds)
})
