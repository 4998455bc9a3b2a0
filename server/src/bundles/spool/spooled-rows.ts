import { readRows } from '@casebook/domain/exports/read-rows.ts'
import type { ExportHeading, ExportRows } from '@casebook/domain/exports/rows.ts'
import type { Database } from '../../database/connect.ts'
import type { Counts } from '../../exports/export-statements.sql.ts'
import { readSpool } from './spool-lines.ts'
import { formsOfType } from './write-spool.ts'

/** Returns the rows of an export, read from its spool, and with them how many subjects are deleted. */
export async function spooledRows(db: Database, exportid: string, heading: ExportHeading): Promise<ExportRows> {
  const [counts] = await Array.fromAsync(readSpool<Counts>(db, exportid, 'counts'))
  return readRows({ ...heading, deletedSubjects: counts?.deleted ?? null }, (list, formtypeid) =>
    readSpool(db, exportid, formtypeid === undefined ? list : formsOfType(formtypeid)),
  )
}
