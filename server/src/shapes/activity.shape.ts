import { sql } from 'kysely'
import { activityTypeShape } from './activity-type.shape.ts'
import { lastChangeOf } from './last-change.ts'
import { ownOccurrenceFields } from './occurrence.ts'
import { referenceDataOrder, referenceDataShape } from './reference-data.shape.ts'
import type { Selection } from './shape/selection.ts'
import {
  anyJson,
  column,
  jsonList,
  jsonObject,
  numberColumn,
  numberColumnOf,
  plainColumn,
  shape,
} from './shape/shape.ts'

/** The type of a recorded or running activity, also if it was removed. */
function typeOfActivity(row: string, below: Selection) {
  return sql`(select ${jsonObject(activityTypeShape, 'of_activity', below)} from activity_type of_activity
    where of_activity.activitytypeid = ${sql.ref(`${row}.activitytypeid`)} and of_activity.siteid = ${sql.ref(`${row}.siteid`)})`
}

/** Reads a row with the alias `activity`. A removed activity type remains readable through its activities. */
export const activityShape = shape('Activity', {
  subjectid: plainColumn,
  activitytypeid: plainColumn,
  ...ownOccurrenceFields,
  comment: column,
  version: numberColumn,
  startTime: numberColumnOf('start_time'),
  stopTime: numberColumnOf('stop_time'),
  activitytype: typeOfActivity,
  referenceData: (row, below) =>
    jsonList(referenceDataShape, 'reference_data', below, {
      from: sql`reference_data where reference_data.subjectid = ${sql.ref(`${row}.subjectid`)}
        and reference_data.activitytypeid = ${sql.ref(`${row}.activitytypeid`)} and reference_data.visitid = ${sql.ref(`${row}.visitid`)}
        and reference_data.occurrence = ${sql.ref(`${row}.occurrence`)} and reference_data.removed_at is null`,
      orderBy: referenceDataOrder,
    }),
  ...lastChangeOf('activity'),
})

/** Reads a row of running_activity. */
export const runningActivityShape = shape('RunningActivity', {
  subjectid: plainColumn,
  activitytypeid: plainColumn,
  ...ownOccurrenceFields,
  activitytype: typeOfActivity,
  startTime: numberColumnOf('start_time'),
  startedBy: (row) => anyJson(sql.ref(`${row}.started_by`)),
  version: numberColumn,
})
