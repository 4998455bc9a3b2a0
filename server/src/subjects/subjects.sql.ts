import { problem } from '@casebook/domain/shared/problems.ts'
import { type DevicePosition, whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { type Reader, readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { defineFacts, joinOfWhole, wholeStudy } from '../shapes/facts/fact-tables.ts'
import { lastChange, readFacts } from '../shapes/facts/subject-facts.shape.ts'
import { readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonItems, jsonList } from '../shapes/shape/shape.ts'
import { type ListBelow, putOn, subjectOrder, subjectShape, subjectShapeWith } from '../shapes/subject.shape.ts'
import type { Write } from '../writes/write.ts'

/**
 * A study's subjects. The lists below them are read once for the whole study and joined, which is several times faster
 * than once per subject. Returns undefined if the study does not exist.
 */
export async function listSubjects(db: SiteData, scope: Scope, studyid: string, selection: Selection) {
  const read: RawBuilder<unknown>[] = []
  const joins: RawBuilder<unknown>[] = []
  const joined = (list: ListBelow) => (_: string, below: Selection) => {
    const name = sql.ref(`list_${joins.length}`)
    const { shape, row, where } = list
    const { from, orderBy } = list.ofStudy?.(studyid) ?? list
    const subjectid = sql.ref(`${row}.subjectid`)
    // Materialized explicitly: without statistics, the planner read it again for each subject.
    read.push(sql`${name} as materialized (
      select ${subjectid}, ${jsonItems(shape, row, below, orderBy)} as json
      from ${from} where ${sql.ref(`${row}.studyid`)} = ${studyid} and ${where} group by ${subjectid})`)
    joins.push(sql`${joinOfWhole} ${name} on ${name}.subjectid = subject.subjectid`)
    return sql`coalesce(${name}.json, '[]')`
  }
  const of = wholeStudy(sql`${studyid}`)
  const tables = new Set<string>()
  let isChangeWanted = false
  function facts(_: string, below: Selection) {
    const asked = readFacts(of, below)
    for (const table of asked.tables) tables.add(table)
    isChangeWanted ||= asked.isChangeWanted
    return asked.object
  }
  const items = jsonItems(subjectShapeWith(joined, facts), 'subject', selection, subjectOrder)
  read.push(...defineFacts(of, tables))
  for (const table of tables) {
    joins.push(sql`${joinOfWhole} ${sql.ref(table)} on ${sql.ref(`${table}.subjectid`)} = subject.subjectid`)
  }
  if (isChangeWanted) joins.push(lastChange)
  return readJson(
    readsOf(db, scope),
    sql`select (${read.length > 0 ? sql`with ${sql.join(read)}` : sql``} select coalesce(${items}, '[]')
        from (select * from subject where subject.studyid = ${studyid} and subject.siteid = study.siteid) subject
        ${joins.length > 0 ? sql.join(joins, sql` `) : sql``}) as json
      from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}

const mostFound = 20

/**
 * The subjects of a site whose identifier contains a text, and the one with this subjectid. The key is folded like
 * identifier_key. Returns undefined if the site does not exist.
 */
export async function findSubjects(
  db: SiteData,
  scope: Scope,
  { siteid, key, text }: { siteid: string; key: string; text: string },
  selection: Selection,
) {
  const name = sql`coalesce(subject.identifier_key, lower(subject.subjectid))`
  const beginningFirst = sql`strpos(${name}, ${key}) > 1, ${name} collate "C", subject.subjectid`
  const found = sql`(select subject.* from current_subject subject
    where subject.siteid = site.siteid and ${inScope(scope, 'subject')} and ${key} <> '' and (strpos(${name}, ${key}) > 0 or subject.subjectid = ${text})
    order by ${beginningFirst} limit ${mostFound}) subject`
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(subjectShape, 'subject', selection, { from: found, orderBy: beginningFirst })} as json
      from current_site site where site.siteid = ${siteid} and ${inScope(scope, 'site')}`,
  )
}

type Ids = { studyid: string; subjectid: string }

export function findSubject(db: SiteData, scope: Scope, { studyid, subjectid }: Ids, selection: Selection) {
  return readRecord(db, scope, { kind: 'subject', shape: subjectShape, ids: { studyid, subjectid } }, selection)
}

/** Whether the subject exists in the scope, with its site and study. */
export async function findSubjectPlace(db: SiteData, scope: Scope, subjectid: string) {
  return readsOf(db, scope)
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

/** The subject, locked against changes until the transaction ends. */
export async function lockSubject(tx: Write, scope: Scope, subjectid: string) {
  return selectSubject(tx, scope, subjectid).forNoKeyUpdate('subject').executeTakeFirst()
}

/** The subject while something below it is written. Others may do the same, but its status can't change. */
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

/** Writes the differences. `isTouched` creates a new version even if the subject's own row is unchanged. */
export async function updateSubject(tx: Write, subjectid: string, change: SubjectChange, isTouched = false) {
  await tx
    .updateTable('subject')
    .set((eb) => ({
      status: eb.ref('subject.status'),
      ...change,
      ...(isTouched && { version: sql<never>`subject.version + 1` }),
    }))
    .where('subjectid', '=', subjectid)
    .execute()
}

export type AttachedDevice = {
  deviceuid: string
  deviceid: string
  position: DevicePosition
  /** The study's word for the place; null unless the position is OTHER. */
  body_place: string | null
  /** When it was put on; null if it is not known. */
  from_time: Date | null
  visitid: string | null
}

export async function listAttachedDevices(tx: Reader, subjectid: string): Promise<AttachedDevice[]> {
  return tx
    .selectFrom('subject_device')
    .innerJoin('device', (join) =>
      join
        .onRef('device.deviceuid', '=', 'subject_device.deviceuid')
        .onRef('device.siteid', '=', 'subject_device.siteid'),
    )
    .select([
      'subject_device.deviceuid',
      'device.deviceid',
      'subject_device.position',
      'subject_device.body_place',
      putOn('subject_device').as('from_time'),
      'subject_device.visitid',
    ])
    .where('subject_device.subjectid', '=', subjectid)
    .orderBy('subject_device.place')
    .execute()
}

/** The site's devices with these ids, by deviceid. */
export async function findDevicesOfSite(tx: Write, siteid: string, deviceids: readonly string[]) {
  const rows = await tx
    .selectFrom('current_device')
    .select(['deviceuid', 'deviceid'])
    .where('siteid', '=', siteid)
    .where('deviceid', 'in', [...deviceids])
    .execute()
  return new Map(rows.map((row) => [row.deviceid, row.deviceuid]))
}

/** The subject while something below it is written. Throws NOT_FOUND, or SUBJECT_NOT_OPEN. */
export async function lockWritableSubject(tx: Write, scope: Scope, subjectid: string) {
  const subject = await lockSubjectStatus(tx, scope, subjectid)
  if (!subject) throw problem('subject.missing', { field: 'subjectid' })
  const why = whyNotEditable(subject)
  if (why) throw why
  return subject
}

/**
 * A row for the FROM clause of a guarded statement: `open_subject`, the subject if it is in the scope and open. It
 * stays open until the statement ends. Reads `actor`.
 */
export function openSubject(scope: Scope, subjectid: string): RawBuilder<unknown> {
  return sql`(select subject.subjectid, subject.siteid, subject.studyid
    from actor cross join subject join current_study using (studyid, siteid)
    where subject.subjectid = ${subjectid} and subject.status = 'OPEN' and ${inScope(scope, 'subject')}
    for share of subject) open_subject`
}
