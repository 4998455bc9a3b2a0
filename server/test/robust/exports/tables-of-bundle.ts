import { readCsv } from '@casebook/domain/exports/csv/read-csv.ts'
import { openBundle } from '../../../src/commands/move/bundle-file.ts'

/** What differs between two installations that hold the same study: its site, and who wrote it there and when. */
const own = /^(siteid|created_at|created_by|changed_at|changed_by)$/

/** Tables that are not of the study alone. */
const left = new Set(['sites.csv', 'history.csv', 'study_documents.csv'])

/**
 * The tables of a bundle as rows of cells by heading, without what differs where the study moved, and of each uploaded
 * file its SHA-256.
 */
export async function tablesOfBundle(path: string): Promise<Map<string, unknown[]>> {
  const bundle = await openBundle(path)
  const tables = new Map<string, unknown[]>()
  for (const { path: name, sha256 } of bundle.entries) {
    if (name.startsWith('files/') || name.startsWith('snapshots/')) tables.set(name, [sha256])
    if (!name.endsWith('.csv') || name.startsWith('files/') || left.has(name)) continue
    const text = (await Array.fromAsync(await bundle.read(name))).join('')
    const [headings, ...rows] = readCsv(text)
    const shown = rows.map(({ cells }) =>
      Object.fromEntries(
        cells.flatMap((cell, place) => {
          const heading = String(headings?.cells[place])
          return own.test(heading) ? [] : [[heading, cell] as const]
        }),
      ),
    )
    tables.set(name, shown)
  }
  bundle.close()
  return tables
}
