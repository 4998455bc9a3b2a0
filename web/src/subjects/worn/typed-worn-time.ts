import { Problem } from '@casebook/domain/shared/problems.ts'
import { whyNotWornAt } from '@casebook/domain/subjects/subjects.rules.ts'
import { dayOfTyped, readTime } from '../../activities/record/typed-activity.ts'

/**
 * When a device was put on or taken off, as typed in the zone: an ISO instant, or undefined for now, which is what an
 * empty text says. A time without a date is of today. `field`: its name in the contract.
 */
export function typedWornTime(text: string, zone: string, field: string): string | undefined | Problem {
  if (text.trim() === '') return undefined
  const read = readTime({ text, isSecond: false }, zone, field, dayOfTyped(undefined, zone))
  if (read instanceof Problem) return read
  const instant = new Date(read.seconds * 1000).toISOString()
  return whyNotWornAt(instant, Date.now(), field) ?? instant
}
