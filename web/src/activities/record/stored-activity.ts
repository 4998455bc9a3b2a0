import type { Stored } from '../../drafts/machine/draft-machine.ts'
import type { ActivityRecord } from './activity-record.ts'
import { fieldsOfActivity, newActivity, savedActivity } from './typed-activity.ts'

/** The stored fields that a row's draft is compared with. */
export function storedActivity(activity: ActivityRecord, zone: string): Stored {
  return { version: activity.version, fields: fieldsOfActivity(savedActivity(activity, zone)) }
}

/** The same for an activity that does not exist: `date` is the subject's, noon UTC in epoch seconds. */
export function emptyActivity(activitytypeid: string, date: number | undefined): Stored {
  return { version: null, fields: fieldsOfActivity(newActivity(activitytypeid, date)) }
}
