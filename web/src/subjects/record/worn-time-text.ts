import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'

/** An instant in ISO notation as local time of the zone, without its seconds. */
export function wornTimeText(instant: string, zone: string): string {
  return formatActivityTime(Math.floor(Date.parse(instant) / 60_000) * 60, zone)
}
