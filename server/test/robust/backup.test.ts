import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { release } from '../../src/config/release.ts'
import { type Casebook, type Person, startCasebook } from '../beds/casebook.ts'
import { emptyDatabase, freshDatabase } from '../beds/database.ts'
import { ofTheMachine } from '../beds/run-once.ts'

const cli = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

// Every command is a separate process, and a busy machine is slow.
vi.setConfig({ testTimeout: 120_000 })

let casebook: Casebook
let nurse: Person
let study: { siteid: string; studyid: string }
let activitytypeid: string
let folder: string
let subjects = 0

beforeAll(async () => {
  casebook = await startCasebook()
  const admin = await casebook.as('admin')
  nurse = await casebook.as('nurse')
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  study = { siteid: 'oslo', studyid: addStudy.studyid }
  const { addActivityType } = await admin.ask(
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Walk") { activitytypeid } }',
    { studyid: study.studyid },
  )
  activitytypeid = addActivityType.activitytypeid
})
afterAll(() => casebook.stop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-backup-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** One subject with an activity and an uploaded file. Returns the subject's identifier. */
async function record(content = 'a\tb\\\n"ø"'): Promise<string> {
  subjects += 1
  const identifier = `S-${subjects}\\N`
  const { addSubjectV2 } = await nurse.ask(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
    { input: { ...study, identifier } },
  )
  const { subjectid } = addSubjectV2
  await nurse.ask('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, startTime: 1, stopTime: 2, comment: 'tab\there, line\nbreak, back\\slash, ø' },
  })
  const { addReferenceData } = await nurse.ask(
    'mutation ($subjectid: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $subjectid, input: $input) { referencedataid objectUrl fields } }',
    { subjectid, input: { ...study, activitytypeid, filename: 'arm.csv' } },
  )
  const form = new FormData()
  for (const pair of addReferenceData.fields.slice(1, -1).split(',')) {
    const equals = pair.indexOf('=')
    form.append(pair.slice(0, equals), pair.slice(equals + 1))
  }
  form.append('file', new Blob([content]), 'arm.csv')
  expect((await fetch(addReferenceData.objectUrl, { method: 'POST', body: form })).status).toBe(200)
  await nurse.ask(
    'mutation ($subjectid: ID!, $id: ID!) { completeReferenceData(subjectid: $subjectid, referencedataid: $id) { status } }',
    { subjectid, id: addReferenceData.referencedataid },
  )
  return identifier
}

type CommandResult = { code: number; said: string }

function run(args: string[], env: Record<string, string>): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, ...args],
      { env: { ...ofTheMachine, ...env }, encoding: 'utf8' },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

const source = () => ({
  DATABASE_URL: casebook.database.runtime.url,
  DATABASE_OWNER_URL: casebook.database.owner.url,
  DATA_DIR: casebook.dataDir,
})

async function query(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

test('a backup made under write load contains what was acknowledged before it and is restored into an empty database', async () => {
  const before = [await record(), await record()]
  let isLoading = true
  const acknowledged: string[] = []
  const load = (async () => {
    while (isLoading) acknowledged.push(await record())
  })()
  const made = await run(['backup', join(folder, 'backup')], source())
  isLoading = false
  await load
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining('The backup is complete.') })
  expect(acknowledged.length).toBeGreaterThan(0)

  const empty = { DATA_DIR: join(folder, 'data') }
  const restored = await run(['restore', join(folder, 'backup')], empty)
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored, and every row and file compared'),
  })
  expect(await run(['verify', join(folder, 'backup'), '--live'], empty)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Whole:'),
  })
  expect(await run(['verify-history'], empty)).toMatchObject({ code: 0 })
  expect(await run(['verify-files', '--content'], empty)).toMatchObject({
    code: 0,
    said: expect.stringContaining('they agree'),
  })
  const rows = await readFile(join(folder, 'backup', 'database', 'subject.copy'), 'utf8')
  for (const identifier of before) expect(rows).toContain(identifier.replace('\\', '\\\\'))
})

test('a backup made by 0.1.0 is restored by this release, which then serves it', async () => {
  const made = fileURLToPath(new URL('../fixtures/backup-0.1.0', import.meta.url))
  const database = await emptyDatabase()
  const dataDir = join(folder, 'data')
  const target = { DATABASE_URL: database.runtime.url, DATABASE_OWNER_URL: database.owner.url, DATA_DIR: dataDir }
  expect(await run(['verify', made], target)).toMatchObject({
    code: 0,
    said: expect.stringContaining('by Casebook 0.1.0'),
  })
  expect(await run(['restore', made], target)).toMatchObject({ code: 0 })
  expect(await run(['verify-history'], target)).toMatchObject({ code: 0 })
  expect(await run(['verify-files', '--content'], target)).toMatchObject({ code: 0 })
  const server = await startCasebook({}, { database, dataDir })
  try {
    const admin = await server.as('admin')
    const [study] = (await admin.ask('{ listStudies(siteid: "oslo") { studyid name } }')).listStudies
    const { listSubjects } = await admin.ask(
      'query ($studyid: ID!) { listSubjects(studyid: $studyid) { subjectid identifier status forms { fields { key value } } activities { comment } } }',
      { studyid: study.studyid },
    )
    const recorded = {
      forms: [{ fields: [{ key: 'Weight', value: '71.5' }] }],
      activities: [{ comment: 'even\npace' }],
    }
    expect(listSubjects).toMatchObject([
      { identifier: 'S-001', status: 'CLOSED', ...recorded },
      { identifier: 'S-002\\N æøå', status: 'OPEN', ...recorded },
    ])
    await admin.ask('mutation { addSite(identifier: "bergen", name: "Bergen") { siteid } }')
  } finally {
    await server.stop()
  }
  const again = await run(['backup', join(folder, 'again')], target)
  expect(again).toMatchObject({ code: 0, said: expect.stringContaining('The backup is complete.') })
  const { manifest } = JSON.parse(await readFile(join(folder, 'again', 'manifest.json'), 'utf8'))
  expect(manifest.release).toBe(release)
})

test('a restored database continues where the original was: numbers, triggers and rights', async () => {
  await record()
  await run(['backup', join(folder, 'backup')], source())
  const database = await freshDatabase()
  const dataDir = join(folder, 'data')
  const target = { DATABASE_URL: database.runtime.url, DATABASE_OWNER_URL: database.owner.url, DATA_DIR: dataDir }
  expect(await run(['restore', join(folder, 'backup')], target)).toMatchObject({ code: 0 })
  const [{ last }] = await query(database.owner.url, 'select max(historyid)::int as last from history')
  const second = await startCasebook({}, { database, dataDir })
  try {
    const admin = await second.as('admin')
    const { listStudies } = await admin.ask('{ listStudies(siteid: "oslo") { name subjectCount } }')
    expect(listStudies).toEqual([{ name: 'Steps', subjectCount: subjects }])
    await admin.ask('mutation { addSite(identifier: "bergen", name: "Bergen") { siteid } }')
    const [entry] = await query(database.owner.url, 'select historyid::int, kind from history where siteid = $1', [
      'bergen',
    ])
    expect(entry.kind).toBe('site')
    expect(entry.historyid).toBeGreaterThan(last)
    await expect(query(database.owner.url, 'delete from history')).rejects.toThrow('append-only')
  } finally {
    await second.stop()
  }
})

test('nothing is restored over existing data', async () => {
  await run(['backup', join(folder, 'backup')], source())
  const refused = await run(['restore', join(folder, 'backup')], source())
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('not empty') })
})

test('an interrupted backup is recognised', async () => {
  await run(['backup', join(folder, 'backup')], source())
  await unlink(join(folder, 'backup', 'manifest.json'))
  for (const command of ['verify', 'restore']) {
    const refused = await run([command, join(folder, 'backup')], { DATA_DIR: join(folder, 'data') })
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('interrupted') })
  }
  await expect(stat(join(folder, 'data', 'postgres'))).rejects.toThrow('ENOENT')
})

test('a file that was added to a backup is detected, and does not prevent restoring', async () => {
  await record()
  const backup = join(folder, 'backup')
  await run(['backup', backup], source())
  for (const stray of ['notes.txt', 'objects/stray', 'database/x.copy']) {
    await writeFile(join(backup, stray), 'x')
    const found = await run(['verify', backup], { DATA_DIR: join(folder, 'data') })
    expect(found).toMatchObject({ code: 1, said: expect.stringContaining(`${stray} is not part of the backup`) })
    if (stray !== 'notes.txt') await unlink(join(backup, stray))
  }
  const { owner, runtime } = await emptyDatabase()
  const restored = await run(['restore', backup], {
    DATABASE_URL: runtime.url,
    DATABASE_OWNER_URL: owner.url,
    DATA_DIR: join(folder, 'elsewhere'),
  })
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('notes.txt is not part of the backup') })
})

test('the database keeps when a backup and its check last ran, and when they last found no fault', async () => {
  const backup = join(folder, 'backup')
  const runs = async () => {
    const client = new pg.Client(casebook.database.superuser.url)
    await client.connect()
    try {
      const { rows } = await client.query<{ task: string; whole: boolean }>(
        'select task, ran_at = succeeded_at as whole from task_run order by task',
      )
      return Object.fromEntries(rows.map(({ task, whole }) => [task, whole]))
    } finally {
      await client.end()
    }
  }
  await run(['backup', backup], source())
  await run(['verify', backup, '--record'], source())
  expect(await runs()).toMatchObject({ backup: true, verify: true })
  await appendFile(join(backup, 'objects.sha256'), 'x')
  await run(['verify', backup, '--record'], source())
  expect(await runs()).toMatchObject({ backup: true, verify: false })
})

test('without DATABASE_OWNER_URL, backups and verifications are made and recorded, too', async () => {
  const { DATABASE_URL, DATA_DIR } = source()
  const backup = join(folder, 'backup')
  for (const args of [['backup', backup], ['verify', backup, '--record'], ['verify-history']])
    expect(await run(args, { DATABASE_URL, DATA_DIR })).toMatchObject({ code: 0 })
})

test('a changed byte anywhere in a backup is detected, and such a backup is not restored', async () => {
  await record()
  await run(['backup', join(folder, 'backup')], source())
  const parts = await readdir(join(folder, 'backup'), { recursive: true, withFileTypes: true })
  const files = parts.filter((part) => part.isFile()).map((part) => join(part.parentPath, part.name))
  const kinds = [/subject\.copy$/, /history\.copy$/, /objects\.sha256$/, /manifest\.json$/, /objects\//]
  for (const kind of kinds) {
    const path = files.find((file) => kind.test(file.slice(folder.length)))
    if (!path) throw new Error(`no part like ${kind}`)
    const whole = await readFile(path)
    const changed = Buffer.from(whole)
    const middle = Math.floor(changed.length / 2)
    changed[middle] = (changed[middle] ?? 0) ^ 1
    await writeFile(path, changed)
    expect(await run(['verify', join(folder, 'backup')], source()), path).toMatchObject({
      code: 1,
      said: expect.stringMatching(/changed/),
    })
    await writeFile(path, whole)
  }
  expect(await run(['verify', join(folder, 'backup')], source())).toMatchObject({ code: 0 })
  const some = files.find((file) => /form\.copy$/.test(file)) ?? ''
  await appendFile(some, '\n')
  expect(await run(['restore', join(folder, 'backup')], { DATA_DIR: join(folder, 'data') })).toMatchObject({
    code: 1,
    said: expect.stringContaining('incomplete'),
  })
})

test('a row changed without history, and a removed entry, are detected', async () => {
  await record()
  const { superuser } = casebook.database
  expect(await run(['verify-history'], source())).toMatchObject({ code: 0 })
  const asIfNothing = async (statements: string) => {
    await query(superuser.url, `begin; set local session_replication_role = replica; ${statements}; commit`)
  }
  await asIfNothing(`update subject set identifier = identifier || '!' where identifier = 'S-1\\N'`)
  expect(await run(['verify-history'], source())).toMatchObject({
    code: 1,
    said: expect.stringMatching(/it is not what its last entry says/),
  })
  await asIfNothing(`update subject set identifier = 'S-1\\N' where identifier = 'S-1\\N!'`)
  await asIfNothing(`create table kept as select * from history where kind = 'activity' limit 1;
    delete from history where historyid in (select historyid from kept)`)
  expect(await run(['verify-history'], source())).toMatchObject({
    code: 1,
    said: expect.stringMatching(/the history does not know it/),
  })
  await asIfNothing('insert into history overriding system value select * from kept; drop table kept')
  expect(await run(['verify-history'], source())).toMatchObject({ code: 0 })
})

test('missing and unknown files are detected', async () => {
  await record()
  const objects = join(casebook.dataDir, 'objects', study.studyid)
  const [name = ''] = await readdir(objects)
  const bytes = await readFile(join(objects, name))
  await unlink(join(objects, name))
  await writeFile(join(objects, 'stranger'), 'x')
  const { code, said } = await run(['verify-files'], source())
  expect({ code, said }).toMatchObject({
    code: 1,
    said: expect.stringContaining(`${study.studyid}/${name}: on record`),
  })
  expect(said).toContain('stranger: in the store, not on record')
  const partial = await run(['backup', join(folder, 'backup')], source())
  expect(partial).toMatchObject({ code: 1, said: expect.stringContaining('Missing in the store') })
  expect(partial.said).not.toContain('complete')
  await writeFile(join(objects, name), bytes)
  await unlink(join(objects, 'stranger'))
})
