import { encodeFormFields } from '@casebook/domain/reference-data/reference-data.rules.ts'
import type { RequestContext } from '../graphql/context.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { countUpload } from '../operations/metrics/counters.ts'
import { type FileKind, records } from '../records/records.ts'
import { type Write, write } from '../writes/write.ts'
import { countPending, endPending, hearOfUpload } from './pending-uploads.sql.ts'
import { lockUpload, settleUpload, type UploadOnRecord } from './uploads.sql.ts'

/** Allows for clock differences between this server and the store. */
const graceMs = 60_000

type Upload = {
  kind: FileKind
  siteid: string
  object_name: string
  sha256: string | null | undefined
  sending: boolean | null | undefined
}

/**
 * The columns of a new file, and the form that uploads it, which is not stored. Throws `upload.pending.person` and
 * `upload.pending.site` if too many are pending.
 */
export async function beginUpload(
  tx: Write,
  { store, origin, scope }: Pick<RequestContext, 'store' | 'origin' | 'scope'>,
  { kind, siteid, object_name, sha256: given, sending }: Upload,
) {
  const sha256 = given || null
  const form = await store.presignUpload(object_name, origin, {
    most: records[kind].file.most,
    sha256: sha256 ?? undefined,
  })
  const { most: bytes } = records[kind].file
  const isSending = sending ?? false
  await countPending(tx, scope, { siteid, object_name, bytes, expires_at: form.expiresAt, isSending })
  return {
    columns: { object_name, sha256, expires_at: form.expiresAt },
    form: { objectUrl: form.url, fields: encodeFormFields(form.fields) },
  }
}

/**
 * Looks for an upload in the store and records the outcome. It stays PENDING while it is being sent, as far as its sender
 * tells, or else while its policy still allows it to begin, unless the sender has stopped (`isStopped`).
 * An object that violates the policy is removed from the store. The policy applies when an upload begins, so a slow
 * upload may arrive after it ended: a FAILED upload then becomes UPLOADED. Throws SUBJECT_NOT_OPEN, and
 * `store.unavailable`, which changes nothing.
 */
export async function settleFromStore(
  { db, store, scope }: Pick<RequestContext, 'db' | 'store' | 'scope'>,
  upload: UploadOnRecord,
  isStopped = false,
): Promise<void> {
  const found = await store.head(upload.object_name)
  const mayCome = ({ sender, is_sent, expires_at }: UploadOnRecord) => {
    // Of somebody else's file, what the caller says counts only if nothing is heard of it.
    const isOver = isStopped && (sender === scope.actor.personid || !is_sent)
    return !isOver && (is_sent ?? Date.now() < expires_at.getTime() + graceMs)
  }
  if (!found && (upload.status === 'FAILED' || mayCome(upload))) return
  const isAllowed = found !== undefined && (await isWhatWasAllowed(store, upload, found.size))
  const isSettled = await write(db, scope, undefined, async (tx) => {
    const locked = await lockUpload(tx, scope, upload)
    // It may have been heard of since it was looked for.
    if (!locked || (!found && mayCome(locked))) return false
    await settleUpload(tx, upload.kind, upload.key, isAllowed ? found.size : null)
    await endPending(tx, upload.object_name)
    return true
  })
  if (isSettled) countUpload(isAllowed ? 'UPLOADED' : 'FAILED')
  if (found && !isAllowed) await store.remove(upload.object_name)
}

/** What the sender of a file says of it, or asks: with neither, the store is asked. */
export async function completeUpload(
  context: Pick<RequestContext, 'db' | 'store' | 'scope'>,
  upload: UploadOnRecord,
  { stopped, sending }: { stopped?: boolean | null | undefined; sending?: boolean | null | undefined },
): Promise<void> {
  const { db, scope } = context
  if (sending && !stopped) {
    if (upload.sender === scope.actor.personid)
      await write(db, scope, undefined, (tx) => hearOfUpload(tx, upload.object_name))
  } else if (upload.status !== 'UPLOADED') await settleFromStore(context, upload, stopped ?? false)
}

/** Some stores accept a form without its file, or do not verify the SHA-256 of the policy. */
async function isWhatWasAllowed(store: ObjectStore, { kind, object_name, sha256 }: UploadOnRecord, size: number) {
  if (size < 1 || size > records[kind].file.most) return false
  return sha256 === null || (await store.sha256Of(object_name)) === sha256
}
