import { sql } from 'kysely'
import { type Reader, readJson } from '../database/read.ts'
import { columns, jsonList, jsonObject, numberColumns, plainColumns, type Shape } from '../database/shape.ts'
import { inScope, type Scope } from '../platform/scope.ts'
import type { Selection } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'

export const deviceShape: Shape = {
  type: 'Device',
  fields: { ...plainColumns('siteid', 'deviceid'), ...columns('hw_id'), ...numberColumns('version') },
}

/** As `compareDevices` orders them, whatever the database's own collation. */
export const deviceOrder = sql`device.deviceid collate "C"`

/** Undefined where the site is not there. */
export async function listDevices(db: Reader, scope: Scope, siteid: string, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonList(deviceShape, 'device', selection, {
      from: sql`device where device.siteid = site.siteid and device.removed_at is null`,
      orderBy: deviceOrder,
    })} as json from current_site site where site.siteid = ${siteid} and ${inScope(scope, 'site')}`,
  )
}

/** The device, kept from being changed or removed by others until the transaction ends. */
export async function lockDevice(tx: Write, scope: Scope, siteid: string, deviceid: string) {
  return tx
    .selectFrom('device')
    .innerJoin('current_site', 'current_site.siteid', 'device.siteid')
    .select(['device.deviceuid', 'device.deviceid', 'device.version'])
    .where('device.siteid', '=', siteid)
    .where('device.deviceid', '=', deviceid)
    .where('device.removed_at', 'is', null)
    .where(inScope(scope, 'device'))
    .forNoKeyUpdate('device')
    .executeTakeFirst()
}

type NewDevice = { deviceuid: string; siteid: string; deviceid: string; hw_id: string | null }

export async function insertDevice(tx: Write, device: NewDevice, selection: Selection) {
  return readJson(
    tx,
    sql`insert into device (deviceuid, siteid, deviceid, hw_id)
      values (${device.deviceuid}, ${device.siteid}, ${device.deviceid}, ${device.hw_id})
      returning ${jsonObject(deviceShape, 'device', selection)} as json`,
  )
}

type DeviceChange = { deviceuid: string; deviceid: string; hw_id: string | null | undefined }

/** An undefined hw_id stays as it is. */
export async function updateDevice(tx: Write, change: DeviceChange, selection: Selection) {
  const hwId = change.hw_id === undefined ? sql`hw_id` : sql`${change.hw_id}`
  return readJson(
    tx,
    sql`update device set deviceid = ${change.deviceid}, hw_id = ${hwId} where deviceuid = ${change.deviceuid}
      returning ${jsonObject(deviceShape, 'device', selection)} as json`,
  )
}

export async function removeDevice(tx: Write, deviceuid: string, selection: Selection) {
  return readJson(
    tx,
    sql`update device set removed_at = now() where deviceuid = ${deviceuid}
      returning ${jsonObject(deviceShape, 'device', selection)} as json`,
  )
}
