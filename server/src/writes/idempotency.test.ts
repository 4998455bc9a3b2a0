import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { addPerson, changePerson } from '../../test/beds/people.ts'
import { sweepIdempotencyKeys } from './idempotency.ts'

let casebook: Casebook
let admin: Person
let nurse: Person
let study: { siteid: string; studyid: string }

beforeAll(async () => {
  casebook = await startCasebook()
  admin = await casebook.as('admin')
  nurse = await casebook.as('nurse')
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  study = { siteid: 'oslo', studyid: addStudy.studyid }
})
afterAll(() => casebook.stop())

const named = (person: Person, key: string, query: string, variables: Record<string, unknown> = {}) =>
  person.call(query, variables, { 'idempotency-key': key })

const addSubject =
  'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid identifier version } }'
const listSubjects = 'query ($studyid: ID!) { listSubjects(studyid: $studyid) { subjectid identifier } }'

async function countSubjects(identifier: string): Promise<number> {
  const subjects: { identifier: string }[] = (await nurse.ask(listSubjects, study)).listSubjects
  return subjects.filter((subject) => subject.identifier === identifier).length
}

async function query(text: string, values: unknown[] = []) {
  const client = new pg.Client(casebook.database.superuser.url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

test('a call repeated with its key returns the same answer and is executed once', async () => {
  const key = randomUUID()
  const input = { ...study, identifier: 'S-1' }
  const first = await named(nurse, key, addSubject, { input })
  expect(first.data.addSubjectV2.subjectid).toBeTypeOf('string')
  expect(await named(nurse, key, addSubject, { input })).toEqual(first)
  expect(await countSubjects('S-1')).toBe(1)
})

test('the same call sent many times concurrently is executed once, with the same answer for all', async () => {
  const key = randomUUID()
  const input = { ...study, identifier: 'S-2' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => named(nurse, key, addSubject, { input })))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.data.addSubjectV2.identifier).toBe('S-2')
  expect(await countSubjects('S-2')).toBe(1)
})

test('a call repeated after its caller lost the site is refused like any other', async () => {
  await admin.ask('mutation { addSite(identifier: "tromso", name: "Tromsø") { siteid } }')
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "tromso", name: "North") { studyid } }')
  const person = await addPerson(casebook, 'Anne', { groups: ['hp'], sites: ['oslo', 'tromso'] })
  const [here, there] = [randomUUID(), randomUUID()]
  const input = { siteid: 'tromso', studyid: addStudy.studyid, identifier: 'N-1' }
  const kept = await named(person, here, addSubject, { input: { ...study, identifier: 'S-0' } })
  const first = await named(person, there, addSubject, { input })
  expect(first.data.addSubjectV2.identifier).toBe('N-1')
  await changePerson(casebook, person.personid, { sites: ['oslo'] })
  const { errors, data } = await named(person, there, addSubject, { input })
  expect({ code: errors?.[0]?.extensions.code, data }).toEqual({ code: 'NOT_FOUND', data: null })
  expect(await named(person, here, addSubject, { input: { ...study, identifier: 'S-0' } })).toEqual(kept)
  await changePerson(casebook, person.personid, { sites: ['oslo', 'tromso'] })
  expect(await named(person, there, addSubject, { input })).toEqual(first)
})

test('a query with a key is answered anew, and each time a record is taken out is in the history', async () => {
  const key = randomUUID()
  const { addSubjectV2 } = await nurse.ask(addSubject, { input: { ...study, identifier: 'S-8' } })
  const { subjectid } = addSubjectV2
  const take =
    'query ($siteid: ID!, $studyid: ID!, $subjectid: ID!) { getSubjectRecord(siteid: $siteid, studyid: $studyid, subjectid: $subjectid) }'
  for (const _ of [1, 2]) expect((await named(nurse, key, take, { ...study, subjectid })).errors).toBeUndefined()
  const taken = await query(
    `select after ->> 'what' as what from history where kind = 'export_access' and subjectid = $1`,
    [subjectid],
  )
  expect(taken).toEqual([{ what: 'RECORD' }, { what: 'RECORD' }])
})

test('a key used for another call is refused', async () => {
  const key = randomUUID()
  await named(nurse, key, addSubject, { input: { ...study, identifier: 'S-3' } })
  const { errors } = await named(nurse, key, addSubject, { input: { ...study, identifier: 'S-4' } })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_INPUT', reason: 'idempotency.other-call' })
  expect(await countSubjects('S-4')).toBe(0)
})

test('a refusal is not stored: the same call may succeed later', async () => {
  const key = randomUUID()
  const add = 'mutation { addDevice(siteid: "bergen", deviceid: "A1") { deviceid } }'
  expect((await named(admin, key, add)).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  await admin.ask('mutation { addSite(identifier: "bergen", name: "Bergen") { siteid } }')
  expect((await named(admin, key, add)).data).toEqual({ addDevice: { deviceid: 'A1' } })
})

test('a key belongs to its owner', async () => {
  const key = randomUUID()
  await named(nurse, key, addSubject, { input: { ...study, identifier: 'S-5' } })
  const { data } = await named(admin, key, addSubject, { input: { ...study, identifier: 'S-6' } })
  expect(data.addSubjectV2.identifier).toBe('S-6')
})

test('a key is a single text of limited length for one operation', async () => {
  const both = 'mutation { a: removeSite(siteid: "x") { siteid } b: removeSite(siteid: "y") { siteid } }'
  const refused = async (answer: Promise<Answer>) => {
    const { status, errors } = await answer
    return { status, reason: errors?.[0]?.extensions.reason }
  }
  expect(await refused(named(admin, randomUUID(), both))).toEqual({ status: 400, reason: 'idempotency.several' })
  expect(await refused(named(admin, 'x'.repeat(201), '{ listSites { siteid } }'))).toEqual({
    status: 400,
    reason: 'idempotency.key',
  })
  expect(await refused(named(admin, 'a b', '{ listSites { siteid } }'))).toEqual({
    status: 400,
    reason: 'idempotency.key',
  })
})

test('every step of the main job may be repeated', async () => {
  async function twice(person: Person, text: string, variables: Record<string, unknown> = {}) {
    const key = randomUUID()
    const first = await named(person, key, text, variables)
    const second = await named(person, key, text, variables)
    expect(second).toEqual(first)
    expect(first.errors).toBeUndefined()
    return first.data
  }
  const { studyid } = (await twice(admin, 'mutation { addStudy(siteid: "oslo", name: "Twice") { studyid version } }'))
    .addStudy
  const fields = [{ name: 'date', type: 'Date', required: true }]
  const { addFormType } = await twice(
    admin,
    'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "Baseline", fields: $fields) { formtypeid fields { name } } }',
    { studyid, fields },
  )
  const { addActivityType } = await twice(
    admin,
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Walk") { activitytypeid } }',
    { studyid },
  )
  const { activitytypeid } = addActivityType
  const input = { siteid: 'oslo', studyid, identifier: 'T-1' }
  const { subjectid } = (await twice(nurse, addSubject, { input })).addSubjectV2
  const form = { subjectid, formtypeid: addFormType.formtypeid, fields: [{ key: 'date', value: '1792497600' }] }
  await twice(nurse, 'mutation ($input: FormInput!) { addForm(input: $input) { version formtype { identifier } } }', {
    input: form,
  })
  await twice(nurse, 'mutation ($input: FormInput!) { updateForm(input: $input) { version } }', {
    input: { ...form, fields: [{ key: 'date', value: '1792584000' }], version: 1 },
  })
  const activity = { subjectid, activitytypeid, startTime: 1, stopTime: 2 }
  await twice(nurse, 'mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: activity,
  })
  const { addReferenceData } = await twice(
    nurse,
    'mutation ($subjectid: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $subjectid, input: $input) { referencedataid objectUrl fields } }',
    { subjectid, input: { siteid: 'oslo', studyid, activitytypeid, filename: 'arm.csv' } },
  )
  const body = new FormData()
  for (const pair of addReferenceData.fields.slice(1, -1).split(',')) {
    const equals = pair.indexOf('=')
    body.append(pair.slice(0, equals), pair.slice(equals + 1))
  }
  body.append('file', new Blob(['1,2']), 'arm.csv')
  await fetch(addReferenceData.objectUrl, { method: 'POST', body })
  const ids = { subjectid, id: addReferenceData.referencedataid }
  await twice(
    nurse,
    'mutation ($subjectid: ID!, $id: ID!) { completeReferenceData(subjectid: $subjectid, referencedataid: $id) { status size } }',
    ids,
  )
  await twice(
    nurse,
    'mutation ($subjectid: ID!, $id: ID!) { removeReferenceData(subjectid: $subjectid, referencedataid: $id) { status } }',
    ids,
  )
  const setStatus =
    'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { status version snapshot } }'
  await twice(nurse, setStatus, { input: { siteid: 'oslo', studyid, subjectid, status: 'CLOSED' } })
  await twice(nurse, setStatus, { input: { siteid: 'oslo', studyid, subjectid, status: 'OPEN' } })
  const place = { subjectid, activitytypeid }
  await twice(
    nurse,
    'mutation ($subjectid: ID!, $activitytypeid: ID!) { removeActivity(subjectid: $subjectid, activitytypeid: $activitytypeid) { version } }',
    place,
  )
  await twice(
    admin,
    'mutation ($studyid: ID!, $subjectid: ID!) { removeSubject(studyid: $studyid, subjectid: $subjectid) { status } }',
    { studyid, subjectid },
  )
  await twice(admin, 'mutation ($studyid: ID!) { removeStudy(siteid: "oslo", studyid: $studyid) { studyid } }', {
    studyid,
  })
  const [{ rows }] = await query('select count(*)::int as rows from history where studyid = $1', [studyid])
  // Study, form type, activity type, subject, form twice, activity, three file calls, closing, reopening, activity,
  // subject and study removed.
  expect(rows).toBe(15)
})

test('an access token is shown only once', async () => {
  const key = randomUUID()
  const add = 'mutation { addToken(input: { name: "export", scopes: [read], days: 1 }) { token } }'
  const { data, errors } = await named(nurse, key, add)
  expect(errors).toBeUndefined()
  expect((await named(nurse, key, add)).errors?.[0]?.extensions.reason).toBe('token.shown-once')
  const [{ found }] = await query('select exists (select from idempotency_key where answer like $1) as found', [
    `%${data.addToken.token}%`,
  ])
  expect(found).toBe(false)
})

test('keys are deleted after 24 hours', async () => {
  const key = randomUUID()
  const input = { ...study, identifier: 'S-7' }
  await named(nurse, key, addSubject, { input })
  await query(`update idempotency_key set created_at = now() - interval '25 hours' where key = $1`, [key])
  await sweepIdempotencyKeys(casebook.services.people)
  expect((await named(nurse, key, addSubject, { input })).errors?.[0]?.extensions.code).toBe('ALREADY_EXISTS')
})
