import { holdsRecords } from '@casebook/domain/exports/exports.rules.ts'
import { exportLists, exportStreams, type UserRow } from '@casebook/domain/exports/rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import { type Database, type OneConnection, onOneConnection } from '../../database/connect.ts'
import { unscoped } from '../../database/unscoped.ts'
import { type ExportPlace, exportStatements } from '../../exports/export-statements.sql.ts'
import { type RecordTable, recordRows, recordTables } from '../../exports/records/record-rows.sql.ts'
import { gatherStatistics } from '../../writes/statistics.ts'
import { removeSpool, SpoolPart } from './spool-lines.ts'

type Row = { line: string; formtypeid?: string; actor?: string; actor_name?: string; historyid?: number }

/** Rows fetched from the cursor at a time. */
const atOnce = 2_000

/**
 * The part with the forms of one type. Forms are spooled twice, so that the table of one type is read without the
 * others.
 */
export const formsOfType = (formtypeid: string) => `forms ${formtypeid}`

/** The part with the rows of a table as stored. */
export const recordsOf = (table: RecordTable) => `records ${table}`

type Spool = {
  /** Where the rows are read: the database itself or a standby. */
  source: Database
  db: Database
  scope: Scope
  exportid: string
  place: ExportPlace
  signal: AbortSignal
}

/**
 * Copies the rows of an export into the spool, in one read-only transaction that ends as soon as they are copied.
 * Returns the time that the rows show, if the database knows it, the counts of rows and the size of the files.
 */
export async function writeSpool({ source, db, scope, exportid, place, signal }: Spool) {
  await removeSpool(db, exportid)
  await gatherStatistics(db)
  return onOneConnection(source, async ({ reader, now }) => {
    await now('begin isolation level repeatable read read only')
    try {
      const statements = exportStatements(scope, place)
      // On a standby, the last commit that the snapshot can show. By the clock of the primary, as all times of records.
      const { rows } = await sql<{ at: Date | null }>`
        select case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() else now() end as at`.execute(
        unscoped(reader),
      )
      const at = rows[0]?.at ?? undefined
      const copy = async (query: RawBuilder<{ line: string }>, add: (row: Row) => Promise<void>) => {
        for await (const row of fetchAll(reader, query, now)) {
          signal.throwIfAborted()
          await add(row)
        }
      }
      for (const name of [...exportLists, ...exportStreams.filter((stream) => stream !== 'forms')]) {
        const part = new SpoolPart(db, exportid, name)
        await copy(statements[name], (row) => part.add(row.line))
        await part.end()
      }
      await copyForms(db, exportid, (add) => copy(statements.forms, add))
      if (holdsRecords({ ...place, isDeidentified: Boolean(place.codeKey) })) {
        const stored = recordRows(scope, place)
        for (const table of recordTables) {
          const part = new SpoolPart(db, exportid, recordsOf(table))
          await copy(stored[table], (row) => part.add(JSON.stringify(row.line)))
          await part.end()
        }
      }
      const users = place.history ? await copyHistory(db, exportid, (add) => copy(statements.history, add)) : []
      const part = new SpoolPart(db, exportid, 'users')
      for (const user of users) await part.add(JSON.stringify(user))
      await part.end()
      const [counts] = (await statements.counts.execute(unscoped(reader))).rows
      const counted = new SpoolPart(db, exportid, 'counts')
      if (counts) await counted.add(JSON.stringify(counts))
      await counted.end()
      return { at, counts }
    } finally {
      await now('rollback')
    }
  })
}

type Copy = (add: (row: Row) => Promise<void>) => Promise<void>

async function copyForms(db: Database, exportid: string, copy: Copy): Promise<void> {
  const all = new SpoolPart(db, exportid, 'forms')
  const byType = new Map<string, SpoolPart>()
  await copy(async ({ line, formtypeid = '' }) => {
    await all.add(line)
    const part = byType.get(formtypeid) ?? new SpoolPart(db, exportid, formsOfType(formtypeid))
    byType.set(formtypeid, part)
    await part.add(line)
  })
  for (const part of [all, ...byType.values()]) await part.end()
}

/** Returns everyone who acted in the history, each with their latest name, ordered by id. */
async function copyHistory(db: Database, exportid: string, copy: Copy): Promise<UserRow[]> {
  const part = new SpoolPart(db, exportid, 'history')
  // The rows are ordered by subject, not by time.
  const names = new Map<string, { name: string; historyid: number }>()
  await copy(async ({ line, actor = '', actor_name: name = '', historyid = 0 }) => {
    if (historyid >= (names.get(actor)?.historyid ?? 0)) names.set(actor, { name, historyid })
    await part.add(line)
  })
  await part.end()
  return [...names].map(([actor, { name }]) => ({ actor, name })).sort((a, b) => (a.actor < b.actor ? -1 : 1))
}

async function* fetchAll(reader: Database, query: RawBuilder<{ line: string }>, now: OneConnection['now']) {
  await sql`declare spooled no scroll cursor for ${query}`.execute(unscoped(reader))
  for (;;) {
    const { rows } = await now<Row>(`fetch ${atOnce} from spooled`)
    yield* rows
    if (rows.length < atOnce) break
  }
  await now('close spooled')
}
