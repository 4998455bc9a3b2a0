import { judgedBy } from '@casebook/domain/recordings/quality/limits.ts'
import type { Finding } from '@casebook/domain/recordings/quality/quality.ts'
import { readFileDescription } from '@casebook/domain/reference-data/file-description.rules.ts'
import type { QualityLimits } from '@casebook/domain/studies/quality-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { Write } from '../writes/write.ts'

/** The maximum number of files returned. */
const most = 10_000

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

type FoundFile = {
  limits: QualityLimits
  subjectid: string
  identifier: string | null
  activitytypeid: string
  visitid: string
  occurrence: number
  referencedataid: string
  filename: string
  findings: readonly Finding[]
  duration: number | null
}
/** A study without such files is one row without a file. */
type FoundRow = FoundFile | { referencedataid: null }

/** Files with a mark by the limits that their study has now. Returns undefined if the study does not exist. */
export async function listMarkedFiles(db: SiteData, scope: Scope, studyid: string) {
  const { rows } =
    await sql<FoundRow>`select ${limits} as limits, file.subjectid, file.identifier, file.activitytypeid, file.visitid, file.occurrence,
      file.referencedataid, file.filename, file.findings, file.duration
    from current_study study left join lateral (
      select file.*, owner.identifier, file.description -> 'quality' -> 'findings' as findings,
        (file.description ->> 'duration')::float8 as duration
      from reference_data file join current_subject owner using (subjectid, siteid)
      where file.studyid = study.studyid and file.siteid = study.siteid and file.removed_at is null and file.status = 'UPLOADED'
        and file.description @? '$.quality.findings[*]' and owner.status <> 'DELETED') file on true
    where study.studyid = ${studyid} and ${inScope(scope, 'study')}
    order by lower(file.identifier) collate "C", file.subjectid, file.activitytypeid, file.visitid collate "C", file.occurrence,
      lower(file.filename) collate "C", file.referencedataid`.execute(readsOf(db, scope))
  if (rows.length === 0) return undefined
  const marked = rows.flatMap((row) => {
    if (row.referencedataid === null) return []
    const { limits: ofStudy, findings, duration, visitid, ...file } = row
    const marks = judgedBy(ofStudy, { findings, duration }).flatMap(({ code, isWarning }) => (isWarning ? [code] : []))
    return marks.length === 0 ? [] : [{ ...file, visitid: visitid || null, marks: [...new Set(marks)] }]
  })
  return marked.slice(0, most)
}

/** A description with its findings judged by the limits of the subject's study. */
export async function judgeDescription(tx: Write, subjectid: string, description: string): Promise<string> {
  const read = readFileDescription(description)
  if (!read?.quality) return description
  const { rows } = await sql<{ limits: QualityLimits }>`select ${limits} as limits
    from study join subject using (studyid, siteid) where subject.subjectid = ${subjectid}`.execute(tx)
  const [found] = rows
  if (!found) return description
  const { quality, duration } = read
  const findings = judgedBy(found.limits, { findings: quality.findings, duration })
  return JSON.stringify({ ...read, quality: { ...quality, findings } })
}
