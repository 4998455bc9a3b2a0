import { expect, expectAccessible, expectLooksRight, signIn, test } from '../../../fixtures.ts'
import { addDevices, addSubjects, newSite, newStudy } from '../../../new-site.ts'

test('every address can be opened, reloaded and left again, also at a site that is not the selected one', async ({
  page,
  admin,
}) => {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await addDevices(admin, siteid, ['Q1'])
  await signIn(page, 'admin', '/studies?site=oslo')
  await expect(page.getByLabel('Site', { exact: true })).toHaveValue('oslo')

  const study = `/studies/${studyid}`
  const screens: [path: string, level: 1 | 2, heading: string | RegExp][] = [
    [study, 1, 'Study: Sleep'],
    [`${study}/subjects`, 2, 'Subjects'],
    [`${study}/subjects/${subjectid}`, 1, 'Subject: P-1 (identifier)'],
    [`${study}/subjects/${subjectid}/activities`, 2, 'Activities'],
    [`${study}/subjects/${subjectid}/devices`, 2, 'Devices'],
    [`${study}/subjects/${subjectid}/formtypes`, 2, 'Forms'],
    [`${study}/edit`, 2, 'Edit study'],
    [`${study}/formtypes`, 2, 'Form types'],
    [`${study}/activitytypes`, 2, 'Activity types'],
    ['/studies', 1, 'Studies'],
    ['/sites', 1, 'Sites'],
    ['/sites/new', 1, 'New site'],
    [`/sites/${siteid}`, 1, 'Sites'],
    [`/sites/${siteid}/edit`, 1, 'Edit site'],
    ['/devices', 1, 'Devices'],
    ['/devices/new', 2, 'New device'],
    ['/devices/Q1', 1, 'Devices'],
    ['/devices/Q1/edit', 2, 'Edit device'],
    ['/profile', 1, 'Profile'],
    ['/profile/anything', 1, 'Profile'],
    ['/users', 1, 'Users'],
    ['/removed', 1, 'Removed'],
    ['/', 1, 'Studies'],
    ['/signIn', 1, 'Studies'],
    ['/redirect', 1, 'Studies'],
    ['/no/such/path', 1, 'This page does not exist'],
  ]
  for (const [path, level, heading] of screens) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level, name: heading, exact: true })).toBeVisible()
      // The first link led to another site than the selected one.
      await expect(page.getByLabel('Site', { exact: true }).locator('option:checked')).toHaveText(name)
    })
  }

  await page.goto(`${study}/formtypes`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Form types' })).toBeVisible()
  await page.getByRole('link', { name: 'Activity types' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Activity types' })).toBeVisible()
  await page.getByRole('link', { name: 'Subjects' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Subjects' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Activity types' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Form types' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 2, name: 'Activity types' })).toBeVisible()
})

test('missing records are reported with a link to continue', async ({ page }) => {
  await signIn(page, 'nurse', '/studies/no-such-study')
  await expect(page.getByText('This study does not exist here. Check the list of studies.')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('link', { name: 'To the studies' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()
})

test('an address that no screen serves says so, with a link to continue', async ({ page }) => {
  await signIn(page, 'nurse', '/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible()
  await expectLooksRight(page)
  await page.goto('/studies/no-such-study/nothing')
  await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'To the studies' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()
})

test('the top bar leads home and has a menu with Studies, role badges, Profile and Sign out', async ({ page }) => {
  await signIn(page, 'admin', '/profile')
  await page.getByRole('link', { name: 'Casebook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()

  await page.getByRole('button', { name: 'Menu of Ingrid Solberg' }).click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem')).toHaveText(['Studies', 'Profile', 'Sign out'])
  await expect(menu.getByText('Admin', { exact: true })).toBeVisible()
  await expect(menu.getByText('HP', { exact: true })).toBeVisible()
  const { release } = await (await page.request.get('/ready')).json()
  expect(release).toMatch(/^\d+\.\d+\.\d+$/)
  await expect(menu.getByText(`Casebook ${release}`, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'Profile' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Menu of Ingrid Solberg' }).click()
  await menu.getByRole('menuitem', { name: 'Studies' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()
})

test('the navigation bar shows links by role and by selection', async ({ page, openAs }) => {
  await signIn(page, 'nurse', '/studies')
  const bar = page.getByRole('navigation', { name: 'Navigation' })
  const site = bar.getByLabel('Site', { exact: true })
  await expect(site.locator('option:checked')).toHaveText('Select a site...')
  await expect(bar.getByRole('link')).toHaveText(['Profile'])
  await expect(bar.getByText('HP', { exact: true })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expectLooksRight(page)
  await site.selectOption('Oslo walking lab')
  await expect(bar.getByRole('link')).toHaveText(['Studies', 'Profile'])
  await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()

  const admin = await openAs('admin', '/studies')
  const adminBar = admin.getByRole('navigation', { name: 'Navigation' })
  await expect(adminBar.getByRole('link')).toHaveText(['Devices', 'Sites', /^Users/, 'Removed', 'Profile'])
  await adminBar.getByLabel('Site', { exact: true }).selectOption('Oslo walking lab')
  await expect(adminBar.getByRole('link')).toHaveText(['Studies', 'Devices', 'Sites', /^Users/, 'Removed', 'Profile'])
  await expect(adminBar.getByText('Admin', { exact: true })).toBeVisible()
})

test('the selected site is kept only for the browser session', async ({ page, admin, openAs }) => {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  const site = page.getByLabel('Site', { exact: true })
  await expect(site.locator('option:checked')).toHaveText(name)
  await page.goto('/studies')
  await expect(page.getByRole('link', { name: 'Sleep', exact: true })).toBeVisible()
  await page.reload()
  await expect(site.locator('option:checked')).toHaveText(name)
  // A study of one site does not exist at another: selecting another site leaves the study.
  await page.getByRole('link', { name: 'Sleep', exact: true }).click()
  await site.selectOption('Bergen gait clinic')
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Step counting with a rollator', exact: true })).toBeVisible()

  const other = await openAs('nurse', '/studies')
  await expect(other.getByLabel('Site', { exact: true }).locator('option:checked')).toHaveText('Select a site...')
})

test('a site that is selected while a study is still loading is not replaced by the study’s', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'nurse', `/studies?site=${siteid}`)
  const study = page.getByRole('link', { name: 'Sleep', exact: true })
  await expect(study).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  await page.route('**/assets/**', async (route) => {
    held += 1
    await released
    await route.continue()
  })
  await study.click()
  await expect.poll(() => held).toBeGreaterThan(0)
  const site = page.getByLabel('Site', { exact: true })
  await site.selectOption('Bergen gait clinic')
  release()
  await expect(page.getByRole('link', { name: 'Step counting with a rollator', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/studies$/)
  await expect(site.locator('option:checked')).toHaveText('Bergen gait clinic')
})

test('an error is a card that can be copied and dismissed', async ({ page, admin, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { siteid } = await newSite(admin)
  await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'coordinator', `/studies?site=${siteid}`)
  await page.getByRole('button', { name: 'Remove Sleep' }).click()
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('removeStudy')
      ? route.fulfill({
          json: { errors: [{ message: 'Something broke.', extensions: { code: 'INTERNAL', errorId: 'E-17' } }] },
        })
      : route.continue(),
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const errors = page.getByRole('region', { name: 'Errors' })
  await expect(errors.getByText('Error', { exact: true })).toBeVisible()
  await expectLooksRight(page)
  await errors.getByRole('button', { name: 'Copy to clipboard' }).first().click()
  await expect(errors.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('E-17')
  const cards = errors.getByRole('button', { name: 'Dismiss' })
  await expect(cards).toHaveCount(1)
  await cards.click()
  await expect(cards).toHaveCount(0)
})

test.describe(() => {
  test.use({ expectedMessages: [/Cannot read properties of null|React|error occurred/i] })

  test('a screen that fails to render says so, and the error can be copied', async ({ page }) => {
    await signIn(page, 'nurse')
    // A list that no server sends, which the screen cannot draw.
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('listStudies(')
        ? route.fulfill({ json: { data: { listStudies: [null] } } })
        : route.fallback(),
    )
    await page.goto('/studies?site=oslo')
    await expect(page.getByRole('heading', { name: 'Unhandled exception during render:' })).toBeVisible()
    await expect(page.getByText('Cannot read properties of null').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy to clipboard' })).toBeVisible()
    await expectLooksRight(page)
  })
})

test('light or dark and the language are chosen in the bar and remembered', async ({ page }) => {
  await signIn(page, 'nurse', '/profile')
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await page.getByRole('button', { name: 'NB Norsk bokmål' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.locator('html')).toHaveAttribute('lang', 'nb')
})

test('the keyboard comes past a skip link to the content, in the order of the page', async ({ page }) => {
  await signIn(page, 'coordinator', '/studies?site=oslo')
  await expect(page.getByRole('link', { name: 'Night-time movement, pilot', exact: true })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const button = page.getByRole('button', { name: 'New study' })
  const link = page.getByRole('link', { name: 'Night-time movement, pilot', exact: true })
  const order: string[] = []
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    if (await button.evaluate((element) => element === document.activeElement)) order.push('New study')
    if (await link.evaluate((element) => element === document.activeElement)) order.push('the first study')
  }
  expect(order).toEqual(['New study', 'the first study'])
})
