import { sql } from 'kysely'
import { lastChangeOf } from './last-change.ts'
import { column, numberColumn, plainColumn, shape } from './shape/shape.ts'

export const deviceShape = shape('Device', {
  siteid: plainColumn,
  deviceid: plainColumn,
  deviceuid: plainColumn,
  hw_id: column,
  version: numberColumn,
  ...lastChangeOf('device'),
})

/** The order of `compareDevices`, whatever the database's collation. */
export const deviceOrder = sql`device.deviceid collate "C"`
