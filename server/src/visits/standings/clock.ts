import { todayIn } from '@casebook/domain/activities/today.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'

/** The time zone of studies, and the day that it is there. */
export type Clock = { zone: string; today: string }

export function clockOf({ studyTimezone: zone }: { studyTimezone: string }): Clock {
  return { zone, today: dayOfDateValue(String(todayIn(zone))) ?? '' }
}
