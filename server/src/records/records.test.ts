import { isEnumType, isNonNullType } from 'graphql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCasebook } from '../../test/beds/casebook.ts'
import { type FreshDatabase, freshDatabase } from '../../test/beds/database.ts'
import { makePlace } from '../../test/beds/place.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { makeSchema } from '../composition/schema.ts'
import type { MutationResolvers, RemovedKind } from '../generated/resolvers.ts'
import { describeRecord, fileKinds, kindsOf, listedRecords, type RecordKind, recordKinds, records } from './records.ts'

let database: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.owner.url })
  await client.connect()
})
afterAll(() => client.end())

async function column<Value>(statement: string, values: unknown[] = []): Promise<Value[]> {
  const { rows } = await client.query<{ value: Value }>(statement, values)
  return rows.map(({ value }) => value)
}

/** The triggers of the tables, with their functions and arguments: `form_history record_history(formtypeid)`. */
const triggers = `select tgrelid::regclass || ' ' || proname || '(' || rtrim(encode(tgargs, 'escape'), '\\000') || ')' as value
  from pg_trigger join pg_proc on pg_proc.oid = tgfoid where not tgisinternal and tgparentid = 0`

const granted = (table: string) =>
  column<string>(
    `select lower(privilege_type) as value from information_schema.role_table_grants
    where grantee = 'casebook_runtime' and table_schema = 'public' and table_name = $1 order by 1`,
    [table],
  )

test('the tables whose changes are recorded are the kinds of records, each with the id of its description', async () => {
  const recorded = (await column<string>(triggers)).filter((trigger) => trigger.includes(' record_history('))
  expect(recorded.sort()).toEqual(recordKinds.map((kind) => `${kind} record_history(${records[kind].id})`).sort())
})

test('the tables that count their changes are those that the descriptions say', async () => {
  const versioned = (await column<string>(triggers)).filter((trigger) => trigger.includes(' bump_version('))
  const described = recordKinds.filter((kind) => records[kind].isVersioned)
  expect(versioned.sort()).toEqual(described.map((kind) => `${kind} bump_version()`).sort())
})

test('each current_… view is of a record that has one', async () => {
  const views = await column<string>(`select viewname::text as value from pg_views where schemaname = 'public'`)
  const described = recordKinds.filter((kind) => records[kind].hasView).map((kind) => `current_${kind}`)
  expect(views.sort()).toEqual(described.sort())
  for (const view of described) expect(await granted(view), view).toEqual(['select'])
})

test('every mutation that puts a record back, and every kind of restoreRemoved, is that of a record', () => {
  const calls: readonly (keyof MutationResolvers)[] = recordKinds.flatMap((kind) => {
    const { putBack } = records[kind]
    return 'call' in putBack ? [putBack.call] : []
  })
  const kinds: readonly RemovedKind[] = listedRecords.map(({ as }) => as)
  const listed = makeSchema().getType('RemovedKind')
  expect(
    isEnumType(listed) &&
      listed
        .getValues()
        .map(({ name }) => name)
        .sort(),
  ).toEqual([...kinds].sort())
  expect(new Set([...calls, ...kinds]).size).toBe(calls.length + kinds.length)
  for (const kind of recordKinds) {
    if (records[kind].removal === 'hides') expect(Object.keys(records[kind].putBack).length, kind).toBeGreaterThan(0)
  }
})

describe.each(recordKinds)('%s', (kind: RecordKind) => {
  const { key, id, of, isVersioned, removal, internal, personal, file, putBack } = describeRecord(kind)

  test('has the columns that its description names, and the primary key', async () => {
    const columns = await column<string>(
      `select attname::text as value from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [kind],
    )
    const listed = 'listed' in putBack && putBack.listed ? putBack.listed : undefined
    const named = [
      ...[id, ...key, ...internal, ...personal],
      ...{ site: ['siteid'], study: ['siteid', 'studyid'], subject: ['siteid', 'studyid', 'subjectid'] }[
        of === 'people' || of === 'exports' ? 'site' : of
      ].filter(() => of !== 'people'),
      ...(listed ? [listed.id, listed.name, ...(listed.nameKey ? [listed.nameKey] : [])] : []),
      ...(file ? ['object_name', 'status', 'size', 'sha256', 'expires_at', 'created_at'] : []),
    ]
    expect(named.filter((name) => !columns.includes(name))).toEqual([])
    expect(columns.includes('version')).toBe(isVersioned)
    expect(columns.includes('removed_at')).toBe(removal === 'hides')
    expect(columns.includes('object_name')).toBe(file !== null)
    const primary = await column<string>(
      `select a.attname::text as value from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place), pg_attribute a
      where i.indrelid = $1::regclass and i.indisprimary and a.attrelid = i.indrelid and a.attnum = k.attnum order by k.place`,
      [kind],
    )
    expect(primary).toEqual(key)
  })

  test('may be written by the server as far as its description says', async () => {
    expect(await granted(kind)).toEqual([
      ...(removal === 'deletes' ? ['delete'] : []),
      ...['insert', 'select', 'update'],
    ])
  })
})

test('every topic that a change is told to is a subscription of the schema, with its required arguments', () => {
  const ids = { siteid: 'SITE', studyid: 'STUDY', subjectid: 'SUBJECT', activitytypeid: 'ACTIVITYTYPE' }
  const fields = makeSchema().getSubscriptionType()?.getFields() ?? {}
  // Who has a form open is no record: live/presence.ts tells it.
  const ofRecords = Object.values(fields).filter(({ name }) => name !== 'onFormReadersUpdates')
  const subscriptions = ofRecords.map(({ name, args }) => {
    const required = args.filter(({ type }) => isNonNullType(type)).map((arg) => String(Reflect.get(ids, arg.name)))
    return [name, ...required].join(' ')
  })
  const told = recordKinds.flatMap((kind) =>
    (['ADDED', 'UPDATED', 'REMOVED'] as const).flatMap((action) =>
      describeRecord(kind)
        .notices({ ...ids, historyid: 1, kind, action, id: 'ID', old_id: 'OLD', belonging: [] })
        .map(({ topic }) => topic),
    ),
  )
  expect([...new Set(told)].sort()).toEqual(subscriptions.sort())
})

test('the tests call every root field at a place that has a record of each kind', async () => {
  const casebook = await startCasebook()
  try {
    const { siteid } = await makePlace(casebook)
    for (const kind of kindsOf('site', 'study', 'subject')) {
      const rows = await asSuperuser(casebook, `select from ${kind} where siteid = $1 limit 1`, [siteid])
      // A running activity would keep the subject from being closed.
      expect(rows.length, kind).toBe(kind === 'running_activity' ? 0 : 1)
    }
  } finally {
    await casebook.stop()
  }
})

test('files belong to records that a view shows without those that were removed', () => {
  for (const kind of fileKinds) expect(records[kind].hasView).toBe(true)
})
