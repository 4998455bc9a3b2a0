import type { Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import { type Counts, type ExportPlace, exportStatements } from './export-statements.sql.ts'

/** Counts what an export would contain now. */
export async function countExport(db: SiteData, scope: Scope, place: ExportPlace): Promise<Counts> {
  const { rows } = await exportStatements(scope, place).counts.execute(readsOf(db, scope))
  return rows[0] ?? { subjects: 0, rows: 0, history: 0, files: 0, fileBytes: 0 }
}
