import { useCallback } from 'react'
import { reportError } from '../../calls/errors.ts'
import { readOnce } from '../../calls/graphql.ts'
import type { SubjectRecordQuery } from '../../generated/graphql.ts'
import { DownloadLinksDocument } from '../../generated/graphql.ts'

/** A reference-data file as the subject's screen reads it. */
export type ReferenceDataRecord = NonNullable<
  SubjectRecordQuery['getSubject']
>['activities'][number]['referenceData'][number]

/** Downloads a file of a subject by a link that is requested when it is needed. */
export function useDownload(subjectid: string): (file: ReferenceDataRecord) => Promise<void> {
  return useCallback(
    async ({ activitytypeid, visitid, occurrence, referencedataid }) => {
      try {
        const ofActivity = { subjectid, activitytypeid, visitid, occurrence }
        const { listReferenceData } = await readOnce(DownloadLinksDocument, ofActivity)
        const link = listReferenceData.find((file) => file.referencedataid === referencedataid)?.downloadUrl
        // The response is an attachment, so the page stays.
        if (link) location.assign(link)
      } catch (thrown) {
        reportError(thrown)
      }
    },
    [subjectid],
  )
}
