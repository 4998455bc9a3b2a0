import { useEffect, useState } from 'react'
import { useIsConnectionLost } from '../../calls/connection.ts'
import { reportError } from '../../calls/errors.ts'
import { failuresOf } from '../../calls/failures.ts'
import { readOnce } from '../../calls/graphql.ts'
import {
  ExportPreviewDocument,
  type ExportPreviewQuery,
  type ExportPreviewQueryVariables,
} from '../../generated/graphql.ts'

type Preview = ExportPreviewQuery['previewExport']

/** The person may be about to choose more. */
const settleMs = 300

/**
 * What an export would contain; undefined without an input, and until it is counted. Counting takes the server long, so
 * it is done once for each input and not again at every change of a record.
 */
export function usePreview(input: ExportPreviewQueryVariables['input'] | undefined): Preview | undefined {
  const wanted = input && JSON.stringify(input)
  const [counted, setCounted] = useState<{ of: string; preview: Preview }>()
  const isCounted = counted?.of === wanted
  const isLost = useIsConnectionLost()
  useEffect(() => {
    if (wanted === undefined || isCounted || isLost) return
    let isOver = false
    const timer = setTimeout(() => {
      readOnce(ExportPreviewDocument, { input: JSON.parse(wanted) }).then(
        ({ previewExport }) => {
          if (!isOver) setCounted({ of: wanted, preview: previewExport })
        },
        (thrown) => {
          // A lost connection has its own notice, and the count follows when it is back.
          if (!isOver && !failuresOf(thrown).some(({ code }) => code === 'NETWORK')) reportError(thrown)
        },
      )
    }, settleMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted, isCounted, isLost])
  return isCounted ? counted?.preview : undefined
}
