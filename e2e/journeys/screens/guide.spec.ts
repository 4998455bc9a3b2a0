import { submitAndClose } from '../../closing.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

/** The name by which the guide recognises the example study. */
const exampleName = 'Step counting, arm and chest against treadmill'

test('a guide leads through a first subject of the example study, and can be left', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, exampleName)
  await addDevices(admin, siteid, ['A1'])
  await addActivityType(admin, studyid, 'Stairs')
  await addFormType(admin, studyid, 'Baseline', [{ name: 'Date', type: 'Date', required: true }])
  const guide = page.getByRole('region', { name: /^Guide: / })
  const leave = page.getByRole('button', { name: 'Leave the guide' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await button('Begin the guide').click()
  await expect(guide).toContainText('Press New subject')
  await expectLooksRight(page)
  await button('New subject').click()
  await expect(guide).toContainText('Type an identifier')
  await page.getByLabel('Identifier').fill('G-1')
  await page.keyboard.press('Enter')
  await expect(guide).toContainText('Press your subject in the list to open it')
  await page.getByRole('link', { name: 'G-1', exact: true }).click()

  await expect(page.getByRole('region', { name: 'Guide: step 2 of 5' })).toContainText('Press Add form')
  await button('Add form').click()
  await expect(guide).toContainText('Choose Baseline if you are asked')
  await button('Save').click()
  await expect(guide).toContainText('Press Add device')
  await button('Edit Baseline').click()
  await expect(guide).toContainText('Press Save or Cancel')
  await button('Cancel').click()
  await button('Add device').click()
  await page.getByLabel('Location').selectOption('arm')
  await page.getByLabel('Device ID').selectOption('A1')
  await button('Add').click()
  await expect(guide).toContainText('Record an activity')
  // The guide follows the live update, which may arrive before the answer that closes the panel.
  await expect(button('Add device')).toBeEnabled()
  await expectLooksRight(page)
  await button('Start Stairs now').click()
  await button('Stop Stairs now').click()
  await expect(page.getByRole('region', { name: 'Guide: step 5 of 5' })).toContainText('Submit and close')
  await submitAndClose(page)
  await expect(page.getByRole('region', { name: 'Guide: done' })).toBeVisible()
  await button('Finish').click()
  await expect(guide).toBeHidden()

  // It can be started again, and left in the middle.
  await page.goto(`/studies/${studyid}/subjects`)
  await button('Walk me through a first subject').click()
  await expect(guide).toBeVisible()
  await leave.click()
  await expect(guide).toBeHidden()

  // A closed study takes no first subject.
  await admin(
    `mutation ($siteid: ID!, $studyid: ID!, $input: StudyInput!) {
      updateStudy(siteid: $siteid, studyid: $studyid, input: $input) { version } }`,
    { siteid, studyid, input: { name: exampleName, status: 'CLOSED' } },
  )
  await expect(button('New subject')).toBeDisabled()
  await expect(button('Walk me through a first subject')).toBeHidden()
})

test('beside each heading a "?" says what it is for, and the title names the page', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Visit', [{ name: 'Room', type: 'String', required: false }])
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  const study = `/studies/${studyid}`
  const subject = `${study}/subjects/${subjectid}`
  await signIn(page, 'admin', `/studies?site=${siteid}`)
  for (const [path, title, ...headings] of [
    ['/studies', 'Studies', 'Studies'],
    [`/sites/${siteid}/overview`, `Overview: ${name}`, /^Overview: /],
    [`${study}/subjects`, 'Subjects · Study: Sleep', 'Study: Sleep', 'Subjects'],
    [`${study}/overview`, 'Where the study stands · Study: Sleep', 'Where the study stands'],
    [`${study}/formtypes`, 'Form types · Study: Sleep', 'Form types'],
    [`${study}/activitytypes`, 'Activity types · Study: Sleep', 'Activity types'],
    [subject, 'Subject: P-1 (identifier)', 'Forms', 'Devices', 'Activities', 'Subject status: OPEN'],
    [`${subject}/formtypes/new/${formtypeid}`, 'New form · Subject: P-1 (identifier)', 'New form'],
    ['/sites', 'Sites', 'Sites'],
    ['/sites/new', 'New site', 'New site'],
    [`/sites/${siteid}/edit`, 'Edit site', 'Edit site'],
    ['/devices', 'Devices', 'Devices'],
    ['/users', 'Users', 'Users'],
    ['/removed', 'Removed', 'Removed'],
    ['/profile', 'Profile', 'Profile'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} · Casebook`)
    for (const heading of headings) {
      const line = page.getByRole('heading', { name: heading }).locator('..')
      const help = line.getByRole('button', { name: /^About / })
      await help.click()
      await expect(help).toHaveAttribute('aria-expanded', 'true')
      const text = page.locator(`[id="${await help.getAttribute('aria-controls')}"]`)
      await expect(text).toHaveText(/\w{3,}.*\.$/)
      await help.press('Escape')
      await expect(text).toBeHidden()
    }
  }
})

test('an empty list says what it is for with a drawing and one next step; what is made is selected', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const main = page.getByRole('main')
  await signIn(page, 'admin', `/devices?site=${siteid}`)
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(siteid)
  for (const [path, sentence, next] of [
    ['/devices', 'No devices yet!', 'Add the first device'],
    [`/studies/${studyid}/subjects`, 'No subjects yet!', 'Add the first subject'],
    [`/studies/${studyid}/formtypes`, 'No form types yet!', 'Create the first form type'],
    [`/studies/${studyid}/activitytypes`, 'No activity types yet!', 'Add the first activity type'],
  ] as const) {
    await page.goto(path)
    const place = main.getByText(sentence, { exact: true }).and(page.locator('p')).locator('..')
    await expect(place.locator('svg')).toBeVisible()
    await expect(place.getByRole('paragraph')).toHaveCount(2)
    await expect(place.getByRole('link').or(place.getByRole('button'))).toHaveText([next])
  }

  await page.goto('/devices/new')
  await page.getByLabel('DeviceID').fill('A1')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('row', { name: /A1/ })).toHaveAttribute('aria-current', 'true')
  await page.goto('/studies')
  await page.getByRole('button', { name: 'New study' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Wake')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Wake/ })).toHaveAttribute('aria-current', 'true')
  await page.goto('/sites/new')
  const letters = siteid.split('').reverse().join('')
  await page.getByLabel('Site name').fill(`Ward ${letters}`)
  await page.getByLabel('Identifier').fill(letters)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Site', { exact: true }).locator('option:checked')).toHaveText(`Ward ${letters}`)
})

test('in a study without form types no form can be added, and study administrators are led to them', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await signIn(page, 'admin', `/studies/${studyid}/subjects/${subjectid}`)
  await expect(page.getByRole('button', { name: 'Add form' })).toBeDisabled()
  await expect(page.getByText('This study has no form types yet.')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('link', { name: 'To the form types' }).click()
  await expect(page.getByText('No form types yet!')).toBeVisible()
})

test('an empty panel of a subject has one button', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addFormType(admin, studyid, 'Visit', [])
  await addDevices(admin, siteid, ['A1'])
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects/${subjectid}`)
  for (const [panel, add] of [
    ['Forms', 'Add form'],
    ['Devices', 'Add device'],
  ] as const) {
    const buttons = page.getByRole('region', { name: panel }).getByRole('button')
    await expect(buttons.filter({ hasText: /./ })).toHaveText([add])
  }
})
