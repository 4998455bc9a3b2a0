import { problem } from '@casebook/domain/shared/problems.ts'
import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { activityShape } from '../activities/activities.sql.ts'
import { activityTypeOrder } from '../activity-types/activity-types.sql.ts'
import { type Reader, readJson } from '../database/read.ts'
import {
  anyJson,
  columns,
  jsonItems,
  jsonList,
  jsonObject,
  numberColumns,
  plainColumns,
  type Shape,
} from '../database/shape.ts'
import { formTypeOrder } from '../form-types/form-types.sql.ts'
import { formShape } from '../forms/forms.sql.ts'
import { inScope, type Scope } from '../platform/scope.ts'
import type { Selection } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'

const subjectDeviceShape: Shape = {
  type: 'SubjectDevice',
  fields: {
    deviceid: () => anyJson(sql`device.deviceid`),
    ...plainColumns('position'),
  },
}

type ListBelow = {
  shape: Shape
  row: string
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
}

const listsBelow: Record<string, ListBelow> = {
  forms: {
    shape: formShape,
    row: 'form',
    from: sql`form join form_type using (formtypeid, siteid)`,
    where: sql`form.removed_at is null`,
    orderBy: formTypeOrder,
  },
  activities: {
    shape: activityShape,
    row: 'activity',
    from: sql`activity join activity_type using (activitytypeid, siteid)`,
    where: sql`activity.removed_at is null`,
    orderBy: activityTypeOrder,
  },
  devices: {
    shape: subjectDeviceShape,
    row: 'subject_device',
    from: sql`subject_device join device using (deviceuid, siteid)`,
    where: sql`true`,
    orderBy: sql`subject_device.place`,
  },
}

const ownFields = {
  ...plainColumns('siteid', 'studyid', 'subjectid', 'status'),
  ...columns('identifier', 'snapshot'),
  ...numberColumns('version'),
}

/** Reads from a row whose alias is `subject`. */
export const subjectShape: Shape = {
  type: 'Subject',
  fields: {
    ...ownFields,
    ...Object.fromEntries(
      Object.entries(listsBelow).map(([field, { shape, row, from, where, orderBy }]) => [
        field,
        (_: string, below: Selection) =>
          jsonList(shape, row, below, {
            from: sql`${from} where ${sql.ref(`${row}.subjectid`)} = subject.subjectid and ${where}`,
            orderBy,
          }),
      ]),
    ),
  },
}

/** By identifier without case, falling back to the id. */
export const subjectOrder = sql`coalesce(subject.identifier_key, lower(subject.subjectid)) collate "C", subject.subjectid`

/**
 * A study's subjects. The lists below them are read once for the whole study and joined, which is several times
 * quicker than once a subject. Undefined where the study is not there.
 */
export async function listSubjects(db: Reader, scope: Scope, studyid: string, selection: Selection) {
  const read: RawBuilder<unknown>[] = []
  const joins: RawBuilder<unknown>[] = []
  const joined = (list: ListBelow) => (_: string, below: Selection) => {
    const name = sql.ref(`list_${joins.length}`)
    const { shape, row, from, where, orderBy } = list
    const subjectid = sql.ref(`${row}.subjectid`)
    // Read once, whatever the planner thinks: unmaterialized, it was read anew for each subject where statistics were missing.
    read.push(sql`${name} as materialized (
      select ${subjectid}, ${jsonItems(shape, row, below, orderBy)} as json
      from ${from} where ${sql.ref(`${row}.studyid`)} = ${studyid} and ${where} group by ${subjectid})`)
    joins.push(sql`left join ${name} on ${name}.subjectid = subject.subjectid`)
    return sql`coalesce(${name}.json, '[]')`
  }
  const lists = Object.fromEntries(Object.entries(listsBelow).map(([field, list]) => [field, joined(list)]))
  const shape: Shape = { type: 'Subject', fields: { ...ownFields, ...lists } }
  const items = jsonItems(shape, 'subject', selection, subjectOrder)
  return readJson(
    db,
    sql`select (${read.length > 0 ? sql`with ${sql.join(read)}` : sql``} select coalesce(${items}, '[]')
        from subject ${joins.length > 0 ? sql.join(joins, sql` `) : sql``} where subject.studyid = ${studyid} and subject.siteid = study.siteid) as json
      from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}

type Ids = { studyid: string; subjectid: string }

export async function findSubject(db: Reader, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonObject(subjectShape, 'subject', selection)} as json from current_subject subject
      where subject.subjectid = ${ids.subjectid} and subject.studyid = ${ids.studyid} and ${inScope(scope, 'subject')}`,
  )
}

/** Whether there is such a subject in the scope; its site and study where there is. */
export async function findSubjectPlace(db: Reader, scope: Scope, subjectid: string) {
  return db
    .selectFrom('current_subject')
    .select(['siteid', 'studyid', 'status'])
    .where('subjectid', '=', subjectid)
    .where(inScope(scope, 'current_subject'))
    .executeTakeFirst()
}

function selectSubject(tx: Write, scope: Scope, subjectid: string) {
  return tx
    .selectFrom('subject')
    .innerJoin('current_study', (join) =>
      join.onRef('current_study.studyid', '=', 'subject.studyid').onRef('current_study.siteid', '=', 'subject.siteid'),
    )
    .select([
      'subject.siteid',
      'subject.studyid',
      'subject.subjectid',
      'subject.identifier',
      'subject.status',
      'subject.version',
    ])
    .where('subject.subjectid', '=', subjectid)
    .where(inScope(scope, 'subject'))
}

/** The subject, kept from being changed by others until the transaction ends. */
export async function lockSubject(tx: Write, scope: Scope, subjectid: string) {
  return selectSubject(tx, scope, subjectid).forNoKeyUpdate('subject').executeTakeFirst()
}

/** The subject as something below it is written: others may do the same meanwhile, but its status stays as it is. */
export async function lockSubjectStatus(tx: Write, scope: Scope, subjectid: string) {
  return selectSubject(tx, scope, subjectid).forShare('subject').executeTakeFirst()
}

type NewSubject = {
  subjectid: string
  siteid: string
  studyid: string
  identifier: string | null
  identifier_key: string | null
}

export async function insertSubject(tx: Write, subject: NewSubject) {
  await tx.insertInto('subject').values(subject).execute()
}

type SubjectChange = {
  identifier?: string
  identifier_key?: string
  status?: 'OPEN' | 'CLOSED' | 'DELETED'
  snapshot?: string
  snapshot_sha256?: string
}

/** Writes the change and bumps the version, though nothing may differ: the write itself is on record. */
export async function updateSubject(tx: Write, subjectid: string, change: SubjectChange) {
  await tx
    .updateTable('subject')
    .set((eb) => ({ status: eb.ref('subject.status'), ...change }))
    .where('subjectid', '=', subjectid)
    .execute()
}

export type AttachedDevice = { deviceuid: string; deviceid: string; position: 'ARM' | 'CHEST' }

export async function listAttachedDevices(tx: Reader, subjectid: string): Promise<AttachedDevice[]> {
  return tx
    .selectFrom('subject_device')
    .innerJoin('device', (join) =>
      join
        .onRef('device.deviceuid', '=', 'subject_device.deviceuid')
        .onRef('device.siteid', '=', 'subject_device.siteid'),
    )
    .select(['subject_device.deviceuid', 'device.deviceid', 'subject_device.position'])
    .where('subject_device.subjectid', '=', subjectid)
    .orderBy('subject_device.place')
    .execute()
}

/** The site's devices of these ids, by deviceid. */
export async function findDevicesOfSite(tx: Write, siteid: string, deviceids: readonly string[]) {
  const rows = await tx
    .selectFrom('current_device')
    .select(['deviceuid', 'deviceid'])
    .where('siteid', '=', siteid)
    .where('deviceid', 'in', [...deviceids])
    .execute()
  return new Map(rows.map((row) => [row.deviceid, row.deviceuid]))
}

type Place = { siteid: string; studyid: string; subjectid: string }

/** Makes the list of attached devices be this one, touching only what differs. */
export async function replaceAttachedDevices(
  tx: Write,
  { siteid, studyid, subjectid }: Place,
  devices: readonly { deviceuid: string; position: 'ARM' | 'CHEST' }[],
) {
  const keep = devices.map((device) => `${device.deviceuid} ${device.position}`)
  await sql`delete from subject_device
    where subjectid = ${subjectid} and not (deviceuid || ' ' || position = any(${sql.val(keep)}::text[]))`.execute(tx)
  if (devices.length === 0) return
  await tx
    .insertInto('subject_device')
    .values(
      devices.map(({ deviceuid, position }, place) => ({ siteid, studyid, subjectid, deviceuid, position, place })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['subjectid', 'deviceuid', 'position', 'siteid'])
        .doUpdateSet((eb) => ({ place: eb.ref('excluded.place') }))
        .where('subject_device.place', 'is distinct from', (eb) => eb.ref('excluded.place')),
    )
    .execute()
}

/** The subject as something below it is written. Throws NOT_FOUND, or SUBJECT_NOT_OPEN. */
export async function lockWritableSubject(tx: Write, scope: Scope, subjectid: string) {
  const subject = await lockSubjectStatus(tx, scope, subjectid)
  if (!subject) throw problem('subject.missing', { field: 'subjectid' })
  const why = whyNotEditable(subject)
  if (why) throw why
  return subject
}
