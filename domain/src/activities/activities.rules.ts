import { type Problem, problem } from '../shared/problems.ts'
import { whyNotText } from '../shared/text.rules.ts'

export const maxCommentLength = 4000
/** 0001-01-02 and 9999-12-30, UTC: in every time zone, times in this range have a year with four digits. */
export const earliestTime = -62_135_510_400
export const latestTime = 253_402_214_399

export type ActivityTimes = {
  /** Whole epoch seconds. */
  startTime: number
  /** Whole epoch seconds, later than the start. */
  stopTime: number
  comment?: string | null | undefined
}

/** Why an activity with these times and this comment is refused. */
export function whyNotActivity({ startTime, stopTime, comment }: ActivityTimes): Problem | undefined {
  if (!isStorableTime(startTime)) return problem('activity.time.range', { field: 'startTime' })
  if (!isStorableTime(stopTime)) return problem('activity.time.range', { field: 'stopTime' })
  if (stopTime <= startTime) return problem('activity.stop.not-later', { field: 'stopTime' })
  return whyNotComment(comment)
}

export function whyNotComment(comment: string | null | undefined): Problem | undefined {
  return whyNotText(cleanComment(comment) ?? '', 'comment', maxCommentLength)
}

/** A comment as stored: trimmed, and null if empty. */
export function cleanComment(comment: string | null | undefined): string | null {
  return (comment ?? '').trim() || null
}

export function isStorableTime(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= earliestTime && seconds <= latestTime
}
