import { isUnderWay } from '@casebook/domain/exports/exports.rules.ts'
import { useEffect } from 'react'
import { useRead } from '../calls/graphql.ts'
import { ExportsDocument, type ExportsQuery, OnExportsUpdatesDocument } from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'

export type ExportRow = ExportsQuery['listExports'][number]

/** The extent of an export: a site, a study, or one subject. */
export type ExportOf = { siteid: string; studyid?: string; subjectid?: string }

const lookEveryMs = 1_000

/** The exports of a site, or those of one study or subject in it. Polls while one is in progress. */
export function useExports({ siteid, studyid, subjectid }: ExportOf) {
  const { data, isReading, reread } = useRead(ExportsDocument, { siteid })
  useLive(OnExportsUpdatesDocument, { siteid })
  const isMade = data?.listExports.some(isUnderWay) ?? false
  useEffect(() => {
    if (!isMade) return
    const timer = setInterval(() => void reread(), lookEveryMs)
    return () => clearInterval(timer)
  }, [isMade, reread])
  const rows = data?.listExports.filter(
    (row) =>
      (studyid === undefined || row.studyid === studyid) &&
      (subjectid === undefined ? studyid === undefined || !row.subjectid : row.subjectid === subjectid),
  )
  return { rows, isReading, ownRunning: data?.listExports.find((row) => row.own && isUnderWay(row)) }
}
