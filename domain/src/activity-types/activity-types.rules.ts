import { compareCodeUnits, compareNames } from '../shared/names/names.ts'
import { requiredText } from '../shared/record-fields/record-fields.ts'
import { whyNotName } from '../shared/text.rules.ts'

/** What can be changed of an activity type. */
export const activityTypeFields = {
  description: requiredText('Description', (text) => whyNotName(text, 'description')),
}

type Described = { description: string; activitytypeid: string }

/** The order of activity types, and of a subject's activities: by description, then by id. */
export function compareActivityTypes(a: Described, b: Described): number {
  return compareNames(a.description, b.description) || compareCodeUnits(a.activitytypeid, b.activitytypeid)
}
