import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readsOf, type SiteData } from '../../access/site-data.ts'
import { readPlan, readSubjects } from './standing-rows.sql.ts'
import { type FoundDeviation, Standings } from './standings.ts'

type Clock = { zone: string; today: string }

/**
 * How the visits of each subject of a study stand, in the order of subjectids: the letters of `VisitStandings`. `today`
 * is the day in the zone. Undefined if the study does not exist; empty without a schedule.
 */
export async function listStandings(db: SiteData, scope: Scope, studyid: string, clock: Clock) {
  const reads = readsOf(db, scope)
  const plan = await readPlan(reads, sql`study.studyid = ${studyid} and ${inScope(scope, 'study')}`)
  if (!plan) return undefined
  if (plan.visits.length === 0) return []
  const standings = new Standings(plan.visits, clock)
  return (await readSubjects(reads, plan)).map((row) => {
    const { cells, deviations: all } = standings.of(row)
    const deviations = row.status === 'DELETED' ? [] : all
    const unexplained = deviations.filter(({ explanation }) => explanation === null).length
    return { subjectid: row.subjectid, cells, deviations: deviations.length, unexplained }
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
  const plan = await readPlan(reads, sql`study.studyid = ${studyid} and ${inScope(scope, 'study')}`)
  if (!plan) return undefined
  if (plan.visits.length === 0) return []
  const standings = new Standings(plan.visits, clock)
  const rows = await readSubjects(reads, plan, subjectid)
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
