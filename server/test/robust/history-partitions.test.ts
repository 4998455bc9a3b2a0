import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { makeHistoryRoom } from '../../src/database/schema/history-room.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { startCasebook } from '../beds/casebook.ts'
import { dropDatabases, emptyDatabase, freshDatabase } from '../beds/database.ts'
import { until } from '../beds/live.ts'

vi.setConfig({ testTimeout: 120_000 })

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
afterAll(dropDatabases)

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  ending.push(() => client.end())
  return client
}

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))
const casebook = (env: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, ...env } }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )

/** Adds and changes sites continuously, each in its own transaction. */
async function startWriters(url: string, first = 0) {
  const counts = { written: 0, failures: [] as string[] }
  let isOver = false
  const writers = Array.from({ length: 4 }, async (_, place) => {
    const client = new pg.Client(url)
    await client.connect()
    const actor = `select set_config('casebook.actor', 'tests', true)`
    for (let round = first; !isOver; round++) {
      const siteid = `${'abcd'[place]}${[...String(round)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
      try {
        await client.query(`begin; ${actor}; insert into site (siteid, name) values ('${siteid}', 'A'); commit`)
        await client.query(`begin; ${actor}; update site set name = 'B' where siteid = '${siteid}'; commit`)
        counts.written += 2
      } catch (error) {
        counts.failures.push(String(error))
        await client.query('rollback')
      }
    }
    await client.end()
  })
  const more = async (count: number) => {
    const goal = counts.written + count
    while (counts.written < goal && counts.failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const stop = async () => {
    isOver = true
    await Promise.all(writers)
  }
  ending.push(stop)
  return { counts, more, stop }
}

async function partitionsOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; bound: string; entries: number }>(
    `select relname as name, pg_get_expr(relpartbound, oid) as bound from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'history'::regclass order by oid`,
  )
  return rows
}

test('an existing history becomes the first partition during writes, and nothing is lost', async () => {
  const { owner, superuser } = await emptyDatabase()
  await migrate({ connectionString: owner.url }, undefined, { upTo: '0091-task-runs' })
  const client = await connected(superuser.url)
  await client.query(`select setval('history_historyid_seq', 39000000)`)
  await client.query('create role reporting_of_tests; grant select on history to reporting_of_tests')
  ending.push(() => client.query('drop owned by reporting_of_tests; drop role reporting_of_tests'))
  const writers = await startWriters(owner.url)
  await writers.more(200)
  await migrate({ connectionString: owner.url })
  await writers.more(200)
  await writers.stop()

  expect(writers.counts.failures).toEqual([])
  expect(await partitionsOf(client)).toEqual([
    { name: 'history_1', bound: `FOR VALUES FROM (MINVALUE) TO ('50000000')` },
  ])
  const { rows } = await client.query(
    `select count(*)::int as entries, count(distinct historyid)::int as numbers, min(historyid)::int as first,
      has_table_privilege('reporting_of_tests', 'history', 'select') as readable from history`,
  )
  const { written } = writers.counts
  expect(rows[0]).toEqual({ entries: written, numbers: written, first: 39000001, readable: true })
  expect(await casebook({ DATABASE_URL: owner.url }, 'verify-history')).toContain('says what the tables hold')
})

test('a history that nearly fills its first partition gets another one', async () => {
  const { owner } = await emptyDatabase()
  await migrate({ connectionString: owner.url }, undefined, { upTo: '0091-task-runs' })
  const client = await connected(owner.url)
  await client.query(`select setval('history_historyid_seq', 149999999);
    begin; select set_config('casebook.actor', 'tests', true); insert into site (siteid, name) values ('oslo', 'Oslo'); commit`)
  await migrate({ connectionString: owner.url })
  expect(await partitionsOf(client)).toMatchObject([{ bound: `FOR VALUES FROM (MINVALUE) TO ('200000000')` }])
})

test('the next partition is created in time, and all readers of the history continue across the boundary', async () => {
  const server = await startCasebook()
  ending.push(server.stop)
  const { database, services } = server
  const client = await connected(database.superuser.url)
  await makeHistoryRoom(services.people)
  expect(await partitionsOf(client)).toHaveLength(1)
  await client.query(`select setval('history_historyid_seq', 49999996)`)
  await Promise.all([1, 2, 3].map(() => makeHistoryRoom(services.people)))
  expect(await partitionsOf(client)).toMatchObject([
    { name: 'history_1' },
    { name: 'history_2', bound: `FOR VALUES FROM ('50000000') TO ('100000000')` },
  ])

  const admin = await server.as('admin')
  const nurse = await server.as('nurse')
  const start = (await admin.ask('{ listChanges { position } }')).listChanges.position
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  const study = { siteid: 'oslo', studyid: addStudy.studyid }
  const { addSubjectV2 } = await nurse.ask(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
    { input: { ...study, identifier: 'S-1' } },
  )
  const { subjectid } = addSubjectV2
  for (const identifier of ['S-2', 'S-3', 'S-4']) {
    await nurse.ask('mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }', {
      input: { ...study, subjectid, identifier },
    })
  }
  const { rows } = await client.query('select count(*)::int as before from history where historyid < 50000000')
  const later = await client.query('select count(*)::int as after from history where historyid >= 50000000')
  expect(rows[0].before).toBeGreaterThan(1)
  expect(later.rows[0].after).toBeGreaterThan(1)

  const { listHistory } = await nurse.ask(
    'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { action after } }',
    { studyid: study.studyid, subjectid },
  )
  expect(listHistory.map(({ action }: { action: string }) => action)).toEqual([
    'UPDATED',
    'UPDATED',
    'UPDATED',
    'ADDED',
  ])
  await until('the changes of both partitions are reported', async () => {
    const { listChanges } = await admin.ask(
      'query ($after: String) { listChanges(after: $after) { changes { kind action } } }',
      { after: start },
    )
    // Several updates of one record are one change.
    const said = listChanges.changes.map(({ kind, action }: { kind: string; action: string }) => `${kind} ${action}`)
    return said.includes('SUBJECT ADDED') && said.includes('SUBJECT UPDATED')
  })
  await expect(client.query('delete from history_2')).rejects.toThrow('append-only')
  await expect(client.query('delete from history_1')).rejects.toThrow('append-only')
  const may =
    await client.query(`select has_table_privilege('casebook_runtime', 'history_2', 'insert, update, delete') as may,
    has_function_privilege('casebook_runtime', 'extend_history(bigint)', 'execute') as makes`)
  expect(may.rows[0]).toEqual({ may: false, makes: false })

  // A backup of both partitions is restored into a database with one.
  const folder = await mkdtemp(join(tmpdir(), 'casebook-partitions-'))
  ending.push(() => rm(folder, { recursive: true, force: true }))
  const env = { DATABASE_URL: database.runtime.url, DATABASE_OWNER_URL: database.owner.url, DATA_DIR: server.dataDir }
  await casebook(env, 'backup', join(folder, 'backup'))
  const empty = await emptyDatabase()
  const elsewhere = {
    DATABASE_URL: empty.runtime.url,
    DATABASE_OWNER_URL: empty.owner.url,
    DATA_DIR: join(folder, 'data'),
  }
  expect(await casebook(elsewhere, 'restore', join(folder, 'backup'))).toContain('every row and file compared')
  expect(await casebook(elsewhere, 'verify-history')).toContain('says what the tables hold')
})

/** The statements in growth.md between a marker and the next paragraph. */
async function statementsAfter(marker: string): Promise<string[]> {
  const page = await readFile(new URL('../../../docs/operating/growth.md', import.meta.url), 'utf8')
  const [, part = ''] = page.split(`<!-- ${marker} -->\n`)
  const text = /^(?:\n| {4}.*\n)+/.exec(part)?.[0] ?? ''
  return text
    .replaceAll(/ -- .*$/gm, '')
    .split(/;\s*$/m)
    .map((each) => each.trim())
    .filter(Boolean)
}

test('with the commands of growth.md a partition is moved to other storage, detached and attached during writes', async () => {
  const { owner, superuser } = await freshDatabase()
  const client = await connected(superuser.url)
  const archive = `archive_${process.pid}`
  await client.query(`set allow_in_place_tablespaces = on`)
  await client.query(`create tablespace ${archive} location ''`)
  ending.unshift(() => client.query(`drop tablespace ${archive}`).catch(() => undefined))
  await client.query(`grant create on tablespace ${archive} to public`)
  const early = await startWriters(owner.url)
  await early.more(200)
  await early.stop()
  await client.query(
    `select setval('history_historyid_seq', 50000000); set role ${owner.user}; select extend_history(); reset role`,
  )
  const before = await client.query('select * from history order by historyid')

  const writers = await startWriters(owner.url, 1_000_000)
  await writers.more(100)
  const operator = await connected(owner.url)
  const move = await statementsAfter('move')
  expect(move.length).toBeGreaterThan(10)
  const compared: unknown[] = []
  for (const statement of move) {
    const { command, rows } = await operator.query(statement.replace('= archive', `= ${archive}`))
    if (command === 'SELECT') compared.push(rows)
  }
  expect(compared).toHaveLength(2)
  expect(compared[0]).toEqual(compared[1])
  await writers.more(100)
  const moved = await client.query(
    `select spcname as tablespace from pg_class join pg_tablespace on pg_tablespace.oid = reltablespace where relname = 'history_1'`,
  )
  expect(moved.rows).toEqual([{ tablespace: archive }])
  await expect(operator.query('delete from history_1')).rejects.toThrow('append-only')

  const [detach = '', attach = ''] = await statementsAfter('detach')
  await operator.query(detach)
  const missing = 'the partition before number 50000000 is detached; attach it'
  expect(await casebook({ DATABASE_URL: owner.url }, 'verify-history')).toContain(missing)
  await operator.query(attach)
  await writers.more(100)
  await writers.stop()
  expect(writers.counts.failures).toEqual([])
  const { rows } = await client.query('select * from history order by historyid')
  expect(rows.slice(0, before.rows.length)).toEqual(before.rows)
  expect(rows).toHaveLength(before.rows.length + writers.counts.written)
  expect(await casebook({ DATABASE_URL: owner.url }, 'verify-history')).toContain('says what the tables hold')
})
