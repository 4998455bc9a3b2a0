import type { Page } from '@playwright/test'
import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { addDevices, addSubjects, newSite, newStudy } from '../../new-site.ts'

/** Filters the list where it has a filter: of more than a hundred sites, only those in view are drawn. */
async function filterSites(page: Page, text: string) {
  await expect(page.getByRole('table', { name: 'Sites' })).toBeVisible()
  const filter = page.getByRole('searchbox', { name: 'Filter' })
  if (await filter.isVisible()) await filter.fill(text)
}

test('a site is selected by its name; its counts select it and lead on', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  await newStudy(admin, siteid, 'Sleep')
  await addDevices(admin, siteid, ['A1', 'A2'])
  await signIn(page, 'admin', '/sites')
  await filterSites(page, name)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(page.getByRole('columnheader')).toHaveText([/Site/, 'Studies', 'Devices', 'Actions'])
  const select = row.getByRole('button', { name, exact: true })
  await expect(select).toHaveAttribute('aria-pressed', 'false')
  await select.click()
  await expect(select).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(siteid)
  await expectLooksRight(page)

  await filterSites(page, '')
  await page.getByRole('link', { name: /^Oslo walking lab: \d+ studies$/ }).click()
  await expect(page).toHaveURL(/\/studies$/)
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('oslo')
  await page.goBack()
  await filterSites(page, name)
  await page.getByRole('link', { name: `${name}: 2 devices` }).click()
  await expect(page).toHaveURL(/\/devices$/)
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(siteid)
  await expect(page.getByRole('row', { name: 'Choose A2' })).toBeVisible()
})

test('a new site needs a name and an identifier of lowercase letters, and leads back to the list', async ({ page }) => {
  const letters = crypto.randomUUID().replace(/[^a-f]/g, '')
  await signIn(page, 'admin', '/sites')
  await page.getByRole('link', { name: 'New site' }).click()
  await expect(page).toHaveURL(/\/sites\/new$/)
  await expect(page.getByRole('heading', { level: 1, name: 'New site' })).toBeVisible()
  let sent = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('addSite')) sent += 1
  })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expectRefused(page.getByLabel('Site name'))
  await page.getByLabel('Site name').fill(`Ward ${letters}`)
  await page.getByLabel('Identifier').fill('Ward 7')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expectRefused(page.getByLabel('Identifier'), /lowercase/i)
  expect(sent).toBe(0)
  await expectLooksRight(page)
  await page.getByLabel('Identifier').fill('oslo')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expectRefused(page.getByLabel('Identifier'))
  await page.getByLabel('Identifier').fill(`ward${letters}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page).toHaveURL(/\/sites$/)
  await filterSites(page, `Ward ${letters}`)
  await expect(page.getByRole('button', { name: `Ward ${letters}`, exact: true })).toBeVisible()
})

test('a site is renamed on a screen of its own, which leads one level up', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await signIn(page, 'admin', '/sites')
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('getSite')) await held
    await route.continue()
  })
  await filterSites(page, name)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page).toHaveURL(new RegExp(`/sites/${siteid}/edit$`))
  await expect(page.getByRole('progressbar')).toBeVisible()
  answer()
  await expect(page.getByLabel('Site name')).toHaveValue(name)
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expectLooksRight(page)
  await page.getByLabel('Site name').fill(`${name} renamed`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/sites$/)
  await filterSites(page, `${name} renamed`)
  await expect(page.getByRole('button', { name: `${name} renamed`, exact: true })).toBeVisible()
})

test('a site shows administrators the uploads that have begun and not arrived, by person', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'admin', '/sites')
  await filterSites(page, name)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  const part = page.getByRole('region', { name: 'Uploads that have not arrived' })
  await expect(part).toContainText('All uploads have arrived.')
  for (const title of ['Plan', 'Approval'])
    await admin('mutation ($input: StudyDocumentInput!) { addStudyDocument(input: $input) { documentid } }', {
      input: { studyid, title, kind: 'protocol', filename: 'plan.pdf' },
    })
  await page.reload()
  await expect(part).toContainText('2 uploads, up to 100 MB')
  await expect(part.getByRole('listitem')).toHaveText([/: 2 uploads, up to 100 MB$/])
  await part.getByRole('button').click()
  await expect(part).toContainText('At most 500 of a person and 2,000 of a site')
  await expectLooksRight(page)
})

test('removing a site asks, names what goes along, and clears the selection', async ({ page, admin, openAs }) => {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await newStudy(admin, siteid, 'Wake')
  await addSubjects(admin, siteid, studyid, ['P-1'])
  await addDevices(admin, siteid, ['A1'])
  await signIn(page, 'admin', `/sites?site=${siteid}`)
  const other = await openAs('admin', '/sites')
  for (const each of [page, other]) await filterSites(each, name)
  await expect(other.getByRole('button', { name, exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Remove ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: `Remove ${name}?` })
  await expect(question.getByText('This also removes 2 studies, 1 subject and 1 device.')).toBeVisible()
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: `Remove ${name}` }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  await expect(page.getByLabel('Site', { exact: true }).locator('option:checked')).toHaveText('Select a site...')
  // The other browser is notified.
  await expect(other.getByRole('button', { name, exact: true })).toBeHidden()
})

test('without any site the list says so, after a progress bar', async ({ page }) => {
  await signIn(page, 'admin')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('listSites')) return route.continue()
    await held
    return route.fulfill({ json: { data: { listSites: [] } } })
  })
  await page.goto('/sites')
  await expect(page.getByRole('progressbar')).toBeVisible()
  answer()
  await expect(page.getByText('No sites yet!', { exact: true }).and(page.locator('p'))).toBeVisible()
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Add the first site' })).toBeVisible()
  // Without sites there is no Studies link either.
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Studies' })).toHaveCount(0)
  await expectLooksRight(page)
})
