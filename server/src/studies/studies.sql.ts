import { problem } from '@casebook/domain/shared/problems.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { readListBelow, readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { siteShape } from '../shapes/site.shape.ts'
import { studyShape } from '../shapes/study.shape.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the site does not exist. */
export function listStudies(db: SiteData, scope: Scope, siteid: string, selection: Selection) {
  return readListBelow(db, scope, { kind: 'site', shape: siteShape, ids: { siteid }, field: 'studies' }, selection)
}

export function findStudy(db: SiteData, scope: Scope, siteid: string, studyid: string, selection: Selection) {
  return readRecord(db, scope, { kind: 'study', shape: studyShape, ids: { studyid, siteid } }, selection)
}

function selectStudy(tx: Reader, scope: Scope, studyid: string) {
  return tx
    .selectFrom('study')
    .innerJoin('current_site', 'current_site.siteid', 'study.siteid')
    .select(['study.siteid', 'study.studyid', 'study.name', 'study.status', 'study.places', 'study.version'])
    .where('study.studyid', '=', studyid)
    .where('study.removed_at', 'is', null)
    .where(inScope(scope, 'study'))
}

/** The study, locked against changes and removal until the transaction ends. */
export async function lockStudy(tx: Write, scope: Scope, studyid: string) {
  return selectStudy(tx, scope, studyid).forNoKeyUpdate('study').executeTakeFirst()
}

/** The study while something is added below it. Others may do the same, but its status can't change. */
export async function lockStudyStatus(tx: Write, scope: Scope, studyid: string) {
  return selectStudy(tx, scope, studyid).forShare('study').executeTakeFirst()
}

/** The places where devices are or were worn in the study, as they were spelled. */
export async function listUsedPlaces(tx: Write, studyid: string): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`select distinct coalesce(worn.body_place, lower(worn.position)) as place
    from worn where worn.studyid = ${studyid} order by 1`.execute(tx)
  return rows.map(({ place }) => place)
}

/** The study as it is, without a lock. */
export async function findStudyRow(db: SiteData, scope: Scope, studyid: string) {
  return selectStudy(readsOf(db, scope), scope, studyid).executeTakeFirst()
}

/** The study while its types or its list of subjects are changed. Throws NOT_FOUND, or STUDY_NOT_OPEN. */
export async function lockChangeableStudy(tx: Write, scope: Scope, studyid: string, siteid?: string) {
  const study = await lockStudyStatus(tx, scope, studyid)
  if (!study || (siteid !== undefined && study.siteid !== siteid)) throw problem('study.missing', { field: 'studyid' })
  const why = whyStudyTakesNoChanges(study)
  if (why) throw why
  return study
}
