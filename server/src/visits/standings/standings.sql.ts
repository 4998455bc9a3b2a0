import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../../access/site-data.ts'
import { joinOfWhole } from '../../shapes/facts/fact-tables.ts'
import { keptOf } from '../../shapes/facts/kept-facts.ts'
import { jsonOfRows } from '../../shapes/shape/json-rows.ts'
import type { Selection } from '../../shapes/shape/selection.ts'
import { shapedTypes } from '../../shapes/shape/shape.ts'
import type { Clock } from './clock.ts'
import { type Plan, readPlan, readSubjects } from './standing-rows.sql.ts'
import { type FoundDeviation, type KeptStanding, Standings } from './standings.ts'

// Documents may be planned before the first is answered.
shapedTypes.add('VisitStandings')

/**
 * How the visits of each subject of a study stand, in the order of subjectids: the letters of `VisitStandings`. `today`
 * is the day in the zone. Undefined if the study does not exist; empty without a schedule.
 */
export async function listStandings(
  db: SiteData,
  scope: Scope,
  { studyid, clock }: { studyid: string; clock: Clock },
  selection: Selection,
) {
  const reads = readsOf(db, scope)
  const plan = await readPlan(reads, scope, studyid)
  if (!plan) return undefined
  if (plan.visits.length === 0) return jsonOfRows('VisitStandings', [], selection)
  const standings = new Standings(plan.visits, clock)
  const all = await readKept(reads, plan, clock.zone)
  const unkept = all.filter(({ kept }) => kept === undefined).map(({ subjectid }) => subjectid)
  const rows = new Map((await readSome(reads, plan, unkept)).map((row) => [row.subjectid, row]))
  const answer = all.flatMap(({ subjectid, isDeleted, kept }) => {
    const row = kept ? undefined : rows.get(subjectid)
    const found = kept ?? (row && standings.kept(row))
    if (!found) return []
    const { deviations, unexplained } = isDeleted ? none : found
    return [{ subjectid, cells: standings.cellsOf(found), deviations, unexplained }]
  })
  return jsonOfRows('VisitStandings', answer, selection)
}

const none = { deviations: 0, unexplained: 0 }

/** More than these are not named one by one, but read with all of the study. */
const few = 500

async function readSome(db: Reader, plan: Plan, subjectids: readonly string[]) {
  return subjectids.length === 0 ? [] : readSubjects(db, plan, subjectids.length > few ? undefined : subjectids)
}

type Subject = { subjectid: string; isDeleted: boolean; kept: KeptStanding | undefined }

/** The subjects of a study by subjectid, with what is kept of their visits if it still holds. As text, because it is read for all of them. */
async function readKept(db: Reader, { siteid, studyid, basis }: Plan, zone: string): Promise<Subject[]> {
  const line = sql`subject.subjectid || ' ' || left(subject.status, 1) || coalesce(' ' || kept.visits || ' ' || coalesce(kept.day_zero, '')
    || ' ' || kept.deviations || ' ' || kept.unexplained, '')`
  const { rows } = await sql<{ lines: string | null }>`
    select string_agg(${line}, chr(10) order by subject.subjectid collate "C") as lines
    from (select * from subject where subject.studyid = ${studyid} and subject.siteid = ${siteid}) subject
    ${joinOfWhole} (select * from (${keptOf(sql`${studyid}`, sql`${basis}`)}) held where held.zone = ${zone}) kept
      on kept.subjectid = subject.subjectid
    where subject.subjectid is not null`.execute(db)
  return (rows[0]?.lines?.split('\n') ?? []).map((text) => {
    const [subjectid = '', status, visits, dayZero, deviations, unexplained] = text.split(' ')
    const isDeleted = status === 'D'
    if (visits === undefined) return { subjectid, isDeleted, kept: undefined }
    const counts = { deviations: Number(deviations), unexplained: Number(unexplained) }
    return { subjectid, isDeleted, kept: { visits, dayZero: dayZero || null, ...counts } }
  })
}

type Explained = {
  subjectid: string
  visitid: string
  occurrence: number
  version: number
  reason: string | null
  outside: string | null
  order: string | null
}

/**
 * The deviations of a study's subjects, or of one, without those of deleted ones. Undefined if the study does not exist.
 */
export async function listDeviations(
  db: SiteData,
  scope: Scope,
  { studyid, subjectid }: { studyid: string; subjectid?: string | null | undefined },
  clock: Clock,
) {
  const reads = readsOf(db, scope)
  const plan = await readPlan(reads, scope, studyid)
  if (!plan) return undefined
  if (plan.visits.length === 0) return []
  const standings = new Standings(plan.visits, clock)
  const rows = await readSubjects(reads, plan, subjectid ? [subjectid] : undefined)
  const found = rows.flatMap((row) =>
    row.status === 'DELETED' ? [] : standings.of(row).deviations.map((each) => ({ ...each, subjectid: row.subjectid })),
  )
  const { rows: said } =
    await sql<Explained>`select subjectid, visitid, occurrence, version, reason, outside_reason as outside, order_reason as "order"
      from subject_visit where studyid = ${studyid} and siteid = ${plan.siteid}
        ${subjectid ? sql`and subjectid = ${subjectid}` : sql``}`.execute(reads)
  const saidOf = new Map(said.map((each) => [keyOf(each), each]))
  return found.map((deviation) => {
    const own = saidOf.get(keyOf(deviation))
    const texts = { MISSED: own?.reason, OUTSIDE: own?.outside, ORDER: own?.order }
    return { ...deviation, explanation: texts[deviation.kind] ?? null, version: own?.version ?? 0 }
  })
}

function keyOf({
  subjectid,
  visitid,
  occurrence,
}: Pick<FoundDeviation, 'visitid' | 'occurrence'> & { subjectid: string }) {
  return `${subjectid} ${visitid} ${occurrence}`
}
