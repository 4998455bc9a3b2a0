import { deviceFields } from '@casebook/domain/devices/devices.rules.ts'
import { sql } from 'kysely'
import { lastChangeOf } from './last-change.ts'
import { columnsOf, numberColumn, plainColumn, shape } from './shape/shape.ts'

export const deviceShape = shape('Device', {
  siteid: plainColumn,
  ...columnsOf(deviceFields),
  deviceid: plainColumn,
  deviceuid: plainColumn,
  version: numberColumn,
  ...lastChangeOf('device'),
})

/** The order of `compareDevices`, whatever the database's collation. */
export const deviceOrder = sql`device.deviceid collate "C"`
