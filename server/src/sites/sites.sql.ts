import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList } from '../shapes/shape/shape.ts'
import { siteShape } from '../shapes/site.shape.ts'
import type { Write } from '../writes/write.ts'

export async function listSites(db: SiteData, scope: Scope, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(siteShape, 'site', selection, {
      from: sql`current_site site where ${inScope(scope, 'site')}`,
      orderBy: sql`lower(site.name) collate "C", site.name collate "C", site.siteid`,
    })} as json`,
  )
}

export function findSite(db: SiteData, scope: Scope, siteid: string, selection: Selection) {
  return readRecord(db, scope, { kind: 'site', shape: siteShape, ids: { siteid } }, selection)
}

/** The site, locked against changes and removal until the transaction ends. */
export async function lockSite(tx: Write, scope: Scope, siteid: string) {
  return tx
    .selectFrom('site')
    .select(['siteid', 'name', 'version'])
    .where('siteid', '=', siteid)
    .where('removed_at', 'is', null)
    .where(inScope(scope, 'site'))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Adds a site to those that a person belongs to. */
export async function joinSite(tx: Write, personid: string, siteid: string) {
  await sql`update person set sites = array_append(sites, ${siteid}) where personid = ${personid}`.execute(tx)
}
