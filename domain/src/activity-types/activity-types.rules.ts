import { compareCodeUnits, compareNames } from '../shared/names/names.ts'
import type { Problem } from '../shared/problems.ts'
import { whyNotName } from '../shared/text.rules.ts'

export function whyNotDescription(description: string): Problem | undefined {
  return whyNotName(description, 'description')
}

type Described = { description: string; activitytypeid: string }

/** The order of activity types, and of a subject's activities: by description, then by id. */
export function compareActivityTypes(a: Described, b: Described): number {
  return compareNames(a.description, b.description) || compareCodeUnits(a.activitytypeid, b.activitytypeid)
}
