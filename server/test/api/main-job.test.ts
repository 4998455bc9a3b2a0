import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'

let casebook: Casebook
beforeAll(async () => {
  casebook = await startCasebook()
})
afterAll(() => casebook.stop())

test('the main job, from a new site to a closed subject and back', async () => {
  const admin = await casebook.as('admin')
  const nurse = await casebook.as('nurse')

  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid version } }')
  for (const deviceid of ['A1', 'B2']) {
    await admin.ask('mutation ($deviceid: ID!) { addDevice(siteid: "oslo", deviceid: $deviceid) { deviceid } }', {
      deviceid,
    })
  }
  const { addStudy } = await admin.ask(
    'mutation { addStudy(siteid: "oslo", name: "Step counting") { studyid status } }',
  )
  expect(addStudy.status).toBe('OPEN')
  const { studyid } = addStudy
  const fields = [
    { name: 'date', type: 'Date', required: true },
    { name: 'Weight', type: 'Number', required: false },
  ]
  const { addFormType } = await admin.ask(
    'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "Baseline", fields: $fields) { formtypeid fields { name type } } }',
    { studyid, fields },
  )
  const { addActivityType } = await admin.ask(
    'mutation ($studyid: ID!) { addActivityType(studyid: $studyid, description: "Treadmill") { activitytypeid } }',
    { studyid },
  )

  const { addSubjectV2 } = await nurse.ask(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid status version } }',
    { input: { siteid: 'oslo', studyid, identifier: 'S-001' } },
  )
  const { subjectid } = addSubjectV2
  await nurse.ask('mutation ($input: FormInput!) { addForm(input: $input) { version fields { key value } } }', {
    input: { subjectid, formtypeid: addFormType.formtypeid, fields: [{ key: 'date', value: '1792497600' }] },
  })
  await nurse.ask(
    'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { devices { deviceid position } } }',
    {
      input: {
        siteid: 'oslo',
        studyid,
        subjectid,
        status: 'OPEN',
        devices: [
          { deviceid: 'A1', position: 'ARM' },
          { deviceid: 'B2', position: 'CHEST' },
        ],
      },
    },
  )
  const activity = {
    subjectid,
    activitytypeid: addActivityType.activitytypeid,
    startTime: 1792476000,
    stopTime: 1792476600,
    comment: 'even pace',
  }
  await nurse.ask(
    'mutation ($input: ActivityInput!) { addActivity(input: $input) { activitytype { description } version } }',
    { input: activity },
  )

  const { addReferenceData } = await nurse.ask(
    'mutation ($subjectid: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $subjectid, input: $input) { referencedataid status objectUrl fields } }',
    {
      subjectid,
      input: {
        activitytypeid: addActivityType.activitytypeid,
        filename: 'arm.csv',
        siteid: 'oslo',
        studyid,
        identifier: 'S-001',
      },
    },
  )
  expect(addReferenceData.status).toBe('PENDING')
  const form = new FormData()
  for (const pair of addReferenceData.fields.slice(1, -1).split(',')) {
    const equals = pair.indexOf('=')
    form.append(pair.slice(0, equals), pair.slice(equals + 1))
  }
  form.append('file', new Blob(['a,b\n1,2\n']), 'arm.csv')
  const uploaded = await fetch(addReferenceData.objectUrl, { method: 'POST', body: form })
  expect(uploaded.status).toBe(200)
  const { completeReferenceData } = await nurse.ask(
    'mutation ($subjectid: ID!, $id: ID!) { completeReferenceData(subjectid: $subjectid, referencedataid: $id) { status size downloadUrl } }',
    { subjectid, id: addReferenceData.referencedataid },
  )
  expect(completeReferenceData).toMatchObject({ status: 'UPLOADED', size: 8 })
  const file = await fetch(completeReferenceData.downloadUrl)
  expect(await file.text()).toBe('a,b\n1,2\n')
  expect(file.headers.get('content-disposition')).toContain('attachment')

  const close = { siteid: 'oslo', studyid, subjectid, status: 'CLOSED' }
  const { updateSubject } = await nurse.ask(
    'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { status snapshot } }',
    { input: close },
  )
  expect(updateSubject.status).toBe('CLOSED')
  expect(JSON.parse(updateSubject.snapshot)).toMatchObject({
    identifier: 'S-001',
    devices: [
      { deviceid: 'A1', position: 'ARM' },
      { deviceid: 'B2', position: 'CHEST' },
    ],
    activities: [{ description: 'Treadmill', startTime: 1792476000, referenceData: [{ filename: 'arm.csv' }] }],
    earliestStartTime: 1792476000,
    latestStopTime: 1792476600,
    timezoneOffset: -7200,
  })
  expect(
    (
      await nurse.refused('mutation ($input: ActivityInput!) { updateActivity(input: $input) { version } }', {
        input: activity,
      })
    ).code,
  ).toBe('SUBJECT_NOT_OPEN')

  const reopen = { siteid: 'oslo', studyid, subjectid, status: 'OPEN', reason: 'a wrong stop' }
  const reopened = await nurse.ask(
    'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { status } }',
    { input: reopen },
  )
  expect(reopened.updateSubject.status).toBe('OPEN')

  const { listHistory } = await nurse.ask(
    'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { actor kind action reason before after } }',
    { studyid, subjectid },
  )
  expect(listHistory[0]).toMatchObject({ kind: 'subject', action: 'UPDATED', reason: 'a wrong stop' })

  const { listSubjects } = await nurse.ask(
    'query ($studyid: ID!) { listSubjects(studyid: $studyid) { ...row } } fragment row on Subject { subjectid identifier status devices { deviceid position } forms { formtypeid formtype { identifier } } activities { activitytypeid referenceData { referencedataid status } } }',
    { studyid },
  )
  expect(listSubjects).toHaveLength(1)
  expect(listSubjects[0].activities[0].referenceData[0].status).toBe('UPLOADED')
})
