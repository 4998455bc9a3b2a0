import { proveScope, systemActor } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import { write } from '../writes/write.ts'
import { hearOfUpload } from './pending-uploads.sql.ts'

/** Notes that bytes of a file arrive. What can't be noted now is noted with later bytes. */
export async function noteArriving(db: SiteData, objectName: string): Promise<void> {
  const scope = proveScope(systemActor('uploads'), 'all')
  await write(db, scope, undefined, (tx) => hearOfUpload(tx, objectName)).catch(() => undefined)
}
