import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { proveScope, systemActor } from '../../../src/access/scope.ts'
import { readsOf } from '../../../src/access/site-data.ts'
import type { Makers } from '../../../src/bundles/job/run-export.ts'
import { openSource } from '../../../src/bundles/job/standby.ts'
import { sweepExports } from '../../../src/bundles/job/start-exports.ts'
import { claimWork, leaseSeconds } from '../../../src/bundles/job/work.sql.ts'
import { workThrough } from '../../../src/bundles/job/work-through.ts'
import { writeSpool } from '../../../src/bundles/spool/write-spool.ts'
import { unscoped } from '../../../src/database/unscoped.ts'
import { hiddenFromOlderInRow } from '../../../src/exports/hidden-from-older.sql.ts'
import { noRoom } from '../../../src/object-store/embedded/store-refusal.ts'
import { writePeople } from '../../../src/writes/write.ts'
import { type Casebook, startCasebook } from '../../beds/casebook.ts'
import { until } from '../../beds/live.ts'
import { refusal, run } from '../../beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../../beds/people.ts'
import { makePlace, type Place } from '../../beds/place.ts'
import { startSmtp } from '../../beds/smtp.ts'

const scope = proveScope(systemActor('exports'), 'all')
const log = pino({ level: 'silent' })

let smtp: Awaited<ReturnType<typeof startSmtp>>
/** Makes no exports by itself. Each test makes its own. */
let casebook: Casebook
let place: Place
let chief: AddedPerson

beforeAll(async () => {
  smtp = await startSmtp()
  casebook = await startCasebook({
    MAKE_EXPORTS: 'false',
    CALLS_PER_MINUTE: '0',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'casebook@example.org',
  })
  place = await makePlace(casebook)
}, 60_000)
beforeEach(async () => {
  chief = await addPerson(casebook, 'Chief', { groups: ['admin', 'hp'], sites: 'all' })
})
afterAll(async () => {
  await casebook.stop()
  await smtp.stop()
})

const makers = (store = casebook.services.store): Makers => {
  const { db, people, mailer, config } = casebook.services
  return { db, people, scope, store, mailer, log, zone: config.studyTimezone, openSource: openSource(people, {}) }
}
const make = (store = casebook.services.store) => workThrough(makers(store), 'worker', new AbortController().signal)
/** The store with some functions replaced. */
const changed = (functions: Partial<Makers['store']>): Makers['store'] =>
  new Proxy(casebook.services.store, {
    get(target, key) {
      const value = Reflect.get(functions, key) ?? Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
/** As if its process died and its lease had expired. */
const setFree = (exportid: string) =>
  change(sql`update export_work set lease_until = '-infinity' where exportid = ${exportid}`)
/** As if 20 seconds had passed since it was claimed. */
const expireLease = (exportid: string) =>
  change(sql`update export_work set lease_until = lease_until - interval '20 seconds' where exportid = ${exportid}`)
async function leftOf(exportid: string) {
  const { rows } = await sql`select 'work' from export_work where exportid = ${exportid}
    union all select 'spool' from export_spool where exportid = ${exportid}
    union all select 'part' from export_part where exportid = ${exportid}`.execute(unscoped(casebook.services.people))
  return rows
}
const ask = async () => (await run(chief, 'addExport', { input: { siteid: place.siteid } })).exportid
const change = (statement: ReturnType<typeof sql>) =>
  writePeople(casebook.services.people, systemActor('tests'), undefined, async (tx) => {
    await statement.execute(unscoped(tx))
  })
async function onRecord(exportid: string) {
  const { rows } = await sql<{ state: string; sha256: string; at: Date; finished_at: Date }>`
    select state, sha256, at, finished_at from export where exportid = ${exportid}`.execute(
    unscoped(casebook.services.people),
  )
  return rows[0]
}

test('the person is emailed when it is done, with a link to the screen and no data', async () => {
  await change(
    sql`update person set email = 'chief@example.org', email_verified = true where personid = ${chief.personid}`,
  )
  const exportid = await ask()
  await make()
  expect(await onRecord(exportid)).toMatchObject({ state: 'DONE' })
  casebook.services.mailer.wake()
  await until('the e-mail came', async () => smtp.messages.some(({ to }) => to.includes('chief@example.org')))
  const message = smtp.messages.find(({ to }) => to.includes('chief@example.org'))
  const text = Buffer.from(message?.data ?? '')
    .toString()
    .replaceAll('=\n', '')
    .replaceAll('=3D', '=')
  expect(text).toContain(`/exports?site=${place.siteid}`)
  expect(text).not.toContain(place.identifier)
})

test('progress is shown while it is made', { timeout: 60_000 }, async () => {
  const exportid = await ask()
  const { store } = casebook.services
  const held = Promise.withResolvers<void>()
  const making = make(
    changed({
      putPart: (...given: Parameters<typeof store.putPart>) => held.promise.then(() => store.putPart(...given)),
    }),
  )
  expect(await run(chief, 'getExport', { exportid })).toMatchObject({ done: 0 })
  const shown = () => run(chief, 'getExport', { exportid })
  await until('progress is shown', async () => (await shown()).done > 0, 20_000)
  const { state, done, total } = await shown()
  expect(state).toBe('RUNNING')
  expect(total).toBeGreaterThanOrEqual(done)
  held.resolve()
  await making
  expect(await shown()).toMatchObject({ state: 'DONE' })
  expect((await shown()).done).toBeGreaterThanOrEqual(done)
})

test('a person may request 20 exports a day', async () => {
  await change(sql`insert into export (exportid, siteid, files, history, closed_only, state, personid, person_name)
    select 'earlier' || n, ${place.siteid}, false, false, false, 'CANCELLED', ${chief.personid}, 'Chief'
    from generate_series(1, 19) n`)
  await make()
  const exportid = await ask()
  await run(chief, 'cancelExport', { exportid })
  expect(await refusal(chief, 'addExport', { input: { siteid: place.siteid } })).toMatchObject({
    code: 'RATE_LIMITED',
    reason: 'export.too-many',
  })
  await change(sql`update export set created_at = now() - interval '25 hours' where exportid = 'earlier1'`)
  await ask()
  await make()
})

test('an export past its retention can’t be downloaded, and is removed from the store', async () => {
  const exportid = await ask()
  await make()
  const name = `exports/${exportid}`
  expect(await casebook.services.store.head(name)).toBeDefined()
  await change(sql`update export set expires_at = now() - interval '1 second' where exportid = ${exportid}`)
  expect(await run(chief, 'getExport', { exportid })).toMatchObject({ state: 'EXPIRED' })
  expect(await refusal(chief, 'getExportLink', { exportid })).toMatchObject({ code: 'NOT_FOUND' })
  await sweepExports({ ...casebook.services, log })
  expect(await casebook.services.store.head(name)).toBeUndefined()
  expect(await onRecord(exportid)).toMatchObject({ state: 'EXPIRED' })
})

test('an export that fails again and again is given up after ten attempts, and whoever asked is told', async () => {
  await change(
    sql`update person set email = 'failed@example.org', email_verified = true where personid = ${chief.personid}`,
  )
  const exportid = await ask()
  const broken = changed({ putPart: () => Promise.reject(new Error('The disk is full.')) })
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await make(broken)
    expect(await onRecord(exportid)).toMatchObject({ state: 'RUNNING' })
    await setFree(exportid)
  }
  await make(broken)
  expect(await run(chief, 'getExport', { exportid })).toMatchObject({
    state: 'FAILED',
    problem: 'Something went wrong on the server. Its log says what.',
  })
  expect(await leftOf(exportid)).toEqual([])
  casebook.services.mailer.wake()
  const sent = () => smtp.messages.find(({ to }) => to.includes('failed@example.org'))
  await until('the e-mail came', async () => sent() !== undefined)
  const text = Buffer.from(sent()?.data ?? '').toString()
  expect(text).toContain('could not be made')
  expect(text).not.toContain('is ready')
  // Another can be asked for.
  await run(chief, 'cancelExport', { exportid: await ask() })
})

test('an export for which there is no room is given up at once, and says so', async () => {
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' })
  const s3 = Object.assign(new Error(), {
    reason: 'store.unavailable',
    cause: Object.assign(new Error(), { name: 'XMinioStorageFull' }),
  })
  for (const error of [noRoom(), full, s3]) {
    const exportid = await ask()
    await make(changed({ putPart: () => Promise.reject(error) }))
    expect(await run(chief, 'getExport', { exportid })).toMatchObject({
      state: 'FAILED',
      problem: 'There is no room for it. Ask the people who run the server to make room.',
    })
    expect(await leftOf(exportid)).toEqual([])
  }
})

test('a person who lost the site is not told that the export is ready', async () => {
  await change(
    sql`update person set email = 'gone@example.org', email_verified = true where personid = ${chief.personid}`,
  )
  const exportid = await ask()
  await changePerson(casebook, chief.personid, { groups: ['admin', 'hp'], sites: [] })
  await make()
  expect(await onRecord(exportid)).toMatchObject({ state: 'DONE' })
  const { rows } = await sql`select from mail where mail::text like '%gone@example.org%'`.execute(
    unscoped(casebook.services.people),
  )
  expect(rows).toEqual([])
})

test('the users of an export have their latest names, in whatever order their changes are exported', async () => {
  const { siteid, studyid } = await makePlace(casebook)
  const add = (subjectid: string) =>
    run(chief, 'addSubject', { input: { siteid, studyid, subjectid, devices: [], status: 'OPEN' } })
  await add('z-first')
  await run(chief, 'updateMe', { input: { given_name: 'Later', family_name: 'Name' } })
  await add('a-second')
  const { exportid } = await run(chief, 'addExport', { input: { siteid } })
  await make()
  const odm = /<User OID="U\.PERSON".*?<\/User>/s.source.replace('PERSON', chief.personid)
  const user = new RegExp(odm, 's').exec(await readAll(exportid))?.[0]
  expect(user).toContain('Later Name')
})

/**
 * The exports that a server of 0.2.0 or of an earlier version would claim. They would include deleted subjects, and those
 * before 0.2.0 would export the whole study instead of selected subjects.
 */
async function freeToOlder() {
  const { rows } = await sql<{
    exportid: string
  }>`select work.exportid from export_work work join export using (exportid)
    where export.to_store and export.state in ('WAITING', 'RUNNING') and (work.lease_until < now()
      or work.lease_until < now() + case when export.subjectids is null then interval '0' else interval '1000 years' end)`.execute(
    unscoped(casebook.services.people),
  )
  return rows.map(({ exportid }) => exportid)
}

test('earlier servers claim what an earlier server recorded', async () => {
  const { db } = casebook.services
  const exportid = await ask()
  await change(sql`update export set deleted = null where exportid = ${exportid}`)
  await change(sql`update export_work set lease_until = 'epoch' where exportid = ${exportid}`)
  expect(await freeToOlder()).toEqual([exportid])
  expect(await claimWork(readsOf(db, scope), 'a process that dies')).toMatchObject({ exportid })
  expect(await freeToOlder()).toEqual([])
  await expireLease(exportid)
  expect(await freeToOlder()).toEqual([exportid])
  await make()
  expect(await onRecord(exportid)).toMatchObject({ state: 'DONE' })
})

test.each([
  ['a site', () => ({})],
  ['a site with deleted subjects', () => ({ deleted: true })],
  ['selected subjects', () => ({ studyid: place.studyid, subjectids: [place.subjectid] })],
])('earlier servers claim no export of %s, neither new nor after its process died', async (_, extent) => {
  const { db, store } = casebook.services
  const { exportid } = await run(chief, 'addExport', { input: { siteid: place.siteid, ...extent() } })
  expect(await freeToOlder()).toEqual([])
  expect(await claimWork(readsOf(db, scope), 'a process that dies')).toMatchObject({ exportid })
  expect(await claimWork(readsOf(db, scope), 'another')).toBeUndefined()
  await expireLease(exportid)
  expect(await freeToOlder()).toEqual([])
  await make()
  expect(await onRecord(exportid)).toMatchObject({ state: 'DONE' })
  expect(await store.head(`exports/${exportid}`)).toBeDefined()
})

describe('an export whose process dies', () => {
  test('is claimed by another when its lease of 15 seconds has expired, not before', { timeout: 60_000 }, async () => {
    const { db, people } = casebook.services
    const exportid = await ask()
    expect(await claimWork(readsOf(db, scope), 'a process that dies')).toMatchObject({ exportid })
    const { rows } = await sql<{
      until: Date
    }>`select work.lease_until - ${hiddenFromOlderInRow} as until from export_work work join export using (exportid)
      where exportid = ${exportid}`.execute(unscoped(people))
    expect(leaseSeconds).toBe(15)
    const other = await startCasebook({}, casebook)
    await until('another process made it', async () => (await onRecord(exportid))?.state === 'DONE', 40_000)
    await other.stop()
    const found = await onRecord(exportid)
    expect(found?.at.getTime()).toBeGreaterThanOrEqual(rows[0]?.until.getTime() ?? Number.POSITIVE_INFINITY)
  })

  test('between completing the object and recording it is completed with the same bytes', async () => {
    const { store } = casebook.services
    const exportid = await ask()
    const name = `exports/${exportid}`
    let finished: string | undefined
    const dying = changed({
      async finishParts(...given) {
        if (finished) throw new Error('It was finished twice.')
        await store.finishParts(...given)
        finished = await store.sha256Of(name)
        throw new Error('The process died.')
      },
    })
    await make(dying)
    await setFree(exportid)
    await make(dying)
    expect(finished).toMatch(/^[0-9a-f]{64}$/)
    expect(await onRecord(exportid)).toMatchObject({ state: 'DONE' })
    expect(await store.sha256Of(name)).toBe(finished)
  })

  test('and is taken up with another time zone is begun anew, from the rows of the same moment', async () => {
    const { store } = casebook.services
    const exportid = await ask()
    const dying = changed({
      async finishParts(...given) {
        await store.finishParts(...given)
        throw new Error('The process died.')
      },
    })
    await make(dying)
    const spooled = await onRecord(exportid)
    expect(await readAll(exportid)).toContain('Time zone       Europe/Oslo')
    const { siteid, studyid } = place
    const later = await run(chief, 'addSubjectV2', { input: { siteid, studyid, identifier: 'After the moment' } })
    await setFree(exportid)
    let there: unknown = 'never begun'
    const observed = changed({
      async beginParts(name) {
        there = await store.head(name)
        return store.beginParts(name)
      },
    })
    const other = { ...makers(observed), zone: 'Europe/Rome' }
    await workThrough(other, 'another', new AbortController().signal)
    expect(await onRecord(exportid)).toMatchObject({ state: 'DONE', at: spooled?.at })
    const made = await readAll(exportid)
    // What was there might have the very size of the new one, and be taken for it.
    expect(there).toBeUndefined()
    expect(made).toContain('Time zone       Europe/Rome')
    expect(made).not.toContain('Europe/Oslo')
    expect(made).toContain(place.subjectid)
    expect(made).not.toContain(later.subjectid)
  })

  test('while it copies the rows is begun anew, with the rows of a later moment', async () => {
    const { db, people } = casebook.services
    const exportid = await ask()
    const { siteid, studyid } = place
    expect(await claimWork(readsOf(db, scope), 'a process that dies')).toMatchObject({ exportid })
    let rows = 0
    const signal = Object.assign(new AbortController().signal, {
      throwIfAborted() {
        rows += 1
        if (rows > 8) throw new Error('The process died.')
      },
    })
    const extent = {
      siteid,
      studyid: null,
      subjectid: null,
      subjectids: null,
      closedOnly: false,
      deleted: false,
      history: true,
    }
    const spool = { source: people, db: readsOf(db, scope), scope, exportid, place: extent, signal }
    await expect(writeSpool(spool)).rejects.toThrow('The process died.')
    expect((await leftOf(exportid)).length).toBeGreaterThan(1)
    const later = await run(chief, 'addSubjectV2', { input: { siteid, studyid, identifier: 'After it died' } })
    await setFree(exportid)
    await make()
    expect(await onRecord(exportid)).toMatchObject({ state: 'DONE' })
    expect(await leftOf(exportid)).toEqual([])
    const made = await readAll(exportid)
    expect(made).toContain(later.subjectid)
    // Columns with who changed it and when follow.
    expect(made.split(`\r\n${siteid},Site ${siteid},1,`)).toHaveLength(2)
  })
})

/** The ZIP, whose entries are stored as they are. */
async function readAll(exportid: string): Promise<string> {
  const chunks = await Array.fromAsync(await casebook.services.store.read(`exports/${exportid}`))
  return Buffer.concat(chunks).toString('latin1')
}
