import { dayReader } from '@casebook/domain/activities/activity-days.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { type ReviewedSubject, type ReviewedVisit, reviewSchedule } from '@casebook/domain/visits/review/review.ts'
import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { type Plan, readPlan, readSubjects, type StandingRow } from './standings/standing-rows.sql.ts'
import { dayZeroOf, factsOf } from './standings/standings.ts'
import { findRepeatedVisits, findUsedVisits } from './visits.sql.ts'

/** So many subjects of a finding are named. */
const mostNamed = 50

type Given = Omit<ReviewedVisit, 'daysBefore' | 'daysAfter' | 'repeats' | 'inOrder' | 'optionaltypeids'> & {
  [part in 'daysBefore' | 'daysAfter']?: number | null | undefined
} & { [part in 'repeats' | 'inOrder']?: boolean | null | undefined } & {
  optionaltypeids?: readonly string[] | null | undefined
}

/**
 * What these visits in the place of a study's schedule do to its subjects. Undefined if the study does not exist. Throws if
 * one of the visits or types is not of the study.
 */
export async function readScheduleReview(
  db: SiteData,
  scope: Scope,
  { studyid, visits }: { studyid: string; visits: readonly Given[] },
  { zone, today }: { zone: string; today: string },
) {
  const reads = readsOf(db, scope)
  const plan = await readPlan(reads, scope, studyid)
  if (!plan) return undefined
  const before = await readVisits(reads, plan)
  const stored = new Map(before.map((visit) => [visit.visitid, visit]))
  const after = visits.map((visit) => ({
    ...visit,
    name: cleanName(visit.name),
    daysBefore: visit.daysBefore ?? 0,
    daysAfter: visit.daysAfter ?? 0,
    repeats: visit.repeats ?? false,
    optionaltypeids: visit.optionaltypeids ?? stored.get(visit.visitid ?? '')?.optionaltypeids ?? [],
    inOrder: visit.inOrder ?? (visit.visitid ? stored.get(visit.visitid)?.inOrder : undefined) ?? false,
  }))
  const ids = before.map(({ visitid }) => visitid)
  const names = await readNames(reads, plan)
  for (const { visitid, formtypeids, activitytypeids } of visits) {
    if (visitid && !stored.has(visitid)) throw problem('visit.unknown', { field: 'visitid' })
    if (formtypeids.some((id) => !names.has(id))) throw problem('form-type.missing', { field: 'formtypeids' })
    if (activitytypeids.some((id) => !names.has(id)))
      throw problem('activity-type.missing', { field: 'activitytypeids' })
  }
  const found = reviewSchedule(
    { before, after },
    {
      subjects: await readReviewed(reads, plan, zone),
      today,
      used: await findUsedVisits(reads, studyid, ids),
      repeated: await findRepeatedVisits(reads, studyid, ids),
    },
  )
  return found.map(({ reason, effect, visit, visitid, typeid, subjects }) => ({
    ...{ reason, effect, visit, visitid, count: subjects.length },
    type: typeid === null ? null : (names.get(typeid) ?? null),
    subjects: subjects.slice(0, mostNamed).map(({ subjectid, identifier }) => ({ subjectid, identifier })),
  }))
}

type OfStudy = Pick<Plan, 'siteid' | 'studyid'>

async function readVisits(db: Reader, { siteid, studyid }: OfStudy) {
  const { rows } = await sql<
    ReviewedVisit & { visitid: string }
  >`select visitid, name, day, days_before as "daysBefore",
      days_after as "daysAfter", repeats, in_order as "inOrder", formtypeids, activitytypeids,
      optional_typeids as "optionaltypeids"
    from visit where studyid = ${studyid} and siteid = ${siteid} order by place`.execute(db)
  return rows
}

async function readNames(db: Reader, { siteid, studyid }: OfStudy): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select formtypeid as id, identifier as name from form_type where studyid = ${studyid} and siteid = ${siteid}
    union all select activitytypeid, description from activity_type where studyid = ${studyid} and siteid = ${siteid}`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The subjects with what they have of visits, without deleted ones. */
async function readReviewed(db: Reader, plan: Plan, zone: string): Promise<ReviewedSubject[]> {
  const { siteid, studyid } = plan
  const { rows } = await sql<ReviewedSubject['records'][number] & { subjectid: string }>`
    select subjectid, visitid, occurrence, formtypeid as typeid, null::bigint as "startTime" from form
      where studyid = ${studyid} and siteid = ${siteid} and visitid <> '' and removed_at is null
    union all select subjectid, visitid, occurrence, activitytypeid, start_time from activity
      where studyid = ${studyid} and siteid = ${siteid} and visitid <> '' and removed_at is null`.execute(db)
  const records = Map.groupBy(rows, ({ subjectid }) => subjectid)
  const dayOf = dayReader(zone)
  const found = await readSubjects(db, plan)
  return found.filter(({ status }) => status !== 'DELETED').map((row) => reviewedOf(row, plan, { dayOf, records }))
}

type Read = {
  dayOf: (seconds: number) => string
  records: ReadonlyMap<string, ReviewedSubject['records'] & readonly object[]>
}

function reviewedOf(row: StandingRow, { visits }: Plan, { dayOf, records }: Read): ReviewedSubject {
  const { subjectid, identifier, status } = row
  const facts = [...factsOf(row, dayOf)].map(([place, own]) => ({ visitid: visits[place]?.visitid ?? '', ...own }))
  const of = <Each extends object>(visitid: string, all: readonly Each[]) => all.map((each) => ({ ...each, visitid }))
  return {
    subjectid,
    identifier: identifier ?? subjectid,
    isOpen: status === 'OPEN',
    dayZero: dayZeroOf(row.dates),
    stored: facts.flatMap(({ visitid, stored }) => of(visitid, stored)),
    recorded: facts.flatMap(({ visitid, recorded }) => of(visitid, recorded)),
    records: records.get(subjectid) ?? [],
  }
}
