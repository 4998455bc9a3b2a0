import { problem } from '@casebook/domain/shared/problems.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { Write } from '../writes/write.ts'

/** How many uploads may be pending at once: of a person at all sites, and of a site. */
export const mostPending = { person: 500, site: 2000 }

/** `isSending`: its sender says on the way that it is being sent, and is heard of from here on. */
type Begun = { siteid: string; object_name: string; expires_at: Date; bytes: number; isSending?: boolean }

/**
 * Counts an upload that begins, until it is settled or its policy runs out, whether or not its record is removed
 * meanwhile. Throws `upload.pending.person` and `upload.pending.site`. Others who begin one wait until the transaction
 * ends, so that the bound holds however many begin at once.
 */
export async function countPending(tx: Write, { actor }: Scope, { siteid, ...upload }: Begun): Promise<void> {
  const { personid, name } = actor
  await sql`select pg_advisory_xact_lock(hashtext('uploads of a person'), hashtext(${personid})),
    pg_advisory_xact_lock(hashtext('uploads of a site'), hashtext(${siteid}))`.execute(tx)
  const { rows } = await sql<{ ofPerson: number; ofSite: number }>`with pending as (
      select (count(*) filter (where personid = ${personid}))::int as "ofPerson", (count(*) filter (where siteid = ${siteid}))::int as "ofSite"
      from pending_upload where (personid = ${personid} or siteid = ${siteid}) and expires_at > now()),
    added as (insert into pending_upload (object_name, siteid, personid, person_name, bytes, expires_at, heard_at)
      select ${upload.object_name}, ${siteid}, ${personid}, ${name}, ${upload.bytes}::bigint, ${upload.expires_at},
        ${upload.isSending ? sql`now()` : sql`null`} from pending
      where "ofPerson" < ${mostPending.person} and "ofSite" < ${mostPending.site})
    select * from pending`.execute(tx)
  const { ofPerson = 0, ofSite = 0 } = rows[0] ?? {}
  if (ofPerson >= mostPending.person) throw problem('upload.pending.person', { params: { most: mostPending.person } })
  if (ofSite >= mostPending.site) throw problem('upload.pending.site', { params: { most: mostPending.site } })
}

/**
 * Of an upload that was heard of, nothing is heard for so long once its sender is gone: longer than the embedded store
 * waits for a line that stalls (two minutes), and than two beats of a hidden page, whose timers run once a minute.
 */
const silence = sql`interval '150 seconds'`

/** Whether the upload `sent` is being sent: null if its sender says nothing on the way. */
export const isBeingSent = sql<boolean | null>`sent.heard_at > now() - ${silence}`

/** Waits for whoever hears of this upload, and makes them wait until the transaction ends. */
export async function lockPending(tx: Write, objectName: string): Promise<void> {
  await sql`select from pending_upload where object_name = ${objectName} for update`.execute(tx)
}

/** Notes that a file is still being sent. Does nothing if it is settled. */
export async function hearOfUpload(tx: Write, objectName: string): Promise<void> {
  await sql`update pending_upload set heard_at = now() where object_name = ${objectName}`.execute(tx)
}

/** An upload that is settled no longer counts. */
export async function endPending(tx: Write, objectName: string): Promise<void> {
  await tx.deleteFrom('pending_upload').where('object_name', '=', objectName).execute()
}

/** Deletes what no longer counts because its policy ran out, and is not being sent any more. */
export async function forgetExpired(tx: Write): Promise<void> {
  await sql`delete from pending_upload sent where expires_at < now() and not coalesce(${isBeingSent}, false)`.execute(
    tx,
  )
}

/** PendingUploads of a site, by person, the most first. Returns undefined if there is no such site. */
export async function listPendingUploads(db: SiteData, scope: Scope, siteid: string) {
  const { rows } = await sql<{ name: string | null; uploads: number; bytes: number }>`
    select of.name, coalesce(of.uploads, 0) as uploads, coalesce(of.bytes, 0) as bytes
    from current_site site left join lateral (
      select max(person_name) as name, count(*)::int as uploads, sum(bytes)::float8 as bytes from pending_upload
      where pending_upload.siteid = site.siteid and expires_at > now() group by personid) of on true
    where site.siteid = ${siteid} and ${inScope(scope, 'site')}
    order by of.uploads desc, of.name`.execute(readsOf(db, scope))
  // A site where none is pending is one row without a person.
  return rows[0] && rows.flatMap(({ name, ...counted }) => (name === null ? [] : [{ name, ...counted }]))
}
