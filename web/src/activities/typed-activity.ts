import { whyNotActivity } from '@casebook/domain/activities/activities.rules.ts'
import { formatActivityTime, parseActivityTime, timezoneOffset } from '@casebook/domain/activities/activity-time.ts'
import { dayOfDateValue } from '@casebook/domain/forms/form-dates.ts'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { ActivityRecord } from './activity-record.ts'

/** One of the two times as it stands in its input. `isSecond`: of an hour that comes twice, the second is meant. */
export type TypedTime = { text: string; isSecond: boolean }

/** What a row's inputs hold. `version` is the one that they began from: null for an activity that is new. */
export type TypedActivity = {
  activitytypeid: string
  start: TypedTime
  stop: TypedTime
  comment: string
  version: number | null
}

export type ReadTime = {
  /** Epoch seconds. */
  seconds: number
  /** Set for an hour that comes twice: when it is there the first and the second time, in epoch seconds. */
  twice?: { first: number; second: number }
}

/** A new activity, at 00:00 of the subject's date (noon UTC, epoch seconds) where there is one. */
export function newActivity(activitytypeid: string, date: number | undefined): TypedActivity {
  const day = date === undefined ? undefined : dayOfDateValue(String(date))
  const time = { text: day === undefined ? '' : `${day} 00:00`, isSecond: false }
  return { activitytypeid, start: time, stop: time, comment: '', version: null }
}

export function savedActivity(activity: ActivityRecord, zone: string): TypedActivity {
  return {
    activitytypeid: activity.activitytypeid,
    start: typedTime(activity.startTime, zone),
    stop: typedTime(activity.stopTime, zone),
    comment: activity.comment ?? '',
    version: activity.version,
  }
}

/** Epoch seconds as they are typed in the zone. */
export function typedTime(seconds: number, zone: string): TypedTime {
  const text = formatActivityTime(seconds, zone)
  const read = parseActivityTime(text, zone)
  return { text, isSecond: !(read instanceof Problem) && read.alternative === seconds }
}

export function readTime({ text, isSecond }: TypedTime, zone: string, field: string): ReadTime | Problem {
  const read = parseActivityTime(text, zone, field)
  if (read instanceof Problem) return read
  const { seconds: first, alternative: second } = read
  if (second === undefined) return { seconds: first }
  return { seconds: isSecond ? second : first, twice: { first, second } }
}

/** `2026-10-20 09:50 – 2026-10-20 10:00, even pace` */
export function activityText({ start, stop, comment }: TypedActivity): string {
  return [`${start.text} – ${stop.text}`, comment].filter(Boolean).join(', ')
}

export type JudgedActivity = {
  start: ReadTime | Problem
  stop: ReadTime | Problem
  /** By the argument's name in the contract. */
  problems: { activitytypeid?: Problem; startTime?: Problem; stopTime?: Problem; comment?: Problem }
}

/** Reads both times and says what is wrong with each input; without problems the row can be saved. */
export function judgeActivity(typed: TypedActivity, zone: string): JudgedActivity {
  const start = readTime(typed.start, zone, 'startTime')
  const stop = readTime(typed.stop, zone, 'stopTime')
  const problems: JudgedActivity['problems'] = {}
  if (typed.activitytypeid === '') problems.activitytypeid = problem('text.required', { field: 'activitytypeid' })
  if (start instanceof Problem) problems.startTime = start
  if (stop instanceof Problem) problems.stopTime = stop
  // Where a time can't be read yet, the other and the comment are judged beside a stand-in.
  const startTime = start instanceof Problem ? 0 : start.seconds
  const stopTime = stop instanceof Problem || start instanceof Problem ? startTime + 1 : stop.seconds
  const why = whyNotActivity({ startTime, stopTime, comment: typed.comment })
  if (why?.field === 'startTime') problems.startTime ??= why
  if (why?.field === 'stopTime') problems.stopTime ??= why
  if (why?.field === 'comment') problems.comment = why
  return { start, stop, problems }
}

/** `UTC+02:00`: how far ahead of UTC clocks in the zone are then. */
export function offsetText(seconds: number, zone: string): string {
  const ahead = 0 - timezoneOffset(seconds, zone)
  const minutes = Math.abs(Math.trunc(ahead / 60))
  const pad = (number: number) => String(number).padStart(2, '0')
  return `UTC${ahead < 0 ? '−' : '+'}${pad(Math.trunc(minutes / 60))}:${pad(minutes % 60)}`
}
