import { expect, expectAccessible, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addDevices, addSubjects, newSite, newStudy } from '../../new-site.ts'

test('Ctrl K finds subjects, studies, devices, screens and actions by typing', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Night walk')
  await addDevices(admin, siteid, ['W1'])
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['walker-7', 'other'])
  await signIn(page, 'admin', `/studies?site=${siteid}`)
  await expect(page.getByRole('table', { name: 'Studies' })).toBeVisible()

  const options = page.getByRole('listbox', { name: 'Results' })
  await page.keyboard.press('ControlOrMeta+K')
  const field = page.getByRole('combobox', { name: 'Find a subject' })
  await expect(field).toBeFocused()
  await expect(options.getByRole('option', { name: /Users.*Screen/ })).toBeVisible()
  await field.fill('w')
  await expect(options.getByRole('option', { name: /W1.*Device/ })).toBeVisible()
  await expect(options.getByRole('option', { name: /Night walk.*Study/ })).toBeVisible()
  await expectLooksRight(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { query, variables } = request.postDataJSON() ?? {}
    if (query?.includes('findSubjects')) asked.push(variables.text)
  })
  await field.fill('')
  await field.pressSequentially('WALKER')
  await expect(options.getByRole('option')).toHaveText([/walker-7Subject · Night walkAlt 1/])
  // Not at each letter; what others change at the site is read again meanwhile.
  await expect.poll(() => asked).toContain('WALKER')
  expect(new Set(asked).size).toBeLessThan('WALKER'.length)
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/studies/${studyid}/subjects/${subjectid}$`))
  await expect(page.getByRole('heading', { level: 1, name: /walker-7/ })).toBeVisible()

  await page.keyboard.press('ControlOrMeta+K')
  await field.fill('new dev')
  await page.keyboard.press('Alt+1')
  await expect(page.getByRole('heading', { name: 'New device' })).toBeVisible()

  // Each study's parts, the site's, and what the screen offers.
  for (const [typed, option] of [
    ['overview night', /^Overview.*Night walk/],
    ['form types', /^Form types.*Night walk/],
    ['export', /^Export.*Night walk/],
    ['overview of', /^Overview of the site/],
    ['norsk', /^Language: Norsk bokmål/],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+K')
    await field.fill(typed)
    await expect(options.getByRole('option', { name: option }).first()).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('ControlOrMeta+K')
  await field.fill('dark mode')
  await field.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  // The last visited page is first, before anything is typed.
  await page.getByRole('button', { name: 'Go to', exact: true }).click()
  await expect(options.getByRole('option').first()).toHaveText(/walker-7Subject/)
  await field.fill('no such thing')
  await expect(page.getByText('Nothing found for “no such thing”.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
})

test('Ctrl K offers only what the person may open', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  await newStudy(admin, siteid, 'Night walk')
  await signIn(page, 'nurse', `/studies?site=${siteid}`)
  await expect(page.getByRole('table', { name: 'Studies' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+K')
  const field = page.getByRole('combobox', { name: 'Find a subject' })
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  await field.fill('night walk')
  await expect(options).toHaveText([
    /^Night walkStudy/,
    /^New subject/,
    /^Subjects/,
    /^Overview/,
    /^Visits/,
    /^Documents/,
    /^Import/,
  ])
  await field.fill('exports')
  await expect(options).toHaveText([/^Exports/])
})

test('Ctrl K offers no new subject in a study that is CLOSED', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Night walk')
  const field = page.getByRole('combobox', { name: 'Find a subject' })
  const offered = page.getByRole('option', { name: 'New subject in Night walk' })
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await expect(page.getByText('No subjects yet!')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+K')
  await field.fill('new')
  await expect(offered).toBeVisible()
  await admin(
    'mutation ($s: ID!, $id: ID!, $input: StudyInput!) { updateStudy(siteid: $s, studyid: $id, input: $input) { version } }',
    { s: siteid, id: studyid, input: { name: 'Night walk', status: 'CLOSED' } },
  )
  await expect(offered).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto(`/studies/${studyid}/subjects?new`)
  await expect(page.getByLabel('Identifier')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeDisabled()
})

test('? shows the shortcuts, except while typing, and can be turned off', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  await signIn(page, 'nurse', `/studies?site=${siteid}`)
  await expect(page.getByText('No studies yet!')).toBeVisible()
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await page.keyboard.press('?')
  await expect(keys.getByText('Find a subject, study, device, screen or action')).toBeVisible()
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  await page.getByRole('button', { name: 'New study' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.keyboard.press('?')
  await expect(name).toHaveValue('?')
  await expect(keys).toBeHidden()
  await name.fill('')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('heading', { name: 'Studies' }).click()
  await page.keyboard.press('?')
  await keys.getByLabel('Open this page with the ? key').uncheck()
  await keys.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('?')
  await expect(keys).toBeHidden()
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox', { name: 'Find a subject' }).fill('keys')
  await page.keyboard.press('Enter')
  await expect(keys).toBeVisible()
})

test('keys that are typed while the code of the field is loading arrive in it, and Escape gives the focus back', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  await signIn(page, 'admin', `/studies?site=${siteid}`)
  const newStudyButton = page.getByRole('button', { name: 'New study' })
  await newStudyButton.focus()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/JumpDialog-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })

  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('dev')
  await expect(page.getByRole('textbox', { name: 'Go to', exact: true })).toHaveValue('dev')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(newStudyButton).toBeFocused()

  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('devi')
  release()
  const field = page.getByRole('combobox', { name: 'Find a subject' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('devi')
  await page.keyboard.type('ces')
  await expect(field).toHaveValue('devices')
  await expect(page.getByRole('option', { name: /^Devices.*Screen/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(newStudyButton).toBeFocused()
})
