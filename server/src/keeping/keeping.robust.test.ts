import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { type Write, write } from '../writes/write.ts'
import { findNoted, noteUnkept } from './keep-facts.sql.ts'
import { forgetAll, keepAll } from './start-keeping.ts'

const zone = 'Europe/Oslo'
const scope = proveScope(systemActor('tests'), 'all')
let casebook: Casebook
let admin: AddedPerson
let nurse: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  nurse = await addPerson(casebook, 'Nora', { groups: ['hp'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  const { studyid, formtypeid, visitid } = place
  const visit = { visitid, name: 'First day', day: 0, daysAfter: 1, formtypeids: [formtypeid], activitytypeids: [] }
  await run(admin, 'updateVisits', { studyid, visits: [visit] })
  await keep()
})
afterAll(() => casebook.stop())

const atOnce = { seconds: 0, atMost: 0 }
const keep = (rest = atOnce) => keepAll(casebook.services.db, { zone, rest })
const asTests = <Result>(work: (tx: Write) => Promise<Result>) => write(casebook.services.db, scope, undefined, work)
async function read() {
  const { studyid, subjectid } = place
  const of = ({ subjectid: id }: Place) => id === subjectid
  const subjects = await run(
    nurse,
    'listSubjects',
    { studyid },
    'subjectid facts { warnings formsDone visitsDone cells }',
  )
  const standings = await run(nurse, 'listVisitStandings', { studyid }, 'subjectid cells deviations')
  return { ...subjects.find(of).facts, standing: standings.find(of).cells }
}
const kept = () =>
  asSuperuser<{ subjectid: string }>(
    casebook,
    `select subjectid from subject_facts where studyid = '${place.studyid}'
      and subjectid not in (select subjectid from outdated_facts where studyid = '${place.studyid}')`,
  )
const tamper = (set: string) =>
  asSuperuser(casebook, `update subject_facts set ${set} where subjectid = '${place.subjectid}'`)

test('lists and standings read what was kept, and count a subject anew once something of it changes', async () => {
  const before = await read()
  await tamper(`warnings = 77, visits = 'M'`)
  expect(await read()).toMatchObject({ warnings: 77, standing: 'M' })
  const { subjectid, visitid } = place
  await run(nurse, 'updateSubjectVisit', { input: { subjectid, visitid, state: 'DONE', date: '2026-10-10' } })
  expect(await read()).toEqual({ ...before, visitsDone: 1, standing: 'D' })
  await keep()
  expect(await read()).toEqual({ ...before, visitsDone: 1, standing: 'D' })
  expect(await kept()).toContainEqual({ subjectid })
})

test('what is committed while facts are counted is counted once more', async () => {
  const before = await read()
  await asTests(async (tx) => {
    await sql`update form set removed_at = now() where subjectid = ${place.subjectid}`.execute(tx)
    await sql`insert into subject_visit (subjectid, visitid, occurrence, siteid, studyid, state)
      values (${place.subjectid}, ${place.visitid}, 1, ${place.siteid}, ${place.studyid}, 'DONE')
      on conflict (subjectid, visitid, occurrence, siteid) do update set state = 'DONE'`.execute(tx)
    await asSuperuser(
      casebook,
      `insert into outdated_facts (siteid, studyid, subjectid)
      values ('${place.siteid}', '${place.studyid}', '${place.subjectid}')`,
    )
    await keep()
    expect(await read()).toEqual(before)
    expect(await kept()).toContainEqual({ subjectid: place.subjectid })
  })
  expect(await kept()).not.toContainEqual({ subjectid: place.subjectid })
  const after = await read()
  expect(after).toMatchObject({ visitsDone: 1, standing: 'D' })
  await Promise.all([keep(), keep()])
  await keep()
  expect(await read()).toEqual(after)
})

test('a subject is counted once its records rest, or some time after the first change', async () => {
  const { subjectid, visitid } = place
  const save = (state: string) =>
    run(nurse, 'updateSubjectVisit', { input: { subjectid, visitid, state, date: '2026-10-10' } })
  const age = (seconds: number) =>
    asSuperuser(
      casebook,
      `update outdated_facts set noted_at = noted_at - interval '${seconds} s' where subjectid = '${subjectid}'`,
    )
  const rest = { seconds: 100, atMost: 1000 }
  await save('PLANNED')
  await keep(rest)
  expect(await kept()).not.toContainEqual({ subjectid })
  await age(101)
  await save('DONE')
  await keep(rest)
  expect(await kept()).not.toContainEqual({ subjectid })
  expect(await read()).toMatchObject({ visitsDone: 1 })
  await age(101)
  await keep(rest)
  expect(await kept()).toContainEqual({ subjectid })
  await save('PLANNED')
  await age(1001)
  await save('DONE')
  await keep(rest)
  expect(await kept()).toContainEqual({ subjectid })
  await tamper('warnings = 77')
  expect(await read()).toMatchObject({ warnings: 77, visitsDone: 1 })
})

test('what is kept by another schedule counts no more, without a note of any subject', async () => {
  await tamper(`warnings = 77, visits = 'M'`)
  await asSuperuser(
    casebook,
    `set session_replication_role = replica; update visit set days_after = 9 where studyid = '${place.studyid}'`,
  )
  expect(await read()).toMatchObject({ warnings: 0, standing: expect.not.stringMatching('M') })
})

test('everything is counted after a start: what was there before the tables, and after another time zone', async () => {
  const before = await read()
  await asSuperuser(casebook, `delete from subject_facts where studyid = '${place.studyid}'`)
  expect(await read()).toEqual(before)
  await noteUnkept(casebook.services.db, scope, zone)
  await keep()
  expect(await kept()).toContainEqual({ subjectid: place.subjectid })
  await tamper(`zone = 'Asia/Tokyo', visits = 'M'`)
  expect(await read()).toEqual(before)
  await noteUnkept(casebook.services.db, scope, zone)
  await keep()
  await tamper('warnings = 77')
  expect(await read()).toEqual({ ...before, warnings: 77 })
})

test('a change of two fields of which each undoes the other in a hash is noticed', async () => {
  const fields = Array.from({ length: 33 }, (_, n) => ({ name: `f${n}`, type: 'String', required: false }))
  const { studyid, formtypeid } = place
  await run(admin, 'updateFormType', { formtypeid, input: { studyid, identifier: 'Many', fields } })
  await keep()
  expect(await read()).toMatchObject({ formsDone: 1 })
  const changed = fields.map((field, n) => ({ ...field, required: n === 0 || n === 16 }))
  await run(admin, 'updateFormType', { formtypeid, input: { studyid, identifier: 'Many', fields: changed } })
  await keep()
  expect(await read()).toMatchObject({ formsDone: 0 })
})

test('a study that can’t be counted does not keep the others from it', async () => {
  const bad = await makePlace(casebook)
  await keep()
  await asSuperuser(
    casebook,
    `insert into outdated_facts (siteid, studyid, subjectid) values ('${bad.siteid}', '${bad.studyid}', '${bad.subjectid}');
    alter table subject_facts add constraint refused check (studyid <> '${bad.studyid}') not valid;
    insert into outdated_facts (siteid, studyid, subjectid) values ('${place.siteid}', '${place.studyid}', '${place.subjectid}')`,
  )
  await expect(keep()).rejects.toThrow('refused')
  expect(await kept()).toContainEqual({ subjectid: place.subjectid })
  await asSuperuser(casebook, 'alter table subject_facts drop constraint refused')
  await keep()
})

test('what is kept still holds after a change of a type that counts nothing', async () => {
  const { studyid, formtypeid } = place
  const change = (field: object) =>
    run(admin, 'updateFormType', {
      formtypeid,
      input: { studyid, identifier: 'Visit', fields: [{ name: 'Weight', type: 'Number', required: false, ...field }] },
    })
  await change({})
  await keep()
  await tamper('warnings = 77')
  await change({ label: 'Weight without shoes', maximum: 400 })
  expect(await read()).toMatchObject({ warnings: 77 })
  await keep()
  expect(await read()).toMatchObject({ warnings: 77 })
  await change({ required: true })
  expect(await read()).toMatchObject({ warnings: 0 })
})

test('the study in which something was changed last is counted first', async () => {
  const { siteid, studyid } = place
  const other = await makePlace(casebook)
  await keep()
  const note = (of: Place) => `('${of.siteid}', '${of.studyid}', '${of.subjectid}')`
  await asSuperuser(
    casebook,
    `insert into outdated_facts (siteid, studyid, subjectid) values ${note(other)}, ${note(place)}`,
  )
  expect(await findNoted(casebook.services.db, scope, atOnce, [])).toEqual({
    siteid: other.siteid,
    studyid: other.studyid,
  })
  await run(admin, 'updateStudy', { siteid, studyid, input: { name: 'Used last', status: 'OPEN' } })
  expect(await findNoted(casebook.services.db, scope, atOnce, [])).toEqual({ siteid, studyid })
  expect(await findNoted(casebook.services.db, scope, atOnce, [studyid])).toMatchObject({ studyid: other.studyid })
  await keep()
})

test('notes of a study that is gone are gone, too', async () => {
  await asSuperuser(casebook, `insert into outdated_facts (siteid, studyid) values ('nowhere', 'nothing')`)
  await keep()
  expect(await asSuperuser(casebook, `select subjectid from outdated_facts where studyid = 'nothing'`)).toEqual([])
})

test('where nothing is counted ahead, what is noted is forgotten with what was kept', async () => {
  const before = await read()
  await tamper('warnings = 77')
  const { subjectid, visitid } = place
  await run(nurse, 'updateSubjectVisit', { input: { subjectid, visitid, state: 'DONE', date: '2026-10-10' } })
  await forgetAll(casebook.services.db)
  expect(await asSuperuser(casebook, 'select subjectid from outdated_facts')).toEqual([])
  expect(await asSuperuser(casebook, `select subjectid from subject_facts where subjectid = '${subjectid}'`)).toEqual(
    [],
  )
  expect(await read()).toEqual({ ...before, visitsDone: 1, standing: 'D' })
})
