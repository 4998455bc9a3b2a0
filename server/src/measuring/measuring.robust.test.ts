import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { type FreshDatabase, freshDatabase } from '../../test/beds/database.ts'
import { until } from '../../test/beds/live.ts'
import { makePlace } from '../../test/beds/place.ts'
import { startProgram } from '../../test/beds/program.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { write } from '../writes/write.ts'

const files = ['a', 'b', 'c', 'd'].map((name) => `file-${name}`)

let dataDir: string
let database: FreshDatabase
/** Looks at the database, and measures nothing. */
let observer: Casebook
const running = new Set<Awaited<ReturnType<typeof startProgram>>>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-measuring-kill-'))
  database = await freshDatabase()
  observer = await startCasebook({}, { database, dataDir })
}, 60_000)
afterAll(async () => {
  for (const program of running) await program.killServer()
  await observer.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function startMeasurer() {
  const urls = { DATABASE_URL: database.runtime.url, DATABASE_OWNER_URL: database.owner.url }
  const program = await startProgram(dataDir, urls)
  running.add(program)
  return program
}

/** A quarter of an hour of a wrist at 100 Hz, which takes a second to measure. */
const recording = (() => {
  const lines = Array.from({ length: 90_000 }, (_, i) => {
    const move = i % 6000 < 3000 ? 0.4 * Math.sin(i / 9) : 0
    return `${(i / 100).toFixed(2)},${move.toFixed(4)},${(move / 2).toFixed(4)},${(1 + move).toFixed(4)}`
  })
  return new TextEncoder().encode(`time (s),acc_x (g),acc_y (g),acc_z (g)\n${lines.join('\n')}\n`)
})()

async function addFiles() {
  const { db, store } = observer.services
  const scope = proveScope(systemActor('tests'), 'all')
  const { siteid, studyid, subjectid, activitytypeid } = await makePlace(observer)
  for (const referencedataid of files) {
    const object_name = `${studyid}/${referencedataid}`
    await store.write(object_name, once(recording), recording.length)
    await write(db, scope, undefined, async (tx) => {
      const ids = { referencedataid, siteid, studyid, subjectid, activitytypeid, object_name }
      const row = { ...ids, filename: `${referencedataid}.csv`, sha256: null, expires_at: new Date() }
      await tx
        .insertInto('reference_data')
        .values({ ...row, status: 'UPLOADED', size: recording.length })
        .execute()
    })
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** From here on, the database records who took which file, and which values were stored. */
const watch = `
  create table taken (referencedataid text, worker text);
  create table kept (referencedataid text);
  create function watch_measuring() returns trigger language plpgsql security definer as $$ begin
    if tg_table_name = 'measured_file' then insert into kept values (to_jsonb(new) ->> 'referencedataid');
    elsif to_jsonb(new) ->> 'attempts' > to_jsonb(old) ->> 'attempts' then
      insert into taken values (to_jsonb(new) ->> 'referencedataid', to_jsonb(new) ->> 'worker');
    end if;
    return null;
  end $$;
  create trigger watch after update on measuring for each row execute function watch_measuring();
  create trigger watch after insert or update on measured_file for each row execute function watch_measuring()`

type Named = { referencedataid: string }
const ask = <Row extends Named>(statement: string) =>
  asSuperuser<Row>(observer, `${statement} order by referencedataid`)
const takenBy = (pid: number) => ask(`select referencedataid from taken where worker like '% ${pid} %'`)
const heldBy = (pid: number) => ask(`select referencedataid from measuring where worker like '% ${pid} %'`)
const measured = () =>
  ask<Named & { problem: string | null; earlier: string }>(
    `select referencedataid, problem, earlier::text as earlier from measured_file`,
  )

test('two servers measure each file once, and what one is killed with, the other takes up', {
  timeout: 360_000,
}, async () => {
  await asSuperuser(observer, watch)
  await addFiles()
  const [first, second] = await Promise.all([startMeasurer(), startMeasurer()])
  // Nobody describes these files: they need not wait for it.
  await asSuperuser(observer, `update measuring set lease_until = '-infinity' where worker is null`)
  await until(
    'both measure',
    async () => (await heldBy(first.pid)).length + (await heldBy(second.pid)).length === 2,
    60_000,
  )
  await first.killServer()
  running.delete(first)
  const [interrupted] = await heldBy(first.pid)
  expect(interrupted).toBeDefined()

  // It is taken up when the lease of the dead one has ended: by itself, after 15 seconds.
  await until('all are measured', async () => (await measured()).length === files.length, 250_000)
  await until('none is held', async () => (await ask('select referencedataid from measuring')).length === 0, 20_000)
  expect(await measured()).toEqual(files.map((referencedataid) => ({ referencedataid, problem: null, earlier: '[]' })))

  expect(await ask('select referencedataid from kept')).toEqual(files.map((referencedataid) => ({ referencedataid })))
  const taken = [...(await takenBy(first.pid)), ...(await takenBy(second.pid))]
  const timesOf = (file: string) => taken.filter(({ referencedataid }) => referencedataid === file).length
  expect(files.map((file) => [file, timesOf(file)])).toEqual(
    files.map((file) => [file, file === interrupted?.referencedataid ? 2 : 1]),
  )
  expect(await takenBy(second.pid)).toContainEqual(interrupted)
})
