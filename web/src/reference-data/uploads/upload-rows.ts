import type { UploadEvent } from './upload-state.ts'

type Row = { referencedataid: string; status: string }

/** The changes of rows between two reads of a list of files. */
export function changesOfRows(before: readonly Row[], after: readonly Row[]): UploadEvent[] {
  const now = new Map(after.map(({ referencedataid, status }) => [referencedataid, status]))
  return before.flatMap(({ referencedataid, status: was }): UploadEvent[] => {
    const status = now.get(referencedataid)
    if (status === undefined) return [{ type: 'rowRemoved', referencedataid }]
    if (status === was || (status !== 'UPLOADED' && status !== 'FAILED')) return []
    return [{ type: 'rowSettled', referencedataid, status }]
  })
}
