import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { earliestTime, latestTime } from './activities.rules.ts'
import { formatActivityTime, isTimeZone, parseActivityTime, timezoneOffset } from './activity-time.ts'

const oslo = 'Europe/Oslo'
const zones = fc.constantFrom(oslo, 'UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia')
const epochSeconds = (instant: string) => Date.parse(instant) / 1000

describe('reading a time in Oslo', () => {
  test.each([
    ['2026-10-20 09:50', '2026-10-20T07:50:00Z'],
    ['2026-12-24 17:00', '2026-12-24T16:00:00Z'],
    ['2026-10-20 09:50:07', '2026-10-20T07:50:07Z'],
    [' 2024-02-29 00:00 ', '2024-02-28T23:00:00Z'],
    ['2026-03-29 01:59', '2026-03-29T00:59:00Z'],
    ['2026-03-29 03:00', '2026-03-29T01:00:00Z'],
    ['1969-12-31 23:59', '1969-12-31T22:59:00Z'],
    ['2040-01-01 12:00', '2040-01-01T11:00:00Z'],
  ])('%j is %s', (text, instant) => {
    expect(parseActivityTime(text, oslo)).toEqual({ seconds: epochSeconds(instant) })
  })

  test.each(['2026-03-29 02:00', '2026-03-29 02:30', '2026-03-29 02:59:59'])(
    '%j, which summer time skips, is refused with the reason',
    (text) => {
      expect(parseActivityTime(text, oslo, 'startTime')).toMatchObject({
        reason: 'activity.time.skipped',
        field: 'startTime',
        params: { zone: oslo },
      })
    },
  )

  test.each(['2026-10-25 02:00', '2026-10-25 02:30', '2026-10-25 02:59:59'])(
    '%j, which comes twice, is the first, and the second is offered',
    (text) => {
      const first = epochSeconds(`${text.trim().replace(' ', 'T')}+02:00`)
      expect(parseActivityTime(text, oslo)).toEqual({ seconds: first, alternative: first + 3600 })
    },
  )

  test('the hours before and after the repeated one occur once', () => {
    expect(parseActivityTime('2026-10-25 01:59', oslo)).not.toHaveProperty('alternative')
    expect(parseActivityTime('2026-10-25 03:00', oslo)).not.toHaveProperty('alternative')
  })

  test.each([
    '2026-10-20',
    '2026-10-20T09:50',
    '20.10.2026 09:50',
    '2026-1-2 09:50',
    '2026-10-20 9:50',
    '2026-10-20 09:50:',
    '2026-10-20 09.50',
    '2026-10-20  09:50',
    'now',
    '٢٠٢٦-10-20 09:50',
  ])('%j is refused for its format', (text) => {
    expect(parseActivityTime(text, oslo)).toMatchObject({ reason: 'activity.time.format' })
  })

  test.each([
    '2026-02-29 09:50',
    '2026-13-01 09:50',
    '2026-00-10 09:50',
    '2026-10-32 09:50',
    '2026-10-20 24:00',
    '2026-10-20 09:60',
    '2026-10-20 09:50:60',
  ])('%j is refused since there is no such time', (text) => {
    expect(parseActivityTime(text, oslo)).toMatchObject({ reason: 'activity.time.no-such' })
  })

  test('an empty text is refused as required', () => {
    expect(parseActivityTime('  ', oslo)).toMatchObject({ reason: 'text.required' })
  })

  test('times outside the storable range are refused', () => {
    expect(parseActivityTime('0000-01-01 00:00', oslo)).toMatchObject({ reason: 'activity.time.range' })
    expect(parseActivityTime('9999-12-31 23:59', oslo)).toMatchObject({ reason: 'activity.time.range' })
  })
})

describe('writing a time', () => {
  test('seconds are written only when they are not zero', () => {
    expect(formatActivityTime(epochSeconds('2026-10-20T07:50:00Z'), oslo)).toBe('2026-10-20 09:50')
    expect(formatActivityTime(epochSeconds('2026-10-20T07:50:07Z'), oslo)).toBe('2026-10-20 09:50:07')
  })

  test('formatted text parses as the same time, or as one of two with the same clock time', () => {
    fc.assert(
      fc.property(fc.integer({ min: earliestTime, max: latestTime }), zones, (seconds, zone) => {
        const read = parseActivityTime(formatActivityTime(seconds, zone), zone)
        return !(read instanceof Error) && (read.seconds === seconds || read.alternative === seconds)
      }),
    )
  })

  test('the text equals the local time of the JavaScript engine', () => {
    fc.assert(
      fc.property(fc.integer({ min: earliestTime, max: latestTime }), zones, (seconds, zone) => {
        const there = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
        expect(formatActivityTime(seconds, zone).slice(0, 16)).toBe(
          there.toPlainDateTime().toString().replace('T', ' ').slice(0, 16),
        )
        expect(timezoneOffset(seconds, zone)).toBe(0 - there.offsetNanoseconds / 1e9)
      }),
    )
  })
})

describe('the offset of a zone', () => {
  test('equals getTimezoneOffset() in seconds: negative east of Greenwich', () => {
    expect(timezoneOffset(epochSeconds('2026-11-20T12:00:00Z'), oslo)).toBe(-3600)
    expect(timezoneOffset(epochSeconds('2026-07-01T12:00:00Z'), oslo)).toBe(-7200)
    expect(timezoneOffset(epochSeconds('2026-07-01T12:00:00Z'), 'America/New_York')).toBe(14_400)
  })

  test('is a plain zero in UTC', () => {
    expect(timezoneOffset(0, 'UTC')).toBe(0)
  })

  test('is defined only for existing zones', () => {
    expect(isTimeZone(oslo)).toBe(true)
    expect(isTimeZone('Europe/Trondheim')).toBe(false)
    expect(isTimeZone('')).toBe(false)
  })
})
