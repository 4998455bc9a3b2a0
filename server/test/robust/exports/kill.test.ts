import { randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeEdf } from '@casebook/domain/recordings/testing/write-edf.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proveScope, systemActor } from '../../../src/access/scope.ts'
import { unscoped } from '../../../src/database/unscoped.ts'
import { insertExport } from '../../../src/exports/exports.sql.ts'
import { write } from '../../../src/writes/write.ts'
import { type Casebook, startCasebook } from '../../beds/casebook.ts'
import { type FreshDatabase, freshDatabase } from '../../beds/database.ts'
import { until } from '../../beds/live.ts'
import { makePlace } from '../../beds/place.ts'
import { startProgram } from '../../beds/program.ts'

type Files = { count: number; name: (file: number) => string; content: () => Uint8Array }

const ofBytes: Files = { count: 160, name: (file) => `Måling ${file}.csv`, content: () => randomBytes(1_000_000) }
/** Recordings of motion, of which each is about 7 MB of text: nearly a part of the bundle. */
const ofMotion: Files = { count: 6, name: (file) => `Walk ${file}.edf`, content: motion }

let dataDir: string
let database: FreshDatabase
/** Queries the database, and makes no exports. */
let observer: Casebook
let running: Awaited<ReturnType<typeof startProgram>> | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-export-kill-'))
  database = await freshDatabase()
  observer = await startCasebook({ MAKE_EXPORTS: 'false' }, { database, dataDir })
}, 60_000)
afterAll(async () => {
  await running?.killServer()
  await observer.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const startMaker = () =>
  startProgram(dataDir, { DATABASE_URL: database.runtime.url, DATABASE_OWNER_URL: database.owner.url })

test.each([
  { what: 'files', kills: 5, files: ofBytes, bids: false },
  { what: 'BIDS', kills: 3, files: ofMotion, bids: true },
])(
  'an export with $what whose server is killed is continued to the same bytes',
  {
    timeout: 240_000,
  },
  async ({ what, kills, files, bids }) => {
    const { db, people, store } = observer.services
    const scope = proveScope(systemActor('tests'), 'all')
    const place = await makePlace(observer)
    const { siteid, studyid, subjectid, activitytypeid } = place
    let fileBytes = 0
    for (let file = 0; file < files.count; file += 1) {
      const referencedataid = `${what}-${file}`
      const bytes = files.content()
      fileBytes += bytes.length
      const object_name = `${studyid}/${referencedataid}`
      await store.write(object_name, once(bytes), bytes.length)
      await write(db, scope, undefined, async (tx) => {
        const ids = { referencedataid, siteid, studyid, subjectid, activitytypeid, object_name }
        const row = { ...ids, filename: files.name(file), sha256: null, expires_at: new Date() }
        await tx
          .insertInto('reference_data')
          .values({ ...row, status: 'UPLOADED', size: bytes.length })
          .execute()
      })
    }
    const asked = {
      siteid,
      studyid,
      subjectid: null,
      subjectids: null,
      files: true,
      history: true,
      closed_only: false,
      deleted: false,
      deidentified: false,
      bids,
      parquet: false,
      redcap: false,
      segments: false,
      seed: 0,
      to_store: true,
    }
    const exportid = await write(db, scope, undefined, (tx) => insertExport(tx, scope, asked, observer.origin))
    const twin = `twin-${what}`

    const countParts = async () => {
      const { rows } = await sql<{ parts: number }>`select count(*)::int as parts from export_part
      where exportid = ${exportid}`.execute(unscoped(people))
      return rows[0]?.parts ?? 0
    }
    const stateOf = async (id: string) => {
      const { rows } = await sql<{ state: string; sha256: string | null; problem: string | null }>`
      select state, sha256, problem from export where exportid = ${id}`.execute(unscoped(people))
      return rows[0]
    }
    const ended = (id: string) =>
      until(`${id} has ended`, async () => !['WAITING', 'RUNNING'].includes((await stateOf(id))?.state ?? ''), 60_000)

    const written = async () => {
      const { rows } = await sql<{ path: string }>`select entry ->> 'path' as path from export_entry
      where exportid = ${exportid} order by place`.execute(unscoped(people))
      return rows.map(({ path }) => path)
    }
    const isMotion = (path: string) => path.endsWith('_motion.tsv')
    const motionAtKill: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const before = await countParts()
      running = await startMaker()
      await until('it got further', async () => (await countParts()) > before, 40_000)
      await running.killServer()
      running = undefined
      // So that the test need not wait for the lease to expire.
      await sql`update export_work set lease_until = '-infinity' where exportid = ${exportid}`.execute(unscoped(people))
      expect((await stateOf(exportid))?.state).toBe('RUNNING')
      motionAtKill.push((await written()).filter(isMotion).length)
      if (kill === 0) await copyAs(twin)
    }
    // Recordings were written before a kill, and others were still to be.
    if (bids) expect(motionAtKill.some((count) => count > 0 && count < files.count)).toBe(true)
    running = await startMaker()
    await ended(exportid)
    await sql`update export_work set lease_until = '-infinity' where exportid = ${twin}`.execute(unscoped(people))
    await ended(twin)
    await running.killServer()
    running = undefined

    expect(await stateOf(exportid)).toMatchObject({ state: 'DONE', problem: null })
    expect((await stateOf(twin))?.sha256).toBe((await stateOf(exportid))?.sha256)
    const size = (await store.head(`exports/${exportid}`))?.size
    expect(size).toBeGreaterThan(bids ? files.count * 5_000_000 : fileBytes)
    expect((await store.head(`exports/${twin}`))?.size).toBe(size)
    expect(await store.sha256Of(`exports/${exportid}`)).toBe(await store.sha256Of(`exports/${twin}`))

    /** The same rows of the same snapshot, for a process that is not interrupted. */
    async function copyAs(id: string) {
      await write(db, scope, undefined, async (tx) => {
        await sql`insert into export (exportid, siteid, studyid, files, history, closed_only, deleted, bids, state, at, personid, person_name)
        select ${id}, siteid, studyid, files, history, closed_only, deleted, bids, state, at, ${`system:${id}`}, person_name
        from export where exportid = ${exportid}`.execute(tx)
        await sql`insert into export_work (exportid, origin, is_spooled, part_bytes, total, lease_until)
        select ${id}, origin, is_spooled, part_bytes, total, 'infinity' from export_work where exportid = ${exportid}`.execute(
          tx,
        )
        await sql`insert into export_spool select ${id}, part, place, body from export_spool where exportid = ${exportid}`.execute(
          tx,
        )
      })
    }
  },
)

function motion(): Uint8Array {
  const seconds = 1_200
  const axis = (name: string) => ({
    label: `ACC ${name}`,
    unit: 'g',
    samplesPerRecord: 100,
    physical: [-8, 8] as const,
    samples: Array.from({ length: seconds * 100 }, () => randomInt(-32_768, 32_768)),
  })
  return writeEdf({ records: seconds, recordDuration: 1, signals: ['X', 'Y', 'Z'].map(axis) })
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
