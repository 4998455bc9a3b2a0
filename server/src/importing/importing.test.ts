import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { upload } from '../../test/beds/files-bed.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { bearer } from '../../test/beds/tokens.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { unscoped } from '../database/unscoped.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import type { Importers } from './importers.ts'
import { sweepImports } from './start-importing.ts'
import { claimWork } from './work.sql.ts'
import { workThrough } from './work-through.ts'

const shown = `importid state filename done total sha256 reason message formtypeid finishedAt outcome { addedSubjects addedForms changedForms confirmed
  unchanged leftOut leftOutColumns { column values } origins { studyid studyName rows } mistakes { row column reason } }`
const never = new AbortController().signal

let casebook: Casebook
let place: Place
let nurse: AddedPerson
let importers: Importers
let ages: string
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  nurse = await addPerson(casebook, 'Nurse', { groups: ['hp', 'study:admin'], sites: [place.siteid] })
  const fields = [
    { name: 'Age', type: 'Number', required: true },
    { name: 'Note', type: 'String', required: false },
  ]
  ages = (await run(nurse, 'addFormType', { studyid: place.studyid, identifier: 'Ages', fields })).formtypeid
  const { db, people, store } = casebook.services
  const log = { warn: () => undefined } as unknown as Importers['log']
  const sessions = { sessionHours: 12, sessionIdleMinutes: 30 }
  importers = {
    db,
    people,
    store,
    scope: proveScope(systemActor('imports'), 'all'),
    log,
    zone: 'Europe/Oslo',
    sessions,
  }
}, 60_000)
afterAll(() => casebook.stop())
beforeEach(() =>
  asSuperuser(casebook, `update import_job set state = 'CANCELLED', finished_at = now() where finished_at is null`),
)

const work = (worker = 'this one', given: Partial<Importers> = {}) =>
  workThrough({ ...importers, ...given }, worker, never)
const ids = (importid: string) => ({ studyid: place.studyid, importid })
const jobOf = (importid: string) => run(nurse, 'getImportJob', ids(importid), shown)
const check = (importid: string, more = {}) =>
  run(nurse, 'checkImportJob', { input: { ...ids(importid), formtypeid: ages, ...more } }, shown)

async function sent(content: string | Buffer<ArrayBuffer>, filename = 'ages.csv', sha256?: string): Promise<string> {
  const { siteid, studyid } = place
  const input = { siteid, studyid, filename, ...(sha256 && { sha256 }) }
  const { importid, ...form } = await run(nurse, 'addImportJob', { input }, 'importid state objectUrl fields')
  await upload(form, content)
  return importid
}

async function checked(content: string | Buffer<ArrayBuffer>, more = {}) {
  const importid = await sent(content)
  expect(await check(importid, more)).toMatchObject({ state: 'CHECKING', outcome: null })
  await work()
  return { importid, job: await jobOf(importid) }
}

const start = (importid: string) => run(nurse, 'startImportJob', ids(importid), shown)

const rowsOf = (name: string, from: number, to: number, age = (n: number) => n % 90) =>
  Array.from({ length: to - from }, (_, n) => `${name}-${from + n},${age(from + n)},\r\n`).join('')
const heading = 'identifier,Age,Note\r\n'

async function countOf(name: string) {
  const { rows } = await sql<{ subjects: number; forms: number; transactions: number }>`select
      (select count(*)::int from subject where identifier like ${`${name}-%`}) as subjects,
      (select count(*)::int from form join subject using (subjectid) where subject.identifier like ${`${name}-%`}) as forms,
      (select count(distinct tx)::int from history where kind = 'form' and subjectid in
        (select subjectid from subject where identifier like ${`${name}-%`})) as transactions`.execute(
    unscoped(casebook.services.people),
  )
  return rows[0]
}

/** The store, with something that happens when so much of a file was read. */
function storeWith(onRead: () => Promise<void>, opened: Readable[] = []): ObjectStore {
  const { store } = casebook.services
  const read = async (...asked: Parameters<ObjectStore['read']>) => {
    const bytes = Buffer.concat(await Array.fromAsync(await store.read(...asked)))
    const half = Math.floor(bytes.length / 2)
    const file = Readable.from(
      (async function* () {
        yield bytes.subarray(0, half)
        await onRead()
        yield bytes.subarray(half)
      })(),
    )
    opened.push(file)
    return file
  }
  return new Proxy(store, {
    get: (target, name) => (name === 'read' ? read : Reflect.get(target, name).bind?.(target)),
  })
}

test('a file is checked part by part, and imported in one transaction as the person', async () => {
  const csv = heading + rowsOf('P', 0, 2300)
  const { importid, job } = await checked(csv)
  expect(job).toMatchObject({
    state: 'CHECKED',
    formtypeid: ages,
    sha256: createHash('sha256').update(csv).digest('hex'),
    done: csv.length,
    total: csv.length,
    outcome: { addedSubjects: 2300, addedForms: 2300, changedForms: 0, unchanged: 0, mistakes: [] },
  })
  expect(await countOf('P')).toEqual({ subjects: 0, forms: 0, transactions: 0 })
  expect(await start(importid)).toMatchObject({ state: 'IMPORTING' })
  await work()
  expect(await jobOf(importid)).toMatchObject({ state: 'DONE', reason: null, message: null, outcome: job.outcome })
  expect(await countOf('P')).toEqual({ subjects: 2300, forms: 2300, transactions: 1 })
  const { rows } =
    await sql`select distinct actor_name, reason from history where kind = 'form' and reason like 'Import: ages.csv%'
    and reason like ${`%${job.sha256}%`}`.execute(unscoped(casebook.services.people))
  expect(rows).toMatchObject([{ actor_name: 'Nurse' }])
  // Again, compressed, with one changed and one new row: only these change.
  const changed = heading + rowsOf('P', 0, 2301, (n) => (n === 2100 ? 91 : n % 90))
  const again = await checked(gzipSync(changed))
  expect(again.job.outcome).toMatchObject({ addedSubjects: 1, addedForms: 1, changedForms: 1, unchanged: 2299 })
  await start(again.importid)
  await work()
  expect(await jobOf(again.importid)).toMatchObject({ state: 'DONE' })
  expect(await countOf('P')).toEqual({ subjects: 2301, forms: 2301, transactions: 2 })
})

test('an import that names an earlier check is refused, and changes nothing', async () => {
  const csv = `${heading}${rowsOf('Again', 0, 3)}`
  const { importid } = await checked(csv)
  const one = await run(nurse, 'getImportJob', ids(importid), 'check')
  expect(one).toEqual({ check: 1 })
  // Another window lets it be checked again, with another answer.
  await check(importid, { formtypeid: null })
  const again = { reason: 'import.job.rechecked', code: 'CONFLICT', field: 'check' }
  expect(await refusal(nurse, 'startImportJob', { ...ids(importid), ...one })).toMatchObject(again)
  await work()
  expect(await refusal(nurse, 'startImportJob', { ...ids(importid), ...one })).toMatchObject(again)
  expect(await jobOf(importid)).toMatchObject({ state: 'CHECKED', formtypeid: null })
  expect(await refusal(nurse, 'startImportJob', { ...ids(importid), check: 3 })).toMatchObject(again)
  await check(importid)
  expect(await refusal(nurse, 'startImportJob', { ...ids(importid), check: 3 })).toMatchObject({
    reason: 'import.job.unchecked',
  })
  await work()
  await run(nurse, 'startImportJob', { ...ids(importid), check: 3 }, 'state')
  await work()
  expect(await jobOf(importid)).toMatchObject({ state: 'DONE', outcome: { addedSubjects: 3, addedForms: 3 } })
})

test('a mistake in the last part, and a subject that an earlier part has, keep the whole file out', async () => {
  const { importid, job } = await checked(`${heading}${rowsOf('M', 0, 2100)}M-7,50,\r\nM-9999,old,\r\n`)
  expect(job).toMatchObject({
    state: 'CHECKED',
    outcome: {
      addedSubjects: 0,
      mistakes: [
        { row: 2102, reason: 'import.subject.duplicate' },
        { row: 2103, column: 'Age' },
      ],
    },
  })
  expect(await refusal(nurse, 'startImportJob', ids(importid))).toMatchObject({ reason: 'import.job.unchecked' })
  expect(await countOf('M')).toMatchObject({ subjects: 0 })
})

test('a study that has changed since the check lets nothing in, not even what would still fit', async () => {
  const { importid } = await checked(`${heading}${rowsOf('S', 0, 1500)}`)
  const { siteid, studyid } = place
  const { subjectid } = await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier: 'S-1400' } })
  await start(importid)
  await asSuperuser(
    casebook,
    `set session_replication_role = replica; update subject set status = 'DELETED' where subjectid = '${subjectid}'`,
  )
  await work()
  expect(await jobOf(importid)).toMatchObject({
    state: 'FAILED',
    reason: 'import.job.stale',
    outcome: { addedSubjects: 0, mistakes: [{ row: 1402 }] },
  })
  expect(await countOf('S')).toMatchObject({ subjects: 1, forms: 0 })
})

test('what a colleague saved between the check and the import is not imported over', async () => {
  await start((await checked(`${heading}${rowsOf('Seen', 0, 1500)}`)).importid)
  await work()
  const csv = `${heading}${rowsOf('Seen', 0, 1501, (n) => (n === 1200 ? 50 : n % 90))}`
  const { importid, job } = await checked(csv)
  expect(job.outcome).toMatchObject({ addedSubjects: 1, addedForms: 1, changedForms: 1, unchanged: 1499 })
  const { siteid, studyid } = place
  const theirs = `${heading}Seen-1200,77,\r\n`
  const input = { siteid, studyid, formtypeid: ages, filename: 'theirs.csv', csv: theirs }
  expect(await run(nurse, 'addImport', { input }, 'changedForms')).toEqual({ changedForms: 1 })
  await start(importid)
  await work()
  expect(await jobOf(importid)).toMatchObject({
    state: 'FAILED',
    reason: 'import.job.outdated',
    outcome: { addedSubjects: 1, changedForms: 1, mistakes: [] },
  })
  expect(await countOf('Seen')).toMatchObject({ subjects: 1500, forms: 1500 })
  const again = await checked(csv)
  await start(again.importid)
  await work()
  expect(await jobOf(again.importid)).toMatchObject({ state: 'DONE', outcome: { addedSubjects: 1, changedForms: 1 } })
})

test.each([
  ['nothing', ''],
  ['semicolons', 'identifier;Age\r\nX;4\r\n'],
  ['an unknown column', 'identifier,Weight\r\nX,4\r\n'],
  ['an open quote', `${heading}"X,4,\r\n`],
  ['a character that the database does not store', `${heading}X,4,A\0\r\n`],
  ['no UTF-8', Buffer.from([0x69, 0xff, 0xfe, 0x0a])],
  ['a broken gzip', gzipSync(heading).subarray(0, 20)],
])('a file of %s is checked, and has a mistake', async (_, content) => {
  if (content.length === 0) {
    const importid = await sent(' ')
    await check(importid)
    await work()
    expect((await jobOf(importid)).outcome.mistakes).not.toEqual([])
    return
  }
  const { job } = await checked(content)
  expect(job).toMatchObject({
    state: 'CHECKED',
    outcome: { mistakes: [expect.objectContaining({ row: expect.any(Number) })] },
  })
})

test('a file that is refused by its heading is closed', async () => {
  const importid = await sent(`identifier;Age;Note\r\n${rowsOf('H', 0, 2000)}`)
  await check(importid)
  const opened: Readable[] = []
  await work('this one', { store: storeWith(async () => undefined, opened) })
  expect((await jobOf(importid)).outcome.mistakes).toHaveLength(1)
  expect(opened).toHaveLength(1)
  await expect.poll(() => opened[0]?.destroyed).toBe(true)
})

test('a process that loses its lease in the middle commits nothing; the other one imports once', async () => {
  const { importid } = await checked(`${heading}${rowsOf('L', 0, 2500)}`)
  await start(importid)
  const other = storeWith(async () => {
    await asSuperuser(casebook, `update import_job set lease_until = '-infinity' where importid = '${importid}'`)
    const taken = await claimWork(casebook.services.people as never, 'other')
    expect(taken?.importid).toBe(importid)
  })
  await work('first', { store: other })
  expect(await countOf('L')).toMatchObject({ subjects: 0 })
  expect(await jobOf(importid)).toMatchObject({ state: 'IMPORTING' })
  await asSuperuser(casebook, `update import_job set lease_until = '-infinity' where importid = '${importid}'`)
  await work('third')
  expect(await jobOf(importid)).toMatchObject({ state: 'DONE' })
  expect(await countOf('L')).toEqual({ subjects: 2500, forms: 2500, transactions: 1 })
})

test('while the first import with a second form of a type runs, others can use forms', async () => {
  const fields = [{ name: 'Age', type: 'Number', required: true }]
  const asked = { studyid: place.studyid, identifier: 'Pulses', fields, repeats: true }
  const { formtypeid } = await run(nurse, 'addFormType', asked)
  const twice = Array.from({ length: 1200 }, (_, n) => `V-${n},1,60\r\nV-${n},2,70\r\n`).join('')
  const { importid } = await checked(`identifier,occurrence,Age\r\n${twice}`, { formtypeid })
  await asSuperuser(
    casebook,
    `alter table form drop constraint if exists form_once_key;
    alter table form add constraint form_once_key unique (subjectid, formtypeid, siteid)`,
  )
  await start(importid)
  let reads = 0
  await work('this one', {
    store: storeWith(async () => {
      await asSuperuser(casebook, `set lock_timeout = '2s'; select count(*) from form`)
      reads += 1
    }),
  })
  expect(await jobOf(importid)).toMatchObject({ state: 'DONE', outcome: { addedForms: 2400 } })
  expect(reads).toBe(1)
})

test('an import that is cancelled while it runs leaves nothing', async () => {
  const { importid } = await checked(`${heading}${rowsOf('C', 0, 2500)}`)
  await start(importid)
  await work('this one', {
    store: storeWith(async () => void (await run(nurse, 'cancelImportJob', ids(importid), shown))),
  })
  expect(await jobOf(importid)).toMatchObject({ state: 'CANCELLED' })
  expect(await countOf('C')).toMatchObject({ subjects: 0 })
})

test('who loses the site after asking imports nothing', async () => {
  const { importid } = await checked(`${heading}${rowsOf('R', 0, 2)}`)
  await start(importid)
  await asSuperuser(
    casebook,
    `set session_replication_role = replica; update person set sites = '{}' where personid = '${nurse.personid}'`,
  )
  await work()
  await asSuperuser(
    casebook,
    `set session_replication_role = replica; update person set sites = '{${place.siteid}}' where personid = '${nurse.personid}'`,
  )
  expect(await jobOf(importid)).toMatchObject({ state: 'FAILED', reason: 'import.job.rights' })
  expect(await countOf('R')).toMatchObject({ subjects: 0 })
})

test.each([
  { what: 'is in force', left: '1 minute', state: 'DONE' },
  { what: 'has run out, and is not swept yet', left: '31 minutes', state: 'FAILED' },
  { what: 'began too long ago', began: '13 hours', left: '1 minute', state: 'FAILED' },
])('a group that a session brought along counts while it $what: $state', async ({ left, began = '1 hour', state }) => {
  const { importid } = await checked(`${heading}${rowsOf(`G${left}${began}`, 0, 2)}`)
  await start(importid)
  const asPerson = (change: string) => asSuperuser(casebook, `set session_replication_role = replica; ${change}`)
  await asPerson(`update person set groups = '{}' where personid = '${nurse.personid}';
    insert into session (sessionid, personid, address, issuer, token_groups, created_at, last_active_at)
      values ('brought', '${nurse.personid}', '127.0.0.1', 'tests', '{hp}', now() - interval '${began}', now() - interval '${left}')`)
  await work()
  await asPerson(`update person set groups = '{hp,study:admin}' where personid = '${nurse.personid}';
    delete from session where sessionid = 'brought'`)
  expect(await jobOf(importid)).toMatchObject({ state, reason: state === 'DONE' ? null : 'import.job.rights' })
})

test('an import has the rights of the token that started it, until it ends', async () => {
  const script = await bearer(nurse)
  const { importid } = await checked(`${heading}${rowsOf('T', 0, 2500)}`)
  await run(script, 'startImportJob', ids(importid), shown)
  await work('this one', {
    store: storeWith(() => run(nurse, 'removeToken', { tokenid: script.tokenid })),
  })
  expect(await jobOf(importid)).toMatchObject({ state: 'FAILED', reason: 'import.job.rights' })
  expect(await countOf('T')).toMatchObject({ subjects: 0 })
})

test('a token that began an import, and is gone, does not keep its person from going on', async () => {
  const script = await bearer(nurse)
  const { siteid, studyid } = place
  const input = { siteid, studyid, filename: 'ages.csv' }
  const { importid, ...form } = await run(script, 'addImportJob', { input }, 'importid objectUrl fields')
  await upload(form, heading + rowsOf('U', 0, 3))
  await run(nurse, 'removeToken', { tokenid: script.tokenid })
  await check(importid)
  await work()
  expect(await jobOf(importid)).toMatchObject({ state: 'CHECKED', outcome: { addedSubjects: 3 } })
})

test('an import belongs to the person who began it, and only what arrived whole is checked', async () => {
  const { siteid, studyid } = place
  const colleague = await addPerson(casebook, 'Colleague', { groups: ['hp'], sites: [siteid] })
  const input = { siteid, studyid, filename: 'ages.csv', sha256: 'a'.repeat(64) }
  const { importid } = await run(nurse, 'addImportJob', { input }, 'importid')
  expect(await refusal(nurse, 'checkImportJob', { input: ids(importid) })).toMatchObject({ reason: 'import.job.file' })
  expect(await refusal(colleague, 'getImportJob', ids(importid))).toMatchObject({ reason: 'import.job.missing' })
  expect(await refusal(colleague, 'cancelImportJob', ids(importid))).toMatchObject({ reason: 'import.job.missing' })
  expect(await run(colleague, 'listImportJobs', { studyid }, 'importid')).toEqual([])
  const { importid: later } = await run(nurse, 'addImportJob', { input }, 'importid')
  const [newest, older] = await run(nurse, 'listImportJobs', { studyid }, 'importid state')
  expect([newest, older]).toMatchObject([{ importid: later }, { importid, state: 'UPLOADING' }])
})

test('a file of subjects alone has no form type, and adds no forms', async () => {
  const importid = await sent('identifier\r\nALONE-1\r\n')
  const begun = await run(nurse, 'getImportJob', ids(importid), `${shown} objectUrl fields`)
  expect(begun).toMatchObject({
    formtypeid: null,
    total: null,
    sha256: null,
    outcome: null,
    finishedAt: null,
    objectUrl: null,
  })
  await run(nurse, 'checkImportJob', { input: ids(importid) }, shown)
  await work()
  await start(importid)
  await work()
  expect(await jobOf(importid)).toMatchObject({ state: 'DONE', outcome: { addedSubjects: 1, addedForms: 0 } })
})

test('a person has at most 5 imports that have not ended', async () => {
  const { siteid, studyid } = place
  const input = { siteid, studyid, filename: 'ages.csv' }
  for (let n = 0; n < 5; n++) await run(nurse, 'addImportJob', { input }, 'importid')
  expect(await refusal(nurse, 'addImportJob', { input })).toMatchObject({ reason: 'import.job.too-many' })
})

test('an import is forgotten a day after its last check, not a day after it was begun', async () => {
  const { importid } = await checked(heading + rowsOf('D', 0, 2))
  const begun = `created_at = now() - interval '2 days'`
  await asSuperuser(casebook, `update import_job set ${begun} where importid = '${importid}'`)
  await sweepImports(casebook.services)
  expect(await jobOf(importid)).toMatchObject({ state: 'CHECKED' })
  const left = `lease_until = now() - interval '25 hours'`
  await asSuperuser(casebook, `update import_job set ${left} where importid = '${importid}'`)
  await sweepImports(casebook.services)
  expect(await jobOf(importid)).toMatchObject({ state: 'CANCELLED' })
})

test('the files of ended and forgotten imports are removed from the store', async () => {
  const { store } = casebook.services
  const forgotten = await sent(heading)
  const ended = await sent(heading)
  await run(nurse, 'cancelImportJob', ids(ended), shown)
  await asSuperuser(
    casebook,
    `update import_job set created_at = now() - interval '25 hours' where importid = '${forgotten}'`,
  )
  await sweepImports(casebook.services)
  for (const importid of [forgotten, ended]) {
    expect(await jobOf(importid)).toMatchObject({ state: 'CANCELLED' })
    expect(await store.head(`imports/${importid}`)).toBeUndefined()
  }
  await asSuperuser(
    casebook,
    `update import_job set created_at = now() - interval '31 days' where importid = '${ended}'`,
  )
  await sweepImports(casebook.services)
  await sweepImports(casebook.services)
  expect(await refusal(nurse, 'getImportJob', ids(ended))).toMatchObject({ code: 'NOT_FOUND' })
})

test('many ended imports do not keep the files of others in the store', async () => {
  const importid = await sent(heading)
  await asSuperuser(
    casebook,
    `insert into import_job (importid, siteid, studyid, filename, object_name, personid, person_name, state, created_at, finished_at)
    select 'ended ' || n, siteid, studyid, filename, 'imports/ended-' || n, personid, person_name, 'CANCELLED',
      now() - interval '1 hour', now() - interval '1 hour' from import_job, generate_series(1, 1100) n where importid = '${importid}'`,
  )
  await run(nurse, 'cancelImportJob', ids(importid), shown)
  await sweepImports(casebook.services)
  expect(await casebook.services.store.head(`imports/${importid}`)).toBeUndefined()
})
