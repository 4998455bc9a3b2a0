import { useMemo } from 'react'
import { useWrite } from '../../calls/graphql.ts'
import {
  AddReferenceDataDocument,
  CompleteReferenceDataDocument,
  DescribeReferenceDataDocument,
  RemoveReferenceDataDocument,
  SetReferenceDataZoneDocument,
} from '../../generated/graphql.ts'
import type { UploadCalls } from './uploads.ts'

/** The calls of an upload. They remain usable after the panel was closed. */
export function useUploadCalls(): UploadCalls {
  const [add] = useWrite(AddReferenceDataDocument)
  const [complete] = useWrite(CompleteReferenceDataDocument)
  const [remove] = useWrite(RemoveReferenceDataDocument)
  const [describe] = useWrite(DescribeReferenceDataDocument)
  const [setZone] = useWrite(SetReferenceDataZoneDocument)
  return useMemo(
    () => ({
      async add({ subjectid, siteid, studyid, activitytypeid, identifier }, filename, sha256) {
        const input = { activitytypeid, filename, siteid, studyid, identifier, sha256 }
        const { addReferenceData } = await add({ subjectid, input })
        const { referencedataid, objectUrl, fields } = addReferenceData
        if (!objectUrl || !fields) throw new Error('addReferenceData answered without objectUrl and fields')
        return { referencedataid, objectUrl, fields }
      },
      async complete(subjectid, referencedataid) {
        const { completeReferenceData } = await complete({ subjectid, referencedataid })
        return completeReferenceData.status
      },
      remove: (subjectid, referencedataid) => remove({ subjectid, referencedataid }),
      async describe(subjectid, referencedataid, description, zone) {
        const ids = { subjectid, referencedataid }
        await describe({ ...ids, description: JSON.stringify(description) })
        if (description.start !== null && description.clock !== 'utc') await setZone({ ...ids, zone })
      },
    }),
    [add, complete, remove, describe, setZone],
  )
}
