import type { Page } from '@playwright/test'
import type { Caller } from '../../api.ts'
import { expect, signIn, test } from '../../fixtures.ts'
import { addDevices, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

// Every editor of a record with a version. Forms and activities are in subject-forms.spec.ts and
// subject-activities.spec.ts, activity types in screens/activity-types.spec.ts, rights in
// screens/users.spec.ts.

const setSubject = 'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const removedNotice = (page: Page) => page.getByText('This has been removed in the meantime.')

async function newScene(admin: Caller) {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  return { siteid, name, studyid }
}

test('a subject that two people rename: the second is asked, with who and when', { tag: '@desk' }, async ({
  page,
  admin,
}) => {
  const { siteid, studyid } = await newScene(admin)
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await button(page, 'Actions for P-1').click()
  await button(page, 'Edit P-1').click()
  const identifier = page.getByRole('textbox', { name: 'Identifier' })
  await identifier.fill('P-mine')
  await admin(setSubject, { input: { siteid, studyid, subjectid, identifier: 'P-theirs' } })
  await expect(page.getByRole('link', { name: 'P-theirs', exact: true })).toBeVisible()
  await button(page, 'Update').click()
  await expect(page.getByText(/^changed by Ingrid Solberg, .*\d\d:\d\d$/)).toBeVisible()
  await expect(identifier).toHaveValue('P-mine')
  await button(page, 'Take theirs: Identifier').click()
  await expect(identifier).toHaveValue('P-theirs')
})

test('a subject marked as deleted while it is renamed is put back with the new name', { tag: '@desk' }, async ({
  page,
  admin,
  openAs,
}) => {
  const { siteid, studyid } = await newScene(admin)
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  const nurse = await openAs('nurse', `/studies/${studyid}/subjects`)
  for (const one of [page, nurse]) {
    await button(one, 'Actions for P-1').click()
    await button(one, 'Edit P-1').click()
    await one.getByLabel('Identifier').fill('P-mine')
  }
  await admin(
    'mutation ($studyid: ID!, $subjectid: ID!) { removeSubject(studyid: $studyid, subjectid: $subjectid) { status } }',
    { studyid, subjectid },
  )
  for (const one of [page, nurse]) {
    await expect(removedNotice(one)).toBeVisible()
    await expect(one.getByLabel('Identifier')).toHaveValue('P-mine')
  }
  // Only subject administrators may reopen it.
  await expect(button(nurse, 'Put back with my changes')).toHaveCount(0)
  await button(page, 'Put back with my changes').click()
  await expect(page.getByRole('row', { name: /P-mine/ }).getByText('OPEN')).toBeVisible()
})

test('a site that is renamed twice by one person, and removed meanwhile', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid, name } = await newScene(admin)
  await signIn(page, 'admin', `/sites/${siteid}/edit`)
  const field = page.getByRole('textbox', { name: 'Site name' })
  await field.fill(`${name} mine`)
  await admin('mutation ($s: ID!, $name: String!) { updateSite(siteid: $s, name: $name) { version } }', {
    s: siteid,
    name: `${name} theirs`,
  })
  await button(page, 'Update').click()
  await expect(page.getByText(/^changed by you in another window, /)).toBeVisible()
  await expect(field).toHaveValue(`${name} mine`)
  await button(page, 'Keep this one: Site name').click()
  await admin('mutation ($s: ID!) { removeSite(siteid: $s) { siteid } }', { s: siteid })
  await expect(removedNotice(page)).toBeVisible()
  await expect(field).toHaveValue(`${name} mine`)
  await button(page, 'Put back with my changes').click()
  await expect(button(page, `${name} mine`)).toBeVisible()
})

test('a study: one changes the name, a colleague the status, and both are kept; also after a removal', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid, studyid } = await newScene(admin)
  await signIn(page, 'admin', `/studies/${studyid}/edit`)
  const [name, status] = [page.getByLabel('Name'), page.getByLabel('Status')]
  await name.fill('Sleep, mine')
  await admin(
    'mutation ($s: ID!, $id: ID!, $input: StudyInput!) { updateStudy(siteid: $s, studyid: $id, input: $input) { version } }',
    { s: siteid, id: studyid, input: { name: 'Sleep', status: 'Piloting' } },
  )
  await expect(status).toHaveValue('Piloting')
  // Only a subject's form has a dark red Save; other editors show a dot.
  await expect(button(page, 'Update')).toHaveAccessibleDescription('unsaved changes')
  await expect(button(page, 'Update')).not.toHaveCSS('background-color', 'rgb(140, 29, 29)')
  await expect(name).toHaveValue('Sleep, mine')
  await admin('mutation ($s: ID!, $id: ID!) { removeStudy(siteid: $s, studyid: $id) { studyid } }', {
    s: siteid,
    id: studyid,
  })
  await expect(removedNotice(page)).toBeVisible()
  await expect(page.getByText(/^Removed by you, .*\d\d:\d\d\.$/)).toBeVisible()
  await button(page, 'Put back with my changes').click()
  const row = page.getByRole('row', { name: /Sleep, mine/ })
  await expect(row.getByText('Piloting')).toBeVisible()
})

const updateDevice =
  'mutation ($s: ID!, $d: ID!, $input: DeviceInput!) { updateDevice(siteid: $s, deviceid: $d, input: $input) { version } }'

test('a device: one changes the hardware id, a colleague the id, and both are kept', { tag: '@desk' }, async ({
  page,
  admin,
}) => {
  const { siteid } = await newScene(admin)
  await addDevices(admin, siteid, ['A1', 'B2'])
  await signIn(page, 'admin', `/devices/A1/edit?site=${siteid}`)
  const hardware = page.getByRole('textbox', { name: 'Hardware ID' })
  await page.getByLabel('DeviceID').fill('A9')
  await admin(updateDevice, { s: siteid, d: 'A1', input: { deviceid: 'A1', hw_id: 'SN-7' } })
  await expect(hardware).toHaveValue('SN-7')
  await button(page, 'Update').click()
  await expect(page.getByRole('row', { name: /A9 SN-7/ })).toBeVisible()
  // The notice of the change may bring the row before the save is answered, which closes the editor.
  await expect(hardware).toBeHidden()

  await page.getByRole('link', { name: 'Edit A9' }).click()
  await hardware.fill('SN-8')
  await admin(updateDevice, { s: siteid, d: 'A9', input: { deviceid: 'C3' } })
  await expect(page.getByRole('row', { name: /C3 SN-7/ })).toBeVisible()
  await expect(removedNotice(page)).toBeHidden()
  await expect(page.getByLabel('DeviceID')).toHaveValue('C3')
  await expect(hardware).toHaveValue('SN-8')
  await button(page, 'Update').click()
  await expect(page.getByRole('row', { name: /C3 SN-8/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Devices' }).locator('tbody tr')).toHaveCount(2)
})

test('a form type: one renames it, a colleague adds a field, and both are kept', { tag: '@desk' }, async ({
  page,
  admin,
}) => {
  const { studyid } = await newScene(admin)
  const room = { name: 'Room', type: 'String', required: false }
  const formtypeid = await addFormType(admin, studyid, 'Visit', [room])
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  await button(page, 'Edit Visit').click()
  await page.getByRole('textbox', { name: 'Identifier' }).fill('First visit')
  await admin(
    'mutation ($id: ID!, $input: FormTypeInput!) { updateFormType(formtypeid: $id, input: $input) { version } }',
    {
      id: formtypeid,
      input: { studyid, identifier: 'Visit', fields: [room, { name: 'Age', type: 'Number', required: true }] },
    },
  )
  await expect(page.getByRole('table', { name: 'Fields' }).getByText('Age')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Identifier' })).toHaveValue('First visit')
  await button(page, 'Update').click()
  await expect(page.getByRole('row', { name: /First visit 2/ })).toBeVisible()
})
