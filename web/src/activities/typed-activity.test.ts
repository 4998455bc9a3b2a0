import { Problem } from '@casebook/domain/shared/problems.ts'
import { describe, expect, test } from 'vitest'
import { judgeActivity, newActivity, offsetText, readTime, type TypedActivity, typedTime } from './typed-activity.ts'

const oslo = 'Europe/Oslo'

function typed(start: string, stop: string, more: Partial<TypedActivity> = {}): TypedActivity {
  return {
    activitytypeid: 'treadmill',
    start: { text: start, isSecond: false },
    stop: { text: stop, isSecond: false },
    comment: '',
    version: null,
    ...more,
  }
}

function reasons({ problems }: ReturnType<typeof judgeActivity>) {
  return Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, problem?.reason]))
}

describe('a new activity', () => {
  test('begins at 00:00 of the subject’s date', () => {
    expect(newActivity('treadmill', 1_792_497_600).start.text).toBe('2026-10-20 00:00')
  })

  test('begins empty where no date is saved', () => {
    expect(newActivity('treadmill', undefined).start.text).toBe('')
  })

  test('cannot be saved as it begins, since its stop is not later than its start', () => {
    expect(reasons(judgeActivity(newActivity('treadmill', 1_792_497_600), oslo))).toEqual({
      stopTime: 'activity.stop.not-later',
    })
  })
})

describe('judging a row', () => {
  test('finds nothing wrong with a start before a stop', () => {
    const judged = judgeActivity(typed('2026-10-20 09:50', '2026-10-20 10:00'), oslo)
    expect(judged.problems).toEqual({})
    expect(judged.start).toEqual({ seconds: 1_792_482_600 })
  })

  test('names every input that is wrong at once', () => {
    const judged = judgeActivity(
      typed('2026-03-29 02:30', '10:00', { activitytypeid: '', comment: 'x'.repeat(4001) }),
      oslo,
    )
    expect(reasons(judged)).toEqual({
      activitytypeid: 'text.required',
      startTime: 'activity.time.skipped',
      stopTime: 'activity.time.format',
      comment: 'text.too-long',
    })
  })

  test('does not call a stop too early while the start cannot be read', () => {
    expect(reasons(judgeActivity(typed('soon', '1969-01-01 00:00'), oslo))).toEqual({
      startTime: 'activity.time.format',
    })
  })

  test('takes the second of two equal clock times as later than the first', () => {
    const twice = '2026-10-25 02:30'
    const judged = judgeActivity({ ...typed(twice, twice), stop: { text: twice, isSecond: true } }, oslo)
    expect(judged.problems).toEqual({})
  })
})

describe('an hour that comes twice', () => {
  const first = 1_792_888_200
  const second = first + 3600

  test('is read as the first time, and offers the second', () => {
    expect(readTime({ text: '2026-10-25 02:30', isSecond: false }, oslo, 'startTime')).toEqual({
      seconds: first,
      twice: { first, second },
    })
  })

  test('keeps the second time of a stored activity', () => {
    const shown = typedTime(second, oslo)
    expect(shown).toEqual({ text: '2026-10-25 02:30', isSecond: true })
    const read = readTime(shown, oslo, 'startTime')
    expect(read instanceof Problem ? read : read.seconds).toBe(second)
  })

  test('is told apart by how far clocks are ahead of UTC', () => {
    expect([offsetText(first, oslo), offsetText(second, oslo)]).toEqual(['UTC+02:00', 'UTC+01:00'])
    expect(offsetText(second, 'America/St_Johns')).toBe('UTC−02:30')
  })
})
