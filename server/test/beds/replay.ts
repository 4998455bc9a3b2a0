import pg from 'pg'
import { expect } from 'vitest'
import { isRecordKind, recordKinds, records } from '../../src/records/records.ts'
import type { Casebook } from './casebook.ts'

type Row = Record<string, unknown>
export type Entry = {
  historyid: number
  actor: string
  actor_name: string
  groups: string[]
  reason: string | null
  kind: string
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  subjectid: string | null
  id: string
  before: Row | null
  after: Row | null
}

export async function asSuperuser<Found extends pg.QueryResultRow>(
  { database }: Casebook,
  statement: string,
  values: unknown[] = [],
): Promise<Found[]> {
  const client = new pg.Client({ connectionString: database.superuser.url })
  await client.connect()
  try {
    return (await client.query<Found>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** The history after an entry, oldest first. */
export function readHistory(casebook: Casebook, after = 0): Promise<Entry[]> {
  return asSuperuser<Entry>(casebook, 'select * from history where historyid > $1 order by historyid', [after])
}

/**
 * Replays the history from its beginning. Fails unless each entry continues the one before, no version decreases, and
 * the result equals the tables. Returns the entries.
 */
export async function expectHistoryToReplay(casebook: Casebook): Promise<Entry[]> {
  const entries = await readHistory(casebook)
  const present = new Map<string, Row>()
  for (const { historyid, kind, before, after } of entries) {
    const key = keyOf(kind, after ?? before ?? {})
    expect(before, `entry ${historyid} of ${key}`).toEqual(present.get(key) ?? null)
    if (before && after && isRecordKind(kind) && records[kind].isVersioned)
      expect(after.version).toBe(Number(before.version) + 1)
    if (after) present.set(key, after)
    else present.delete(key)
  }
  for (const kind of recordKinds) {
    const rows = await asSuperuser<{ row: Row }>(casebook, `select to_jsonb(t) as row from ${kind} t`)
    const replayed = [...present].filter(([key]) => key.startsWith(`${kind} `))
    expect(new Map(rows.map(({ row }) => [keyOf(kind, row), row])), kind).toEqual(new Map(replayed))
  }
  return entries
}

function keyOf(kind: string, row: Row): string {
  if (!isRecordKind(kind)) throw new Error(`${kind} is no kind of record`)
  return [kind, ...records[kind].key.map((column) => row[column])].join(' ')
}
