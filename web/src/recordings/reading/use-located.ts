import { useCallback, useRef } from 'react'
import { readOnce } from '../../calls/graphql.ts'
import { DownloadLinksDocument } from '../../generated/graphql.ts'
import type { ReferenceDataRecord } from '../../reference-data/file/reference-record.ts'
import type { Locate } from './recording-reader.ts'

/** Gets a fresh link to the bytes of a file, or of another file of the same activity by name. */
export function useLocated(
  subjectid: string,
  file: ReferenceDataRecord,
  siblings: readonly ReferenceDataRecord[],
): Locate {
  const known = useRef(siblings)
  known.current = siblings
  const { activitytypeid, visitid, occurrence, referencedataid } = file
  return useCallback(
    async (filename) => {
      const wanted = known.current.find((each) =>
        filename === null ? each.referencedataid === referencedataid : each.filename === filename,
      )
      if (!wanted) return undefined
      const { listReferenceData } = await readOnce(DownloadLinksDocument, {
        subjectid,
        activitytypeid,
        visitid,
        occurrence,
      })
      const link = listReferenceData.find((each) => each.referencedataid === wanted.referencedataid)?.downloadUrl
      return link && wanted.size ? { url: link, size: wanted.size } : undefined
    },
    [subjectid, activitytypeid, visitid, occurrence, referencedataid],
  )
}
