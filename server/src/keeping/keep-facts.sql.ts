import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { defineFacts, joinOfWhole } from '../shapes/facts/fact-tables.ts'
import { basisOf } from '../shapes/facts/kept-facts.ts'
import { type Plan, readAnyPlan, readSubjects } from '../visits/standings/standing-rows.sql.ts'
import { Standings } from '../visits/standings/standings.ts'
import { inTurn } from './in-turn.ts'

/** How many subjects are counted at once. */
const batch = 500

/** How many notes are forgotten at once. */
const forgottenAtOnce = 10_000

export type NotedStudy = { siteid: string; studyid: string }

/** A subject is counted once nothing of it was changed for `seconds`, or `atMost` after the first change. */
export type Rest = { seconds: number; atMost: number }
const isRested = ({
  seconds,
  atMost,
}: Rest) => sql`(max(outdated_facts.noted_at) <= now() - make_interval(secs => ${seconds})
  or min(outdated_facts.noted_at) <= now() - make_interval(secs => ${atMost}))`

/** Notes each study that has a subject of which nothing is kept, or not by its types and schedule of now. */
export async function noteUnkept(db: SiteData, scope: Scope, zone: string): Promise<void> {
  await sql`with study as materialized (select studyid, siteid, ${basisOf(sql`study.studyid`)} as basis from study)
    insert into outdated_facts (siteid, studyid, noted_at)
    select distinct subject.siteid, subject.studyid, '-infinity'::timestamptz from subject join study using (studyid, siteid)
    left join subject_facts facts on facts.subjectid = subject.subjectid and facts.siteid = subject.siteid
    where facts.basis is distinct from study.basis or facts.zone is distinct from ${zone}`.execute(readsOf(db, scope))
}

/** How many changes are looked at to see which studies are in use. */
const lastChanges = 1000

/** A study of which something is noted that rests, besides these: the one in which something was changed last. */
export async function findNoted(
  db: SiteData,
  scope: Scope,
  rest: Rest,
  besides: readonly string[],
): Promise<NotedStudy | undefined> {
  const { rows } = await sql<NotedStudy>`select noted.siteid, noted.studyid from (
      select outdated_facts.siteid, outdated_facts.studyid from outdated_facts
      where outdated_facts.studyid <> all(${sql.val([...besides])}::text[])
      group by outdated_facts.studyid, outdated_facts.subjectid, outdated_facts.siteid having ${isRested(rest)}) noted
    left join (
      select studyid, max(historyid) as last from (
        select studyid, historyid from history order by historyid desc limit ${lastChanges}) changed
      group by studyid) used on used.studyid = noted.studyid
    order by used.last desc nulls last, noted.studyid collate "C" limit 1`.execute(readsOf(db, scope))
  return rows[0]
}

/**
 * Counts some of what is noted of a study. Returns false if another process is counting. One at a time, and each
 * statement sees what was committed before: the notes go first, so that what changes meanwhile has a note that stays.
 */
export function keepSome(
  db: SiteData,
  scope: Scope,
  { zone, rest }: { zone: string; rest: Rest },
  place: NotedStudy,
): Promise<boolean> {
  return inTurn(db, scope, (tx) => keepBatch(tx, zone, rest, place))
}

/**
 * Forgets what is noted, and what was kept of it: where nothing counts ahead, notes would become more and more. Returns
 * false if nothing was left, or another process is counting.
 */
export function forgetSome(db: SiteData, scope: Scope): Promise<boolean> {
  return inTurn(db, scope, async (tx) => {
    const { rows } = await sql<{ notes: number }>`with gone as (
        delete from outdated_facts where ctid = any(array(select ctid from outdated_facts limit ${forgottenAtOnce}))
        returning siteid, subjectid),
      forgotten as (delete from subject_facts facts using gone where facts.subjectid = gone.subjectid and facts.siteid = gone.siteid)
      select count(*)::int as notes from gone`.execute(tx)
    return rows[0]?.notes === forgottenAtOnce
  })
}

async function keepBatch(tx: Reader, zone: string, rest: Rest, place: NotedStudy): Promise<true> {
  const { siteid, studyid } = place
  const { rows } = await sql<{ subjectid: string }>`with subjects as (
      select subjectid from outdated_facts where studyid = ${studyid} and siteid = ${siteid}
      group by subjectid having ${isRested(rest)} order by subjectid limit ${batch}),
    gone as (delete from outdated_facts note using subjects
      where note.studyid = ${studyid} and note.siteid = ${siteid} and note.subjectid = subjects.subjectid)
    select subjectid from subjects`.execute(tx)
  const noted = rows.map(({ subjectid }) => subjectid)
  const subjectids = noted.filter((id) => id !== '')
  const plan = await readAnyPlan(tx, place)
  if (!plan) return true
  const counted = subjectids.length > 0 ? await count(tx, plan, subjectids) : []
  if (counted.some(({ basis }) => basis !== plan.basis)) {
    // Types or schedule were changed since the plan was read. Next time.
    await sql`insert into outdated_facts (siteid, studyid, subjectid, noted_at)
      select ${siteid}, ${studyid}, unnest(${sql.val(noted)}::text[]), '-infinity'`.execute(tx)
    return true
  }
  await keep(tx, plan, zone, counted)
  const isOfStudy = noted.length > subjectids.length
  if (isOfStudy || noted.length < batch) await noteOutdated(tx, place, zone, isOfStudy)
  return true
}

/** Also those of which nothing is kept, or only those that were counted by other types or by another schedule. */
async function noteOutdated(
  tx: Reader,
  { studyid, siteid }: NotedStudy,
  zone: string,
  withMissing: boolean,
): Promise<void> {
  const isOfStudy = sql`studyid = ${studyid} and siteid = ${siteid}`
  const outdated = sql`select facts.subjectid from subject_facts facts, (select ${basisOf(sql`${studyid}`)} as now) basis
    where ${isOfStudy} and (facts.basis < basis.now or facts.basis > basis.now${withMissing ? sql` or facts.zone <> ${zone}` : sql``})`
  const missing = sql`select subject.subjectid from subject where ${isOfStudy}
    except select subject_facts.subjectid from subject_facts where ${isOfStudy}`
  await sql`insert into outdated_facts (siteid, studyid, subjectid, noted_at)
    select ${siteid}, ${studyid}, found.subjectid, '-infinity' from (${outdated} ${withMissing ? sql`union (${missing})` : sql``} except select noted.subjectid from outdated_facts noted where ${isOfStudy}) found`.execute(
    tx,
  )
}

type Counted = { subjectid: string; basis: string; cells: string | null } & Record<(typeof counts)[number], number>

const counts = [
  'forms_done',
  'forms_more',
  'activities_recorded',
  'activities_done',
  'activities_more',
  'files_uploaded',
  'files_pending',
  'files_failed',
  'files_done',
  'files_more',
  'warnings',
  'visits_done',
  'visits_more',
] as const

const columnOf: Readonly<Record<(typeof counts)[number], string>> = {
  forms_done: 'form_facts.done',
  forms_more: 'form_facts.more',
  activities_recorded: 'activity_facts.recorded',
  activities_done: 'activity_facts.done',
  activities_more: 'activity_facts.more',
  files_uploaded: 'activity_facts.uploaded',
  files_pending: 'activity_facts.pending',
  files_failed: 'activity_facts.failed',
  files_done: 'activity_facts.files_done',
  files_more: 'activity_facts.files_more',
  warnings: 'activity_facts.warnings',
  visits_done: 'visit_facts.done',
  visits_more: 'visit_facts.more',
}

const tables = ['form_facts', 'activity_facts', 'visit_facts', 'cell_facts'] as const

async function count(tx: Reader, { studyid, siteid }: Plan, subjectids: readonly string[]): Promise<Counted[]> {
  const ids = sql`${sql.val([...subjectids])}::text[]`
  const own = (row: string) =>
    sql`${sql.ref(`${row}.studyid`)} = ${studyid} and ${sql.ref(`${row}.subjectid`)} = any(${ids})`
  const columns = counts.map((name) => sql`coalesce(${sql.ref(columnOf[name])}, 0)::int as ${sql.ref(name)}`)
  const joins = tables.map(
    (name) => sql`${joinOfWhole} ${sql.ref(name)} on ${sql.ref(`${name}.subjectid`)} = subject.subjectid`,
  )
  const { rows } = await sql<Counted>`with ${sql.join(defineFacts({ studyid: sql`${studyid}`, own }, new Set(tables)))}
    select subject.subjectid, cell_facts.cells, ${sql.join(columns)}, ${basisOf(sql`${studyid}`)} as basis
    from (select * from subject where subject.subjectid = any(${ids}) and subject.siteid = ${siteid}) subject
    ${sql.join(joins, sql` `)} where subject.subjectid is not null`.execute(tx)
  return rows
}

async function keep(tx: Reader, plan: Plan, zone: string, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return
  const { siteid, studyid } = plan
  // What is kept of visits does not depend on the day.
  const standings = new Standings(plan.visits, { zone, today: '' })
  const found = await readSubjects(
    tx,
    plan,
    counted.map(({ subjectid }) => subjectid),
  )
  const rowOf = new Map(found.map((row) => [row.subjectid, row]))
  const rows = counted.flatMap((one) => {
    const row = rowOf.get(one.subjectid)
    if (!row) return []
    const { dayZero: day_zero, ...standing } = standings.kept(row)
    return [{ ...one, siteid, studyid, zone, day_zero, ...standing }]
  })
  await sql`insert into subject_facts select * from jsonb_populate_recordset(null::subject_facts, ${JSON.stringify(rows)}::jsonb)
    on conflict (subjectid, siteid) do update set (${sql.join(replaced.map((name) => sql.ref(name)))}) =
      row(${sql.join(replaced.map((name) => sql.ref(`excluded.${name}`)))})`.execute(tx)
}

const replaced = ['studyid', 'basis', 'cells', ...counts, 'zone', 'day_zero', 'visits', 'deviations', 'unexplained']
