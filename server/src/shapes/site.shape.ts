import { siteFields } from '@casebook/domain/sites/sites.rules.ts'
import { sql } from 'kysely'
import { deviceOrder, deviceShape } from './device.shape.ts'
import { lastChangeOf } from './last-change.ts'
import { exportKinds } from './shape/export-kinds.ts'
import { anyJson, columnsOf, jsonList, numberColumn, plainColumn, shape } from './shape/shape.ts'
import { studyOrder, studyShape } from './study.shape.ts'

const patientShape = shape('Patient', {
  siteid: () => anyJson(sql`site.siteid`),
  patientid: (row) => anyJson(sql.ref(`${row}.sub`)),
  // The same as `personName`.
  name: (row) =>
    anyJson(sql`coalesce(nullif(concat_ws(' ', ${sql.ref(`${row}.given_name`)}, ${sql.ref(`${row}.family_name`)}), ''),
      ${sql.ref(`${row}.sub`)})`),
})

/**
 * The history has no index by site. A site in use is found among the newest changes of all sites. If it is not found
 * there, its subjects are searched one by one.
 */
const lastChangeOfSite = sql`coalesce(
  (select max(newest.at) from (select siteid, subjectid, kind, at from history order by historyid desc limit 2000) newest
    where newest.siteid = site.siteid and newest.subjectid is not null and newest.kind not in ${exportKinds}),
  (select max(change.at) from subject cross join lateral (select at from history where history.subjectid = subject.subjectid
    and history.kind not in ${exportKinds} order by historyid desc limit 1) change where subject.siteid = site.siteid))`

/** Reads a row with the alias `site`. */
export const siteShape = shape('Site', {
  siteid: plainColumn,
  ...columnsOf(siteFields),
  version: numberColumn,
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
  openSubjectCount: () =>
    sql`(select count(*)::text from current_subject subject where subject.siteid = site.siteid and subject.status = 'OPEN')`,
  lastChangeAt: () => anyJson(sql`to_char(${lastChangeOfSite} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`),
  ...lastChangeOf('site'),
})
