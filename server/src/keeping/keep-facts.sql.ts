import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { defineFacts, joinOfWhole } from '../shapes/facts/fact-tables.ts'
import { basisOf } from '../shapes/facts/kept-facts.ts'
import { type Plan, readPlan, readSubjects } from '../visits/standings/standing-rows.sql.ts'
import { Standings } from '../visits/standings/standings.ts'
import { write } from '../writes/write.ts'

/** How many notes are read at once. */
const batch = 500

type Place = { siteid: string; studyid: string }
type Note = Place & { noteid: string; subjectid: string }

/** Notes each study that has a subject of which nothing is kept, or not by its types and schedule of now. */
export async function noteUnkept(db: SiteData, scope: Scope, zone: string): Promise<void> {
  await sql`with study as materialized (select studyid, siteid, ${basisOf(sql`study.studyid`)} as basis from study)
    insert into outdated_facts (siteid, studyid)
    select distinct subject.siteid, subject.studyid from subject join study using (studyid, siteid)
    left join subject_facts facts on facts.subjectid = subject.subjectid and facts.siteid = subject.siteid
    where facts.basis is distinct from study.basis or facts.zone is distinct from ${zone}`.execute(readsOf(db, scope))
}

/**
 * Counts some of what is noted. Returns false if nothing was left, or another process is at it. One at a time, and each
 * statement sees what was committed before: whatever changes meanwhile adds a note that this one does not delete.
 */
export function keepSome(db: SiteData, scope: Scope, zone: string): Promise<boolean> {
  return isNoted(readsOf(db, scope)).then(
    (is) =>
      is &&
      write(db, scope, undefined, async (tx) => {
        const turn = await sql<{
          is: boolean
        }>`select pg_try_advisory_xact_lock(hashtext('facts of subjects'), 0) as is`.execute(tx)
        return turn.rows[0]?.is ? keepBatch(tx, zone) : false
      }),
  )
}

async function isNoted(db: Reader): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from outdated_facts) as is`.execute(db)
  return rows[0]?.is ?? false
}

async function keepBatch(tx: Reader, zone: string): Promise<boolean> {
  const { rows: notes } = await sql<Note>`select noteid, siteid, studyid, subjectid from outdated_facts
    where (studyid, siteid) = (select studyid, siteid from outdated_facts limit 1) limit ${batch}`.execute(tx)
  const [place] = notes
  if (!place) return false
  const subjectids = [...new Set(notes.map(({ subjectid }) => subjectid).filter((id) => id !== ''))]
  const ofStudy = sql`study.studyid = ${place.studyid} and study.siteid = ${place.siteid}`
  const plan = await readPlan(tx, ofStudy, 'study')
  const counted = plan && subjectids.length > 0 ? await count(tx, plan, subjectids) : []
  // Types or schedule were changed since the plan was read. Next time.
  if (!plan || counted.some(({ basis }) => basis !== plan.basis)) return true
  await keep(tx, plan, zone, counted)
  await sql`delete from outdated_facts where noteid = any(${sql.val(notes.map(({ noteid }) => noteid))}::uuid[])`.execute(
    tx,
  )
  await noteOutdated(tx, place, zone, notes.length > subjectids.length)
  return true
}

/** Also those of which nothing is kept, or only those that were counted by other types or by another schedule. */
async function noteOutdated(tx: Reader, { studyid, siteid }: Place, zone: string, withMissing: boolean): Promise<void> {
  const isOfStudy = sql`studyid = ${studyid} and siteid = ${siteid}`
  const outdated = sql`select facts.subjectid from subject_facts facts, (select ${basisOf(sql`${studyid}`)} as now) basis
    where ${isOfStudy} and (facts.basis < basis.now or facts.basis > basis.now${withMissing ? sql` or facts.zone <> ${zone}` : sql``})`
  const missing = sql`select subject.subjectid from subject where ${isOfStudy}
    except select subject_facts.subjectid from subject_facts where ${isOfStudy}`
  await sql`insert into outdated_facts (siteid, studyid, subjectid) select ${siteid}, ${studyid}, found.subjectid
    from (${outdated} ${withMissing ? sql`union (${missing})` : sql``} except select noted.subjectid from outdated_facts noted where ${isOfStudy}) found`.execute(
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

const replaced = ['basis', 'cells', ...counts, 'zone', 'day_zero', 'visits', 'deviations', 'unexplained']
