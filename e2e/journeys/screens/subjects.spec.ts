import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { addSubjects, firstColumn, newSite, newStudy } from '../../new-site.ts'

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
  await page.getByRole('button', { name: 'Create' }).click()
  await expectRefused(identifier)
  expect(sent).toBe(0)
  await identifier.fill('b-2')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('row', { name: /b-2/ }).getByText('OPEN')).toBeVisible()
  await page.getByRole('button', { name: 'New subject' }).click()
  await identifier.fill('B-2')
  await identifier.press('Enter')
  await expectRefused(identifier)
  await identifier.fill('A-1')
  await identifier.press('Enter')
  await expect(firstColumn(page, 'Subjects')).toHaveText(['A-1', 'b-2'])
  await page.getByRole('button', { name: 'New subject' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'New subject' })).toBeHidden()

  // One made by a script with an id of its own and no identifier goes by that id.
  await admin('mutation ($input: AddSubjectInput!) { addSubject(input: $input) { subjectid } }', {
    input: { siteid, studyid, subjectid: `AB${crypto.randomUUID().slice(0, 8)}` },
  })
  await expect(firstColumn(page, 'Subjects')).toHaveText(['A-1', /^AB/, 'b-2'])
  await page.getByRole('link', { name: /^AB/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^AB\w+ \(subjectid\)$/ })).toBeVisible()
})

test('a subject is renamed in a panel; a nurse sees no Actions', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await expect(page.getByRole('columnheader')).toHaveText([/Identifier/, 'Status', 'Edit'])
  await page.getByRole('button', { name: 'Edit P-1' }).click()
  await expect(page.getByRole('heading', { name: 'Edit subject' })).toBeVisible()
  await expectLooksRight(page)
  await page.getByLabel('Identifier').fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectRefused(page.getByLabel('Identifier'))
  await page.getByLabel('Identifier').fill('P-9')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-9'])
  await page.getByRole('button', { name: 'Edit P-9' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Edit subject' })).toBeHidden()
  await page.getByRole('link', { name: 'P-9', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/studies/${studyid}/subjects/[^/]+$`))
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
  await expect(page.getByRole('columnheader')).toHaveText([/Identifier/, 'Status', 'Edit', 'Actions'])
  const nurse = await openAs('nurse', `/studies/${studyid}/subjects`)
  const status = nurse.getByRole('row', { name: /P-1/ }).getByRole('cell').nth(1)
  await expect(status.getByText('OPEN')).toHaveCSS('color', 'rgb(28, 107, 60)')
  await page.getByRole('button', { name: 'Mark as deleted: P-1' }).click()
  await expectLooksRight(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as deleted' }).click()
  await expect(page.getByRole('button', { name: 'Mark as deleted: P-1' })).toBeDisabled()
  await expect(status.getByText('DELETED')).toHaveCSS('color', 'rgb(140, 29, 29)')
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
    status: 'OPEN',
    version: 1,
  }))
  await signIn(page, 'nurse')
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('listSubjects(')
      ? route.fulfill({ json: { data: { listSubjects: many } } })
      : route.continue(),
  )
  await page.goto(`/studies/${studyid}/subjects`)
  await expect(page.getByText('10,000 subjects')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Subjects' }).locator('tbody tr')
  await expect(page.getByRole('link', { name: 'S-00000' })).toBeVisible()
  // Rows in view stand between two that keep the room of all others.
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
})
