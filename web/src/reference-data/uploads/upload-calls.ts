import { isZoneMissing } from '@casebook/domain/reference-data/file-description.ts'
import { call, mutationOf, write } from '../../calls/call.ts'
import { failuresOf } from '../../calls/failures.ts'
import { rereadShown, writeOnce } from '../../calls/graphql.ts'
import {
  AddReferenceDataDocument,
  CompleteReferenceDataDocument,
  DescribeReferenceDataDocument,
  HearOfReferenceDataDocument,
  RemoveReferenceDataDocument,
  SetReferenceDataZoneDocument,
} from '../../generated/graphql.ts'
import type { UploadCalls } from './upload-effects.ts'

/**
 * The calls of an upload. Those of many files follow each other, so none waits until the screen is refreshed: live
 * updates do that, and without them the refresh after a file's last step.
 */
export const uploadCalls: UploadCalls = {
  async add({ subjectid, siteid, studyid, activitytypeid, visitid, occurrence, identifier }, filename, sha256, key) {
    const file = { filename, sha256, sending: true }
    const input = { activitytypeid, visitid, occurrence, siteid, studyid, identifier, ...file }
    const { addReferenceData } = await write(mutationOf(AddReferenceDataDocument, { subjectid, input }), { key })
    const { referencedataid, objectUrl, fields } = addReferenceData
    if (!objectUrl || !fields) throw new Error('addReferenceData answered without objectUrl and fields')
    return { referencedataid, objectUrl, fields }
  },
  async complete(subjectid, referencedataid) {
    const { completeReferenceData } = await writeOnce(CompleteReferenceDataDocument, { subjectid, referencedataid })
    void rereadShown()
    return completeReferenceData.status
  },
  async stop(subjectid, referencedataid) {
    await writeOnce(CompleteReferenceDataDocument, { subjectid, referencedataid, stopped: true })
    void rereadShown()
  },
  async beat(subjectid, referencedataid) {
    const ids = { subjectid, referencedataid }
    // It changes nothing on the screen, and a later one makes up for it.
    await call(HearOfReferenceDataDocument, ids, { isRead: true, isBackground: true })
  },
  async leave(subjectid, referencedataid) {
    const ids = { subjectid, referencedataid }
    await call(CompleteReferenceDataDocument, { ...ids, stopped: true }, { isBackground: true, keepalive: true })
  },
  async remove(subjectid, referencedataid) {
    await writeOnce(RemoveReferenceDataDocument, { subjectid, referencedataid })
    // The list must not show its row once the upload is gone.
    await rereadShown()
  },
  async describe(subjectid, referencedataid, description, zone) {
    const ids = { subjectid, referencedataid }
    // Who opened it meanwhile, and chose how it is read, is not overruled. The zone is said all the same.
    const described = { ...ids, description: JSON.stringify(description), previousLayout: 'null' }
    try {
      await writeOnce(DescribeReferenceDataDocument, described)
    } catch (thrown) {
      if (!failuresOf(thrown).every(({ reason }) => reason === 'recording.layout.stale')) throw thrown
    }
    if (isZoneMissing(description)) await writeOnce(SetReferenceDataZoneDocument, { ...ids, zone, previousZone: null })
    void rereadShown()
  },
}
