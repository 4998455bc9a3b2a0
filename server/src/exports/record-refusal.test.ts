import { mostExportsPerDay } from '@casebook/domain/exports/exports.rules.ts'
import type { Group } from '@casebook/domain/shared/groups.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { documentOf, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { bearer } from '../../test/beds/tokens.ts'
import { unscoped } from '../database/unscoped.ts'

let casebook: Casebook
let place: Place
let other: Place

beforeAll(async () => {
  casebook = await startCasebook({ MAKE_EXPORTS: 'false', CALLS_PER_MINUTE: '0' })
  place = await makePlace(casebook)
  other = await makePlace(casebook)
}, 60_000)
afterAll(() => casebook.stop())

/** Of a person or one of their tokens, whose name follows theirs. */
async function refusalsOf(name: string) {
  const { rows } = await sql<{ siteid: string; after: { exportid: string | null; problem: string } }>`
    select siteid, after from history where kind = 'export_access' and starts_with(actor_name, ${name})
      and after ->> 'what' = 'REFUSED' order by historyid`.execute(unscoped(casebook.services.people))
  return rows.map(({ siteid, after }) => [siteid, after.exportid, after.problem])
}
const chiefOf = (name: string) => addPerson(casebook, name, { groups: ['admin', 'hp'], sites: 'all' })
const startedBy = async (name: string, input: object): Promise<string> =>
  (await run(await chiefOf(name), 'addExport', { input })).exportid

async function byToken(token: string, input: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${casebook.origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ query: documentOf('addExport', 'exportid'), variables: { input } }),
  })
  return answer.json()
}

test('a refusal to people of other groups, before their call is looked at, is in the history', async () => {
  const { siteid, studyid, subjectid } = place
  const patient = await addPerson(casebook, 'Patient 1', { groups: ['patient'], sites: [siteid] })
  const exportid = await startedBy('Chief 1', { siteid, studyid })
  const input = { siteid, studyid }
  expect(await refusal(patient, 'addExport', { input })).toMatchObject({ code: 'FORBIDDEN', reason: 'call.forbidden' })
  expect(await refusal(patient, 'previewExport', { input })).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(patient, 'getExportLink', { exportid })).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(patient, 'cancelExport', { exportid })).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusal(patient, 'getSubjectRecord', { siteid, studyid, subjectid })).toMatchObject({
    code: 'FORBIDDEN',
  })
  const forbidden = (id: string | null) => [siteid, id, 'call.forbidden']
  expect(await refusalsOf('Patient 1')).toEqual([null, null, exportid, exportid, null].map(forbidden))
  // Text that no database can store is refused as before, and not recorded.
  expect(await refusal(patient, 'addExport', { input: { siteid: 'a\0' } })).toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusalsOf('Patient 1')).toHaveLength(5)
})

test('a refusal to a token without the scope is in the history', async () => {
  const { siteid, studyid } = place
  const owner = await chiefOf('Chief 2')
  const { token } = await run(owner, 'addToken', { input: { name: 'T', scopes: ['read'], days: 1 } }, 'token')
  expect((await byToken(token, { siteid, studyid })).errors[0].extensions).toMatchObject({
    code: 'FORBIDDEN',
    reason: 'token.scope',
  })
  expect(await refusalsOf('Chief 2')).toEqual([[siteid, null, 'token.scope']])
})

test('a refusal of an export at another site, which is not there for the caller, is in its history', async () => {
  const exportid = await startedBy('Chief 3', { siteid: other.siteid })
  const stranger = await addPerson(casebook, 'Stranger 3', { groups: ['admin', 'hp'], sites: [place.siteid] })
  expect(await refusal(stranger, 'getExportLink', { exportid })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusal(stranger, 'cancelExport', { exportid })).toMatchObject({ code: 'NOT_FOUND' })
  expect(await refusal(stranger, 'getExportLink', { exportid: 'none' })).toMatchObject({ code: 'NOT_FOUND' })
  const missing = [other.siteid, exportid, 'export.missing']
  expect(await refusalsOf('Stranger 3')).toEqual([missing, missing])
})

test('a flood of refusals does not fill the history', async () => {
  const { siteid } = place
  const patient = await addPerson(casebook, 'Patient 4', { groups: ['patient'], sites: [siteid] })
  const asked = Array.from({ length: 30 }, () => refusal(patient, 'addExport', { input: { siteid } }))
  for (const refused of await Promise.all(asked)) expect(refused).toMatchObject({ code: 'FORBIDDEN' })
  const kept = await refusalsOf('Patient 4')
  expect(kept.length).toBeGreaterThanOrEqual(10)
  expect(kept.length).toBeLessThan(15)
})

test('what somebody made up is not listed under a site, and repetitions are one entry with their number', async () => {
  const at = await makePlace(casebook)
  const { siteid, studyid } = at
  const patient = await addPerson(casebook, 'Patient 8', { groups: ['patient'] })
  const madeUp = { siteid, studyid: '<b>Call 555-0100</b>', subjectid: 'x'.repeat(64) }
  for (const input of [
    madeUp,
    madeUp,
    { ...madeUp, studyid: other.studyid },
    { siteid, studyid },
    { siteid: 'nowhere' },
  ])
    expect(await refusal(patient, 'addExport', { input })).toMatchObject({ code: 'FORBIDDEN' })
  const chief = await addPerson(casebook, 'Chief 8', { groups: ['admin', 'hp'], sites: [siteid] })
  const rows = await run(chief, 'listExportAccesses', { siteid }, 'by studyid subjectid times')
  expect(rows).toEqual([
    { by: 'Patient 8', studyid, subjectid: null, times: 1 },
    { by: 'Patient 8', studyid: null, subjectid: null, times: 3 },
  ])
  expect(await refusalsOf('Patient 8')).toHaveLength(4)
})

test('a refusal is not repeated to the same call once it is permitted', async () => {
  const { siteid, studyid } = place
  const person = await addPerson(casebook, 'Person 5', { groups: ['hp'], sites: [siteid] })
  const input = { name: 'T', scopes: ['export'], days: 1 }
  const { token } = await run(person, 'addToken', { input }, 'token')
  const ask = () => byToken(token, { siteid, studyid }, { 'idempotency-key': 'one-and-the-same' })
  expect((await ask()).errors[0].extensions).toMatchObject({ code: 'FORBIDDEN' })
  await changePerson(casebook, person.personid, { groups: ['hp', 'study:admin'] })
  const { exportid } = (await ask()).data.addExport
  expect(exportid).toBeTruthy()
  expect((await ask()).data.addExport.exportid).toBe(exportid)
})

test('a second export at once and one too many are refusals in the history, a mistake in the call is none', async () => {
  const { siteid, studyid } = place
  const chief = await chiefOf('Chief 6')
  const start = async () => (await run(chief, 'addExport', { input: { siteid, studyid } })).exportid
  let exportid = await start()
  expect(await refusal(chief, 'addExport', { input: { siteid } })).toMatchObject({ reason: 'export.running' })
  for (let made = 1; made < mostExportsPerDay; made += 1) {
    await run(chief, 'cancelExport', { exportid })
    exportid = await start()
  }
  expect(await refusal(chief, 'addExport', { input: { siteid } })).toMatchObject({ reason: 'export.too-many' })
  const expected = [
    [siteid, null, 'export.running'],
    [siteid, null, 'export.too-many'],
  ]
  expect(await refusalsOf('Chief 6')).toEqual(expected)
  const mistaken = { siteid, subjectid: place.subjectid }
  expect(await refusal(chief, 'previewExport', { input: mistaken })).toMatchObject({ code: 'BAD_INPUT' })
  expect(await refusal(chief, 'addExport', { input: mistaken })).toMatchObject({ code: 'BAD_INPUT' })
  expect(await refusalsOf('Chief 6')).toEqual(expected)
})

test('who took out a record and who was refused is listed for the subject, the study and the site', async () => {
  const at = await makePlace(casebook)
  const { siteid, studyid, subjectid } = at
  const nurse = await addPerson(casebook, 'Nurse 7', { groups: ['hp'], sites: [siteid] })
  await run(nurse, 'getSubjectRecord', { siteid, studyid, subjectid })
  await refusal(nurse, 'addExport', { input: { siteid, studyid } })
  await refusal(nurse, 'addExport', { input: { siteid } })
  const list = async (of: Record<string, unknown>) => {
    const rows = await run(nurse, 'listExportAccesses', of, 'kind by studyid subjectid problem')
    return rows.map((row: Record<string, unknown>) => [row.kind, row.by, row.studyid, row.subjectid, row.problem])
  }
  const record = ['RECORD', 'Nurse 7', studyid, subjectid, null]
  const ofStudy = ['REFUSED', 'Nurse 7', studyid, null, 'call.forbidden']
  const ofSite = ['REFUSED', 'Nurse 7', null, null, 'call.forbidden']
  expect(await list({ siteid })).toEqual([ofSite, ofStudy, record])
  expect(await list({ siteid, studyid })).toEqual([ofStudy, record])
  expect(await list({ siteid, studyid, subjectid })).toEqual([record])
  const stranger = await addPerson(casebook, 'Stranger 7', { groups: ['hp'], sites: [other.siteid] })
  expect(await refusal(stranger, 'listExportAccesses', { siteid })).toMatchObject({ code: 'NOT_FOUND' })
})

test('where the installation says so, what identifies people takes a group of its own, and the refusal is in the history', async () => {
  const strict = await startCasebook({
    MAKE_EXPORTS: 'false',
    CALLS_PER_MINUTE: '0',
    IDENTIFIED_EXPORTS_BY_GROUP: 'true',
  })
  try {
    const { siteid, studyid, subjectid } = await makePlace(strict)
    const groups: Group[] = ['admin', 'hp', 'study:admin', 'subject:admin']
    const analyst = await addPerson(strict, 'Analyst', { groups, sites: [siteid] })
    const manager = await addPerson(strict, 'Manager', { groups: [...groups, 'export:identified'], sites: [siteid] })
    const onlyIdentified = await addPerson(strict, 'Only', { groups: ['export:identified'], sites: [siteid] })
    // Their screens are told what they may take out.
    const told = async ({ browser }: AddedPerson) =>
      JSON.parse((await browser.fetch(`${strict.origin}/auth/session`)).body)
    expect(await told(analyst)).toMatchObject({ user: { onlyDeidentified: true } })
    expect(await told(manager)).toMatchObject({ user: { onlyDeidentified: false } })
    const whole = { siteid, studyid }
    const own = { reason: 'export.identified', field: 'deidentified', code: 'FORBIDDEN' }
    const { exportid } = await run(manager, 'addExport', { input: whole })
    for (const input of [whole, { siteid }, { ...whole, subjectid }, { ...whole, subjectids: [subjectid] }]) {
      expect(await refusal(analyst, 'addExport', { input })).toMatchObject(own)
      expect(await run(analyst, 'previewExport', { input }, 'subjects')).toBeDefined()
    }
    expect(await refusal(analyst, 'getExportLink', { exportid })).toMatchObject(own)
    expect(await refusal(analyst, 'getSubjectRecord', { siteid, studyid, subjectid })).toMatchObject(own)
    const feed = async (person: AddedPerson) => {
      const { token } = await bearer(person, { scopes: ['export'] })
      const authorization = `Basic ${Buffer.from(`anyone:${token}`).toString('base64')}`
      const answer = await fetch(`${strict.origin}/odata/${siteid}/${studyid}/`, { headers: { authorization } })
      return answer.status
    }
    expect([await feed(analyst), await feed(manager)]).toEqual([403, 200])
    expect(await run(analyst, 'previewExport', { input: { ...whole, deidentified: true } }, 'subjects')).toBeDefined()
    expect(
      (await run(analyst, 'addExport', { input: { ...whole, deidentified: true } }, 'deidentified')).deidentified,
    ).toBe(true)
    expect(await run(manager, 'getSubjectRecord', { siteid, studyid, subjectid }, '')).toBeDefined()
    // Neither counts nor cancelling take anything out: someone who lost the group can still stop their own export.
    const former = await addPerson(strict, 'Former', { groups: [...groups, 'export:identified'], sites: [siteid] })
    const begun = await run(former, 'addExport', { input: whole })
    await changePerson(strict, former.personid, { groups })
    expect((await run(former, 'cancelExport', { exportid: begun.exportid }, 'state')).state).toBe('CANCELLED')
    expect(await run(former, 'addExport', { input: { ...whole, deidentified: true } })).toBeDefined()
    // The group alone permits no export.
    expect(await refusal(onlyIdentified, 'addExport', { input: whole })).toMatchObject({ reason: 'call.forbidden' })
    const { rows } = await sql`select after ->> 'problem' as problem from history where kind = 'export_access'
      and actor_name like 'Analyst%' and after ->> 'what' = 'REFUSED'`.execute(unscoped(strict.services.people))
    // Four exports, the link, the record and the feed: looking at the screen of exports is none.
    expect(rows).toEqual(Array(7).fill({ problem: 'export.identified' }))
  } finally {
    await strict.stop()
  }
})
