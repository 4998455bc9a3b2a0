import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../../test/beds/casebook.ts'
import { add, complete, upload } from '../../../test/beds/files-bed.ts'
import { until } from '../../../test/beds/live.ts'
import { run } from '../../../test/beds/operations.ts'
import { makePlace } from '../../../test/beds/place.ts'
import { asSuperuser } from '../../../test/beds/replay.ts'
import { ofTheMachine, runOnce } from '../../../test/beds/run-once.ts'
import { tablesOfBundle } from '../../../test/robust/exports/tables-of-bundle.ts'
import { proveScope, systemActor } from '../../access/scope.ts'
import { unscoped } from '../../database/unscoped.ts'
import { write } from '../../writes/write.ts'
import { openBundle } from './bundle-file.ts'

// Every command is a separate process, and a busy machine is slow.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let from: Casebook
let to: Casebook
let folder: string
let study: { siteid: string; studyid: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'casebook-move-'))
  ;[from, to] = await Promise.all([startCasebook(), startCasebook()])
  study = await recordStudy(from)
  const admin = await to.as('admin')
  await admin.ask('mutation { addSite(identifier: "bergen", name: "Bergen") { siteid } }')
  await admin.ask('mutation { addDevice(siteid: "bergen", deviceid: "B2", hw_id: "chest") { deviceid } }')
})
afterAll(async () => {
  await Promise.all([from.stop(), to.stop()])
  await rm(folder, { recursive: true })
})

/** A study with all that a form type's versions, visits, devices, files and statuses bring along. */
async function recordStudy(casebook: Casebook) {
  const [admin, coordinator, nurse] = await Promise.all(
    ['admin', 'coordinator', 'nurse'].map((name) => casebook.as(name)),
  )
  if (!admin || !coordinator || !nurse) throw new Error('Somebody is missing.')
  await run(admin, 'addSite', { identifier: 'oslo', name: 'Oslo' })
  const siteid = 'oslo'
  for (const [deviceid, hw_id] of [
    ['A1', 'arm'],
    ['B2', 'chest'],
    ['C3', null],
  ])
    await run(admin, 'addDevice', { siteid, deviceid, hw_id })
  const { studyid } = await run(coordinator, 'addStudy', { siteid, name: 'Steps and "sleep"' })
  const { activitytypeid } = await run(coordinator, 'addActivityType', { studyid, description: 'Walk', repeats: true })
  const field = (name: string, type: string) => ({ name, type, required: false })
  const { formtypeid } = await run(coordinator, 'addFormType', {
    studyid,
    identifier: 'Baseline',
    fields: [field('Note', 'String'), field('Weight', 'Number')],
  })
  const subjects: string[] = []
  for (const identifier of ['S-1', 'S-2 Åse', 'S-3', 'S-4']) {
    const devices = [
      { deviceid: 'A1', position: 'ARM' },
      { deviceid: 'B2', position: 'CHEST' },
    ]
    const { subjectid } = await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier, devices } })
    subjects.push(subjectid)
    const fields = [
      { key: 'Note', value: `line\u2028separator, 'quoted' ${identifier}` },
      { key: 'Weight', value: '71.50' },
    ]
    await run(nurse, 'addForm', { input: { subjectid, formtypeid, fields } })
    for (const startTime of [1_792_476_000, 1_792_480_000]) {
      await run(nurse, 'addActivity', {
        input: { subjectid, activitytypeid, startTime, stopTime: startTime + 600, comment: 'even\npace' },
      })
    }
    const input = { siteid, studyid, activitytypeid, occurrence: 2, filename: 'arm.csv' }
    const { addReferenceData: file } = await nurse.ask(add, { subjectid, input })
    expect(await upload(file, `time,x\n1,${identifier}\n`)).toBe(200)
    await nurse.ask(complete, { subjectid, referencedataid: file.referencedataid })
  }
  // The field is retired: its values stay, and only the history knows its type.
  await run(coordinator, 'updateFormType', {
    formtypeid,
    input: { studyid, identifier: 'Baseline', fields: [field('Note', 'String')] },
  })
  // A value that does not fit its field, as there was before a change of type was refused, and types that are not offered any more.
  await asSuperuser(
    casebook,
    `set session_replication_role = replica;
    update form set fields = replace(fields::text, '71.50', 'heavy')::jsonb where subjectid = '${subjects[0]}'`,
  )
  const { activitytypeid: ladder } = await run(coordinator, 'addActivityType', { studyid, description: 'Ladder' })
  await run(coordinator, 'removeActivityType', { studyid, activitytypeid: ladder })
  const old = { studyid, identifier: 'Old form', fields: [field('Note', 'String')] }
  const { formtypeid: removed } = await run(coordinator, 'addFormType', old)
  await run(coordinator, 'removeFormType', { studyid, formtypeid: removed })
  await run(nurse, 'startActivity', { subjectid: subjects[1], activitytypeid })
  await run(nurse, 'removeForm', { subjectid: subjects[2], formtypeid })
  await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid: subjects[2], devices: [] } })
  await run(coordinator, 'removeSubject', { siteid, studyid, subjectid: subjects[3] })
  return { siteid, studyid }
}

/** Runs a command of the operator with the settings of an installation. */
async function command({ database, dataDir }: Casebook, ...args: string[]) {
  const settings = {
    DATABASE_URL: database.runtime.url,
    DATABASE_OWNER_URL: database.owner.url,
    DATA_DIR: dataDir,
    INIT_CWD: folder,
  }
  const { status, stdout, stderr } = await runOnce('cli', settings, { args, seconds: 600 })
  return { status, said: [...stdout, ...stderr].join('\n') }
}

test('a study moves whole to another installation: equal by export, with its history as a document', async () => {
  const { siteid, studyid } = study
  const whole = ['--study', studyid, '--deleted']
  expect(await command(from, 'export', '--site', siteid, ...whole, '--to', 'before.zip')).toMatchObject({ status: 0 })
  const moved = await command(to, 'import-study', '--site', 'bergen', '--from', 'before.zip')
  expect(moved).toMatchObject({ status: 0, said: expect.stringContaining('every row and file compared') })
  expect(await command(to, 'export', '--site', 'bergen', ...whole, '--to', 'after.zip')).toMatchObject({ status: 0 })
  const before = await tablesOfBundle(join(folder, 'before.zip'))
  const after = await tablesOfBundle(join(folder, 'after.zip'))
  expect(before.size).toBeGreaterThan(8)
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [name, rows] of before) {
    // The device that the site had already keeps its own row.
    if (name !== 'devices.csv') expect([name, after.get(name)]).toEqual([name, rows])
  }
  const admin = await to.as('admin')
  const { listStudyDocuments } = await admin.ask(
    'query ($studyid: ID!) { listStudyDocuments(studyid: $studyid) { title versions { filename downloadUrl } } }',
    { studyid },
  )
  expect(listStudyDocuments).toMatchObject([
    { title: 'History before the move', versions: [{ filename: 'history.csv.gz' }] },
  ])
  const attached = await fetch(listStudyDocuments[0].versions[0].downloadUrl)
  const history = gunzipSync(new Uint8Array(await attached.arrayBuffer())).toString()
  const bundle = await openBundle(join(folder, 'before.zip'))
  expect(history).toBe((await Array.fromAsync(await bundle.read('history.csv'))).join(''))
  bundle.close()
  expect(await command(to, 'verify-files', '--content')).toMatchObject({ status: 0 })
  expect(await command(to, 'verify-history')).toMatchObject({ status: 0 })
})

test('what an import into another study can’t carry is counted and listed before', async () => {
  const { studyid } = study
  const admin = await to.as('admin')
  const bundle = await openBundle(join(folder, 'after.zip'))
  const [path = ''] = bundle.entries.flatMap(({ path }) => (/^forms\/.*\.csv$/.test(path) ? [path] : []))
  const csv = (await Array.fromAsync(await bundle.read(path))).join('')
  bundle.close()
  const siteid = 'bergen'
  const { studyid: other } = await run(admin, 'addStudy', { siteid, name: 'Beside it' })
  const definitions = await run(admin, 'getDefinitions', { siteid, studyid })
  const there = { studyid: other, definitions }
  const said = await run(admin, 'previewDefinitionsFile', there, 'leftOut { sheet text reason }')
  expect(said.leftOut).toMatchObject([
    { sheet: 'Baseline', text: 'Weight', reason: 'definitions.retired' },
    { sheet: null, text: 'Old form', reason: 'definitions.removed.form-type' },
    { sheet: null, text: 'Ladder', reason: 'definitions.removed.activity-type' },
  ])
  await run(admin, 'addDefinitions', there, 'name')
  const [{ formtypeid }] = await run(admin, 'listFormTypes', { studyid: other }, 'formtypeid')
  const input = { siteid, studyid: other, formtypeid, filename: 'Baseline.csv', csv, fromElsewhere: true }
  const outcome = 'addedForms leftOut leftOutColumns { column values } mistakes { row }'
  // One form was removed.
  expect(await run(admin, 'previewImport', { input }, outcome)).toEqual({
    addedForms: 3,
    leftOut: 3,
    leftOutColumns: expect.arrayContaining([
      { column: 'Weight (retired)', values: 2 },
      { column: 'Weight (retired).misfit', values: 1 },
    ]),
    mistakes: [],
  })
})

test('a device that the site has already is the one that its subjects wear', async () => {
  const { rows } = await sql<{ worn: string; devices: number }>`
    select (select string_agg(distinct device.deviceid, ' ' order by device.deviceid) from subject_device join device using (deviceuid, siteid)) as worn,
      (select count(*)::int from device where deviceid = 'B2') as devices`.execute(unscoped(to.services.people))
  expect(rows).toEqual([{ worn: 'A1 B2', devices: 1 }])
})

test('a study that is here already is refused, and so are an export that lacks something and one that was changed', async () => {
  const { siteid, studyid } = study
  expect(await command(to, 'import-study', '--site', 'bergen', '--from', 'before.zip')).toMatchObject({
    status: 1,
    said: expect.stringContaining('here already, at the site bergen'),
  })
  await command(from, 'export', '--site', siteid, '--study', studyid, '--to', 'part.zip')
  expect(await command(to, 'import-study', '--site', 'bergen', '--from', 'part.zip')).toMatchObject({
    status: 1,
    said: expect.stringContaining('does not hold all of a study'),
  })
  const bytes = await readFile(join(folder, 'before.zip'))
  bytes[bytes.indexOf('even\\npace')] = 0x45
  await writeFile(join(folder, 'changed.zip'), bytes)
  expect(await command(to, 'import-study', '--site', 'bergen', '--from', 'changed.zip')).toMatchObject({
    status: 1,
    said: expect.stringContaining('was changed since the export was made'),
  })
  await writeFile(join(folder, 'no.zip'), 'no')
  expect(await command(to, 'import-study', '--site', 'bergen', '--from', 'no.zip')).toMatchObject({ status: 1 })
  expect(await command(to, 'import-study', '--site', 'nowhere', '--from', 'before.zip')).toMatchObject({ status: 1 })
})

test('every kind of record of a study moves', async () => {
  const place = await makePlace(from)
  const { siteid, studyid } = place
  await command(from, 'export', '--site', siteid, '--study', studyid, '--deleted', '--to', 'place.zip')
  expect(await command(to, 'import-study', '--site', 'bergen', '--from', 'place.zip')).toMatchObject({
    status: 0,
    said: expect.stringContaining('Moved'),
  })
})

/** The subjects of the large study. 5,000 take some minutes. */
const many = Number(process.env.CASEBOOK_MOVED_SUBJECTS ?? 600)

test(`a study of ${many} subjects whose move is killed twice is whole in the end`, { timeout: 2_400_000 }, async () => {
  const { siteid, studyid } = await fillStudy(from, many)
  const whole = ['--study', studyid, '--deleted']
  expect(await command(from, 'export', '--site', siteid, ...whole, '--to', 'many.zip')).toMatchObject({ status: 0 })
  const importing = ['import-study', '--site', 'bergen', '--from', 'many.zip']
  const counted = async (table: string) => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
      where studyid = ${studyid}`.execute(unscoped(to.services.people))
    return rows[0]?.count ?? 0
  }
  for (const table of ['subject', 'form']) {
    const killed = await withoutActivities(() => runUntil(importing, async () => (await counted(table)) > 0))
    expect(killed).toBe('SIGKILL')
    expect(await counted('activity')).toBe(0)
    // Nobody sees half of a study.
    expect(await (await to.as('admin')).ask('{ listStudies(siteid: "bergen") { studyid } }')).not.toMatchObject({
      listStudies: expect.arrayContaining([{ studyid }]),
    })
  }
  expect(await command(to, ...importing)).toMatchObject({ status: 0, said: expect.stringContaining('compared') })
  expect(await command(to, 'export', '--site', 'bergen', ...whole, '--to', 'moved.zip')).toMatchObject({ status: 0 })
  const [before, after] = await Promise.all(['many.zip', 'moved.zip'].map((name) => tablesOfBundle(join(folder, name))))
  expect(before?.get('subjects.csv')).toHaveLength(many)
  expect(after).toEqual(before)
})

/** While it works, nobody can write activities: the command gets no further, however late it is killed. */
async function withoutActivities<Result>(work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: to.database.owner.url })
  await client.connect()
  await client.query('begin')
  await client.query('lock table activity in share mode')
  try {
    return await work()
  } finally {
    await client.end()
  }
}

/** Runs the command until something holds, then kills it. Returns the signal that ended it. */
async function runUntil(args: readonly string[], holds: () => Promise<boolean>): Promise<string | null> {
  const { database, dataDir } = to
  const env = { DATABASE_URL: database.runtime.url, DATABASE_OWNER_URL: database.owner.url, DATA_DIR: dataDir }
  const path = fileURLToPath(new URL('../../cli.ts', import.meta.url))
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...ofTheMachine, INIT_CWD: folder, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  await until('the command has begun to write', async () => child.exitCode !== null || (await holds()), 600_000)
  child.kill('SIGKILL')
  const [, signal] = await ended
  return signal
}

/** A study of many subjects, each with a form, two activities and a device, some with a file. */
async function fillStudy(casebook: Casebook, count: number) {
  const { siteid } = study
  const admin = await casebook.as('admin')
  const { studyid: large } = await run(admin, 'addStudy', { siteid, name: 'Many' })
  const { activitytypeid } = await run(admin, 'addActivityType', { studyid: large, description: 'Walk' })
  const { formtypeid } = await run(admin, 'addFormType', {
    studyid: large,
    identifier: 'Baseline',
    fields: [{ name: 'Note', type: 'String', required: false }],
  })
  const { services } = casebook
  await write(services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    // Thousands of rows take longer than a call may.
    await sql`set local statement_timeout = 0`.execute(tx)
    const each = (columns: string, values: string) =>
      sql.raw(`insert into ${columns} select ${values} from generate_series(1, ${count}) n`).execute(tx)
    const place = `'${siteid}', '${large}'`
    await each(
      'subject (siteid, studyid, subjectid, identifier, identifier_key, status)',
      `${place}, 'many' || n, 'M-' || n, 'm-' || n,
      case when n % 100 = 0 then 'DELETED' else 'OPEN' end`,
    )
    await each(
      'form (siteid, studyid, subjectid, formtypeid, fields)',
      `${place}, 'many' || n, '${formtypeid}',
      jsonb_build_array(jsonb_build_object('key', 'Note', 'value', 'æ "' || n || '"'))`,
    )
    await each(
      'activity (siteid, studyid, subjectid, activitytypeid, start_time, stop_time)',
      `${place}, 'many' || n, '${activitytypeid}',
      1792476000 + n, 1792476600 + n`,
    )
    await each(
      'subject_device (siteid, studyid, subjectid, deviceuid, position, place)',
      `${place}, 'many' || n,
      (select deviceuid from device where siteid = '${siteid}' and deviceid = 'A1'), 'ARM', 0`,
    )
    await each(
      'reference_data (siteid, studyid, subjectid, activitytypeid, referencedataid, filename, object_name, status, size, expires_at)',
      `${place}, 'many' || n, '${activitytypeid}', 'file' || n, 'arm.csv', '${large}/file' || n, 'UPLOADED', 8, now()`,
    )
  })
  for (let n = 1; n <= count; n += 1)
    await services.store.write(`${large}/file${n}`, Readable.from([Buffer.from(String(n).padStart(8))]), 8)
  return { siteid, studyid: large }
}

test('a device of the same name and other hardware is refused before anything is moved', async () => {
  const { siteid, studyid } = study
  const other = await startCasebook()
  try {
    const admin: Person = await other.as('admin')
    await admin.ask('mutation { addSite(identifier: "bergen", name: "Bergen") { siteid } }')
    await admin.ask('mutation { addDevice(siteid: "bergen", deviceid: "A1", hw_id: "another") { deviceid } }')
    await command(from, 'export', '--site', siteid, '--study', studyid, '--deleted', '--to', 'again.zip')
    expect(await command(other, 'import-study', '--site', 'bergen', '--from', 'again.zip')).toMatchObject({
      status: 1,
      said: expect.stringContaining('other devices of these names'),
    })
    expect(await admin.ask('{ listStudies(siteid: "bergen") { studyid } }')).toEqual({ listStudies: [] })
  } finally {
    await other.stop()
  }
})
