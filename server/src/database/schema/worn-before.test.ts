import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../../test/beds/casebook.ts'
import { emptyDatabase, type FreshDatabase } from '../../../test/beds/database.ts'
import { refusal, run } from '../../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../../test/beds/people.ts'
import { migrate } from './migrate.ts'

// What servers of 0.2.0 recorded before the migration 0221-worn, and go on recording beside this release.

let database: FreshDatabase
let dataDir: string
let casebook: Casebook
let nurse: AddedPerson
/** The times of the history: when each step was recorded. */
const times: string[] = []

const ids = { siteid: 'oslo', studyid: 'steps' }
type Listed = readonly [deviceuid: string, position: string]

/** One transaction as a server of 0.2.0 writes it, in which all has the same time. */
async function transact(statements: (client: pg.Client) => Promise<unknown>): Promise<string> {
  const client = new pg.Client({ connectionString: database.runtime.url })
  await client.connect()
  try {
    await client.query(`begin; set local casebook.actor = 'tests'`)
    await statements(client)
    const { rows } = await client.query<{ at: Date }>(`select date_trunc('milliseconds', now()) as at`)
    await client.query('commit')
    return rows[0]?.at.toISOString() ?? ''
  } finally {
    await client.end()
  }
}

/** The statements of 0.2.0 that replace the list of a subject. */
const replace = (subjectid: string, list: readonly Listed[]) =>
  transact(async (client) => {
    await client.query(
      `delete from subject_device where subjectid = $1 and not (deviceuid || ' ' || position = any($2::text[]))`,
      [subjectid, list.map((one) => one.join(' '))],
    )
    for (const [place, [deviceuid, position]] of list.entries()) {
      await client.query(
        `insert into subject_device (siteid, studyid, subjectid, deviceuid, position, place) values ($1, $2, $3, $4, $5, $6)
         on conflict (subjectid, deviceuid, position, siteid) do update set place = excluded.place
         where subject_device.place is distinct from excluded.place`,
        [ids.siteid, ids.studyid, subjectid, deviceuid, position, place],
      )
    }
  })

const subjects = ['anew', 'seen', 'back', 'beside', 'early']

beforeAll(async () => {
  database = await emptyDatabase()
  await migrate({ connectionString: database.owner.url }, database.runtime.user, { upTo: '0099-record-task-runs' })
  await transact(async (client) => {
    await client.query(`insert into site (siteid, name) values ('oslo', 'Oslo')`)
    await client.query(`insert into study (siteid, studyid, name) values ('oslo', 'steps', 'Steps')`)
    await client.query(
      `insert into device (deviceuid, siteid, deviceid) values ('ua', 'oslo', 'A1'), ('ub', 'oslo', 'B2')`,
    )
    for (const subjectid of subjects) {
      await client.query(`insert into subject (siteid, studyid, subjectid) values ('oslo', 'steps', $1)`, [subjectid])
    }
  })
  // Attached, given another place in the list, taken off, attached again.
  for (const list of [
    [['ua', 'ARM']],
    [
      ['ub', 'CHEST'],
      ['ua', 'ARM'],
    ],
    [['ub', 'CHEST']],
    [['ua', 'ARM']],
  ] as const) {
    times.push(await replace('anew', list))
  }
  for (const subjectid of subjects.slice(1)) times.push(await replace(subjectid, [['ua', 'ARM']]))
  dataDir = await mkdtemp(join(tmpdir(), 'casebook-worn-'))
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' }, { database, dataDir })
  nurse = await addPerson(casebook, 'Nora', { groups: ['admin', 'hp'] })
})
afterAll(async () => {
  await casebook.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const fields = 'deviceid position from to'
const listWorn = (subjectid: string) => run(nurse, 'listWorn', { subjectid }, fields)
const devicesOf = async (subjectid: string) =>
  (await run(nurse, 'getSubject', { studyid: ids.studyid, subjectid }, `devices { ${fields} }`)).devices
const update = (subjectid: string, more: object) =>
  run(nurse, 'updateSubject', { input: { ...ids, subjectid, ...more } }, `version devices { ${fields} }`)
const arm = { deviceid: 'A1', position: 'ARM' }

test('the history tells when a device was attached, taken off and attached again', async () => {
  const [attached, moved, off, again] = times
  expect(await listWorn('anew')).toEqual([
    { ...arm, from: attached, to: off },
    { deviceid: 'B2', position: 'CHEST', from: moved, to: again },
    { ...arm, from: again, to: null },
  ])
})

test('what is worn since before the migration says the same everywhere', async () => {
  const from = times[4]
  expect(await devicesOf('seen')).toEqual([{ ...arm, from, to: null }])
  expect(await listWorn('seen')).toEqual([{ ...arm, from, to: null }])
  const listed = await run(nurse, 'listSubjects', { studyid: ids.studyid }, `subjectid devices { ${fields} }`)
  expect(listed).toContainEqual({ subjectid: 'seen', devices: [{ ...arm, from, to: null }] })
  const { version } = await run(nurse, 'getSubject', { studyid: ids.studyid, subjectid: 'seen' }, 'version')
  expect(await update('seen', { devices: [{ ...arm, from }] })).toMatchObject({ version })
})

test('it is not taken off before the time that the history tells', async () => {
  const takenOff = new Date(Date.parse(times[7] ?? '') - 1000).toISOString()
  const input = { ...ids, subjectid: 'early', devices: [], takenOff }
  expect(await refusal(nurse, 'updateSubject', { input })).toMatchObject({ reason: 'subject.worn.reversed' })
})

test('putting it back undoes the taking off', async () => {
  const whole = [{ ...arm, from: times[5], to: null }]
  await update('back', { devices: [] })
  await run(nurse, 'putBackSubjectDevice', { subjectid: 'back', deviceid: 'A1', position: 'ARM' })
  expect(await listWorn('back')).toEqual(whole)
  expect(await devicesOf('back')).toEqual(whole)
})

test('a list of this release leaves what it does not change as it was stored', async () => {
  const chest = { deviceid: 'B2', position: 'CHEST' }
  await update('seen', { devices: [arm, chest] })
  const entries = await run(nurse, 'listHistory', { studyid: ids.studyid, subjectid: 'seen' }, 'kind action')
  expect(entries).toContainEqual({ kind: 'subject_device', action: 'ADDED' })
  expect(entries).not.toContainEqual({ kind: 'subject_device', action: 'UPDATED' })
})

test('a server of 0.2.0 goes on attaching and detaching beside this release', async () => {
  const first = { ...arm, from: times[6] }
  const chest = { deviceid: 'B2', position: 'CHEST' }
  const added = await replace('beside', [
    ['ub', 'CHEST'],
    ['ua', 'ARM'],
  ])
  const both = [
    { ...chest, from: added, to: null },
    { ...first, to: null },
  ]
  expect(await devicesOf('beside')).toEqual(both)
  const off = await replace('beside', [['ub', 'CHEST']])
  const again = await replace('beside', [
    ['ua', 'ARM'],
    ['ub', 'CHEST'],
  ])
  expect(await listWorn('beside')).toEqual([
    { ...first, to: off },
    { ...chest, from: added, to: null },
    { ...arm, from: again, to: null },
  ])
  // Times and visits that this release recorded remain.
  const from = '2026-10-20T10:00:00.000Z'
  await update('beside', { devices: [arm, { ...chest, from }] })
  await replace('beside', [
    ['ub', 'CHEST'],
    ['ua', 'ARM'],
  ])
  expect(await devicesOf('beside')).toEqual([
    { ...chest, from, to: null },
    { ...arm, from: again, to: null },
  ])
  const all = await replace('beside', [])
  expect(await listWorn('beside')).toEqual([
    { ...chest, from, to: all },
    { ...first, to: off },
    { ...arm, from: again, to: all },
  ])
})
