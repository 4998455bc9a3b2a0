import { whyNotActivity } from '@casebook/domain/activities/activities.rules.ts'
import { formatActivityTime, parseActivityTime, timezoneOffset } from '@casebook/domain/activities/activity-time.ts'
import { understoodTime } from '@casebook/domain/activities/typed-time.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { offsetText } from '@casebook/domain/shared/offset-text.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { ActivityRecord } from './activity-record.ts'

/** One of the two times as typed. `isSecond`: selects the second occurrence of an hour that occurs twice. */
export type TypedTime = { text: string; isSecond: boolean }

/** The contents of a row's inputs. */
export type TypedActivity = {
  activitytypeid: string
  start: TypedTime
  stop: TypedTime
  comment: string
}

/** The second occurrence of an hour that occurs twice, as a field of a record. */
const secondMark = ' (second)'

/** A row's inputs as fields of a record, each under its argument's name in the contract. */
export function fieldsOfActivity({ activitytypeid, start, stop, comment }: TypedActivity): Fields {
  return { activitytypeid, startTime: fieldOfTime(start), stopTime: fieldOfTime(stop), comment }
}

export function activityOfFields(fields: Fields): TypedActivity {
  return {
    activitytypeid: fieldValue(fields, 'activitytypeid'),
    start: timeOfField(fieldValue(fields, 'startTime')),
    stop: timeOfField(fieldValue(fields, 'stopTime')),
    comment: fieldValue(fields, 'comment'),
  }
}

function fieldOfTime({ text, isSecond }: TypedTime): string {
  return isSecond ? text + secondMark : text
}

export function timeOfField(field: string): TypedTime {
  const isSecond = field.endsWith(secondMark)
  return { text: isSecond ? field.slice(0, -secondMark.length) : field, isSecond }
}

export type ReadTime = {
  /** Epoch seconds. */
  seconds: number
  /** The interpretation, in the format in which times are shown. */
  text: string
  /** Set for an hour that occurs twice: the epoch seconds of the first and the second occurrence. */
  twice?: { first: number; second: number }
}

/** A new activity, at 00:00 of the subject's date (noon UTC, epoch seconds) if there is one. */
export function newActivity(activitytypeid: string, date: number | undefined): TypedActivity {
  const day = dayOf(date)
  const time = { text: day === undefined ? '' : `${day} 00:00`, isSecond: false }
  return { activitytypeid, start: time, stop: time, comment: '' }
}

export function savedActivity(activity: ActivityRecord, zone: string): TypedActivity {
  return {
    activitytypeid: activity.activitytypeid,
    start: typedTime(activity.startTime, zone),
    stop: typedTime(activity.stopTime, zone),
    comment: activity.comment ?? '',
  }
}

/** Epoch seconds as typed text in the zone. */
export function typedTime(seconds: number, zone: string): TypedTime {
  const text = formatActivityTime(seconds, zone)
  const read = parseActivityTime(text, zone)
  return { text, isSecond: !(read instanceof Problem) && read.alternative === seconds }
}

/** `day` applies if only a time is typed. */
export function readTime(
  { text: typed, isSecond }: TypedTime,
  zone: string,
  field: string,
  day?: string,
): ReadTime | Problem {
  const text = understoodTime(typed, day)
  const read = parseActivityTime(text, zone, field)
  if (read instanceof Problem) return read
  const { seconds: first, alternative: second } = read
  if (second === undefined) return { seconds: first, text }
  return { seconds: isSecond ? second : first, text, twice: { first, second } }
}

/** The subject's date (noon UTC, epoch seconds) as a day: `2026-11-21`. */
function dayOf(date: number | undefined): string | undefined {
  return date === undefined ? undefined : dayOfDateValue(String(date))
}

/** The day of a time typed without one: the subject's date, or today in the study's zone where there is none. */
export function dayOfTyped(date: number | undefined, zone: string): string {
  return dayOf(date) ?? formatActivityTime(Math.floor(Date.now() / 1000), zone).slice(0, 10)
}

export type ValidatedActivity = {
  start: ReadTime | Problem
  stop: ReadTime | Problem
  /** By the argument's name in the contract. */
  problems: { activitytypeid?: Problem; startTime?: Problem; stopTime?: Problem; comment?: Problem }
}

/**
 * Parses both times and checks each input. Without problems the row can be saved. A start without a date is on `day`, a
 * stop without one on the start's day.
 */
export function validateActivity(typed: TypedActivity, zone: string, day?: string): ValidatedActivity {
  const start = readTime(typed.start, zone, 'startTime', day)
  const stop = readTime(typed.stop, zone, 'stopTime', start instanceof Problem ? day : start.text.slice(0, 10))
  const problems: ValidatedActivity['problems'] = {}
  if (typed.activitytypeid === '') problems.activitytypeid = problem('text.required', { field: 'activitytypeid' })
  if (start instanceof Problem) problems.startTime = start
  if (stop instanceof Problem) problems.stopTime = stop
  // If a time can't be parsed, the other time and the comment are checked against a placeholder.
  const startTime = start instanceof Problem ? 0 : start.seconds
  const stopTime = stop instanceof Problem || start instanceof Problem ? startTime + 1 : stop.seconds
  const why = whyNotActivity({ startTime, stopTime, comment: typed.comment })
  if (why?.field === 'startTime') problems.startTime ??= why
  if (why?.field === 'stopTime') problems.stopTime ??= why
  if (why?.field === 'comment') problems.comment = why
  return { start, stop, problems }
}

/** `UTC+02:00`: the zone's UTC offset at that time. */
export function zoneOffsetText(seconds: number, zone: string): string {
  return `UTC${offsetText(0 - timezoneOffset(seconds, zone))}`
}
