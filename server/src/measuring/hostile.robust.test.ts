import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  join as joinParts,
  nothing,
  number,
  secondObject,
  space,
} from '@casebook/domain/recordings/hdf5/test/write-hdf5.ts'
import { deflatedHuge, hugeGzipOf, hugeZipOf } from '@casebook/domain/recordings/testing/huge-gzip.ts'
import { writeEdf } from '@casebook/domain/recordings/testing/write-edf.ts'
import { joinBytes } from '@casebook/domain/recordings/testing/write-zip.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { type FreshDatabase, freshDatabase } from '../../test/beds/database.ts'
import { until } from '../../test/beds/live.ts'
import { makePlace } from '../../test/beds/place.ts'
import { startProgram } from '../../test/beds/program.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { write } from '../writes/write.ts'

const gibibyte = 2 ** 30

/** Small files that would take gigabytes, and what is told of each: null, if what does not fit is left out. */
const files: Readonly<Record<string, { bytes: () => Uint8Array; problem: string | null }>> = {
  'bomb.zip': { bytes: () => hugeZipOf('night.edf', recording(), 4 * gibibyte), problem: 'unsupported' },
  'bomb.edf.gz': { bytes: () => hugeGzipOf(recording(), 4 * gibibyte), problem: 'unsupported' },
  'bomb.mat': { bytes: () => variable(4 * gibibyte), problem: 'no-data' },
  'claims.h5': { bytes: () => claims(4 * gibibyte), problem: null },
}

function recording(): Uint8Array {
  return writeEdf({
    records: 1000,
    claimedRecords: 99_999_999,
    recordDuration: 1,
    signals: [{ label: 'ECG', samplesPerRecord: 100 }],
  })
}

/** An HDF5 file of a thousand bytes that claims a channel of so many numbers of a byte, and as many times. */
function claims(count: number): Uint8Array {
  const type = joinParts(0x10, number(8, 3), number(1, 4), number(0, 2), number(8, 2))
  const dataset = secondObject(
    [
      [1, space([count])],
      [3, type],
      [8, joinParts(3, 1, nothing(8), number(0, 8))],
    ],
    1,
  )
  const link = (name: string, address: number) => [6, joinParts(1, 0, name.length, name, number(address, 8))] as const
  const bytes = new Uint8Array(1000)
  bytes.set(joinParts(0x89, 'HDF\r\n', 0x1a, 10, 2, 8, 8, 0, number(0, 8), nothing(8), number(1000, 8), number(100, 8)))
  bytes.set(secondObject([link('x', 300), link('time', 600)], 1), 100)
  bytes.set(dataset, 300)
  bytes.set(dataset, 600)
  return bytes
}

/** A MATLAB file with a variable that inflates to so many bytes. */
function variable(length: number): Uint8Array {
  const packed = joinBytes([Uint8Array.of(0x78, 0x9c), deflatedHuge(Uint8Array.of(14, 0, 0, 0), '\0', length)])
  const header = new Uint8Array(128).fill(32)
  header.set(new TextEncoder().encode('MATLAB 5.0 MAT-file'))
  header.set([0, 1, 0x49, 0x4d], 124)
  return joinBytes([header, number(15, 4), number(packed.length, 4), packed])
}

let dataDir: string
let database: FreshDatabase
/** Looks at the database, and measures nothing. */
let observer: Casebook
let program: Awaited<ReturnType<typeof startProgram>> | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-measuring-hostile-'))
  database = await freshDatabase()
  observer = await startCasebook({}, { database, dataDir })
}, 60_000)
afterAll(async () => {
  await program?.killServer()
  await observer.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function addFiles() {
  const { db, store } = observer.services
  const scope = proveScope(systemActor('tests'), 'all')
  const { siteid, studyid, subjectid, activitytypeid } = await makePlace(observer)
  for (const [index, [filename, { bytes }]] of Object.entries(files).entries()) {
    const content = bytes()
    const referencedataid = `file-${index}`
    const object_name = `${studyid}/${referencedataid}`
    await store.write(object_name, once(content), content.length)
    await write(db, scope, undefined, async (tx) => {
      const ids = { referencedataid, siteid, studyid, subjectid, activitytypeid, object_name }
      const row = { ...ids, filename, sha256: null, expires_at: new Date() }
      await tx
        .insertInto('reference_data')
        .values({ ...row, status: 'UPLOADED', size: content.length })
        .execute()
    })
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

async function mostMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024
}

type Measured = { filename: string; problem: string | null }
const measured = () =>
  asSuperuser<Measured>(
    observer,
    'select filename, problem from measured_file join reference_data using (siteid, referencedataid) order by referencedataid',
  )

test('files that would take gigabytes end in a sentence, and the server in less than what it is installed with', {
  timeout: 400_000,
}, async () => {
  await addFiles()
  const urls = { DATABASE_URL: database.runtime.url, DATABASE_OWNER_URL: database.owner.url }
  program = await startProgram(dataDir, urls)
  const { origin, pid } = program
  // Nobody describes these files: they need not wait for it.
  await asSuperuser(observer, `update measuring set lease_until = '-infinity' where worker is null`)
  const names = Object.keys(files)
  await until('all are measured', async () => (await measured()).length === names.length, 380_000)
  expect(await measured()).toEqual(names.map((filename) => ({ filename, problem: files[filename]?.problem })))
  expect((await fetch(`${origin}/health`)).status).toBe(200)
  // The container of the installation has this.
  if (process.platform === 'linux') expect(await mostMemory(pid)).toBeLessThan(gibibyte)
})
