import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/casebook.ts'
import { freshDatabase } from '../../test/database.ts'

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url))

// Every command is a process of its own, and a busy machine takes its time.
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

/** One subject with an activity and an uploaded file; answers the subject's identifier. */
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

type Said = { code: number; said: string }

function run(args: string[], env: Record<string, string>): Promise<Said> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [cli, ...args],
      { env: { PATH: process.env.PATH ?? '', ...env }, encoding: 'utf8' },
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

test('a backup made under write load holds what was acknowledged before it and restores into an empty place', async () => {
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

test('a database made anew from a backup goes on where the other was: numbers, triggers and rights', async () => {
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

test('nothing is restored over what is there', async () => {
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

test('a byte changed anywhere in a backup is found, and such a backup is not restored', async () => {
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
    said: expect.stringContaining('not whole'),
  })
})

test('a row changed behind the history, and an entry taken out of it, are found', async () => {
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

test('a file that is gone and one that nobody knows are found', async () => {
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
  expect(await run(['backup', join(folder, 'backup')], source())).toMatchObject({
    code: 1,
    said: expect.stringContaining('Missing in the store'),
  })
  await writeFile(join(objects, name), bytes)
  await unlink(join(objects, 'stranger'))
})
