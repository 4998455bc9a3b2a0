import { leastTolerance } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { recordedBetween } from '@casebook/domain/reference-data/recorded-file.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import type { Write } from '../writes/write.ts'
import { readReferenceData } from './reference-data.sql.ts'

type Ids = { subjectid: string; referencedataid: string }

/**
 * The layout set for the most recently described file of this kind, or null if none was set. Includes removed files.
 * Returns undefined if the study does not exist.
 */
export async function findRecordingLayout(
  db: SiteData,
  scope: Scope,
  studyid: string,
  fingerprint: string,
): Promise<string | null | undefined> {
  const row = await readsOf(db, scope)
    .selectFrom('current_study as study')
    .select(
      sql<string | null>`(select nullif(file.description -> 'layout', 'null')::text from reference_data file
        where file.studyid = study.studyid and file.siteid = study.siteid and file.description ->> 'fingerprint' = ${fingerprint}
        order by file.described_at desc limit 1)`.as('layout'),
    )
    .where('study.studyid', '=', studyid)
    .where(inScope(scope, 'study'))
    .executeTakeFirst()
  return row?.layout
}

/** What determines when a file was recorded. */
type RecordingSettings = { description: string | null; zone: string | null; clock_correction: number }

/** What is stored now, locked against changes until the transaction ends. Returns undefined if there is no such file. */
export async function lockRecording(tx: Write, ids: Ids): Promise<RecordingSettings | undefined> {
  return tx
    .selectFrom('reference_data')
    .select(['zone', 'clock_correction', sql<string | null>`description::text`.as('description')])
    .where('referencedataid', '=', ids.referencedataid)
    .where('subjectid', '=', ids.subjectid)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Updates description, zone and clock correction, and the recording time that follows from them. */
export async function updateRecording(
  tx: Write,
  scope: Scope,
  ids: Ids,
  settings: RecordingSettings,
  selection: Selection,
) {
  const { description, zone, clock_correction: clockCorrection } = settings
  const {
    from = null,
    to = null,
    gaps = [],
    tolerance = leastTolerance,
  } = recordedBetween({ description, zone, clockCorrection }) ?? {}
  await sql`update reference_data set description = ${description}::jsonb, zone = ${zone}, clock_correction = ${clockCorrection},
        recorded_from = ${from}, recorded_to = ${to}, recorded_gaps = ${[...gaps]}, recorded_tolerance = ${tolerance},
        described_at = case when description is not distinct from ${description}::jsonb then described_at else now() end
      where referencedataid = ${ids.referencedataid} and subjectid = ${ids.subjectid} and removed_at is null`.execute(
    tx,
  )
  // A statement of its own: who corrected the clock is read from the history, which the update itself does not see.
  return readReferenceData(tx, scope, ids, selection)
}
