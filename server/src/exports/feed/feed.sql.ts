import { tablesOf } from '@casebook/domain/exports/columns/tables.ts'
import { feedTables } from '@casebook/domain/exports/feed/feed.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readsOf, type SiteData } from '../../access/site-data.ts'
import { write } from '../../writes/write.ts'
import { recordAccess } from '../export-events.sql.ts'
import { readSomeRows } from '../subject-rows.sql.ts'

/** What a feed shows: a study as it is now, without deleted subjects. */
export type FeedPlace = { siteid: string; studyid: string }

const extent = { subjectid: null, closedOnly: false, deleted: false, history: false }

/** The ids of the next subjects of a study, in the order of exports. */
export async function nextSubjects(
  db: SiteData,
  scope: Scope,
  place: FeedPlace,
  after: string,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ subjectid: string }>`select subjectid from current_subject subject
    where subject.siteid = ${place.siteid} and subject.studyid = ${place.studyid} and subject.status <> 'DELETED'
      and subject.subjectid collate "C" > ${after} and ${inScope(scope, 'subject')}
    order by subject.subjectid collate "C" limit ${most}`.execute(readsOf(db, scope))
  return rows.map(({ subjectid }) => subjectid)
}

/** The tables with the rows of these subjects; with null, those of the study and its site. */
export async function readFeedTables(
  db: SiteData,
  scope: Scope,
  place: FeedPlace,
  subjectids: string[] | null,
  zone: string,
) {
  const lists = subjectids === null ? 'of the study' : 'all'
  return feedTables(tablesOf(await readSomeRows(db, scope, { ...place, ...extent, subjectids }, zone, lists)))
}

/** Records in the history that somebody reads the feed, once an hour. */
export async function recordFeed(db: SiteData, scope: Scope, place: FeedPlace): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from export_access access join history
      on history.kind = 'export_access' and history.id = access.accessid and history.subjectid is null
    where access.siteid = ${place.siteid} and access.studyid = ${place.studyid} and access.what = 'FEED'
      and access.created_at > now() - interval '1 hour' and history.actor = ${scope.actor.personid} and ${inScope(scope, 'access')}) as is`.execute(
    readsOf(db, scope),
  )
  if (rows[0]?.is) return
  await write(db, scope, undefined, (tx) => recordAccess(tx, { ...place, subjectid: null, what: 'FEED' }))
}
