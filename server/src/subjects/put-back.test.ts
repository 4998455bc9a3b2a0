import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../test/beds/casebook.ts'
import { openFilesBed, remove, setStatus, upload } from '../../test/beds/files-bed.ts'

let bed: Awaited<ReturnType<typeof openFilesBed>>
let nurse: Person
let formtypeid: string

beforeAll(async () => {
  bed = await openFilesBed()
  nurse = bed.nurse
  const { addFormType } = await bed.admin.ask(
    'mutation ($s: ID!) { addFormType(studyid: $s, identifier: "Visit", fields: [{ name: "Room", type: String, required: false }]) { formtypeid } }',
    { s: bed.study.studyid },
  )
  formtypeid = addFormType.formtypeid
  await bed.admin.ask(
    'mutation { a: addDevice(siteid: "oslo", deviceid: "A1") { deviceid } b: addDevice(siteid: "oslo", deviceid: "B2") { deviceid } }',
  )
})
afterAll(() => bed.stop())

const formOf = 'mutation ($f: FormInput!) { addForm(input: $f) { version } }'
const removeForm = 'mutation ($s: ID!, $f: ID!) { removeForm(subjectid: $s, formtypeid: $f) { version } }'
const putBackForm =
  'mutation ($s: ID!, $f: ID!, $r: String) { putBackForm(subjectid: $s, formtypeid: $f, reason: $r) { version fields { key value } } }'
const addActivity = 'mutation ($i: ActivityInput!) { addActivity(input: $i) { version } }'
const removeActivity = 'mutation ($s: ID!, $a: ID!) { removeActivity(subjectid: $s, activitytypeid: $a) { version } }'
const putBackActivity =
  'mutation ($s: ID!, $a: ID!) { putBackActivity(subjectid: $s, activitytypeid: $a) { version referenceData { filename status } } }'
const putBackFile =
  'mutation ($s: ID!, $r: ID!) { putBackReferenceData(subjectid: $s, referencedataid: $r) { filename status size } }'
const putBackDevice =
  'mutation ($s: ID!, $d: ID!, $p: DevicePosition!) { putBackSubjectDevice(subjectid: $s, deviceid: $d, position: $p) { version devices { deviceid position } } }'
const setDevices =
  'mutation ($i: UpdateSubjectInput!) { updateSubject(input: $i) { version devices { deviceid position } } }'

const fields = [{ key: 'Room', value: 'B204' }]

test('a form is restored with its values, once, and the history contains the reason', async () => {
  const { subjectid } = await bed.addSubject()
  const ids = { s: subjectid, f: formtypeid }
  expect(await nurse.refused(putBackForm, ids)).toMatchObject({ code: 'NOT_FOUND', field: 'formtypeid' })
  await nurse.ask(formOf, { f: { subjectid, formtypeid, fields } })
  expect(await nurse.refused(putBackForm, ids)).toMatchObject({ code: 'ALREADY_EXISTS', field: 'formtypeid' })
  await nurse.ask(removeForm, ids)
  expect(await nurse.refused(putBackForm, { ...ids, r: 'x'.repeat(5000) })).toMatchObject({ code: 'BAD_INPUT' })
  const { putBackForm: back } = await nurse.ask(putBackForm, { ...ids, r: 'The wrong row' })
  expect(back).toEqual({ version: 3, fields })
  expect(await nurse.refused(putBackForm, ids)).toMatchObject({ code: 'ALREADY_EXISTS' })
  const { listHistory } = await nurse.ask(
    'query ($t: ID!, $s: ID!) { listHistory(studyid: $t, subjectid: $s) { kind action reason } }',
    { t: bed.study.studyid, s: subjectid },
  )
  expect(listHistory[0]).toEqual({ kind: 'form', action: 'ADDED', reason: 'The wrong row' })
})

test('a form with a newer one in its place is not restored, and the newer one is unchanged', async () => {
  const { subjectid } = await bed.addSubject()
  const ids = { s: subjectid, f: formtypeid }
  await nurse.ask(formOf, { f: { subjectid, formtypeid, fields } })
  await nurse.ask(removeForm, ids)
  const anew = [{ key: 'Room', value: 'A100' }]
  await nurse.ask(formOf, { f: { subjectid, formtypeid, fields: anew } })
  expect(await nurse.refused(putBackForm, ids)).toMatchObject({ code: 'ALREADY_EXISTS' })
  const { getForm } = await nurse.ask(
    'query ($s: ID!, $f: ID!) { getForm(subjectid: $s, formtypeid: $f) { fields { key value } } }',
    ids,
  )
  expect(getForm.fields).toEqual(anew)
})

test('an activity is restored with the files removed with it, not with one removed earlier', async () => {
  const { subjectid } = await bed.addSubject()
  const [kept, removedBefore] = [await bed.addFile(subjectid), await bed.addFile(subjectid, { filename: 'old.csv' })]
  await nurse.ask(remove, { subjectid, referencedataid: removedBefore.referencedataid })
  const ids = { s: subjectid, a: bed.study.activitytypeid }
  expect(await nurse.refused(putBackActivity, ids)).toMatchObject({ code: 'ALREADY_EXISTS' })
  await nurse.ask(removeActivity, ids)
  const file = { s: subjectid, r: kept.referencedataid }
  expect(await nurse.refused(putBackFile, file)).toMatchObject({ code: 'NOT_FOUND', field: 'referencedataid' })
  const { putBackActivity: back } = await nurse.ask(putBackActivity, ids)
  expect(back).toEqual({ version: 3, referenceData: [{ filename: 'arm.csv', status: 'PENDING' }] })
})

test('a file of a former activity is not restored into a new one of its type', async () => {
  const { subjectid } = await bed.addSubject()
  const { activitytypeid } = bed.study
  const former = await bed.addFile(subjectid)
  const removedAlone = await bed.addFile(subjectid, { filename: 'old.csv' })
  await nurse.ask(remove, { subjectid, referencedataid: removedAlone.referencedataid })
  await nurse.ask(removeActivity, { s: subjectid, a: activitytypeid })
  await nurse.ask(addActivity, { i: { subjectid, activitytypeid, startTime: 1, stopTime: 2 } })
  for (const { referencedataid: r } of [former, removedAlone]) {
    expect(await nurse.refused(putBackFile, { s: subjectid, r })).toMatchObject({ reason: 'reference-data.former' })
  }
  const own = await bed.addFile(subjectid, { filename: 'own.csv' })
  await nurse.ask(remove, { subjectid, referencedataid: own.referencedataid })
  await nurse.ask(putBackFile, { s: subjectid, r: own.referencedataid })
})

test('a file is restored with its bytes, and one that exists is refused', async () => {
  const { subjectid } = await bed.addSubject()
  const file = await bed.addFile(subjectid)
  await upload(file, 'abc')
  const { referencedataid } = file
  await nurse.ask(
    'mutation ($s: ID!, $r: ID!) { completeReferenceData(subjectid: $s, referencedataid: $r) { status } }',
    { s: subjectid, r: referencedataid },
  )
  const ids = { s: subjectid, r: referencedataid }
  expect(await nurse.refused(putBackFile, ids)).toMatchObject({ code: 'NOT_FOUND' })
  await nurse.ask(remove, { subjectid, referencedataid })
  const { putBackReferenceData } = await nurse.ask(putBackFile, ids)
  expect(putBackReferenceData).toEqual({ filename: 'arm.csv', status: 'UPLOADED', size: 3 })
  const [listed] = await bed.listFiles(subjectid)
  expect(await (await fetch(listed.downloadUrl)).text()).toBe('abc')
})

test('a device is restored at its place in the list, and a stale list of devices then conflicts', async () => {
  const { subjectid } = await bed.addSubject()
  const { siteid, studyid } = bed.study
  const all = [
    { deviceid: 'A1', position: 'ARM' },
    { deviceid: 'B2', position: 'CHEST' },
  ]
  const input = { siteid, studyid, subjectid }
  const ids = { s: subjectid, d: 'A1', p: 'ARM' }
  expect(await nurse.refused(putBackDevice, ids)).toMatchObject({ code: 'NOT_FOUND' })
  await nurse.ask(setDevices, { i: { ...input, devices: all } })
  expect(await nurse.refused(putBackDevice, ids)).toMatchObject({ code: 'ALREADY_EXISTS', field: 'deviceid' })
  const { updateSubject } = await nurse.ask(setDevices, { i: { ...input, devices: all.slice(1) } })
  expect(await nurse.refused(putBackDevice, { ...ids, p: 'CHEST' })).toMatchObject({ code: 'NOT_FOUND' })
  const { putBackSubjectDevice } = await nurse.ask(putBackDevice, ids)
  expect(putBackSubjectDevice.devices).toEqual(all)
  const stale = { ...input, devices: [], version: updateSubject.version }
  expect(await nurse.refused(setDevices, { i: stale })).toMatchObject({ code: 'CONFLICT' })
})

test('nothing is restored to a subject that is closed, unknown, or of another site', async () => {
  const { subjectid } = await bed.addSubject()
  await nurse.ask(formOf, { f: { subjectid, formtypeid, fields } })
  await nurse.ask(removeForm, { s: subjectid, f: formtypeid })
  const file = await bed.addFile(subjectid)
  await nurse.ask(remove, { subjectid, referencedataid: file.referencedataid })
  await nurse.ask(setDevices, {
    i: { ...bed.study, activitytypeid: undefined, subjectid, devices: [{ deviceid: 'A1', position: 'ARM' }] },
  })
  await nurse.ask(setDevices, { i: { ...bed.study, activitytypeid: undefined, subjectid, devices: [] } })
  const calls: [string, Record<string, string>][] = [
    [putBackForm, { f: formtypeid }],
    [putBackActivity, { a: bed.study.activitytypeid }],
    [putBackFile, { r: file.referencedataid }],
    [putBackDevice, { d: 'A1', p: 'ARM' }],
  ]
  await nurse.ask(setStatus, { input: { ...bed.study, activitytypeid: undefined, subjectid, status: 'CLOSED' } })
  for (const [call, ids] of calls) {
    expect(await nurse.refused(call, { s: subjectid, ...ids })).toMatchObject({ code: 'SUBJECT_NOT_OPEN' })
    expect(await nurse.refused(call, { s: 'nobody', ...ids })).toMatchObject({ code: 'NOT_FOUND', field: 'subjectid' })
  }
})
