import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import type { RequestContext } from '../platform/context.ts'
import { countUpload } from '../platform/metrics.ts'
import { type ObjectStore, uploadSeconds } from '../platform/object-store/object-store.ts'
import { write } from '../platform/write.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import { settleUpload, type UploadOnRecord } from './reference-data.sql.ts'

/** The policy is asked for when an upload begins; a slow line may be as long again in sending what it let begin. */
const graceMs = uploadSeconds * 1000

/**
 * Looks for an upload in the store and puts on record what came of it; leaves it PENDING while it may still come.
 * An object that is not what the policy allowed is taken out of the store. One that comes after all settles a FAILED
 * upload as UPLOADED. Throws SUBJECT_NOT_OPEN, and `store.unavailable`, which changes nothing.
 */
export async function settleFromStore(
  { db, store, scope }: Pick<RequestContext, 'db' | 'store' | 'scope'>,
  upload: UploadOnRecord,
): Promise<void> {
  const found = await store.head(upload.object_name)
  if (!found && Date.now() < upload.expires_at.getTime() + graceMs) return
  const isAllowed = found !== undefined && (await isWhatWasAllowed(store, upload, found.size))
  await write(db, scope.actor, undefined, async (tx) => {
    await lockWritableSubject(tx, scope, upload.subjectid)
    await settleUpload(tx, upload, isAllowed ? found.size : null)
  })
  countUpload(isAllowed ? 'UPLOADED' : 'FAILED')
  if (found && !isAllowed) await store.remove(upload.object_name)
}

/** Some stores take an upload without its file, or do not compare the SHA-256 that the policy names. */
async function isWhatWasAllowed(store: ObjectStore, { object_name, sha256 }: UploadOnRecord, size: number) {
  if (size < 1 || size > maxUploadBytes) return false
  return sha256 === null || (await store.sha256Of(object_name)) === sha256
}
