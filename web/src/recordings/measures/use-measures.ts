import { useRead } from '../../calls/graphql.ts'
import { MeasuresDocument, type MeasuresQuery } from '../../generated/graphql.ts'
import { useRereadWhile } from '../../reference-data/file/reread-while.ts'

export type MeasuredFile = MeasuresQuery['listMeasures'][number]
export type MeasureRow = MeasuredFile['measures'][number]

/** What was measured in a file. Polls while it waits for that. Undefined until it is known. */
export function useMeasures(subjectid: string, referencedataid: string): MeasuredFile | undefined {
  const { data, reread } = useRead(MeasuresDocument, { subjectid, referencedataid })
  const file = data?.listMeasures[0]
  useRereadWhile(file?.state === 'WAITING', reread)
  return file
}
