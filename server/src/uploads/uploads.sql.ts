import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { describeRecord, type FileKind, fileKinds } from '../records/records.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import type { Write } from '../writes/write.ts'
import { isBeingSent, lockPending } from './pending-uploads.sql.ts'

/** What is needed to find a file in the store and settle it. */
export type UploadOnRecord = {
  kind: FileKind
  /** The columns of the primary key, with their values. */
  key: Readonly<Record<string, string | number>>
  subjectid: string | null
  object_name: string
  status: 'PENDING' | 'UPLOADED' | 'FAILED'
  sha256: string | null
  expires_at: Date
  /** Who began it; null once it is settled. */
  sender: string | null
  /** Whether it is being sent; null if its sender says nothing on the way. */
  is_sent: boolean | null
}

function selectUploads(scope: Scope, kind: FileKind) {
  const { key, of } = describeRecord(kind)
  const pairs = key.map((column) => sql`${sql.lit(column)}, file.${sql.ref(column)}`)
  return sql`select ${kind}::text as kind, jsonb_build_object(${sql.join(pairs)}) as key,
      ${of === 'subject' ? sql`file.subjectid` : sql`null::text`} as subjectid,
      file.object_name, file.status, file.sha256, file.expires_at, sent.personid as sender, ${isBeingSent} as is_sent
    from ${sql.table(`current_${kind}`)} file left join pending_upload sent on sent.object_name = file.object_name
    where ${inScope(scope, 'file')}`
}

type Ids = Readonly<Record<string, string | number>>

/** The upload with these columns. Returns undefined if there is none, or it is removed. */
export async function findUpload(db: SiteData, scope: Scope, kind: FileKind, ids: Ids) {
  return readUpload(readsOf(db, scope), scope, kind, ids)
}

/** How long after its policy ends an upload that began in time is looked for: 150 MB at 20 kB/s. */
const lateArrival = sql`interval '2 hours'`

/**
 * Uploads that the store may know about: those PENDING for a minute or more, earliest policy end first, or only those of
 * them that are not being sent any more, or FAILED ones that may still arrive, latest failure first. Closed and deleted
 * subjects are not changed.
 */
export async function listUnsettledUploads(
  db: SiteData,
  scope: Scope,
  { status, isSilent = false, most }: { status: 'PENDING' | 'FAILED'; isSilent?: boolean; most: number },
): Promise<UploadOnRecord[]> {
  const isPending = status === 'PENDING'
  const unsettled = fileKinds.map((kind) => {
    const isChangeable =
      describeRecord(kind).of === 'subject'
        ? sql`and exists (select from subject where subject.subjectid = file.subjectid and subject.siteid = file.siteid
            and subject.status = 'OPEN')`
        : sql``
    return sql`(${selectUploads(scope, kind)} and file.status = ${status} ${isChangeable}
      ${isSilent ? sql`and not ${isBeingSent}` : sql``}
      and ${isPending ? sql`file.created_at < now() - interval '1 minute'` : sql`file.expires_at > now() - ${lateArrival}`}
      order by file.expires_at ${isPending ? sql`asc` : sql`desc`} limit ${most})`
  })
  const { rows } = await sql<UploadOnRecord>`select * from (${sql.join(unsettled, sql` union all `)}) unsettled
    order by expires_at ${isPending ? sql`asc` : sql`desc`} limit ${most}`.execute(readsOf(db, scope))
  return rows
}

/**
 * Locks what decides whether the file may change, and returns the upload as it is then. Throws SUBJECT_NOT_OPEN. Returns
 * undefined if the file is removed.
 */
export async function lockUpload(tx: Write, scope: Scope, { kind, key, subjectid, object_name }: UploadOnRecord) {
  if (subjectid !== null) await lockWritableSubject(tx, scope, subjectid)
  await lockPending(tx, object_name)
  return readUpload(tx, scope, kind, key)
}

async function readUpload(reader: Reader, scope: Scope, kind: FileKind, ids: Ids): Promise<UploadOnRecord | undefined> {
  const { rows } = await sql<UploadOnRecord>`${selectUploads(scope, kind)} ${matching(ids)}`.execute(reader)
  return rows[0]
}

/** The outcome of an upload: its size if the store has it, null if it failed. An UPLOADED file is not changed. */
export async function settleUpload(tx: Write, kind: FileKind, key: Ids, size: number | null): Promise<void> {
  const status = size === null ? 'FAILED' : 'UPLOADED'
  await sql`update ${sql.table(kind)} as file set status = ${status}, size = ${size}
    where status not in ('UPLOADED', ${status}) ${matching(key)}`.execute(tx)
}

function matching(ids: Ids) {
  return sql.join(
    Object.entries(ids).map(([column, value]) => sql`and file.${sql.ref(column)} = ${value}`),
    sql` `,
  )
}
