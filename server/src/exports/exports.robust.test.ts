import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCsv } from '@casebook/domain/exports/csv/read-csv.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, nowhere, type Place } from '../../test/beds/place.ts'
import { systemActor } from '../access/scope.ts'
import { unscoped } from '../database/unscoped.ts'
import { writePeople } from '../writes/write.ts'

const add = 'mutation ($input: ExportInput!) { addExport(input: $input) { exportid state by own } }'
const get = `query ($exportid: ID!) { getExport(exportid: $exportid) {
  exportid siteid studyid subjectid state at done total sha256 problem expiresAt own finishedAt } }`
const link = 'query ($exportid: ID!) { getExportLink(exportid: $exportid) }'
const events = 'query ($exportid: ID!) { listExportEvents(exportid: $exportid) { kind by problem at } }'
const cancel = 'mutation ($exportid: ID!) { cancelExport(exportid: $exportid) { state } }'

let casebook: Casebook
let place: Place & { sibling: Place }
let other: Place
let admin: Person
let nurse: Person
let folder: string

beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  other = await makePlace(casebook)
  const sites = [place.siteid]
  admin = await addPerson(casebook, 'Admin', { groups: ['admin', 'hp', 'study:admin'], sites })
  nurse = await addPerson(casebook, 'Nurse', { groups: ['hp'], sites })
  folder = await mkdtemp(join(tmpdir(), 'casebook-export-'))
}, 60_000)
afterAll(async () => {
  await casebook.stop()
  await rm(folder, { recursive: true, force: true })
})

async function done(person: Person, exportid: string) {
  let found = { state: '', sha256: '', done: 0, total: 0, problem: null }
  await until(
    'the export has ended',
    async () => {
      found = (await person.ask(get, { exportid })).getExport
      return !['WAITING', 'RUNNING'].includes(found.state)
    },
    30_000,
  )
  return found
}

async function exportOf(person: Person, input: Record<string, unknown>) {
  const { exportid } = (await person.ask(add, { input })).addExport
  const found = await done(person, exportid)
  expect(found).toMatchObject({ state: 'DONE', problem: null })
  const address: string = (await person.ask(link, { exportid })).getExportLink
  const answer = await fetch(address)
  expect(answer.status).toBe(200)
  return { exportid, found, address, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
}

const python = `
import zipfile, sys, json
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
z.extractall(sys.argv[2])
print(json.dumps(z.namelist()))`

async function unpacked(bytes: Buffer): Promise<{ names: string[]; read: (path: string) => Promise<Buffer> }> {
  const into = await mkdtemp(join(folder, 'bundle-'))
  await writeFile(`${into}.zip`, bytes)
  const names: string[] = JSON.parse(execFileSync('python3', ['-c', python, `${into}.zip`, into], { encoding: 'utf8' }))
  return { names, read: (path) => readFile(join(into, path)) }
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('an export', () => {
  test('of a study is a ZIP that matches its manifest', async () => {
    const { siteid, studyid, subjectid } = place
    const { found, bytes, headers } = await exportOf(admin, { siteid, studyid })
    expect(found.done).toBe(bytes.length)
    expect(found.total).toBe(bytes.length)
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="casebook-[a-z]+-study-\d{8}T\d{4}Z.zip"/)
    const { names, read } = await unpacked(bytes)
    expect(names.at(-1)).toBe('manifest.json')
    const text = await read('manifest.json')
    expect(sha256Of(text)).toBe(found.sha256)
    const manifest: { entries: { path: string; size: number; sha256: string }[] } = JSON.parse(text.toString())
    expect(manifest.entries.map(({ path }) => path)).toEqual(names.slice(0, -1))
    for (const { path, size, sha256 } of manifest.entries) {
      const content = await read(path)
      expect({ path, size: content.length, sha256: sha256Of(content) }).toEqual({ path, size, sha256 })
    }
    const subjects = (await read('subjects.csv')).toString()
    expect(subjects).toContain(subjectid)
    expect(subjects).not.toContain(place.sibling.subjectid)
    const history = (await read('history.csv')).toString()
    expect(history).toContain(place.formtypeid)
    expect(history).not.toContain(place.sibling.formtypeid)
    expect(history).not.toContain(other.studyid)
    expect((await read('odm.xml')).toString()).toContain(
      `ItemOID="I.subject_devices.deviceid" TransactionType="Insert" Value="${place.deviceid}"><AuditRecord>`,
    )
  })

  test('of a site contains all its studies, and of a subject only that one', async () => {
    const site = await unpacked((await exportOf(admin, { siteid: place.siteid })).bytes)
    const subjects = (await site.read('subjects.csv')).toString()
    expect([place, place.sibling, other].map(({ subjectid }) => subjects.includes(subjectid))).toEqual([
      true,
      true,
      false,
    ])
    const { siteid, studyid, subjectid } = place
    const one = await unpacked((await exportOf(nurse, { siteid, studyid, subjectid, history: false })).bytes)
    expect((await one.read('subjects.csv')).toString()).toContain(subjectid)
    expect(one.names).not.toContain('history.csv')
  })

  test('of selected subjects contains only those, and names them', async () => {
    const { siteid, studyid, subjectid } = place
    const { subjectid: second } = await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: 'Second' } })
    const { subjectid: third } = await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: 'Third' } })
    const subjectids = [subjectid, second]
    const { exportid, bytes } = await exportOf(admin, { siteid, studyid, subjectids })
    const { read } = await unpacked(bytes)
    for (const path of ['subjects.csv', 'history.csv']) {
      const text = (await read(path)).toString()
      expect([...subjectids, third].map((id) => text.includes(id))).toEqual([true, true, false])
    }
    const asked = 'query ($exportid: ID!) { getExport(exportid: $exportid) { subjectids } }'
    expect((await admin.ask(asked, { exportid })).getExport).toEqual({ subjectids })
    const preview = 'query ($input: ExportInput!) { previewExport(input: $input) { subjects } }'
    expect((await admin.ask(preview, { input: { siteid, studyid, subjectids } })).previewExport.subjects).toBe(2)
  })

  test('of subjects of another study, of none, or of too many is refused', async () => {
    const { siteid, studyid, subjectid, sibling } = place
    const refused = async (more: object) =>
      (await refusal(admin, 'addExport', { input: { siteid, studyid, ...more } })).reason
    expect(await refused({ subjectids: [subjectid, sibling.subjectid] })).toBe('subject.missing')
    expect(await refused({ subjectids: [] })).toBe('export.subjects')
    expect(await refused({ subjectids: Array.from({ length: 5_001 }, (_, id) => `s${id}`) })).toBe('export.subjects')
    expect(await refused({ subjectids: [subjectid], subjectid })).toBe('export.subjects')
    expect(await refused({ studyid: null, subjectids: [subjectid] })).toBe('export.study.needed')
    expect(await nurse.refused(add, { input: { siteid, studyid, subjectids: [subjectid] } })).toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('omits open subjects if only closed ones are requested', async () => {
    const { siteid, studyid, subjectid } = place
    const { read } = await unpacked((await exportOf(admin, { siteid, studyid, closedOnly: true })).bytes)
    expect((await read('subjects.csv')).toString()).not.toContain(subjectid)
  })

  test('leaves deleted subjects out and counts them, unless they are asked for or exported by id', async () => {
    const { siteid, studyid, subjectid, formtypeid } = await makePlace(casebook)
    const chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp', 'subject:admin'], sites: 'all' })
    const kept = (await run(chief, 'addSubjectV2', { input: { siteid, studyid, identifier: 'Kept' } })).subjectid
    await run(chief, 'removeSubject', { studyid, subjectid })
    const counts = async (more: object) => {
      const asked = { input: { siteid, studyid, ...more } }
      const { subjects, deleted } = await run(chief, 'previewExport', asked, 'subjects deleted')
      return [subjects, deleted]
    }
    const exported = async (more: object) => {
      const { bytes } = await exportOf(chief, { siteid, studyid, ...more })
      const { read, names } = await unpacked(bytes)
      const [headings, ...rows] = readCsv((await read('subjects.csv')).toString())
      const { scope, deleted_subjects, entries } = JSON.parse((await read('manifest.json')).toString())
      const form = entries.find(({ from }: { from: string }) => from.startsWith(`form_type ${formtypeid} `))
      const forms = (await read(form.path)).toString()
      const status = headings?.cells.indexOf('subject_status') ?? -1
      const subjects = rows.map(({ cells }) => [cells[2], status < 0 ? undefined : cells[status]])
      const history = names.includes('history.csv') ? (await read('history.csv')).toString() : ''
      return { subjects, scope, deleted_subjects, form, forms, history }
    }
    expect([await counts({}), await counts({ deleted: true })]).toEqual([
      [1, 1],
      [2, 1],
    ])
    const without = await exported({})
    expect(without).toMatchObject({ subjects: [[kept, undefined]], deleted_subjects: 1, scope: { deleted: false } })
    expect(without.history).not.toContain(subjectid)
    expect(without.form.path).toBe(`forms/${without.form.table_id}.csv`)
    const all = await exported({ deleted: true })
    expect(new Map(all.subjects as [string, string][])).toEqual(
      new Map([
        [subjectid, 'DELETED'],
        [kept, 'OPEN'],
      ]),
    )
    expect(all).toMatchObject({ deleted_subjects: 1, scope: { deleted: true } })
    expect(all.forms).toMatch(/subject_status/)
    expect((await exported({ subjectid })).subjects).toEqual([[subjectid, undefined]])
    expect((await exported({ subjectids: [subjectid, kept] })).subjects).toEqual([[kept, undefined]])
  })

  test('says who added and changed each record, and when, without history', async () => {
    const { siteid, studyid, subjectid, formtypeid, deviceid } = await makePlace(casebook)
    const chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp'], sites: 'all' })
    const second = await addPerson(casebook, 'Second', { groups: ['hp'], sites: 'all' })
    const before = Date.now()
    const input = { subjectid, formtypeid, fields: [{ key: 'date', value: '1772366400' }], version: 1 }
    await run(second, 'updateForm', { input })
    await run(chief, 'updateDevice', { siteid, deviceid, input: { deviceid: 'RENAMED1', hw_id: null } })
    const { read, names } = await unpacked((await exportOf(chief, { siteid, studyid, history: false })).bytes)
    const rowsOf = async (name: string) => {
      const [headings, ...rows] = readCsv((await read(name)).toString())
      const shown = ['created_at', 'created_by', 'changed_at', 'changed_by']
      return rows.map(({ cells }) => shown.map((column) => cells[headings?.cells.indexOf(column) ?? -1] ?? ''))
    }
    const { tables } = JSON.parse((await read('dictionary.json')).toString())
    const form = tables.find((table: { formtypeid?: string }) => table.formtypeid === formtypeid)
    const [[created, creator, changed, changer] = []] = await rowsOf(form.file)
    expect([creator, changer]).toEqual(['tests', 'Second'])
    expect(Date.parse(created ?? '')).toBeLessThan(before)
    expect(Date.parse(changed ?? '')).toBeGreaterThanOrEqual(before)
    expect((await rowsOf('devices.csv')).map(([, by, , last]) => [by, last])).toEqual([['tests', 'Chief']])
    const others = ['sites', 'studies', 'subjects', 'subject_devices', 'activities', 'reference_data']
    for (const name of others) {
      const rows = await rowsOf(`${name}.csv`)
      expect([name, rows.length > 0]).toEqual([name, true])
      for (const [at, by, last, lastBy] of rows) {
        expect([name, by, lastBy]).toEqual([name, 'tests', 'tests'])
        expect(Date.parse(at ?? '')).toBeLessThanOrEqual(Date.parse(last ?? ''))
      }
    }
    expect(names).not.toContain('history.csv')
  })

  test('has each file under a readable name, and reports a lost or different one', async () => {
    const own = await makePlace(casebook)
    const { siteid, studyid, subjectid, referencedataid } = own
    const chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp'], sites: 'all' })
    const bytes = Buffer.from('t,x,y,z\n1,2,3,4\n')
    const { store, people } = casebook.services
    await store.write(`${studyid}/${referencedataid}`, bytesOf(bytes), bytes.length)
    const settle = (sha256: string | null, size = bytes.length) =>
      writePeople(people, systemActor('tests'), undefined, async (tx) => {
        await sql`update reference_data set status = 'UPLOADED', size = ${size}, sha256 = ${sha256}
          where referencedataid = ${referencedataid}`.execute(unscoped(tx))
      })
    await settle(sha256Of(bytes))
    const whole = await unpacked((await exportOf(chief, { siteid, studyid })).bytes)
    const path = whole.names.find((name) => name.startsWith('files/')) ?? ''
    expect(path).toMatch(/arm\.csv$/)
    expect((await whole.read(path)).equals(bytes)).toBe(true)
    expect((await whole.read('manifest.json')).toString()).not.toContain('expected_sha256')

    await settle('0'.repeat(64))
    const differing = await unpacked((await exportOf(chief, { siteid, studyid })).bytes)
    expect((await differing.read(path)).equals(bytes)).toBe(true)
    expect((await differing.read('manifest.json')).toString()).toContain(`"expected_sha256":"${'0'.repeat(64)}"`)
    expect((await differing.read('problems.csv')).toString()).toContain(`,path,${path},The content of the file differs`)

    await settle(null, bytes.length + 1)
    const cut = await unpacked((await exportOf(chief, { siteid, studyid })).bytes)
    expect((await cut.read('manifest.json')).toString()).toContain(`"expected_size":${bytes.length + 1}`)
    expect((await cut.read('problems.csv')).toString()).toContain(`The file has ${bytes.length} bytes. At upload it`)

    await store.remove(`${studyid}/${referencedataid}`)
    const lost = await unpacked((await exportOf(chief, { siteid, studyid })).bytes)
    expect((await lost.read('manifest.json')).toString()).toContain('missing in the store')
    expect((await lost.read('problems.csv')).toString()).toContain('missing in the store')
    const without = await unpacked((await exportOf(chief, { siteid, studyid, subjectid, files: false })).bytes)
    expect(without.names.some((name) => name.startsWith('files/'))).toBe(false)
  })

  test('has what was found in a file as JSON, with the zone and the correction of its clock', async () => {
    const { siteid, studyid, subjectid, referencedataid } = await makePlace(casebook)
    const chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp'], sites: 'all' })
    const description = { format: 'CSV', start: 1_772_352_000.25, channels: [{ name: 'Å "x"', unit: null }] }
    await writePeople(casebook.services.people, systemActor('tests'), undefined, async (tx) => {
      await sql`update reference_data set description = ${JSON.stringify(description)}::jsonb, zone = 'America/St_Johns',
        clock_correction = -1.5 where referencedataid = ${referencedataid}`.execute(unscoped(tx))
    })
    const { read } = await unpacked((await exportOf(chief, { siteid, studyid, subjectid })).bytes)
    const [headings, file] = readCsv((await read('reference_data.csv')).toString())
    const cell = (name: string) => file?.cells[headings?.cells.indexOf(name) ?? -1] ?? ''
    expect(JSON.parse(cell('description'))).toEqual(description)
    expect([cell('zone'), cell('clock_correction')]).toEqual(['America/St_Johns', '-1.5'])
    const { rows } = JSON.parse((await read('dataset-json/reference_data.json')).toString())
    expect(rows).toEqual([expect.arrayContaining([cell('description'), 'America/St_Johns', -1.5])])
    const odm = (await read('odm.xml')).toString()
    const values = odm.match(/ItemOID="I\.reference_data\.description" TransactionType="\w+" Value="[^"]*"/g)
    const inXml = cell('description').replaceAll('"', '&quot;')
    expect(values).toEqual([`ItemOID="I.reference_data.description" TransactionType="Insert" Value="${inXml}"`])
  })

  test('has a running activity with who started it and its history, and so has the record as JSON', async () => {
    const { siteid, studyid, subjectid } = await makePlace(casebook)
    const chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp', 'study:admin'], sites: 'all' })
    const { activitytypeid } = await run(chief, 'addActivityType', { studyid, description: 'Stairs' })
    const { startTime } = await run(chief, 'startActivity', { subjectid, activitytypeid })
    const { read } = await unpacked((await exportOf(chief, { siteid, studyid, subjectid })).bytes)
    const running = (await read('running_activities.csv')).toString()
    expect(running).toContain(`,${activitytypeid},Stairs,,1,,${startTime},`)
    expect(running).toContain(',Chief,1,')
    expect((await read('history.csv')).toString()).toContain(',running_activity,ADDED,')
    expect((await read('dictionary.csv')).toString()).toContain('running_activities,')
    const record = JSON.parse(await run(chief, 'getSubjectRecord', { siteid, studyid, subjectid }))
    expect(record.runningActivities).toMatchObject([{ activitytypeid, startTime, startedBy: 'Chief' }])
  })

  test('is downloaded in ranges, and only by its link', async () => {
    const { siteid, studyid } = place
    const { address, bytes } = await exportOf(admin, { siteid, studyid })
    const part = await fetch(address, { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
    expect((await fetch(address.split('?')[0] ?? '')).status).toBe(403)
  })
})

describe('nobody gets more than permitted:', () => {
  test('a nurse can’t request, download or cancel an export of a study', async () => {
    const { siteid, studyid } = place
    expect(await nurse.refused(add, { input: { siteid, studyid } })).toMatchObject({ code: 'FORBIDDEN' })
    const { exportid } = await exportOf(admin, { siteid, studyid })
    expect(await nurse.refused(link, { exportid })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await nurse.refused(cancel, { exportid })).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('records of another site do not exist', async () => {
    const chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp'], sites: 'all' })
    const { exportid } = await exportOf(chief, { siteid: other.siteid })
    expect((await admin.ask(get, { exportid })).getExport).toBeNull()
    expect(await admin.refused(link, { exportid })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await admin.refused(cancel, { exportid })).toMatchObject({ code: 'NOT_FOUND' })
    const { siteid } = other
    for (const input of [{ siteid }, { siteid, studyid: other.studyid }, { siteid: nowhere().siteid }])
      expect(await admin.refused(add, { input })).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a token exports its studies with the scope export, and nothing else', async () => {
    const { siteid, studyid } = place
    const tokenOf = async (scopes: string[], studies?: string[]) => {
      const input = { name: scopes.join(' '), scopes, days: 1, ...(studies && { studies }) }
      return String((await run(admin, 'addToken', { input }, 'token')).token)
    }
    const byToken = (token: string) => async (query: string, variables: unknown) => {
      const answer = await fetch(`${casebook.origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables }),
      })
      const { data, errors } = await answer.json()
      return errors ? errors[0].extensions.code : data
    }
    const confined = byToken(await tokenOf(['export'], [studyid]))
    const without = byToken(await tokenOf(['read', 'write']))
    expect(await without(add, { input: { siteid, studyid } })).toBe('FORBIDDEN')
    expect(await confined(add, { input: { siteid } })).toBe('NOT_FOUND')
    expect(await confined(add, { input: { siteid, studyid: place.sibling.studyid } })).toBe('NOT_FOUND')
    const { exportid } = (await confined(add, { input: { siteid, studyid } })).addExport
    await done(admin, exportid)
    expect(await confined(link, { exportid })).toHaveProperty('getExportLink')
    const { exportid: whole } = await exportOf(admin, { siteid })
    expect(await confined(link, { exportid: whole })).toBe('NOT_FOUND')
    expect(await confined(events, { exportid: whole })).toBe('NOT_FOUND')
    expect((await confined(events, { exportid })).listExportEvents.at(-1)).toMatchObject({
      kind: 'LINK',
      by: expect.stringContaining('Admin'),
    })
    expect((await confined(get, { exportid: whole })).getExport).toBeNull()
    const listed = await confined('query ($siteid: ID!) { listExports(siteid: $siteid) { studyid } }', { siteid })
    expect(new Set(listed.listExports.map((one: { studyid: string }) => one.studyid))).toEqual(new Set([studyid]))
  })
})

test('every export, link and refusal is in the history with the person', async () => {
  const { siteid, studyid } = place
  const { exportid } = await exportOf(admin, { siteid, studyid })
  await nurse.refused(link, { exportid })
  const { rows } = await sql<{ kind: string; actor_name: string; after: Record<string, unknown> }>`
    select kind, actor_name, after from history where kind in ('export', 'export_access')
      and after ->> 'exportid' = ${exportid} order by historyid`.execute(unscoped(casebook.services.people))
  expect(rows.map(({ kind, actor_name, after }) => [kind, actor_name, after.state ?? after.what])).toEqual([
    ['export', 'Admin', 'WAITING'],
    ['export', 'exports', 'RUNNING'],
    ['export', 'exports', 'DONE'],
    ['export_access', 'Admin', 'LINK'],
    ['export_access', 'Nurse', 'REFUSED'],
  ])
})

describe('the history of an export', () => {
  test('names who requested and fetched it and who was refused, of a study and of a subject', async () => {
    const { siteid, studyid, subjectid } = place
    for (const chosen of [{}, { subjectid }]) {
      const { exportid } = await exportOf(admin, { siteid, studyid, ...chosen })
      await nurse.call(link, { exportid })
      const { listExportEvents } = await nurse.ask(events, { exportid })
      const may = 'subjectid' in chosen
      expect(listExportEvents).toMatchObject([
        { kind: 'REQUESTED', by: 'Admin', problem: null },
        { kind: 'STARTED', by: null },
        { kind: 'DONE', by: null },
        { kind: 'LINK', by: 'Admin' },
        { kind: may ? 'LINK' : 'REFUSED', by: 'Nurse', problem: may ? null : expect.stringMatching(/\w/) },
      ])
      const times = listExportEvents.map(({ at }: { at: string }) => at)
      expect(times).toEqual(times.toSorted())
      expect(times[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  })

  test('is not shown to people of other sites', async () => {
    const { siteid, studyid } = place
    const { exportid } = await exportOf(admin, { siteid, studyid })
    const stranger = await addPerson(casebook, 'Stranger', { groups: ['admin'], sites: [other.siteid] })
    expect(await stranger.refused(events, { exportid })).toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a cancelled export leaves nothing, and another can be requested', async () => {
  const { siteid } = place
  const { exportid } = (await admin.ask(add, { input: { siteid } })).addExport
  expect(await admin.refused(add, { input: { siteid } })).toMatchObject({ code: 'CONFLICT' })
  expect((await admin.ask(cancel, { exportid })).cancelExport).toEqual({ state: 'CANCELLED' })
  expect((await admin.ask(cancel, { exportid })).cancelExport).toEqual({ state: 'CANCELLED' })
  expect(await admin.refused(link, { exportid })).toMatchObject({ code: 'NOT_FOUND' })
  await exportOf(admin, { siteid })
  await until(
    'what it left is gone',
    async () => {
      const { rows } = await sql`select from export_work where exportid = ${exportid}`.execute(
        unscoped(casebook.services.people),
      )
      return rows.length === 0
    },
    20_000,
  )
  expect(await casebook.services.store.head(`exports/${exportid}`)).toBeUndefined()
})

async function* bytesOf(bytes: Uint8Array) {
  yield bytes
}
