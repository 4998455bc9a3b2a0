import { activityTypeFields } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { sql } from 'kysely'
import { expectsFile } from './facts/expects-file.ts'
import { lastChangeOf } from './last-change.ts'
import { column, columnsOf, numberColumn, plainColumn, shape } from './shape/shape.ts'

export const activityTypeShape = shape('ActivityType', {
  studyid: plainColumn,
  activitytypeid: plainColumn,
  ...columnsOf(activityTypeFields),
  repeats: column,
  version: numberColumn,
  expectsFile: (row) => sql`${expectsFile(row)}::text`,
  ...lastChangeOf('activity_type'),
})

/** The order of `compareActivityTypes`, whatever the database's collation. */
export const activityTypeOrder = sql`activity_type.description_key collate "C", activity_type.description collate "C", activity_type.activitytypeid`
