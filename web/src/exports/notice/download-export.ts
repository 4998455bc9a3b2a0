import { reportError } from '../../calls/errors.ts'
import { failuresOf } from '../../calls/failures.ts'
import { readOnce } from '../../calls/graphql.ts'
import { ExportLinkDocument } from '../../generated/graphql.ts'

/** Fetches the bundle. The link is requested when it is used, because it is valid for minutes only. */
export async function downloadExport(exportid: string): Promise<void> {
  try {
    const { getExportLink } = await readOnce(ExportLinkDocument, { exportid })
    window.location.assign(getExportLink)
  } catch (thrown) {
    for (const failure of failuresOf(thrown)) reportError(failure)
  }
}
