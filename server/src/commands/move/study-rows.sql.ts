import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Reader } from '../../access/site-data.ts'
import { keyOf, type RecordTable } from '../../exports/records/record-rows.sql.ts'
import type { Write } from '../../writes/write.ts'
import { type Client, inTransaction } from '../contents/tables.sql.ts'

export type StoredTable = Exclude<RecordTable, 'form_type_state'>

/** Where a study moves. `devices`: by the uid of a device there, the uid of the site's own device that takes its place. */
export type Place = { siteid: string; studyid: string; devices: ReadonlyMap<string, string> }

/** Columns that a moved row has only once all of its study is there. */
const laterColumns: Partial<Record<StoredTable, readonly string[]>> = { study: ['removed_at', 'version'] }

/** The lines of a bundle as rows of a table, at the site to which they move. */
function rowsOf(table: StoredTable, { siteid, devices }: Place, lines: readonly string[]) {
  const uids = JSON.stringify(Object.fromEntries(devices))
  return sql`jsonb_populate_recordset(null::${sql.table(table)}, (
    select coalesce(jsonb_agg(line::jsonb || jsonb_build_object('siteid', ${siteid}::text)
      || case when jsonb_exists(line::jsonb, 'deviceuid')
        then jsonb_build_object('deviceuid', coalesce(${uids}::jsonb ->> (line::jsonb ->> 'deviceuid'), line::jsonb ->> 'deviceuid'))
        else '{}' end), '[]')
    from unnest(${sql.val([...lines])}::text[]) line))`
}

/** The columns of a table that a row of the bundle has. Others keep what new rows have. */
async function columnsOf(db: Reader, table: StoredTable, line: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and jsonb_exists(${line}::jsonb, attname)
    order by attnum`.execute(db)
  return rows.map(({ name }) => name)
}

/** Adds rows, except those that are there. Returns how many were added. */
export async function addRows(tx: Write, place: Place, table: StoredTable, lines: readonly string[]): Promise<number> {
  const columns = await columnsOf(tx, table, lines[0] ?? '{}')
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${names})
    select ${names} from ${rowsOf(table, place, lines)} on conflict (${sql.join(keyOf(table).map((name) => sql.ref(name)))}) do nothing`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** How many of these rows are stored exactly so. */
export async function countEqualRows(
  db: Reader,
  _scope: Scope,
  place: Place,
  table: StoredTable,
  lines: readonly string[],
): Promise<number> {
  const later = laterColumns[table] ?? []
  const columns = (await columnsOf(db, table, lines[0] ?? '{}')).filter((name) => !later.includes(name))
  const row = (alias: string) => sql`row(${sql.join(columns.map((name) => sql.ref(`${alias}.${name}`)))})`
  const isSame = sql.join(
    keyOf(table).map((name) => sql`${sql.ref(`stored.${name}`)} = ${sql.ref(`moved.${name}`)}`),
    sql` and `,
  )
  const { rows } = await sql<{ count: number }>`select count(*)::float8 as count
    from ${rowsOf(table, place, lines)} moved join ${sql.table(table)} stored on ${isSame}
    where ${row('stored')} is not distinct from ${row('moved')}`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many rows of the study a table has. */
export async function countRows(db: Reader, _scope: Scope, { siteid, studyid }: Place, table: StoredTable) {
  const { rows } = await sql<{ count: number }>`select count(*)::float8 as count from ${sql.table(table)} row
    where row.siteid = ${siteid} and row.studyid = ${studyid}`.execute(db)
  return rows[0]?.count ?? 0
}

export type StoredStudy = { siteid: string; isHidden: boolean; isByCommand: boolean }

/** The study if it is here, at any site: whether it is removed, and whether this actor added it. */
export async function findStudyHere(db: Reader, { actor }: Scope, studyid: string): Promise<StoredStudy | undefined> {
  const { rows } =
    await sql<StoredStudy>`select study.siteid as siteid, study.removed_at is not null as "isHidden", exists (
      select from history where history.kind = 'study' and history.id = study.studyid and history.siteid = study.siteid
        and history.action = 'ADDED' and history.actor = ${actor.personid})
      and not exists (select from history where history.kind = 'study' and history.id = study.studyid
        and history.siteid = study.siteid and history.action <> 'ADDED') as "isByCommand"
    from study where study.studyid = ${studyid} limit 1`.execute(db)
  return rows[0]
}

export async function hasSite(db: Reader, _scope: Scope, siteid: string): Promise<boolean> {
  const { rows } = await sql`select from current_site site where site.siteid = ${siteid}`.execute(db)
  return rows.length > 0
}

/** Adds the study, hidden as if it was removed, unless it is there. */
export async function addHiddenStudy(tx: Write, place: Place, line: string): Promise<void> {
  const { rows } = await sql<{ hidden: string }>`select (${line}::jsonb || jsonb_build_object('removed_at', now(),
    'version', (${line}::jsonb ->> 'version')::int - 1))::text as hidden`.execute(tx)
  await addRows(tx, place, 'study', [rows[0]?.hidden ?? line])
}

export async function showStudy(tx: Write, { siteid, studyid }: Place): Promise<void> {
  await sql`update study set removed_at = null where siteid = ${siteid} and studyid = ${studyid}`.execute(tx)
}

export type SiteDevice = { deviceuid: string; deviceid: string; hw_id: string | null }

/** The devices of a site that are not removed. */
export async function listSiteDevices(db: Reader, _scope: Scope, siteid: string): Promise<SiteDevice[]> {
  const { rows } = await sql<SiteDevice>`select device.deviceuid, device.deviceid, device.hw_id from device
    where device.siteid = ${siteid} and device.removed_at is null`.execute(db)
  return rows
}

/** The version of a form type that is stored; 0 if there is none. */
export async function readTypeVersion(db: Reader, _scope: Scope, { siteid }: Place, formtypeid: string) {
  const { rows } = await sql<{ version: number }>`select version from form_type
    where formtypeid = ${formtypeid} and siteid = ${siteid}`.execute(db)
  return rows[0]?.version ?? 0
}

/** Makes a form type what it was in this state. */
export async function setTypeState(tx: Write, place: Place, formtypeid: string, line: string): Promise<void> {
  // The trigger counts the version.
  const columns = (await columnsOf(tx, 'form_type', line)).filter((name) => name !== 'version')
  const names = sql.join(columns.map((name) => sql.ref(name)))
  await sql`update form_type set (${names}) = (select ${names} from ${rowsOf('form_type', place, [line])})
    where formtypeid = ${formtypeid} and siteid = ${place.siteid}`.execute(tx)
}

/**
 * Replaces what the triggers of the devices told of what was worn by what the bundle tells. As the owner of the tables:
 * the server's role only reads this one.
 */
export async function replaceWorn(
  client: Client,
  { siteid, studyid, devices }: Place,
  batches: AsyncIterable<readonly string[]>,
): Promise<void> {
  await inTransaction(client, async () => {
    await client.query('delete from worn where siteid = $1 and studyid = $2', [siteid, studyid])
    for await (const lines of batches)
      await client.query(
        `insert into worn select (jsonb_populate_record(null::worn, line::jsonb || jsonb_build_object('siteid', $1::text,
          'deviceuid', coalesce($2::jsonb ->> (line::jsonb ->> 'deviceuid'), line::jsonb ->> 'deviceuid')))).* from unnest($3::text[]) line`,
        [siteid, JSON.stringify(Object.fromEntries(devices)), lines],
      )
  })
}
