import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

test('without a selected site the screen asks for one, with the sites as cards', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1', 'P-2'])
  await signIn(page, 'nurse', '/studies')
  await expect(page.getByText('Site not selected - Please select site in the menu above')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New study' })).toHaveCount(0)
  const card = page.getByRole('list', { name: 'Sites' }).getByRole('button').filter({ hasText: name })
  await expect(card).toContainText('1 study · 2 open subjects')
  await expect(card).toContainText(/Last change/)
  await expectLooksRight(page)
  await card.click()
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(siteid)
  await expect(page.getByRole('link', { name: 'Sleep', exact: true })).toBeVisible()
})

test('the site is remembered after the session only if the person allows it', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  const comeBack = async () => {
    // Like a new browser session: session data is gone.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/studies')
  }
  const card = page.getByRole('list', { name: 'Sites' }).getByRole('button').filter({ hasText: name })
  await newSite(admin)
  await signIn(page, 'nurse', '/studies')
  await card.click()
  await expect(page.getByText('No studies yet!')).toBeVisible()
  await comeBack()
  await expect(card).toBeVisible()
  await page.getByLabel('Remember my site in this browser').check()
  await card.click()
  await expect(page.getByText('No studies yet!')).toBeVisible()
  await comeBack()
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue(siteid)
  await page.goto('/profile')
  await page.getByLabel('Remember my site in this browser').uncheck()
  await comeBack()
  await expect(card).toBeVisible()
})

test('whoever belongs to one site only finds it selected', async ({ page }) => {
  await page.route('**/graphql', async (route) => {
    const isChoice = route.request().postData()?.includes('query SiteChoices')
    if (!isChoice) return route.fallback()
    const answer = await route.fetch()
    const { data } = await answer.json()
    const listSites = data.listSites.filter(({ siteid }: { siteid: string }) => siteid === 'oslo')
    await route.fulfill({ response: answer, json: { data: { listSites } } })
  })
  await signIn(page, 'nurse', '/studies')
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('oslo')
  await expect(page.getByRole('table', { name: 'Studies' })).toBeVisible()
  // A read in progress when the test ends would fail in the route's handler.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a study is added beside the list; others see it at once', async ({ page, admin, openAs }) => {
  const { siteid } = await newSite(admin)
  await signIn(page, 'nurse', `/studies?site=${siteid}`)
  await expect(page.getByText('No studies yet!')).toBeVisible()
  await expectLooksRight(page)
  const other = await openAs('coordinator', `/studies?site=${siteid}`)
  await expect(other.getByText('No studies yet!')).toBeVisible()

  let sent = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('addStudy')) sent += 1
  })
  await page.getByRole('button', { name: 'New study' }).click()
  await expect(page.getByRole('heading', { name: 'New study' })).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.getByRole('button', { name: 'Add study' }).click()
  await expectRefused(name)
  expect(sent).toBe(0)
  await expectLooksRight(page)
  await name.fill('Night walk')
  await page.getByRole('button', { name: 'Add study' }).click()
  await expect(page.getByRole('heading', { name: 'New study' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Night walk', exact: true })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Night walk', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'New study' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'New study' })).toBeHidden()
})

test('columns and counts by role: study administrators see the types and may edit and delete', async ({
  page,
  admin,
  openAs,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1', 'P-2'])
  await addFormType(admin, studyid, 'Visit', [])
  await addActivityType(admin, studyid, 'Stairs')
  const nurse = await openAs('nurse', `/studies?site=${siteid}`)
  await expect(nurse.getByRole('columnheader')).toHaveText([/Name/, 'Status', 'Subjects'])
  await expect(nurse.getByRole('link', { name: 'Edit Sleep' })).toHaveCount(0)
  await expect(nurse.getByRole('button', { name: 'Remove Sleep' })).toHaveCount(0)

  await signIn(page, 'coordinator', `/studies?site=${siteid}`)
  await expect(page.getByRole('columnheader')).toHaveText([
    /Name/,
    'Status',
    'Subjects',
    'Form types',
    'Activity types',
    'Actions',
  ])
  for (const [link, path] of [
    ['Sleep: Subjects 2', 'subjects'],
    ['Sleep: Form types 1', 'formtypes'],
    ['Sleep: Activity types 1', 'activitytypes'],
    ['Edit Sleep', 'edit'],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/studies/${studyid}/${path}$`))
    await expect(page.getByRole('heading', { level: 1, name: 'Study: Sleep' })).toBeVisible()
    await page.goBack()
  }
  await page.getByRole('link', { name: 'Sleep', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/studies/${studyid}$`))
  await expect(page.getByRole('heading', { level: 2, name: 'Subjects' })).toBeVisible()
  await page.goBack()
  // The study that was opened is highlighted.
  await expect(page.locator('tr[aria-current]')).toContainText('Sleep')

  await page.getByRole('button', { name: 'Remove Sleep' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Sleep?' })
  await expect(question.getByText('This also removes 2 subjects, 1 form type and 1 activity type.')).toBeVisible()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No studies yet!')).toBeVisible()
  await expect(nurse.getByText('No studies yet!')).toBeVisible()
})

test('a study is edited, also after a reload or by a shared link', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await signIn(page, 'coordinator')
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('getStudy')) await held
    await route.continue()
  })
  await page.goto(`/studies/${studyid}/edit`)
  await expect(page.getByRole('progressbar')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 2, name: 'Edit study' })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Sleep')
  await expect(page.getByLabel('Status')).toHaveValue('OPEN')
  await expectLooksRight(page)
  await page.getByLabel('Name').fill('Sleep at home')
  await page.getByLabel('Status').fill('CLOSED')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/studies$/)
  await expect(page.getByRole('row', { name: /Sleep at home/ }).getByText('CLOSED')).toBeVisible()

  // A closed study accepts no new subjects and no changes to its types.
  await page.goto(`/studies/${studyid}/subjects`)
  await expect(page.getByRole('button', { name: 'New subject' })).toBeDisabled()
  await page.goto(`/studies/${studyid}/activitytypes`)
  await expect(page.getByRole('button', { name: 'Add activity type' })).toBeDisabled()
  await expectLooksRight(page)
  // Nor by an address that opens the panel, and the jump field does not offer it.
  await page.goto(`/studies/${studyid}/subjects?new`)
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled()
  await expect(page.getByLabel('Identifier')).toBeDisabled()
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox', { name: 'Find a subject' }).fill('sleep at home')
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await expect(options.filter({ hasText: 'Overview' })).toBeVisible()
  await expect(options.filter({ hasText: 'New subject' })).toHaveCount(0)
})

test('if no site has the study, the edit screen says what is missing', async ({ page }) => {
  await signIn(page, 'coordinator', '/studies/no-such-study/edit')
  await expect(page.getByText('Site ID is missing')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveCount(0)
})

test('a study that cannot be loaded shows what the server said in an error box', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'coordinator')
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('getStudy')
      ? route.fulfill({ json: { errors: [{ message: 'The server is tired.', extensions: { code: 'INTERNAL' } }] } })
      : route.continue(),
  )
  await page.goto(`/studies/${studyid}/edit`)
  await expect(page.getByText('The server is tired.')).toBeVisible()
})

test('a study begins as another one', async ({ page, admin }) => {
  const { siteid, name: site } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1'])
  await addFormType(admin, studyid, 'Evening', [])
  await addActivityType(admin, studyid, 'Asleep')
  await signIn(page, 'coordinator', `/studies?site=${siteid}&new`)
  const beginWith = page.getByRole('combobox', { name: 'Begin with' })
  await expect(beginWith).toHaveValue('')
  await page.getByRole('textbox', { name: 'Name' }).fill('Sleep, second year')
  await beginWith.selectOption(studyid)
  await expect(beginWith.locator(`optgroup[label="The same as a study at ${site}"]`)).toHaveCount(1)
  await expect(page.getByText('without subjects and documents')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add study' }).click()
  const row = page.getByRole('row', { name: /Sleep, second year/ })
  await expect(row).toContainText('OPEN011')
  await row.getByRole('link', { name: 'Sleep, second year', exact: true }).click()
  await page.getByRole('link', { name: 'Form types', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Study: Sleep, second year' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Evening/ })).toBeVisible()
})

test.describe('in a Norwegian browser', () => {
  test.use({ locale: 'nb-NO' })

  test('a study begins with an example in Norwegian', async ({ page, admin }) => {
    const { siteid } = await newSite(admin)
    await signIn(page, 'coordinator', `/studies?site=${siteid}&new`)
    await page.getByRole('textbox', { name: 'Navn' }).fill('Hjemme')
    const example = page.getByRole('combobox', { name: 'Begynn med' })
    await example.selectOption({ label: 'En uke hjemme med sensor på håndleddet' })
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Legg til studie' }).click()
    await page.getByRole('link', { name: 'Hjemme', exact: true }).click()
    await page.getByRole('link', { name: 'Besøk', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: /Påsetting/ })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'Uke hjemme' })).toBeVisible()
  })
})
