import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { deviceOrder, deviceShape } from '../shapes/device.shape.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList } from '../shapes/shape/shape.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the site does not exist. */
export async function listDevices(db: SiteData, scope: Scope, siteid: string, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(deviceShape, 'device', selection, {
      from: sql`device where device.siteid = site.siteid and device.removed_at is null`,
      orderBy: deviceOrder,
    })} as json from current_site site where site.siteid = ${siteid} and ${inScope(scope, 'site')}`,
  )
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
