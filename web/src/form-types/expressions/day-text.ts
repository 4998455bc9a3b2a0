import { formatActivityTime, parseActivityTime } from '@casebook/domain/activities/activity-time.ts'
import type { FieldType } from '@casebook/domain/form-types/field-types.ts'

/** What days and moments are called in the language of the screen, and the zone of the study. */
export type TimeWords = { today: string; now: string; zone: string }

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/
const day = /^\d{4}-\d{2}-\d{2}$/

/**
 * A day or a moment of a condition as people type it: `today` and `now` in the language of the screen, a moment in the
 * zone of the study, else the text itself. Of a DateTime, a day stands for its noon in UTC.
 */
export function shownTime(value: string, { today, now, zone }: TimeWords, type: FieldType): string {
  if (value === 'today') return today
  if (value === 'now') return now
  const instant = type === 'DateTime' && day.test(value) ? `${value}T12:00:00Z` : value
  return moment.test(instant) && !Number.isNaN(Date.parse(instant))
    ? formatActivityTime(Date.parse(instant) / 1000, zone)
    : value
}

/** The inverse of `shownTime`. A text that is no time yet is kept. Of a DateTime, a day alone is its beginning. */
export function typedTime(text: string, { today, now, zone }: TimeWords, type: FieldType): string {
  const word = text.trim().toLowerCase()
  if (word === today) return 'today'
  if (type !== 'DateTime') return text
  if (word === now) return 'now'
  const typed = text.trim()
  const time = parseActivityTime(day.test(typed) ? `${typed} 00:00` : typed, zone)
  if (!('seconds' in time)) return text
  const instant = new Date(time.seconds * 1000).toISOString().replace('.000Z', 'Z')
  return instant.endsWith('T12:00:00Z') ? instant.slice(0, 10) : instant
}
