import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'

let casebook: Casebook
let admin: Person
beforeAll(async () => {
  casebook = await startCasebook()
  admin = await casebook.as('admin')
  await admin.ask('mutation { addSite(identifier: "oslo", name: "Oslo") { siteid } }')
})
afterAll(() => casebook.stop())

const addDevice = 'mutation { addDevice(siteid: "oslo", deviceid: "A1") { deviceid } }'
const removeDevice = 'mutation { removeDevice(siteid: "oslo", deviceid: "A1") { deviceid } }'
const list = '{ listRemoved { kind id siteid siteName studyid studyName name removedBy } }'
const restore =
  'mutation ($kind: RemovedKind!, $id: ID!, $name: String) { restoreRemoved(kind: $kind, id: $id, name: $name) { name } }'
const devices = '{ listDevices(siteid: "oslo") { deviceid } }'

test('a removed device is listed with who removed it, and restored', async () => {
  await admin.ask(addDevice)
  await admin.ask(removeDevice)
  const { me } = await admin.ask('{ me { given_name family_name } }')
  const { listRemoved } = await admin.ask(list)
  expect(listRemoved).toMatchObject([
    { kind: 'DEVICE', siteid: 'oslo', siteName: 'Oslo', name: 'A1', removedBy: `${me.given_name} ${me.family_name}` },
  ])
  await admin.ask(restore, { kind: 'DEVICE', id: listRemoved[0].id })
  expect((await admin.ask(list)).listRemoved).toEqual([])
  expect((await admin.ask(devices)).listDevices).toEqual([{ deviceid: 'A1' }])
})

test('restoring a device whose id is in use again requires another id', async () => {
  await admin.ask(removeDevice)
  await admin.ask(addDevice)
  const [{ id }] = (await admin.ask(list)).listRemoved
  expect(await admin.refused(restore, { kind: 'DEVICE', id })).toMatchObject({ code: 'ALREADY_EXISTS' })
  expect(await admin.refused(restore, { kind: 'DEVICE', id, name: 'a 2' })).toMatchObject({
    code: 'BAD_INPUT',
    field: 'name',
  })
  await admin.ask(restore, { kind: 'DEVICE', id, name: 'A2' })
  expect((await admin.ask(devices)).listDevices).toEqual([{ deviceid: 'A1' }, { deviceid: 'A2' }])
})

test('records below a removed site are restored with the site, and not before', async () => {
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Steps") { studyid } }')
  const { studyid } = addStudy
  await admin.ask(
    'mutation ($s: ID!) { addFormType(studyid: $s, identifier: "Baseline", fields: []) { formtypeid } }',
    { s: studyid },
  )
  await admin.ask('mutation ($s: ID!) { removeStudy(siteid: "oslo", studyid: $s) { studyid } }', { s: studyid })
  await admin.ask('mutation { removeSite(siteid: "oslo") { siteid } }')
  expect((await admin.ask(list)).listRemoved).toMatchObject([{ kind: 'SITE', id: 'oslo', name: 'Oslo' }])
  expect(await admin.refused(restore, { kind: 'STUDY', id: studyid })).toMatchObject({ code: 'NOT_FOUND' })
  await admin.ask(restore, { kind: 'SITE', id: 'oslo', name: 'Oslo again' })
  await admin.ask(restore, { kind: 'STUDY', id: studyid })
  const { listStudies } = await admin.ask('{ listStudies(siteid: "oslo") { name formtypeCount } }')
  expect(listStudies).toEqual([{ name: 'Steps', formtypeCount: 1 }])
})

test('types are not restored into a closed study, but after it is opened again', async () => {
  const { addStudy } = await admin.ask('mutation { addStudy(siteid: "oslo", name: "Finished") { studyid } }')
  const { studyid } = addStudy
  const types = await admin.ask(
    `mutation ($s: ID!) { addFormType(studyid: $s, identifier: "Baseline", fields: []) { formtypeid }
      addActivityType(studyid: $s, description: "Walk") { activitytypeid } }`,
    { s: studyid },
  )
  const { formtypeid } = types.addFormType
  const { activitytypeid } = types.addActivityType
  await admin.ask(
    `mutation ($s: ID!, $f: ID!, $a: ID!) { removeFormType(studyid: $s, formtypeid: $f) { formtypeid }
      removeActivityType(studyid: $s, activitytypeid: $a) { activitytypeid } }`,
    { s: studyid, f: formtypeid, a: activitytypeid },
  )
  const setStatus = (status: string) =>
    admin.ask(
      'mutation ($s: ID!, $input: StudyInput!) { updateStudy(siteid: "oslo", studyid: $s, input: $input) { studyid } }',
      { s: studyid, input: { name: 'Finished', status } },
    )
  for (const status of ['CLOSED', 'DELETED']) {
    await setStatus(status)
    for (const given of [
      { kind: 'FORM_TYPE', id: formtypeid },
      { kind: 'ACTIVITY_TYPE', id: activitytypeid },
    ])
      expect(await admin.refused(restore, given)).toMatchObject({ code: 'STUDY_NOT_OPEN' })
  }
  await setStatus('OPEN')
  await admin.ask(restore, { kind: 'FORM_TYPE', id: formtypeid })
  await admin.ask(restore, { kind: 'ACTIVITY_TYPE', id: activitytypeid })
})

test('only an administrator sees or restores removed records', async () => {
  const coordinator = await casebook.as('coordinator')
  expect(await coordinator.refused(list)).toMatchObject({ code: 'FORBIDDEN' })
  expect(await coordinator.refused(restore, { kind: 'SITE', id: 'oslo' })).toMatchObject({ code: 'FORBIDDEN' })
})
