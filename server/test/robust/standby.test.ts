import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { proveScope, systemActor } from '../../src/access/scope.ts'
import { readsOf } from '../../src/access/site-data.ts'
import { openSource } from '../../src/bundles/job/standby.ts'
import { writeSpool } from '../../src/bundles/spool/write-spool.ts'
import { migrate } from '../../src/database/schema/migrate.ts'
import { unscoped } from '../../src/database/unscoped.ts'
import { type Casebook, type Person, startCasebook } from '../beds/casebook.ts'
import { until } from '../beds/live.ts'
import { startWithStandby } from '../beds/standby.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

let beds: Awaited<ReturnType<typeof startWithStandby>>
let dataDir: string
/** Two servers with one database and its standby. */
let first: Casebook
let second: Casebook
let nurse: Person
let study: { siteid: string; studyid: string }
let subjects = 0

beforeAll(async () => {
  beds = await startWithStandby()
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-reads-'))
  const { owner, runtime, superuser } = beds.primary
  await migrate({ connectionString: owner.url }, runtime.user)
  const database = { owner, runtime, superuser }
  const settings = { DATABASE_READ_URL: beds.readUrl, MAKE_EXPORTS: 'false' }
  first = await startCasebook(settings, { database, dataDir })
  second = await startCasebook(settings, { database, dataDir })
  const admin = await first.as('admin')
  nurse = await first.as('nurse')
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  study = { siteid: 'oslo', studyid: addStudy.studyid }
})
afterAll(async () => {
  await second.stop()
  await first.stop()
  await beds.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function readsFrom(source: 'standby' | 'primary'): Promise<number> {
  const { values = [] } = (await register.getSingleMetric('casebook_list_reads_total')?.get()) ?? {}
  return values.find(({ labels }) => labels.source === source)?.value ?? 0
}

async function add(person = nurse): Promise<string> {
  subjects += 1
  const identifier = `S-${subjects}`
  await person.ask('mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }', {
    input: { ...study, identifier },
  })
  return identifier
}

async function list(person = nurse): Promise<string[]> {
  const { listSubjects } = await person.ask(
    'query ($studyid: ID!) { listSubjects(studyid: $studyid) { identifier } }',
    study,
  )
  return listSubjects.map(({ identifier }: { identifier: string }) => identifier)
}

/** Resolves when lists are read from the standby again, after it was not used for a while. */
const untilUsed = () =>
  until(
    'the standby is used',
    async () => {
      const before = await readsFrom('standby')
      await list()
      return (await readsFrom('standby')) > before
    },
    20_000,
  )

test('lists are read from the standby, and contain what was just saved in any session on any server', async () => {
  await untilUsed()
  const before = { standby: await readsFrom('standby'), primary: await readsFrom('primary') }
  const elsewhere = second.here(nurse)
  const colleague = await second.as('coordinator')
  for (let round = 0; round < 30; round++) {
    const identifier = await add(round % 2 ? nurse : elsewhere)
    const seen = await Promise.all([list(), list(elsewhere), list(colleague)])
    for (const each of seen) expect(each).toContain(identifier)
  }
  expect(await readsFrom('standby')).toBeGreaterThan(before.standby)
})

test('while the standby is behind, lists are complete and read from the primary; later from the standby again', async () => {
  await untilUsed()
  await beds.onStandby('select pg_wal_replay_pause()')
  const before = await readsFrom('primary')
  for (let round = 0; round < 5; round++) expect(await list()).not.toContain(`S-${subjects + 1}`)
  const identifier = await add()
  expect(await list()).toContain(identifier)
  expect(await readsFrom('primary')).toBeGreaterThan(before)
  await beds.onStandby('select pg_wal_replay_resume()')
  await untilUsed()
  expect(await list()).toContain(identifier)
})

test('a read that the standby cancels because of a conflict with replay is answered by the primary', async () => {
  await untilUsed()
  await beds.onStandby(`alter system set max_standby_streaming_delay = '100ms'`)
  await beds.onStandby('select pg_reload_conf()')
  const { lists } = first.services
  const scope = proveScope(systemActor('tests'), 'all')
  const before = { standby: await readsFrom('standby'), primary: await readsFrom('primary') }
  const reading = sql<{ count: number }>`select count(*) from study, pg_sleep(3)`.execute(readsOf(lists, scope))
  await until('it is under way on the standby', async () => {
    const rows = await beds.onStandby(
      `select from pg_stat_activity where query like '%pg_sleep(3)' and wait_event = 'PgSleep'`,
    )
    return rows.length > 0
  })
  await beds.onPrimary('begin; lock table study in access exclusive mode; commit')
  expect((await reading).rows).toEqual([{ count: 1 }])
  expect(await readsFrom('standby')).toBe(before.standby)
  expect(await readsFrom('primary')).toBe(before.primary + 1)
})

test('an unavailable standby is not used until it is back', async () => {
  await untilUsed()
  await beds.stopStandby()
  const identifier = await add()
  expect(await list()).toContain(identifier)
  expect(await list(second.here(nurse))).toContain(identifier)
  await beds.startStandby()
  await untilUsed()
  expect(await list()).toContain(identifier)
})

test('an export waits until the standby has everything that was committed when it was requested', async () => {
  await beds.onStandby('select pg_wal_replay_pause()')
  const identifier = await add()
  let isOpen = false
  const opening = openSource(first.services.people, { databaseReadUrl: beds.readUrl })(new AbortController().signal)
  void opening.then(() => {
    isOpen = true
  })
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(isOpen).toBe(false)
  await beds.onStandby('select pg_wal_replay_resume()')
  const { source, close } = await opening
  const rows = await source.selectFrom('history').select('id').where('kind', '=', 'subject').execute()
  await close()
  expect(rows).toHaveLength(subjects)
  expect(identifier).toBe(`S-${subjects}`)
})

const check = () =>
  promisify(execFile)(process.execPath, [cli, 'check'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: beds.primary.runtime.url,
      DATABASE_READ_URL: beds.readUrl,
      DATA_DIR: dataDir,
    },
  }).then(
    ({ stdout }) => stdout,
    ({ stdout }) => String(stdout),
  )

test('an export from the standby shows nothing later than its moment', async () => {
  const everywhere = proveScope(systemActor('tests'), 'all')
  const signal = new AbortController().signal
  const { source, at, close } = await openSource(first.services.people, { databaseReadUrl: beds.readUrl })(signal)
  const identifier = await add()
  await until('the standby has the new subject', async () => {
    const { rows } = await sql<{
      is: boolean
    }>`select exists (select from subject where identifier = ${identifier}) as is`.execute(unscoped(source))
    return rows[0]?.is === true
  })
  const place = {
    siteid: 'oslo',
    studyid: null,
    subjectid: null,
    subjectids: null,
    closedOnly: false,
    deleted: false,
    history: true,
  }
  const db = readsOf(first.services.db, everywhere)
  const spooled = await writeSpool({ source, db, scope: everywhere, exportid: 'moment', place, signal })
  await close()
  const { rows } = await sql<{ at: Date }>`select max(at) as at from history where kind = 'subject'`.execute(db)
  const last = rows[0]?.at.getTime() ?? Number.POSITIVE_INFINITY
  expect(last).toBeGreaterThanOrEqual(at?.getTime() ?? Number.POSITIVE_INFINITY)
  expect(spooled.at?.getTime()).toBeGreaterThanOrEqual(last)
})

test('check reports whether the standby follows', async () => {
  expect(await check()).toContain('✓ database  The standby of DATABASE_READ_URL answers, and is of the same database.')
})

test('after a failover, lists and exports are read from the standby as soon as it follows, although it does not show that yet', async () => {
  // Nothing but a restart point would show it.
  await beds.onStandby('alter system set bgwriter_lru_maxpages = 0')
  await beds.onStandby('select pg_reload_conf()')
  await untilUsed()
  await beds.onStandby('select pg_wal_replay_pause()')
  await beds.failOver()
  await until('the server is connected again', () => list().then(Boolean, () => false))
  const before = await readsFrom('standby')
  const identifier = await add()
  for (let round = 0; round < 4; round++) {
    expect(await list()).toContain(identifier)
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  expect(await readsFrom('standby')).toBe(before)
  const checked = await check()
  expect(checked).toContain('· database  The standby of DATABASE_READ_URL does not show yet that it follows')
  expect(checked).not.toContain('✗')
  await beds.onStandby('select pg_wal_replay_resume()')
  await untilUsed()
  expect(await list()).toContain(identifier)
  const signal = AbortSignal.timeout(20_000)
  const { source, close } = await openSource(first.services.people, { databaseReadUrl: beds.readUrl })(signal)
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() and exists (
    select from subject where identifier = ${identifier}) as is`.execute(unscoped(source))
  await close()
  expect(rows, 'an export reads from it, too').toEqual([{ is: true }])
  const [shown] = await beds.onStandby(
    'select min_recovery_end_timeline as later, timeline_id as earlier from pg_control_recovery(), pg_control_checkpoint()',
  )
  expect(shown).toEqual({ later: 1, earlier: 1 })
})

test('a promoted copy is not read, although its position is reached', async () => {
  await untilUsed()
  await beds.onStandby('select pg_promote()')
  await beds.onStandby('create table of_its_own ()')
  const before = await readsFrom('standby')
  const identifier = await add()
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await list()).toContain(identifier)
  }
  expect(await readsFrom('standby')).toBe(before)
  expect(await check()).toContain('✗ database  DATABASE_READ_URL leads to a server that is no copy')
})
