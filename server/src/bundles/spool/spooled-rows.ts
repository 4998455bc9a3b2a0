import { type ExportHeading, type ExportRows, readRows } from '@casebook/domain/exports/rows.ts'
import type { Database } from '../../database/connect.ts'
import { readSpool } from './spool-lines.ts'
import { formsOfType } from './write-spool.ts'

/** Returns the rows of an export, read from its spool. */
export function spooledRows(db: Database, exportid: string, heading: ExportHeading): Promise<ExportRows> {
  return readRows(heading, (list, formtypeid) =>
    readSpool(db, exportid, formtypeid === undefined ? list : formsOfType(formtypeid)),
  )
}
