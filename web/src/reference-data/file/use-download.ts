import { useCallback } from 'react'
import { reportError } from '../../calls/errors.ts'
import { readOnce } from '../../calls/graphql.ts'
import { DownloadLinksDocument } from '../../generated/graphql.ts'

/** Downloads a file of an activity by a link that is requested when it is needed. */
export function useDownload(subjectid: string, activitytypeid: string): (referencedataid: string) => Promise<void> {
  return useCallback(
    async (referencedataid) => {
      try {
        const { listReferenceData } = await readOnce(DownloadLinksDocument, { subjectid, activitytypeid })
        const link = listReferenceData.find((file) => file.referencedataid === referencedataid)?.downloadUrl
        // The response is an attachment, so the page stays.
        if (link) location.assign(link)
      } catch (thrown) {
        reportError(thrown)
      }
    },
    [subjectid, activitytypeid],
  )
}
