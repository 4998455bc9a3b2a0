import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { anyJson, jsonList, jsonObject, shape } from '../shapes/shape/shape.ts'
import { putOn, wornShape } from '../shapes/subject.shape.ts'
import type { Write } from '../writes/write.ts'
import type { AttachedDevice } from './subjects.sql.ts'

/** Reads a row `wearer` of a subject with its study's name, and a row `worn` with its device. */
const wearerShape = shape('Wearer', {
  studyid: { plain: 'studyid' },
  study: () => anyJson(sql`wearer.study`),
  subjectid: { plain: 'subjectid' },
  identifier: () => anyJson(sql`wearer.identifier`),
  worn: (_, below) => jsonObject(wornShape, 'worn', below),
})

/** Subjects that the caller may see, with the names of their studies. */
function visible(scope: Scope) {
  return sql`(select subject.subjectid, subject.siteid, subject.studyid, subject.identifier, study.name as study
    from current_subject subject join study using (studyid, siteid) where ${inScope(scope, 'subject')}) wearer`
}

/** What the subject ever wore, oldest first. Undefined if the caller sees no such subject. */
export function listWorn(db: SiteData, scope: Scope, subjectid: string, selection: Selection) {
  const list = jsonList(wornShape, 'worn', selection, {
    from: sql`worn join device using (deviceuid, siteid) where worn.subjectid = subject.subjectid and worn.siteid = subject.siteid`,
    orderBy: sql`worn.from_time nulls first, worn.to_time nulls last, device.deviceid collate "C", worn.wornid`,
  })
  return readJson(
    readsOf(db, scope),
    sql`select ${list} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`,
  )
}

/** Who wears or wore the device of this site, newest first. Undefined if the caller sees no such device. */
export function listWearers(
  db: SiteData,
  scope: Scope,
  { siteid, deviceid }: { siteid: string; deviceid: string },
  selection: Selection,
) {
  const list = jsonList(wearerShape, 'wearer', selection, {
    from: sql`worn join ${visible(scope)} using (subjectid, siteid)
      where worn.deviceuid = device.deviceuid and worn.siteid = device.siteid`,
    orderBy: sql`worn.from_time desc nulls last, worn.to_time desc nulls first, wearer.subjectid, worn.wornid`,
  })
  return readJson(
    readsOf(db, scope),
    sql`select ${list} as json from current_device device
      where device.siteid = ${siteid} and device.deviceid = ${deviceid} and ${inScope(scope, 'device')}`,
  )
}

/**
 * Who wore a device while this subject wore it, and the time that both have in common. What is not known to have begun
 * counts as worn now, or when it was taken off. Undefined if the caller sees no such subject.
 */
export function listWornTwice(db: SiteData, scope: Scope, subjectid: string, selection: Selection) {
  const begun = (row: string) => {
    const column = (name: string) => sql.ref(`${row}.${name}`)
    return sql`coalesce(${column('from_time')}, ${column('to_time')}, now())`
  }
  const list = jsonList(wearerShape, 'wearer', selection, {
    from: sql`(
      select other.wornid, other.subjectid, other.siteid, other.deviceuid, other.position, other.body_place, other.visitid,
        greatest(own.from_time, other.from_time) as from_time, least(own.to_time, other.to_time) as to_time
      from worn own join worn other on other.deviceuid = own.deviceuid and other.siteid = own.siteid and other.subjectid <> own.subjectid
      where own.subjectid = subject.subjectid and own.siteid = subject.siteid
        and greatest(${begun('own')}, ${begun('other')}) < least(coalesce(own.to_time, 'infinity'), coalesce(other.to_time, 'infinity'))) worn
      join device using (deviceuid, siteid) join ${visible(scope)} using (subjectid, siteid)`,
    orderBy: sql`worn.from_time nulls first, worn.to_time nulls last, wearer.subjectid, worn.wornid`,
  })
  return readJson(
    readsOf(db, scope),
    sql`select ${list} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`,
  )
}

/** Whether the study has each of these visits. */
export async function haveVisits(tx: Write, studyid: string, visitids: ReadonlySet<string>): Promise<boolean> {
  const found = await tx
    .selectFrom('visit')
    .select('visitid')
    .where('studyid', '=', studyid)
    .where('visitid', 'in', [...visitids])
    .forShare()
    .execute()
  return found.length === visitids.size
}

type Place = { siteid: string; studyid: string; subjectid: string }

/** A device of a new list. Without `from_time` it was put on now. */
export type ListedDevice = Omit<AttachedDevice, 'deviceid' | 'from_time'> & { from_time?: Date | null }

const now = sql<Date>`date_trunc('milliseconds', now())`

type TakenOff = Pick<AttachedDevice, 'body_place' | 'from_time' | 'visitid'> & { place: number }

/** How a device was worn when it was last detached, with its position in the list. Or undefined. The visit is that of the study in which the subject is now. */
export async function findTakenOff(
  tx: Write,
  { subjectid, deviceuid, position }: { subjectid: string; deviceuid: string; position: string },
): Promise<TakenOff | undefined> {
  const { rows } = await sql<TakenOff>`
    select (before ->> 'place')::integer as place, before ->> 'body_place' as body_place,
      (select own.visitid from visit former join visit own on own.name_key = former.name_key and own.siteid = former.siteid
        join subject on subject.studyid = own.studyid and subject.siteid = own.siteid
        where former.visitid = before ->> 'visitid' and former.siteid = history.siteid and subject.subjectid = history.subjectid) as visitid,
      coalesce((before ->> 'from_time')::timestamptz, (
        select worn.from_time from worn where worn.subjectid = history.subjectid and worn.deviceuid = history.id
          and worn.siteid = history.siteid and worn.position = history.before ->> 'position'
        order by worn.to_time desc nulls last limit 1)) as from_time
    from history
    where subjectid = ${subjectid} and kind = 'subject_device' and id = ${deviceuid} and action = 'REMOVED'
      and before ->> 'position' = ${position}
    order by historyid desc limit 1`.execute(tx)
  return rows[0]
}

/**
 * Replaces the list of attached devices, writing only the differences. Those that are no longer in it were taken off at
 * `takenOff`, or now. A device without `from_time` was put on now.
 */
export async function replaceAttachedDevices(
  tx: Write,
  { siteid, studyid, subjectid }: Place,
  devices: readonly ListedDevice[],
  takenOff?: Date,
) {
  const keep = devices.map((device) => `${device.deviceuid} ${device.position} ${device.body_place ?? ''}`)
  const gone = sql`subjectid = ${subjectid}
    and not (deviceuid || ' ' || position || ' ' || coalesce(body_place, '') = any(${sql.val(keep)}::text[]))`
  if (takenOff) await sql`update subject_device set to_time = ${takenOff} where ${gone}`.execute(tx)
  await sql`delete from subject_device where ${gone}`.execute(tx)
  if (devices.length === 0) return
  await tx
    .insertInto('subject_device')
    .values(
      devices.map((device, place) => ({
        ...{ siteid, studyid, subjectid, place },
        ...{ deviceuid: device.deviceuid, position: device.position, body_place: device.body_place },
        ...{ visitid: device.visitid, from_time: device.from_time === undefined ? now : device.from_time },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['subjectid', 'deviceuid', 'position', 'siteid'])
        .doUpdateSet((eb) => ({
          place: eb.ref('excluded.place'),
          from_time: eb.ref('excluded.from_time'),
          visitid: eb.ref('excluded.visitid'),
        }))
        .where(sql<boolean>`(subject_device.place, ${putOn('subject_device')}, subject_device.visitid)
          is distinct from (excluded.place, excluded.from_time, excluded.visitid)`),
    )
    .execute()
}
