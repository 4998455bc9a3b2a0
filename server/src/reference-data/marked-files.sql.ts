import { batteryUnits, judgedBy } from '@casebook/domain/recordings/quality/limits.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import type { QualityLimits } from '@casebook/domain/studies/quality-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { Write } from '../writes/write.ts'

/** More files than these can't be asked for. */
export const mostMarkedFiles = 10_000

type Asked = { studyid: string; mark: string | null | undefined; limit: number }

const columns: Record<keyof QualityLimits, RawBuilder<unknown>> = {
  share: sql`study.quality_share`,
  gap: sql`study.quality_gap`,
  dropOut: sql`study.quality_drop_out`,
  clipped: sql`study.quality_clipped`,
  drift: sql`study.quality_drift`,
  calibration: sql`study.quality_calibration`,
  notWorn: sql`study.quality_not_worn`,
  battery: sql`study.quality_battery`,
  volts: sql`study.quality_volts`,
}
const limits = sql`jsonb_build_object(${sql.join(Object.entries(columns).flatMap(([name, column]) => [sql.lit(name), column]))})`

const duration = sql`(file.description ->> 'duration')::float8`

/**
 * Whether a finding is a mark, as `judgedBy` decides. Of a null, neither `<` nor `>` is true. PostgreSQL raises an error
 * where a difference is too large for a float8 or a product too small.
 */
const isMark = sql`coalesce(case found.code
  when 'incomplete' then found.value < study.quality_share or case when greatest(abs(found.begun), abs(found.ended)) < 1e300
    then found.ended - found.begun > study.quality_gap else found.ended > found.begun and study.quality_gap is not null end
  when 'drop-outs' then found.value > study.quality_drop_out
  when 'clipped' then found.value >= study.quality_clipped
  when 'saturated' then found.value >= study.quality_clipped
  when 'clock-drift' then abs(found.value) >= study.quality_drift
  when 'calibration-off' then found.value >= study.quality_calibration
  when 'not-worn' then case when ${duration} > 0 and ${duration} < 1e-200
    then found.value >= 0 and study.quality_not_worn is not null else found.value >= study.quality_not_worn * ${duration} end
  when 'battery-low' then case found.expected
    when ${sql.lit(batteryUnits.percent)} then found.value < study.quality_battery
    when ${sql.lit(batteryUnits.volts)} then found.value < study.quality_volts
    when ${sql.lit(batteryUnits.millivolts)} then found.value < study.quality_volts * 1000
    else found.warned end
  else found.warned end, false)`

/** The marks of a file by the limits that its study has now, each once, in the order of what was found. */
const marks = sql`array(select found.code
  from jsonb_array_elements(file.description -> 'quality' -> 'findings') with ordinality each(finding, place)
  cross join lateral (select finding ->> 'code' as code, (finding ->> 'value')::float8 as value, (finding ->> 'from')::float8 as begun,
    (finding ->> 'to')::float8 as ended, (finding ->> 'expected')::float8 as expected, (finding ->> 'isWarning')::boolean as warned) found
  where ${isMark} group by found.code order by min(each.place))`

/** Of a `study`: its files with a mark, and the subjects that they are of. */
const markedFiles = sql`reference_data file
  join current_subject owner using (subjectid, siteid)
  cross join lateral (select ${marks} as marks) judged
  where file.studyid = study.studyid and file.siteid = study.siteid and file.removed_at is null and file.status = 'UPLOADED'
    and file.description @? '$.quality.findings[*]' and owner.status <> 'DELETED' and judged.marks <> '{}'`

type MarkedFile = {
  subjectid: string
  identifier: string | null
  activitytypeid: string
  visitid: string
  occurrence: number
  referencedataid: string
  filename: string
  marks: string[]
}
/** A study without such files is one row without a file. */
type FoundRow = MarkedFile | { referencedataid: null }

/**
 * Files with a mark by the limits that their study has now, with this one if one is given. Returns undefined if the study
 * does not exist.
 */
export async function listMarkedFiles(db: SiteData, scope: Scope, { studyid, mark, limit }: Asked) {
  const withMark = mark === null || mark === undefined ? sql`` : sql`and ${mark} = any(judged.marks)`
  const { rows } =
    await sql<FoundRow>`select listed.subjectid, listed.identifier, listed.activitytypeid, listed.visitid, listed.occurrence,
      listed.referencedataid, listed.filename, listed.marks
    from current_study study left join lateral (
      select file.subjectid, owner.identifier, file.activitytypeid, file.visitid, file.occurrence, file.referencedataid, file.filename,
        judged.marks
      from ${markedFiles} ${withMark}
      order by lower(owner.identifier) collate "C", file.subjectid, file.activitytypeid, file.visitid collate "C", file.occurrence,
        lower(file.filename) collate "C", file.referencedataid limit ${limit}) listed on true
    where study.studyid = ${studyid} and ${inScope(scope, 'study')}
    order by lower(listed.identifier) collate "C", listed.subjectid, listed.activitytypeid, listed.visitid collate "C", listed.occurrence,
      lower(listed.filename) collate "C", listed.referencedataid`.execute(readsOf(db, scope))
  if (rows.length === 0) return undefined
  return rows.flatMap((row) => (row.referencedataid === null ? [] : [{ ...row, visitid: row.visitid || null }]))
}

type CountRow = { mark: string | null; files: number } | { mark: null; files: null }

/** How many files have each mark, after those with any. Returns undefined if the study does not exist. */
export async function countMarkedFiles(db: SiteData, scope: Scope, studyid: string) {
  const { rows } = await sql<CountRow>`select counted.mark, counted.files
    from current_study study left join lateral (
      select mark, count(distinct marked.referencedataid)::int as files
      from (select file.referencedataid, judged.marks from ${markedFiles}) marked cross join lateral unnest(marked.marks) mark
      group by rollup (mark) having count(*) > 0) counted on true
    where study.studyid = ${studyid} and ${inScope(scope, 'study')}
    order by counted.mark is not null, counted.files desc, counted.mark`.execute(readsOf(db, scope))
  if (rows.length === 0) return undefined
  return rows.flatMap(({ mark, files }) => (files === null ? [] : [{ mark, files }]))
}

/**
 * A description with its findings judged by the limits of the subject's study. It is written anew: of numbers with thousands
 * of digits, which only a text has, the database takes none.
 */
export async function judgeDescription(tx: Write, subjectid: string, description: string): Promise<string> {
  const read = readFileDescription(description)
  if (!read?.quality) return read ? JSON.stringify(read) : description
  const { rows } = await sql<{ limits: QualityLimits }>`select ${limits} as limits
    from study join subject using (studyid, siteid) where subject.subjectid = ${subjectid}`.execute(tx)
  const [found] = rows
  if (!found) return JSON.stringify(read)
  const { quality, duration } = read
  const findings = judgedBy(found.limits, { findings: quality.findings, duration })
  return JSON.stringify({ ...read, quality: { ...quality, findings } })
}
