import { encodeFormFields, whyNotFilename, whyNotSha256 } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { lockActivity } from '../activities/activities.sql.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { newId } from '../platform/ids.ts'
import { selectionOf } from '../platform/selection.ts'
import { valueUnder } from '../platform/shaped-types.ts'
import { write } from '../platform/write.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import {
  findUpload,
  insertReferenceData,
  listReferenceData,
  readReferenceData,
  removeReferenceData,
  type Stored,
} from './reference-data.sql.ts'
import { settleFromStore } from './settle-upload.ts'

export const referenceDataResolvers: Resolvers = {
  ReferenceData: {
    async downloadUrl(file, _, { store, origin }, info) {
      const stored = valueUnder(file, String(info.path.key))
      return isStored(stored) ? store.presignDownload(stored.objectName, stored.filename, origin) : null
    },
  },
  Query: {
    async listReferenceData(_, ids, { db, scope }, info) {
      const rows = await listReferenceData(db, scope, ids, selectionOf(info))
      if (rows === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return rows
    },
  },
  Mutation: {
    async addReferenceData(_, { subjectid, input }, { db, scope, store, origin }, info) {
      const why = whyNotFilename(input.filename) ?? whyNotSha256(input.sha256)
      if (why) throw why
      const referencedataid = newId()
      // Made of ids of our own alone: no text of the user's may reach the form's fields.
      const object_name = `${input.studyid}/${referencedataid}`
      return write(db, scope.actor, undefined, async (tx) => {
        const subject = await lockWritableSubject(tx, scope, subjectid)
        const { siteid, studyid } = subject
        if (studyid !== input.studyid || siteid !== input.siteid)
          throw problem('subject.missing', { field: 'subjectid' })
        if (input.identifier && cleanName(input.identifier) !== subject.identifier)
          throw problem('upload.identifier', { field: 'identifier' })
        const { activitytypeid, filename } = input
        if (!(await lockActivity(tx, { subjectid, activitytypeid })))
          throw problem('activity.missing', { field: 'activitytypeid' })
        const sha256 = input.sha256 || null
        const form = await store.presignUpload(object_name, origin, { sha256: sha256 ?? undefined })
        const row = {
          referencedataid,
          siteid,
          studyid,
          subjectid,
          activitytypeid,
          filename,
          object_name,
          sha256,
          expires_at: form.expiresAt,
        }
        return insertReferenceData(
          tx,
          row,
          { objectUrl: form.url, fields: encodeFormFields(form.fields) },
          selectionOf(info),
        )
      })
    },

    async completeReferenceData(_, ids, { db, scope, store }, info) {
      const upload = await findUpload(db, scope, ids)
      if (!upload) throw problem('reference-data.missing', { field: 'referencedataid' })
      if (upload.status !== 'UPLOADED') await settleFromStore({ db, scope, store }, upload)
      return readReferenceData(db, scope, ids, selectionOf(info))
    },

    async removeReferenceData(_, ids, { db, scope }, info) {
      return write(db, scope.actor, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, ids.subjectid)
        const removed = await removeReferenceData(tx, ids, selectionOf(info))
        if (removed === undefined) throw problem('reference-data.missing', { field: 'referencedataid' })
        return removed
      })
    },
  },
}

/** What the shape writes for `downloadUrl` of a file that is there. */
function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && 'objectName' in value && 'filename' in value
}
