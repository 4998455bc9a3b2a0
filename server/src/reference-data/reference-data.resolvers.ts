import {
  whyNotClockCorrection,
  whyNotFileDescription,
  whyNotRecorderZone,
} from '@casebook/domain/reference-data/file-description.rules.ts'
import {
  whyNotFilename,
  whyNotSha256,
  whyNotSha256Given,
} from '@casebook/domain/reference-data/reference-data.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { lockActivity } from '../activities/activities.sql.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { valueUnder } from '../graphql/shaped-types.ts'
import { isStored } from '../shapes/file-fields.ts'
import { referenceDataShape } from '../shapes/reference-data.shape.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { lockWritableSubject } from '../subjects/subjects.sql.ts'
import { beginUpload, completeUpload } from '../uploads/settle-upload.ts'
import { findUpload } from '../uploads/uploads.sql.ts'
import { putBackRecord, removeRecord } from '../writes/records.sql.ts'
import { givenReason, newId } from '../writes/versions.ts'
import { write } from '../writes/write.ts'
import { listDeviceElsewhere, listSameFiles } from './found-files.sql.ts'
import { countMarkedFiles, judgeDescription, listMarkedFiles, mostMarkedFiles } from './marked-files.sql.ts'
import { findRecordingLayout, lockRecording, updateRecording } from './recordings.sql.ts'
import { findRemovedFile, insertReferenceData, listReferenceData, readReferenceData } from './reference-data.sql.ts'
import { isStaleLayout } from './stale-layout.ts'

export const referenceDataResolvers: Resolvers = {
  ReferenceData: {
    async downloadUrl(file, _, { store, origin }, info) {
      const stored = valueUnder(file, String(info.path.key))
      return isStored(stored) ? store.presignDownload(stored.objectName, stored.filename, origin) : null
    },
  },
  Query: {
    async listReferenceData(_, ids, { lists, scope }, info) {
      const rows = await listReferenceData(lists, scope, ids, selectionOf(info))
      if (rows === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return rows
    },

    async getRecordingLayout(_, { studyid, fingerprint }, { db, scope }) {
      const layout = await findRecordingLayout(db, scope, studyid, fingerprint)
      if (layout === undefined) throw problem('study.missing', { field: 'studyid' })
      return layout
    },

    async listSameFiles(_, { studyid, sha256 }, { db, scope }, info) {
      const why = whyNotSha256Given(sha256)
      if (why) throw why
      const rows = await listSameFiles(db, scope, { studyid, sha256 }, selectionOf(info))
      if (rows === undefined) throw problem('study.missing', { field: 'studyid' })
      return rows
    },

    async listMarkedFiles(_, { studyid, mark, limit: given }, { lists, scope }) {
      const limit = given ?? mostMarkedFiles
      if (limit < 1 || limit > mostMarkedFiles)
        throw problem('marked.range', { field: 'limit', params: { max: mostMarkedFiles } })
      const files = await listMarkedFiles(lists, scope, { studyid, mark, limit })
      if (files === undefined) throw problem('study.missing', { field: 'studyid' })
      return files
    },

    async countMarkedFiles(_, { studyid }, { lists, scope }) {
      const counts = await countMarkedFiles(lists, scope, studyid)
      if (counts === undefined) throw problem('study.missing', { field: 'studyid' })
      return counts
    },

    async listDeviceElsewhere(_, { subjectid }, { db, scope }, info) {
      const rows = await listDeviceElsewhere(db, scope, subjectid, selectionOf(info))
      if (rows === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return rows
    },
  },
  Mutation: {
    async addReferenceData(_, { subjectid, input }, context, info) {
      const { db, scope } = context
      const why = whyNotFilename(input.filename) ?? whyNotSha256(input.sha256)
      if (why) throw why
      const referencedataid = newId()
      // Contains only our own ids, because no text of the caller may get into the form's fields.
      const object_name = `${input.studyid}/${referencedataid}`
      return write(db, scope, undefined, async (tx) => {
        const subject = await lockWritableSubject(tx, scope, subjectid)
        const { siteid, studyid } = subject
        if (studyid !== input.studyid || siteid !== input.siteid)
          throw problem('subject.missing', { field: 'subjectid' })
        if (input.identifier && cleanName(input.identifier) !== subject.identifier)
          throw problem('upload.identifier', { field: 'identifier' })
        const { activitytypeid, filename } = input
        const activity = await lockActivity(tx, { subjectid, activitytypeid }, input)
        if (!activity) throw problem('activity.missing', { field: 'activitytypeid' })
        const { visitid, occurrence } = activity
        const { columns, form } = await beginUpload(tx, context, {
          kind: 'reference_data',
          siteid,
          object_name,
          sha256: input.sha256,
          sending: input.sending,
        })
        const ofActivity = { subjectid, activitytypeid, visitid, occurrence }
        const row = { referencedataid, siteid, studyid, ...ofActivity, filename, ...columns }
        return insertReferenceData(tx, row, form, selectionOf(info))
      })
    },

    async completeReferenceData(_, { stopped, sending, ...ids }, { db, scope, store }, info) {
      const upload = await findUpload(db, scope, 'reference_data', { ...ids })
      if (!upload) throw problem('reference-data.missing', { field: 'referencedataid' })
      await completeUpload({ db, scope, store }, upload, { stopped, sending })
      const file = await readReferenceData(db, scope, ids, selectionOf(info))
      if (file === undefined) throw problem('reference-data.missing', { field: 'referencedataid' })
      return file
    },

    async removeReferenceData(_, { subjectid, referencedataid }, { db, scope }, info) {
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const removed = await removeRecord(
          tx,
          'reference_data',
          { subjectid, referencedataid },
          referenceDataShape,
          selectionOf(info),
        )
        if (removed === undefined) throw problem('reference-data.missing', { field: 'referencedataid' })
        return removed
      })
    },

    async describeReferenceData(_, { description, previousLayout, ...ids }, { db, scope }, info) {
      const why = whyNotFileDescription(description)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, ids.subjectid)
        const before = found(await lockRecording(tx, ids))
        if (previousLayout !== undefined && isStaleLayout(before.description, description, previousLayout))
          throw problem('recording.layout.stale')
        const judged = await judgeDescription(tx, ids.subjectid, description)
        return found(await updateRecording(tx, scope, ids, { ...before, description: judged }, selectionOf(info)))
      })
    },

    async setReferenceDataZone(_, { zone = null, previousZone, ...ids }, { db, scope }, info) {
      const why = whyNotRecorderZone(zone)
      if (why) throw why
      return write(db, scope, undefined, async (tx) => {
        await lockWritableSubject(tx, scope, ids.subjectid)
        const before = found(await lockRecording(tx, ids))
        // Whoever sets what is set already undoes nothing.
        const isStale = previousZone !== undefined && before.zone !== previousZone && before.zone !== zone
        if (isStale) throw problem('recording.zone.stale', { field: 'zone' })
        return found(await updateRecording(tx, scope, ids, { ...before, zone }, selectionOf(info)))
      })
    },

    async correctReferenceDataClock(_, { seconds, previousSeconds, reason, ...ids }, { db, scope }, info) {
      const why = whyNotClockCorrection(seconds)
      if (why) throw why
      return write(db, scope, givenReason(reason), async (tx) => {
        await lockWritableSubject(tx, scope, ids.subjectid)
        const before = found(await lockRecording(tx, ids))
        if (before.clock_correction !== previousSeconds) throw problem('recording.correction.stale')
        return found(await updateRecording(tx, scope, ids, { ...before, clock_correction: seconds }, selectionOf(info)))
      })
    },

    async putBackReferenceData(_, { subjectid, referencedataid, reason }, { db, scope }, info) {
      return write(db, scope, givenReason(reason), async (tx) => {
        await lockWritableSubject(tx, scope, subjectid)
        const file = await findRemovedFile(tx, { subjectid, referencedataid })
        if (!file) throw problem('removed.missing', { field: 'referencedataid' })
        const activity = await lockActivity(tx, { subjectid, activitytypeid: file.activitytypeid }, file)
        if (!activity) throw problem('activity.missing', { field: 'referencedataid' })
        if (activity.began_at && file.removed_at && file.removed_at < activity.began_at)
          throw problem('reference-data.former', { field: 'referencedataid' })
        return putBackRecord(
          tx,
          'reference_data',
          { subjectid, referencedataid },
          referenceDataShape,
          selectionOf(info),
        )
      })
    },
  },
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw problem('reference-data.missing', { field: 'referencedataid' })
  return value
}
