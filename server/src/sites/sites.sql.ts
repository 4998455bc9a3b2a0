import { sql } from 'kysely'
import { type Reader, readJson } from '../database/read.ts'
import { anyJson, columns, jsonList, jsonObject, numberColumns, plainColumns, type Shape } from '../database/shape.ts'
import { deviceOrder, deviceShape } from '../devices/devices.sql.ts'
import { inScope, type Scope } from '../platform/scope.ts'
import type { Selection } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'
import { studyOrder, studyShape } from '../studies/studies.sql.ts'

const patientShape: Shape = {
  type: 'Patient',
  fields: {
    siteid: () => anyJson(sql`site.siteid`),
    patientid: (row) => anyJson(sql.ref(`${row}.sub`)),
    // As personName has it.
    name: (row) =>
      anyJson(sql`coalesce(nullif(concat_ws(' ', ${sql.ref(`${row}.given_name`)}, ${sql.ref(`${row}.family_name`)}), ''),
        ${sql.ref(`${row}.sub`)})`),
  },
}

/** Reads from a row whose alias is `site`. */
const siteShape: Shape = {
  type: 'Site',
  fields: {
    ...plainColumns('siteid'),
    ...columns('name'),
    ...numberColumns('version'),
    studies: (_, below) =>
      jsonList(studyShape, 'study', below, {
        from: sql`study where study.siteid = site.siteid and study.removed_at is null`,
        orderBy: studyOrder,
      }),
    devices: (_, below) =>
      jsonList(deviceShape, 'device', below, {
        from: sql`device where device.siteid = site.siteid and device.removed_at is null`,
        orderBy: deviceOrder,
      }),
    patients: (_, below) =>
      jsonList(patientShape, 'person', below, {
        from: sql`person where person.state = 'active' and 'patient' = any(person.groups)
          and (person.all_sites or site.siteid = any(person.sites))`,
        orderBy: sql`lower(person.family_name) collate "C", lower(person.given_name) collate "C", person.sub`,
      }),
    studyCount: () =>
      sql`(select count(*)::text from study where study.siteid = site.siteid and study.removed_at is null)`,
    deviceCount: () =>
      sql`(select count(*)::text from device where device.siteid = site.siteid and device.removed_at is null)`,
  },
}

export async function listSites(db: Reader, scope: Scope, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonList(siteShape, 'site', selection, {
      from: sql`current_site site where ${inScope(scope, 'site')}`,
      orderBy: sql`lower(site.name) collate "C", site.name collate "C", site.siteid`,
    })} as json`,
  )
}

export async function findSite(db: Reader, scope: Scope, siteid: string, selection: Selection): Promise<unknown> {
  return readJson(
    db,
    sql`select ${jsonObject(siteShape, 'site', selection)} as json from current_site site
      where site.siteid = ${siteid} and ${inScope(scope, 'site')}`,
  )
}

/** The site, kept from being changed or removed by others until the transaction ends. */
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

export async function insertSite(tx: Write, site: { siteid: string; name: string }, selection: Selection) {
  return readJson(
    tx,
    sql`insert into site (siteid, name) values (${site.siteid}, ${site.name})
      returning ${jsonObject(siteShape, 'site', selection)} as json`,
  )
}

export async function updateSite(tx: Write, siteid: string, name: string, selection: Selection) {
  return readJson(
    tx,
    sql`update site set name = ${name} where siteid = ${siteid}
      returning ${jsonObject(siteShape, 'site', selection)} as json`,
  )
}

/** Hides the site with all that is below it; answers the site as it was. */
export async function removeSite(tx: Write, siteid: string, selection: Selection) {
  return readJson(
    tx,
    sql`update site set removed_at = now() where siteid = ${siteid}
      returning ${jsonObject(siteShape, 'site', selection)} as json`,
  )
}

/** Adds a site to the set of sites that a person belongs to. */
export async function joinSite(tx: Write, personid: string, siteid: string) {
  await sql`update person set sites = array_append(sites, ${siteid}) where personid = ${personid}`.execute(tx)
}
