import { useMemo } from 'react'
import { useWrite } from '../app/graphql.ts'
import {
  AddReferenceDataDocument,
  CompleteReferenceDataDocument,
  RemoveReferenceDataDocument,
} from '../generated/graphql.ts'
import type { UploadCalls } from './uploads.ts'

/** The calls that an upload makes: they stay good after the panel closed. */
export function useUploadCalls(): UploadCalls {
  const [add] = useWrite(AddReferenceDataDocument)
  const [complete] = useWrite(CompleteReferenceDataDocument)
  const [remove] = useWrite(RemoveReferenceDataDocument)
  return useMemo(
    () => ({
      async add({ subjectid, siteid, studyid, activitytypeid, identifier }, filename) {
        const input = { activitytypeid, filename, siteid, studyid, identifier }
        const { addReferenceData } = await add({ subjectid, input })
        const { referencedataid, objectUrl, fields } = addReferenceData
        if (!objectUrl || !fields) throw new Error('addReferenceData answered without objectUrl and fields')
        return { referencedataid, objectUrl, fields }
      },
      complete: (subjectid, referencedataid) => complete({ subjectid, referencedataid }),
      remove: (subjectid, referencedataid) => remove({ subjectid, referencedataid }),
    }),
    [add, complete, remove],
  )
}
