import { inScope, type Scope } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import { readListBelow } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
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
