import { Problem } from '@casebook/domain/shared/problems.ts'
import { describe, expect, test, vi } from 'vitest'
import {
  activityOfFields,
  dayOfTyped,
  fieldsOfActivity,
  newActivity,
  readTime,
  type TypedActivity,
  typedTime,
  validateActivity,
  zoneOffsetText,
} from './typed-activity.ts'

const oslo = 'Europe/Oslo'

function typed(start: string, stop: string, more: Partial<TypedActivity> = {}): TypedActivity {
  return {
    activitytypeid: 'treadmill',
    start: { text: start, isSecond: false },
    stop: { text: stop, isSecond: false },
    comment: '',
    ...more,
  }
}

function reasons({ problems }: ReturnType<typeof validateActivity>) {
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problem?.reason]))
}

test('a row is unchanged after conversion to fields of a record', () => {
  const row = { ...typed('2026-10-25 02:30', ''), stop: { text: '2026-10-25 02:40', isSecond: true } }
  expect(activityOfFields(fieldsOfActivity(row))).toEqual(row)
})

describe('a new activity', () => {
  test('begins at 00:00 of the subject’s date', () => {
    expect(newActivity('treadmill', 1_792_497_600).start.text).toBe('2026-10-20 00:00')
  })

  test('is empty if no date is saved', () => {
    expect(newActivity('treadmill', undefined).start.text).toBe('')
  })

  test('can’t be saved initially, since its stop is not later than its start', () => {
    expect(reasons(validateActivity(newActivity('treadmill', 1_792_497_600), oslo))).toEqual({
      stopTime: 'activity.stop.not-later',
    })
  })
})

describe('validating a row', () => {
  test('accepts a start before a stop', () => {
    const validated = validateActivity(typed('2026-10-20 09:50', '2026-10-20 10:00'), oslo)
    expect(validated.problems).toEqual({})
    expect(validated.start).toEqual({ seconds: 1_792_482_600, text: '2026-10-20 09:50' })
  })

  test('interprets a time without a date on the given day, a stop on the start’s day', () => {
    const { start, stop, problems } = validateActivity(typed('21.10.2026 0950', '10.05'), oslo, '2026-10-20')
    expect([start, stop]).toMatchObject([{ text: '2026-10-21 09:50' }, { text: '2026-10-21 10:05' }])
    expect(problems).toEqual({})
    expect(validateActivity(typed('0950', '1005'), oslo, '2026-10-20').start).toMatchObject({
      text: '2026-10-20 09:50',
    })
  })

  test('reports every invalid input at once', () => {
    const validated = validateActivity(
      typed('2026-03-29 02:30', '10:00', { activitytypeid: '', comment: 'x'.repeat(4001) }),
      oslo,
    )
    expect(reasons(validated)).toEqual({
      activitytypeid: 'text.required',
      startTime: 'activity.time.skipped',
      stopTime: 'activity.time.format',
      comment: 'text.too-long',
    })
  })

  test('does not refuse a stop as too early while the start can’t be parsed', () => {
    expect(reasons(validateActivity(typed('soon', '1969-01-01 00:00'), oslo))).toEqual({
      startTime: 'activity.time.format',
    })
  })

  test('treats the second of two equal clock times as later than the first', () => {
    const twice = '2026-10-25 02:30'
    const validated = validateActivity({ ...typed(twice, twice), stop: { text: twice, isSecond: true } }, oslo)
    expect(validated.problems).toEqual({})
  })
})

describe('an hour that occurs twice', () => {
  const first = 1_792_888_200
  const second = first + 3600

  test('is read as the first occurrence, and offers the second', () => {
    expect(readTime({ text: '2026-10-25 02:30', isSecond: false }, oslo, 'startTime')).toEqual({
      seconds: first,
      text: '2026-10-25 02:30',
      twice: { first, second },
    })
  })

  test('keeps the second occurrence of a stored activity', () => {
    const shown = typedTime(second, oslo)
    expect(shown).toEqual({ text: '2026-10-25 02:30', isSecond: true })
    const read = readTime(shown, oslo, 'startTime')
    expect(read instanceof Problem ? read : read.seconds).toBe(second)
  })

  test('is distinguished by the UTC offset', () => {
    expect([zoneOffsetText(first, oslo), zoneOffsetText(second, oslo)]).toEqual(['UTC+02:00', 'UTC+01:00'])
    expect(zoneOffsetText(second, 'America/St_Johns')).toBe('UTC−02:30')
  })
})

test('a time without a day is on the subject’s date, else today in the study’s zone', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T23:30:00Z') })
  expect(dayOfTyped(1_792_497_600, 'Europe/Oslo')).toBe('2026-10-20')
  expect(dayOfTyped(undefined, 'Europe/Oslo')).toBe('2026-11-21')
  vi.useRealTimers()
})
