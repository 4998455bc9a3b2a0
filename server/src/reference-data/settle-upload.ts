import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import type { RequestContext } from '../graphql/context.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { countUpload } from '../operations/metrics/counters.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import { write } from '../writes/write.ts'
import { settleUpload, type UploadOnRecord } from './reference-data.sql.ts'

/** Allows for clock differences between this server and the store. */
const graceMs = 60_000

/**
 * Looks for an upload in the store and records the outcome. It stays PENDING while its policy still allows it to begin.
 * An object that violates the policy is removed from the store. The policy applies when an upload begins, so a slow
 * upload may arrive after it ended: a FAILED upload then becomes UPLOADED. Throws SUBJECT_NOT_OPEN, and
 * `store.unavailable`, which changes nothing.
 */
export async function settleFromStore(
  { db, store, scope }: Pick<RequestContext, 'db' | 'store' | 'scope'>,
  upload: UploadOnRecord,
): Promise<void> {
  const found = await store.head(upload.object_name)
  if (!found && (upload.status === 'FAILED' || Date.now() < upload.expires_at.getTime() + graceMs)) return
  const isAllowed = found !== undefined && (await isWhatWasAllowed(store, upload, found.size))
  await write(db, scope, undefined, async (tx) => {
    await lockWritableSubject(tx, scope, upload.subjectid)
    await settleUpload(tx, upload, isAllowed ? found.size : null)
  })
  countUpload(isAllowed ? 'UPLOADED' : 'FAILED')
  if (found && !isAllowed) await store.remove(upload.object_name)
}

/** Some stores accept a form without its file, or do not verify the SHA-256 of the policy. */
async function isWhatWasAllowed(store: ObjectStore, { object_name, sha256 }: UploadOnRecord, size: number) {
  if (size < 1 || size > maxUploadBytes) return false
  return sha256 === null || (await store.sha256Of(object_name)) === sha256
}
