import { useEffect } from 'react'
import { useRead } from '../../calls/graphql.ts'
import { MeasuresDocument, type MeasuresQuery } from '../../generated/graphql.ts'

export type MeasuredFile = MeasuresQuery['listMeasures'][number]
export type MeasureRow = MeasuredFile['measures'][number]

const lookEveryMs = 3_000

/** What was measured in a file. Polls while it waits for that. Undefined until it is known. */
export function useMeasures(subjectid: string, referencedataid: string): MeasuredFile | undefined {
  const { data, reread } = useRead(MeasuresDocument, { subjectid, referencedataid })
  const file = data?.listMeasures[0]
  const isWaiting = file?.state === 'WAITING'
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => document.visibilityState === 'visible' && void reread(), lookEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting, reread])
  return file
}
