import { createHash, randomUUID } from 'node:crypto'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { maxUploadBytes, parseFormFields } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/casebook.ts'
import { sweepUploads } from './sweep.ts'

let casebook: Casebook
let admin: Person
let nurse: Person
let study: { siteid: string; studyid: string; activitytypeid: string }

beforeAll(async () => {
  casebook = await startCasebook()
  admin = await casebook.as('admin')
  nurse = await casebook.as('nurse')
  study = await addStudy('oslo')
})
afterAll(() => casebook.stop())

async function addStudy(siteid: string) {
  await admin.ask('mutation ($siteid: String!) { addSite(identifier: $siteid, name: "A site") { siteid } }', { siteid })
  const { addStudy } = await admin.ask(
    'mutation ($siteid: ID!) { addStudy(siteid: $siteid, name: "A study") { studyid } }',
    { siteid },
  )
  const { addActivityType } = await admin.ask(
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Treadmill") { activitytypeid } }',
    { studyid: addStudy.studyid },
  )
  return { siteid, studyid: addStudy.studyid, activitytypeid: addActivityType.activitytypeid }
}

/** A new subject with one activity. */
async function addSubject({ siteid, studyid, activitytypeid } = study) {
  const identifier = randomUUID()
  const { addSubjectV2 } = await nurse.ask(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
    { input: { siteid, studyid, identifier } },
  )
  const { subjectid } = addSubjectV2
  await nurse.ask('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, startTime: 1792476000, stopTime: 1792476600 },
  })
  return { subjectid, identifier }
}

const add = `mutation ($subjectid: ID!, $input: ReferenceDataInput!) {
  addReferenceData(subjectid: $subjectid, input: $input) { referencedataid persistedObjectName status objectUrl fields size downloadUrl } }`
const complete = `mutation ($subjectid: ID!, $referencedataid: ID!) {
  completeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid) { status size downloadUrl objectUrl fields } }`
const remove = `mutation ($subjectid: ID!, $referencedataid: ID!) {
  removeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid) { referencedataid } }`
const list = `query ($subjectid: ID!, $activitytypeid: ID) {
  listReferenceData(subjectid: $subjectid, activitytypeid: $activitytypeid) { referencedataid filename status size downloadUrl objectUrl fields } }`
const setStatus = 'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { status } }'

const input = (more: Record<string, unknown> = {}) => ({ ...study, filename: 'arm.csv', ...more })

async function addFile(subjectid: string, more: Record<string, unknown> = {}) {
  const { addReferenceData } = await nurse.ask(add, { subjectid, input: input(more) })
  return addReferenceData
}

async function upload({ objectUrl, fields }: { objectUrl: string; fields: string }, bytes: string) {
  const form = new FormData()
  for (const [name, value] of parseFormFields(fields)) form.append(name, value)
  form.append('file', new Blob([bytes]), 'arm.csv')
  return (await fetch(objectUrl, { method: 'POST', body: form })).status
}

async function listFiles(subjectid: string) {
  return (await nurse.ask(list, { subjectid })).listReferenceData
}

/** Changes stored rows behind the server's back, as if time had passed. */
async function behindTheScenes(statement: string, ...values: string[]) {
  const client = new pg.Client({ connectionString: casebook.database.superuser.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(statement, values)
  await client.end()
}

const age = (referencedataid: string, minutes: number) =>
  behindTheScenes(
    `update reference_data set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where referencedataid = $1`,
    referencedataid,
    `${minutes} minutes`,
  )

const sweep = () => sweepUploads({ ...casebook.services, log: pino({ level: 'silent' }) })

async function putObject(objectName: string, size: number) {
  const { store } = casebook.services
  const bytes = async function* () {
    yield Buffer.alloc(size)
  }
  await store.write(objectName, bytes(), size)
}

describe('addReferenceData', () => {
  test('answers where to send the file, and lists it as PENDING without a link', async () => {
    const { subjectid, identifier } = await addSubject()
    const file = await addFile(subjectid, { identifier })
    expect(file).toMatchObject({
      status: 'PENDING',
      size: null,
      downloadUrl: null,
      objectUrl: `${casebook.origin}/objects`,
      persistedObjectName: `${study.studyid}/${file.referencedataid}`,
    })
    expect(await listFiles(subjectid)).toEqual([
      {
        referencedataid: file.referencedataid,
        filename: 'arm.csv',
        status: 'PENDING',
        size: null,
        downloadUrl: null,
        objectUrl: null,
        fields: null,
      },
    ])
  })

  test('lets nothing that a person typed into the form', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid, { filename: 'a,b}={key=x.csv' })
    expect(file.fields).not.toContain('x.csv')
    expect(await upload(file, 'x')).toBe(200)
  })

  test.each([
    ['no subject', { subjectid: 'nobody' }, {}, 'NOT_FOUND', 'subjectid'],
    ['a study that is not the subject’s', {}, { studyid: 'other' }, 'NOT_FOUND', 'subjectid'],
    ['a site that is not the subject’s', {}, { siteid: 'other' }, 'NOT_FOUND', 'subjectid'],
    ['an activity that is not recorded', {}, { activitytypeid: 'other' }, 'NOT_FOUND', 'activitytypeid'],
    ['an identifier that is not the subject’s', {}, { identifier: 'other' }, 'BAD_INPUT', 'identifier'],
    ['no file name', {}, { filename: ' ' }, 'BAD_INPUT', 'filename'],
    ['a file name of 256 characters', {}, { filename: 'x'.repeat(256) }, 'BAD_INPUT', 'filename'],
    ['a file name of two lines', {}, { filename: 'a\r\nb' }, 'BAD_INPUT', 'filename'],
    ['a SHA-256 that is none', {}, { sha256: 'ABC' }, 'BAD_INPUT', 'sha256'],
  ])('refuses %s', async (_what, ids, more, code, field) => {
    const { subjectid } = await addSubject()
    expect(await nurse.refused(add, { subjectid, ...ids, input: input(more) })).toMatchObject({ code, field })
    expect(await listFiles(subjectid)).toEqual([])
  })

  test('refuses a closed subject, and so do the other calls', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid)
    await upload(file, 'x')
    await nurse.ask(complete, { subjectid, referencedataid: file.referencedataid })
    await nurse.ask(setStatus, { input: { ...study, activitytypeid: undefined, subjectid, status: 'CLOSED' } })
    expect(await nurse.refused(add, { subjectid, input: input() })).toMatchObject({ code: 'SUBJECT_NOT_OPEN' })
    const ids = { subjectid, referencedataid: file.referencedataid }
    expect(await nurse.refused(remove, ids)).toMatchObject({ code: 'SUBJECT_NOT_OPEN' })
    expect((await nurse.ask(complete, ids)).completeReferenceData.status).toBe('UPLOADED')
  })
})

describe('completeReferenceData', () => {
  test('finds the file in the store and gives a link that downloads it under its own name', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid, { filename: 'økt "1".csv' })
    expect(await upload(file, 'a,b\n')).toBe(200)
    const { completeReferenceData } = await nurse.ask(complete, { subjectid, referencedataid: file.referencedataid })
    expect(completeReferenceData).toMatchObject({ status: 'UPLOADED', size: 4, objectUrl: null, fields: null })
    const answer = await fetch(completeReferenceData.downloadUrl)
    expect(await answer.text()).toBe('a,b\n')
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''%C3%B8kt%20%221%22.csv`)
  })

  test('changes nothing when it is called again', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid)
    await upload(file, 'a')
    const ids = { subjectid, referencedataid: file.referencedataid }
    const answers = await Promise.all([nurse.ask(complete, ids), nurse.ask(complete, ids), nurse.ask(complete, ids)])
    expect(answers.map((answer) => answer.completeReferenceData.status)).toEqual(['UPLOADED', 'UPLOADED', 'UPLOADED'])
    const { listHistory } = await nurse.ask(
      'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { kind action } }',
      { studyid: study.studyid, subjectid },
    )
    const changes = listHistory.filter((entry: { kind: string }) => entry.kind === 'reference_data')
    expect(changes.map((entry: { action: string }) => entry.action)).toEqual(['UPDATED', 'ADDED'])
  })

  test('leaves PENDING what has not arrived yet', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid)
    const { completeReferenceData } = await nurse.ask(complete, { subjectid, referencedataid: file.referencedataid })
    expect(completeReferenceData.status).toBe('PENDING')
    expect(
      await nurse.refused(setStatus, { input: { ...study, activitytypeid: undefined, subjectid, status: 'CLOSED' } }),
    ).toMatchObject({
      code: 'UPLOAD_PENDING',
    })
  })

  test('fails an object that the policy would not have let in, and takes it out of the store', async () => {
    const { subjectid } = await addSubject()
    const empty = await addFile(subjectid)
    await putObject(empty.persistedObjectName, 0)
    const huge = await addFile(subjectid)
    await putObject(huge.persistedObjectName, 1)
    await truncate(join(casebook.dataDir, 'objects', huge.persistedObjectName), maxUploadBytes + 1)
    for (const { referencedataid, persistedObjectName } of [empty, huge]) {
      const { completeReferenceData } = await nurse.ask(complete, { subjectid, referencedataid })
      expect(completeReferenceData).toMatchObject({ status: 'FAILED', size: null, downloadUrl: null })
      expect(await casebook.services.store.head(persistedObjectName)).toBeUndefined()
    }
  })

  test('fails other bytes than those whose SHA-256 was given, should a store let them in', async () => {
    const { subjectid } = await addSubject()
    const sha256 = createHash('sha256').update('right').digest('hex')
    const wrong = await addFile(subjectid, { sha256 })
    expect(await upload(wrong, 'wrong')).toBe(400)
    await putObject(wrong.persistedObjectName, 5)
    const ids = { subjectid, referencedataid: wrong.referencedataid }
    expect((await nurse.ask(complete, ids)).completeReferenceData.status).toBe('FAILED')
    const right = await addFile(subjectid, { sha256 })
    expect(await upload(right, 'right')).toBe(200)
    const { completeReferenceData } = await nurse.ask(complete, { subjectid, referencedataid: right.referencedataid })
    expect(completeReferenceData.status).toBe('UPLOADED')
  })

  test('knows no file of another subject', async () => {
    const { subjectid } = await addSubject()
    const other = await addSubject()
    const file = await addFile(subjectid)
    const ids = { subjectid: other.subjectid, referencedataid: file.referencedataid }
    expect(await nurse.refused(complete, ids)).toMatchObject({ code: 'NOT_FOUND', field: 'referencedataid' })
    expect(await nurse.refused(remove, ids)).toMatchObject({ code: 'NOT_FOUND', field: 'referencedataid' })
  })
})

test('removing hides a file and leaves it in the store', async () => {
  const { subjectid } = await addSubject()
  const file = await addFile(subjectid)
  await upload(file, 'kept')
  const ids = { subjectid, referencedataid: file.referencedataid }
  await nurse.ask(complete, ids)
  expect((await nurse.ask(remove, ids)).removeReferenceData).toEqual({ referencedataid: file.referencedataid })
  expect(await listFiles(subjectid)).toEqual([])
  expect(await casebook.services.store.head(file.persistedObjectName)).toMatchObject({ size: 4 })
  for (const call of [remove, complete]) expect(await nurse.refused(call, ids)).toMatchObject({ code: 'NOT_FOUND' })
})

test('files are listed by name without case, of one activity type or of all', async () => {
  const { subjectid } = await addSubject()
  for (const filename of ['b.csv', 'C.csv', 'a.csv', 'Ø.csv']) await addFile(subjectid, { filename })
  const names = (files: { filename: string }[]) => files.map(({ filename }) => filename)
  expect(names(await listFiles(subjectid))).toEqual(['a.csv', 'b.csv', 'C.csv', 'Ø.csv'])
  const { activitytypeid } = study
  expect((await nurse.ask(list, { subjectid, activitytypeid })).listReferenceData).toHaveLength(4)
  expect((await nurse.ask(list, { subjectid, activitytypeid: 'other' })).listReferenceData).toEqual([])
  expect(await nurse.refused(list, { subjectid: 'nobody' })).toMatchObject({ code: 'NOT_FOUND', field: 'subjectid' })
})

describe('the sweep', () => {
  test('settles what the store holds as UPLOADED although no browser said so', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid)
    await upload(file, 'abc')
    await sweep()
    expect(await listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
    await age(file.referencedataid, 2)
    await sweep()
    expect(await listFiles(subjectid)).toMatchObject([{ status: 'UPLOADED', size: 3 }])
  })

  test('fails what never came, not before the policy ran out and a slow line had its time', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid)
    await age(file.referencedataid, 29)
    await sweep()
    expect(await listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
    await age(file.referencedataid, 2)
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await listFiles(subjectid)).toMatchObject([{ status: 'FAILED', size: null }])
    const { listHistory } = await nurse.ask(
      'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { actor kind } }',
      { studyid: study.studyid, subjectid },
    )
    expect(listHistory.slice(0, 2)).toEqual([
      { actor: 'sweep', kind: 'reference_data' },
      { actor: expect.not.stringMatching('sweep'), kind: 'reference_data' },
    ])
  })

  test('is no last word: a file that comes after all is taken', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid)
    await age(file.referencedataid, 60)
    await sweep()
    await upload(file, 'late')
    const { completeReferenceData } = await nurse.ask(complete, { subjectid, referencedataid: file.referencedataid })
    expect(completeReferenceData).toMatchObject({ status: 'UPLOADED', size: 4 })
  })

  test('leaves deleted subjects and removed files as they are', async () => {
    const { subjectid } = await addSubject()
    const kept = await addFile(subjectid)
    const removed = await addFile(subjectid)
    await nurse.ask(remove, { subjectid, referencedataid: removed.referencedataid })
    await admin.ask(
      'mutation ($studyid: ID!, $subjectid: ID!) { removeSubject(studyid: $studyid, subjectid: $subjectid) { status } }',
      {
        studyid: study.studyid,
        subjectid,
      },
    )
    for (const file of [kept, removed]) await age(file.referencedataid, 60)
    await sweep()
    expect(await listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
  })

  test('changes nothing while the store is down', async () => {
    const { subjectid } = await addSubject()
    const file = await addFile(subjectid)
    await age(file.referencedataid, 60)
    const store = { ...casebook.services.store, head: () => Promise.reject(problem('store.unavailable')) }
    await sweepUploads({ db: casebook.services.db, store, log: pino({ level: 'silent' }) })
    expect(await listFiles(subjectid)).toMatchObject([{ status: 'PENDING' }])
  })
})
