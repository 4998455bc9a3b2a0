import { problem } from '@casebook/domain/shared/problems.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Write } from './write.ts'

/** Which form or activity of a type is meant. Without a visit: what is recorded without one. */
export type Which = { visitid?: string | null | undefined; occurrence?: number | null | undefined }

/** What a form or an activity is told apart by from the others of its subject and type. */
export type Occurrence = { visitid: string; occurrence: number }

/** Of what neither repeats nor belongs to a visit. */
export const onlyOccurrence: Occurrence = { visitid: '', occurrence: 1 }

type Kind = 'activity' | 'form' | 'running_activity'
type OfType = { subjectid: string; typeid: string }

function typeColumn(kind: Kind) {
  return sql.ref(kind === 'form' ? 'formtypeid' : 'activitytypeid')
}

/** Whether a call says neither a visit nor which one. */
export function isPlain({ visitid, occurrence }: Which): boolean {
  return !visitid && (occurrence === null || occurrence === undefined)
}

/** The condition of a row of one visit, and of one occurrence if it is given. */
export function isWhich(row: string, { visitid, occurrence }: Which): RawBuilder<boolean> {
  const ofVisit = sql<boolean>`${sql.ref(`${row}.visitid`)} = ${visitid ?? ''}`
  return occurrence === null || occurrence === undefined
    ? ofVisit
    : sql<boolean>`${ofVisit} and ${sql.ref(`${row}.occurrence`)} = ${occurrence}`
}

/** The condition of a row that fits what the call says: a read finds what is in any visit, if it names none. */
export function isGiven(row: string, { visitid, occurrence }: Which): RawBuilder<boolean> {
  const ofVisit = visitid ? sql`${sql.ref(`${row}.visitid`)} = ${visitid}` : sql`true`
  return occurrence === null || occurrence === undefined
    ? sql<boolean>`${ofVisit}`
    : sql<boolean>`${ofVisit} and ${sql.ref(`${row}.occurrence`)} = ${occurrence}`
}

/** The only one of the rows. Throws BAD_INPUT if there are several, because the call does not say which. */
export function onlyOne<Row>(rows: readonly Row[]): Row | undefined {
  if (rows.length > 1) throw problem('occurrence.which', { field: 'occurrence' })
  return rows[0]
}

/** Which one a call without `occurrence` means: the only one that is there, or that is removed. Undefined if there is none. */
export async function findOccurrence(
  tx: Write,
  kind: Kind,
  { subjectid, typeid }: OfType,
  which: Which,
  state: 'there' | 'removed' = 'there',
): Promise<Occurrence | undefined> {
  const ofState = { there: sql`and removed_at is null`, removed: sql`and removed_at is not null` }[state]
  const { rows } = await sql<Occurrence>`select visitid, occurrence from ${sql.table(kind)}
    where subjectid = ${subjectid} and ${typeColumn(kind)} = ${typeid} and ${isWhich(kind, which)}
      ${kind === 'running_activity' ? sql`` : ofState}
    order by occurrence limit 2`.execute(tx)
  return onlyOne(rows)
}

/** Whether there is one: any, if the call does not say which. */
export async function hasOne(
  tx: Write,
  kind: 'activity' | 'form',
  { subjectid, typeid }: OfType,
  which: Which,
): Promise<boolean> {
  const { rows } =
    await sql`select from ${sql.table(kind)} where subjectid = ${subjectid} and ${typeColumn(kind)} = ${typeid}
    and ${isWhich(kind, which)} and removed_at is null limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * The place of a new form or activity: the highest number that its subject, type and visit ever used, plus one. A type
 * that does not repeat has number 1 only. In a visit that repeats, a number that the call says is the visit's. Undefined
 * if that is taken. Others who ask for the same place wait until this transaction ends. Throws if the call says another
 * number.
 */
export async function nextOccurrence(
  tx: Write,
  kind: 'activity' | 'form',
  ofType: OfType,
  { visitid: ofVisit, occurrence: given }: Which,
  repeats: boolean,
): Promise<Occurrence | undefined> {
  const visitid = ofVisit ?? ''
  const { subjectid, typeid } = ofType
  await lockPlace(tx, kind, ofType, { visitid })
  if (given !== null && given !== undefined) {
    const visits = await countRepeatedVisit(tx, subjectid, visitid)
    if (visits !== undefined) return placeInRepeated(tx, kind, ofType, { visitid, occurrence: given }, visits)
  }
  const own = (row: string) => sql`${sql.ref(`${row}.subjectid`)} = ${subjectid} and ${typeColumn(kind)} = ${typeid}
    and ${sql.ref(`${row}.visitid`)} = ${visitid}`
  if (!repeats) {
    if (given !== null && given !== undefined && given !== 1) throw problem('occurrence.once', { field: 'occurrence' })
    return (await hasOne(tx, kind, ofType, { visitid })) ? undefined : { visitid, occurrence: 1 }
  }
  // A start that was cancelled leaves no row, but its number is in the history.
  const running = sql`union all select occurrence from running_activity where ${own('running_activity')}
    union all select (before ->> 'occurrence')::int from history where history.subjectid = ${subjectid}
      and kind = 'running_activity' and id = ${typeid} and action = 'REMOVED' and before ->> 'visitid' = ${visitid}`
  const { rows } = await sql<{ next: number }>`select coalesce(max(used.occurrence), 0) + 1 as next
    from (select occurrence from ${sql.table(kind)} where ${own(kind)} ${kind === 'activity' ? running : sql``}) used`.execute(
    tx,
  )
  const next = rows[0]?.next ?? 1
  if (given !== null && given !== undefined && given !== next) {
    if (given < next) return kind === 'activity' ? findStarted(tx, ofType, { visitid, occurrence: given }) : undefined
    throw problem('occurrence.next', { field: 'occurrence', params: { next } })
  }
  return { visitid, occurrence: next }
}

/** How often a subject has had a visit, or the highest number that was ever used in it. Undefined if the visit does not repeat. */
async function countRepeatedVisit(tx: Write, subjectid: string, visitid: string): Promise<number | undefined> {
  const used = (table: string) =>
    sql`select occurrence from ${sql.table(table)} where subjectid = ${subjectid} and visitid = ${visitid}`
  const { rows } = await sql<{ highest: number }>`select coalesce((select max(occurrence) from (${used('subject_visit')}
    union all ${used('form')} union all ${used('activity')} union all ${used('running_activity')}) one), 0) as highest
    from visit where visitid = ${visitid} and repeats`.execute(tx)
  return rows[0]?.highest
}

/** The place in one of a subject's visits of a kind, or in the one after them, also for a type that does not repeat. */
async function placeInRepeated(
  tx: Write,
  kind: 'activity' | 'form',
  ofType: OfType,
  place: Occurrence,
  visits: number,
): Promise<Occurrence | undefined> {
  const { occurrence } = place
  if (occurrence < 1 || occurrence > visits + 1)
    throw problem('occurrence.next', { field: 'occurrence', params: { next: visits + 1 } })
  return (await hasOne(tx, kind, ofType, place)) ? undefined : place
}

/**
 * Refuses a visit that the study does not have, or that this type does not belong to. Keeps the visit as it is until the
 * transaction ends.
 */
export async function lockVisit(
  tx: Write,
  kind: 'activity' | 'form',
  { studyid, typeid }: { studyid: string; typeid: string },
  { visitid }: Which,
): Promise<void> {
  if (!visitid) return
  const { rows } = await sql`select from visit where visitid = ${visitid} and studyid = ${studyid}
    and ${typeid} = any(${sql.ref(kind === 'form' ? 'formtypeids' : 'activitytypeids')}) for share`.execute(tx)
  if (rows.length === 0) throw problem('visit.missing', { field: 'visitid' })
}

/**
 * Which removed one a call puts back. `taken` if there is one in its place; undefined if none was removed. Others who add
 * one wait until this transaction ends.
 */
export async function lockRemoved(
  tx: Write,
  kind: 'activity' | 'form',
  ofType: OfType,
  which: Which,
): Promise<Occurrence | 'taken' | undefined> {
  await lockPlace(tx, kind, ofType, which)
  const isThere = (one: Which) => hasOne(tx, kind, ofType, one)
  const isNumbered =
    (await repeats(tx, kind, ofType)) ||
    (await countRepeatedVisit(tx, ofType.subjectid, which.visitid ?? '')) !== undefined
  if (!isNumbered && (await isThere({ visitid: which.visitid }))) return 'taken'
  const place = await findOccurrence(tx, kind, ofType, which, 'removed')
  return place ?? ((await isThere(which)) ? 'taken' : undefined)
}

/** How many subjects the refusal names. */
const named = 5

/**
 * Refuses to let a type no longer repeat while a subject has two, recorded or running, in one visit or without one: each
 * visit of a kind that repeats has one of its own, also of a type that does not.
 */
export async function refuseRepeated(tx: Write, kind: 'activity' | 'form', typeid: string): Promise<void> {
  const of = (table: string) => sql`select subjectid, siteid, visitid from ${sql.table(table)}
    where ${typeColumn(kind)} = ${typeid}`
  const running = kind === 'activity' ? sql`union all ${of('running_activity')}` : sql``
  const { rows } = await sql<{ name: string }>`select coalesce(identifier, subjectid) as name from subject
    where (subjectid, siteid) in (select subjectid, siteid from (${of(kind)} and removed_at is null ${running}) recorded
      where not exists (select from visit
        where visit.visitid = recorded.visitid and visit.siteid = recorded.siteid and visit.repeats)
      group by subjectid, siteid, visitid having count(*) > 1)
    order by identifier, subjectid limit ${named + 1}`.execute(tx)
  if (rows.length === 0) return
  const names = rows.map(({ name }, place) => (place < named ? name : '…')).join(', ')
  throw problem('repeats.used', { field: 'repeats', params: { names } })
}

/** Whether the type repeats, also if it is no longer offered. */
async function repeats(tx: Write, kind: 'activity' | 'form', { typeid }: OfType): Promise<boolean> {
  const { rows } = await sql<{ repeats: boolean }>`select repeats from ${sql.table(`${kind}_type`)}
    where ${typeColumn(kind)} = ${typeid} for share`.execute(tx)
  return rows[0]?.repeats ?? false
}

/** The activity that was started, if the call says which. */
function findStarted(tx: Write, ofType: OfType, which: Occurrence) {
  return findOccurrence(tx, 'running_activity', ofType, which)
}

/** Lets others who add or restore one of this subject, type and visit wait until this transaction ends. */
export async function lockPlace(
  tx: Write,
  kind: Kind,
  { subjectid, typeid }: OfType,
  { visitid }: Which,
): Promise<void> {
  const place = [kind, subjectid, typeid, visitid ?? ''].join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(tx)
}

/**
 * Before something is recorded a second time or in a visit for the first time in this installation: lifts the
 * constraints that keep an earlier release working beside this one.
 */
export async function allowOccurrence(tx: Write, { visitid, occurrence }: Occurrence): Promise<void> {
  if (visitid !== '' || occurrence > 1) await sql`select allow_occurrences()`.execute(tx)
}
