import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, type SiteData } from '../access/site-data.ts'
import { deviceShape } from '../shapes/device.shape.ts'
import { readListBelow } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonItems } from '../shapes/shape/shape.ts'
import { siteShape } from '../shapes/site.shape.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the site does not exist. */
export function listDevices(db: SiteData, scope: Scope, siteid: string, selection: Selection) {
  return readListBelow(db, scope, { kind: 'site', shape: siteShape, ids: { siteid }, field: 'devices' }, selection)
}

/** The device, locked against changes and removal until the transaction ends. */
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

/** Which of these ids devices of the site have, sorted. */
export async function takenDeviceids(
  tx: Write,
  scope: Scope,
  siteid: string,
  devices: readonly { deviceid: string }[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('device')
    .select('deviceid')
    .where('siteid', '=', siteid)
    .where('removed_at', 'is', null)
    .where(
      'deviceid',
      'in',
      devices.map(({ deviceid }) => deviceid),
    )
    .where(inScope(scope, 'device'))
    .orderBy(sql`deviceid collate "C"`)
    .execute()
  return rows.map(({ deviceid }) => deviceid)
}

type NewDevice = { deviceuid: string; siteid: string; deviceid: string; hw_id?: string | null | undefined }

/** Adds devices, and returns them sorted by id. */
export function insertDevices(tx: Write, devices: readonly NewDevice[], selection: Selection) {
  const rows = devices.map(
    ({ deviceuid, siteid, deviceid, hw_id }) => sql`(${deviceuid}, ${siteid}, ${deviceid}, ${hw_id ?? null})`,
  )
  return readJson(
    tx,
    sql`with added as (
        insert into device (deviceuid, siteid, deviceid, hw_id) values ${sql.join(rows)} returning *)
      select ${jsonItems(deviceShape, 'added', selection, sql`added.deviceid collate "C"`)} as json from added`,
  )
}
