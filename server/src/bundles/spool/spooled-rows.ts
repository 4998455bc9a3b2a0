import { createHash } from 'node:crypto'
import { exportEntries } from '@casebook/domain/exports/bundle/bundle.ts'
import { deidentifiedRows } from '@casebook/domain/exports/deidentified/deidentified-rows.ts'
import { gatheredTerms } from '@casebook/domain/exports/deidentified/gathered-terms.ts'
import { Pseudonyms } from '@casebook/domain/exports/deidentified/pseudonyms.ts'
import { holdsRecords } from '@casebook/domain/exports/exports.rules.ts'
import type { ExportHeading } from '@casebook/domain/exports/heading.ts'
import { readRows } from '@casebook/domain/exports/read-rows.ts'
import type { ExportRows } from '@casebook/domain/exports/rows.ts'
import { redcapFiles } from '@casebook/domain/form-exchange/redcap-data/redcap-files.ts'
import type { Database } from '../../database/connect.ts'
import type { Counts } from '../../exports/export-statements.sql.ts'
import { recordTables } from '../../exports/records/record-rows.sql.ts'
import { readSpool } from './spool-lines.ts'
import { formsOfType, recordsOf } from './write-spool.ts'

/** Returns the rows of an export, read from its spool, and with them how many subjects are deleted. */
export async function spooledRows(
  db: Database,
  exportid: string,
  heading: ExportHeading,
  isDeidentified: boolean,
): Promise<ExportRows> {
  const [counts] = await Array.fromAsync(readSpool<Counts>(db, exportid, 'counts'))
  const rows = await readRows({ ...heading, deletedSubjects: counts?.deleted ?? null }, (list, formtypeid) =>
    readSpool(db, exportid, formtypeid === undefined ? list : formsOfType(formtypeid)),
  )
  if (!holdsRecords({ ...heading, isDeidentified })) return rows
  const records = recordTables.map((table) => ({
    table,
    lines: () => readSpool<string>(db, exportid, recordsOf(table)),
  }))
  return { ...rows, records }
}

type Exported = { exportid: string; code_key: string | null }

/** The rows as they are exported, and of a de-identified export what must be gone from them. */
export async function exportedRows(db: Database, { exportid, code_key: key }: Exported, heading: ExportHeading) {
  const stored = await spooledRows(db, exportid, heading, key !== null)
  if (key === null) return { rows: stored, watch: undefined }
  const rows = deidentifiedRows(stored, pseudonymsOf(key))
  const watch = await gatheredTerms(stored)
  // What stands in an export of nobody, such as a word of a form type, identifies nobody.
  for await (const entry of exportEntries(withoutSubjects(rows), undefined, undefined, undefined, redcapFiles)) {
    if (entry.kind !== 'made') continue
    const found = new Set<string>()
    const onFound = (term: string) => found.add(term)
    for await (const _ of watch.watching(entry.texts?.() ?? entry.write(), { isBinary: false, onFound }));
    watch.ignore(found)
  }
  return { rows, watch }
}

/** The same export, if nothing had been recorded of anybody. */
function withoutSubjects(rows: ExportRows): ExportRows {
  const none = async function* () {}
  return {
    ...rows,
    heading: { ...rows.heading, subjectids: undefined },
    ...{ users: [], devices: [] },
    ...{ subjects: none, subjectDevices: none, worn: none, subjectVisits: none, forms: none, activities: none },
    ...{ runningActivities: none, referenceData: none, measures: none, history: none },
  }
}

/** The codes and shifts that a key makes. The spool orders subjects by the same hash (`exportStatements`). */
export function pseudonymsOf(key: string): Pseudonyms {
  return new Pseudonyms((text) => createHash('sha256').update(key).update(text).digest('hex'))
}
