import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { type FreshDatabase, freshDatabase } from '../../test/beds/database.ts'
import { upload } from '../../test/beds/files-bed.ts'
import { until } from '../../test/beds/live.ts'
import { run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace } from '../../test/beds/place.ts'
import { startProgram } from '../../test/beds/program.ts'
import { unscoped } from '../database/unscoped.ts'

const rows = 6_000

let dataDir: string
let database: FreshDatabase
/** Queries the database, and imports nothing. */
let observer: Casebook
let running: Awaited<ReturnType<typeof startProgram>> | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-import-kill-'))
  database = await freshDatabase()
  observer = await startCasebook({ IMPORT_FILES: 'false' }, { database, dataDir })
}, 60_000)
afterAll(async () => {
  await running?.killServer()
  await observer.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const startImporter = () =>
  startProgram(dataDir, { DATABASE_URL: database.runtime.url, DATABASE_OWNER_URL: database.owner.url })

test('an import whose server is killed in its middle leaves nothing, and is whole once another server took it up', {
  timeout: 300_000,
}, async () => {
  const people = unscoped(observer.services.people)
  const { siteid, studyid } = await makePlace(observer)
  const nurse = await addPerson(observer, 'Nurse', { groups: ['hp'], sites: [siteid] })
  const { importid, ...form } = await run(
    nurse,
    'addImportJob',
    { input: { siteid, studyid, filename: 'many.csv' } },
    'importid objectUrl fields',
  )
  await upload(form, `identifier\r\n${Array.from({ length: rows }, (_, n) => `K-${n}\r\n`).join('')}`)
  await run(nurse, 'checkImportJob', { input: { studyid, importid } }, 'state')
  const job = () => run(nurse, 'getImportJob', { studyid, importid }, 'state done total')
  const counted = async () => {
    const { rows: found } = await sql<{ subjects: number; transactions: number }>`select
      (select count(*)::int from subject where studyid = ${studyid} and identifier like 'K-%') as subjects,
      (select count(distinct tx)::int from history where kind = 'subject' and studyid = ${studyid}
        and reason like 'Import: many.csv%') as transactions`.execute(people)
    return found[0]
  }
  running = await startImporter()
  await until('it is checked', async () => (await job()).state === 'CHECKED', 120_000)
  // Somebody is adding the last subject: the import waits for that, and gets no further.
  const other = new pg.Client({ connectionString: database.superuser.url })
  await other.connect()
  await other.query(`begin; select set_config('casebook.actor', 'system:tests', true)`)
  await other.query(
    `insert into subject (subjectid, siteid, studyid, identifier, identifier_key) values ('last', $1, $2, $3, $4)`,
    [siteid, studyid, `K-${rows - 1}`, `k-${rows - 1}`],
  )
  await run(nurse, 'startImportJob', { studyid, importid }, 'state')
  await until('it is in its middle', async () => (await job()).done > 0, 60_000)
  await running.killServer()
  running = undefined
  await other.query('rollback')
  await other.end()
  expect(await job()).toMatchObject({ state: 'IMPORTING' })
  expect(await counted()).toEqual({ subjects: 0, transactions: 0 })
  // So that the test need not wait for the lease to expire.
  await sql`update import_job set lease_until = '-infinity' where importid = ${importid}`.execute(people)
  running = await startImporter()
  await until('it is imported', async () => (await job()).state === 'DONE', 120_000)
  expect(await counted()).toEqual({ subjects: rows, transactions: 1 })
})
