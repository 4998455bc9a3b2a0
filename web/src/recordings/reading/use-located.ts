import { useCallback } from 'react'
import { readOnce } from '../../calls/graphql.ts'
import { DownloadLinksDocument } from '../../generated/graphql.ts'
import type { ReferenceDataRecord } from '../../reference-data/file/use-download.ts'
import type { Locate } from './recording-reader.ts'

/** Gets a fresh link to the bytes of a file, or of another file of the same activity by name. */
export function useLocated(subjectid: string, file: ReferenceDataRecord): Locate {
  const { activitytypeid, visitid, occurrence, referencedataid } = file
  return useCallback(
    async (filename) => {
      const { listReferenceData } = await readOnce(DownloadLinksDocument, {
        subjectid,
        activitytypeid,
        visitid,
        occurrence,
      })
      const wanted = listReferenceData.find((each) =>
        filename === null ? each.referencedataid === referencedataid : each.filename === filename,
      )
      return wanted?.downloadUrl && wanted.size ? { url: wanted.downloadUrl, size: wanted.size } : undefined
    },
    [subjectid, activitytypeid, visitid, occurrence, referencedataid],
  )
}
