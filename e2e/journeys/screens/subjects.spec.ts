import type { Page } from '@playwright/test'
import { holdAnswer, loseAnswer } from '../../answers.ts'
import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, addSubjects, firstColumn, newSite, newStudy } from '../../new-site.ts'

const facts = ['Forms', 'Activities', 'Files', 'Warnings', 'Last change']

async function openMenu(page: Page, identifier: string) {
  await page.getByRole('button', { name: `Actions for ${identifier}` }).click()
}

test('subjects are created beside the list, which is sorted without regard to case', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await expect(page.getByText('No subjects yet!')).toBeVisible()
  await expectLooksRight(page)
  let sent = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('addSubjectV2')) sent += 1
  })
  const identifier = page.getByLabel('Identifier')
  await page.getByRole('button', { name: 'New subject' }).click()
  await expect(page.getByRole('heading', { name: 'New subject' })).toBeVisible()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expectRefused(identifier)
  expect(sent).toBe(0)
  await identifier.fill('b-2')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('row', { name: /b-2/ }).getByText('OPEN')).toBeVisible()
  await page.getByRole('button', { name: 'New subject' }).click()
  await identifier.fill('B-2')
  await identifier.press('Enter')
  await expectRefused(identifier)
  await identifier.fill('b 2')
  await expect(identifier).toHaveAccessibleDescription(/Looks like b-2: is it the same\?/)
  await expectLooksRight(page)
  await identifier.fill('A-1')
  await expect(identifier).not.toHaveAccessibleDescription(/Looks like/)
  await identifier.press('Enter')
  await expect(firstColumn(page, 'Subjects')).toHaveText(['A-1', 'b-2'])
  await page.getByRole('button', { name: 'New subject' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'New subject' })).toBeHidden()

  // A subject created by a script with its own id and no identifier is listed by that id.
  await admin('mutation ($input: AddSubjectInput!) { addSubject(input: $input) { subjectid } }', {
    input: { siteid, studyid, subjectid: `AB${crypto.randomUUID().slice(0, 8)}` },
  })
  await expect(firstColumn(page, 'Subjects')).toHaveText(['A-1', /^AB/, 'b-2'])
  await page.getByRole('link', { name: /^AB/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^AB\w+ \(subjectid\)$/ })).toBeVisible()
})

test.describe('a line that is lost', () => {
  test.use({ expectedMessages: [/^console error: Failed to load resource/] })

  test('a subject whose creation was not answered is created once, and stays when the next one is typed', async ({
    page,
    context,
    admin,
  }) => {
    const { siteid } = await newSite(admin)
    const studyid = await newStudy(admin, siteid, 'Sleep')
    await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
    await page.getByRole('button', { name: 'New subject' }).click()
    const identifier = page.getByLabel('Identifier')
    const create = page.getByRole('button', { name: 'Create', exact: true })
    await identifier.fill('D-1')
    const comeBack = await loseAnswer(page, context, 'addSubjectV2')
    await create.click()
    await expect(page.locator('form')).toContainText('did not answer')
    await comeBack()
    await expect(page.getByRole('link', { name: 'D-1', exact: true })).toBeVisible()
    // What was typed, and the write that was not answered, survive a reload.
    await page.reload()
    await expect(page.getByText(/it may be stored already/)).toBeVisible()
    await expect(identifier).toHaveValue('D-1')
    // Who sees it in the list goes on with the next one.
    await identifier.fill('D-2')
    await create.click()
    await expect(page.getByRole('heading', { name: 'New subject' })).toBeHidden()
    await expect(firstColumn(page, 'Subjects')).toHaveText(['D-1', 'D-2'])

    // Created again as it is, it is created once.
    await page.getByRole('button', { name: 'New subject' }).click()
    await identifier.fill('D-3')
    const comeBackAgain = await loseAnswer(page, context, 'addSubjectV2')
    await create.click()
    await expect(page.locator('form')).toContainText('did not answer')
    await comeBackAgain()
    await page.reload()
    await create.click()
    await expect(page.getByRole('heading', { name: 'New subject' })).toBeHidden()
    await expect(firstColumn(page, 'Subjects')).toHaveText(['D-1', 'D-2', 'D-3'])
  })
})

test('a creation that ends after the person went on leaves them where they are', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addFormType(admin, studyid, 'Visit', [{ name: 'Room', type: 'String', required: false }])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await page.getByRole('button', { name: 'New subject' }).click()
  await page.getByLabel('Identifier').fill('C-1')

  // Stored at once, answered late. The live update shows the subject before the answer arrives.
  const release = await holdAnswer(page, 'addSubjectV2')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'C-1', exact: true }).click()
  await page.getByRole('button', { name: 'Add form' }).click()
  await page.getByLabel('Room').fill('B204')
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('addSubjectV2') ?? false)
  release()
  await answered
  // A navigation would ask about the unsaved form, some tasks after the answer.
  await page.waitForTimeout(500)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Forms' }).getByText('Visit')).toBeVisible()
  await expect(page).toHaveURL(/\/subjects\/[^/]+\/formtypes$/)
})

test('a creation that ends while the subject is being opened does not keep the person on the list', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  // The code of the subject's screen arrives late, too, so that the list is still shown when the answer comes.
  const code = Promise.withResolvers<void>()
  await page.route(/assets\/SubjectScreen-.*\.js$/, async (route) => {
    await code.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'New subject' }).click()
  await page.getByLabel('Identifier').fill('C-2')
  const release = await holdAnswer(page, 'addSubjectV2')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('link', { name: 'C-2', exact: true }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('addSubjectV2') ?? false)
  release()
  await answered
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeEnabled()
  code.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Subject: C-2 (identifier)' })).toBeVisible()
})

test('a subject is renamed in a panel; a nurse sees no Actions', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await expect(page.getByRole('columnheader')).toHaveText([/Identifier/, 'Status', ...facts, 'Edit'])
  await openMenu(page, 'P-1')
  await page.getByRole('button', { name: 'Edit P-1' }).click()
  await expect(page.getByRole('heading', { name: 'Edit subject' })).toBeVisible()
  await expectLooksRight(page)
  await page.getByLabel('Identifier').fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectRefused(page.getByLabel('Identifier'))
  await page.getByLabel('Identifier').fill('P-9')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-9'])
  await openMenu(page, 'P-9')
  await page.getByRole('button', { name: 'Edit P-9' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Edit subject' })).toBeHidden()
  await page.getByRole('link', { name: 'P-9', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/studies/${studyid}/subjects/[^/]+$`))
})

test('a menu that is opened while a panel closes stays open', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await openMenu(page, 'P-1')
  await page.getByRole('button', { name: 'Edit P-1' }).click()
  await page.getByLabel('Identifier').fill('P-9')
  const release = await holdAnswer(page, 'updateSubject')
  await page.getByRole('button', { name: 'Update' }).click()
  // The live update renames the row before the answer closes the panel.
  await openMenu(page, 'P-9')
  release()
  await expect(page.getByRole('heading', { name: 'Edit subject' })).toBeHidden()
  await page.getByRole('button', { name: 'Edit P-9' }).click()
  await expect(page.getByRole('heading', { name: 'Edit subject' })).toBeVisible()
})

test('subject administrators mark a subject as deleted; all see it, in words and in colour', async ({
  page,
  admin,
  openAs,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1', 'P-2'])
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await expect(page.getByRole('columnheader')).toHaveText([/Identifier/, 'Status', ...facts, 'Actions'])
  const nurse = await openAs('nurse', `/studies/${studyid}/subjects`)
  const status = nurse.getByRole('row', { name: /P-1/ }).getByRole('cell').nth(1)
  await expect(status.getByText('OPEN')).toHaveCSS('color', 'rgb(28, 107, 60)')
  await openMenu(page, 'P-1')
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Mark as deleted: P-1' }).click()
  await expectLooksRight(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as deleted' }).click()
  await expect(status.getByText('DELETED')).toBeVisible()
  await openMenu(page, 'P-1')
  await expect(page.getByRole('button', { name: 'Mark as deleted: P-1' })).toBeDisabled()
  // Told apart from CLOSED.
  await expect(status.getByText('DELETED')).not.toHaveCSS('color', 'rgb(140, 29, 29)')
})

test('ten thousand subjects scroll and filter as one types, drawn only as far as in view', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    __typename: 'Subject',
    siteid,
    studyid,
    subjectid: `s${index}`,
    identifier: `S-${String(index).padStart(5, '0')}`,
    status: index % 2 === 0 ? 'OPEN' : 'CLOSED',
    version: 1,
    facts: {
      formsDone: index % 3,
      formsExpected: 2,
      activitiesDone: 3,
      activitiesRecorded: 3,
      activitiesExpected: 5,
      filesDone: 0,
      filesExpected: 5,
      filesUploaded: 0,
      filesPending: 0,
      filesFailed: 0,
      warnings: index % 7,
      visitsDone: 0,
      visitsExpected: 0,
      addedAt: '2026-10-20T08:00:00.000Z',
      changedAt: '2026-10-20T08:00:00.000Z',
      changedBy: 'Kari Nordmann',
    },
  }))
  await signIn(page, 'nurse')
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('listSubjects(')
      ? route.fulfill({ json: { data: { listSubjects: many, listVisits: [] } } })
      : route.continue(),
  )
  await page.goto(`/studies/${studyid}/subjects`)
  await expect(page.getByText('10,000 subjects')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Subjects' }).locator('tbody tr')
  await expect(page.getByRole('link', { name: 'S-00000' })).toBeVisible()
  // Visible rows are between two spacers for all others.
  await expect(page.locator('tr[data-spacer]')).toHaveCount(2)
  expect(await rows.count()).toBeLessThan(150)
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(page.getByRole('link', { name: 'S-09999' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(await rows.count()).toBeLessThan(150)
  // The header stays in view.
  await expect(page.getByRole('columnheader', { name: 'Identifier' })).toBeInViewport()
  await page.getByRole('searchbox', { name: 'Filter' }).fill('04321')
  await expect(rows).toHaveCount(1)
  await expect(page.getByText('1 of 10,000')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('searchbox', { name: 'Filter' }).fill('nobody')
  await expect(page.getByText('Nothing matches “nobody”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page.getByText('10,000 subjects')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('CLOSED')
  await page.getByLabel('Missing').selectOption('Forms missing')
  await expect(page.getByText('3,334 of 10,000')).toBeVisible()
  await page.getByRole('button', { name: 'Warnings' }).click()
  await expect(page.getByRole('columnheader', { name: 'Warnings' })).toHaveAttribute('aria-sort', 'descending')
})

test('the list is sorted and filtered by what subjects lack; the address says how, and coming back keeps it', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Visit', [{ name: 'Room', type: 'String', required: false }])
  const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
  const other = await addActivityType(admin, studyid, 'Walk')
  const [first, second] = await addSubjects(admin, siteid, studyid, ['P-1', 'P-2', 'P-3'])
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid: second, formtypeid, fields: [{ key: 'Room', value: 'A1' }] },
  })
  const times = { startTime: 1_792_482_600, stopTime: 1_792_483_200 }
  for (const [subjectid, type] of [
    [first, activitytypeid],
    [second, activitytypeid],
    [second, other],
  ]) {
    await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
      input: { subjectid, activitytypeid: type, ...times },
    })
  }
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  const row = (identifier: string) => page.getByRole('row', { name: new RegExp(identifier) })
  await expect(row('P-2').getByText('1/1')).toBeVisible()
  await expect(row('P-2').getByText('2/2')).toBeVisible()
  // Two activities at the same time.
  await expect(row('P-2').getByRole('cell').nth(5)).toHaveText('1')
  await expectLooksRight(page)

  await page.getByRole('button', { name: 'Activities' }).click()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-3', 'P-1', 'P-2'])
  await page.getByRole('button', { name: 'Activities' }).click()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-2', 'P-1', 'P-3'])
  await page.getByLabel('Missing').selectOption('Forms missing')
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-3'])
  await expect(page).toHaveURL(/(?=.*missing=forms)(?=.*sort=-activities)/)
  await page.reload()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-3'])

  // The whole row is clickable, and the back button restores the list as it was left.
  await row('P-3').getByRole('cell').nth(3).click()
  await expect(page.getByRole('heading', { level: 1, name: /P-3/ })).toBeVisible()
  await page.getByRole('link', { name: 'Subjects', exact: true }).click()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-3'])
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-2', 'P-1', 'P-3'])
  await page.getByLabel('Missing').selectOption('Nothing missing')
  await expect(page.getByText('No subject matches these filters.')).toBeVisible()

  // On a phone, cards with two lines.
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  const card = await row('P-1').boundingBox()
  expect(card?.height).toBeGreaterThanOrEqual(44)
  expect(card?.height).toBeLessThan(90)
})

test('on a phone the filters and the order are behind one button, and a new subject is above the list', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1', 'P-2'])
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  const opener = page.getByRole('button', { name: /^Filter and order/ })
  const order = page.getByLabel('Order')
  await expect(opener).toHaveText('Filter and order')
  await expect(order).toBeHidden()
  await opener.click()
  await page.getByLabel('Status').selectOption('OPEN')
  await expect(opener).toHaveText('Filter and order (1)')
  await expect(order.locator('option')).toContainText(['By identifier', 'By last change'])
  await page.getByRole('button', { name: 'Ascending' }).click()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-2', 'P-1'])
  await expectLooksRight(page)
  await opener.click()
  await expect(order).toBeHidden()

  await page.getByRole('button', { name: 'New subject' }).click()
  await expect(page.getByRole('heading', { name: 'New subject' })).toBeInViewport()
  const field = await page.getByRole('textbox', { name: 'Identifier' }).boundingBox()
  const table = await page.getByRole('table', { name: 'Subjects' }).boundingBox()
  expect(field?.y).toBeLessThan(table?.y ?? 0)
})
