import { expect, signIn, test } from '../../../fixtures.ts'
import { newSite, newStudy } from '../../../new-site.ts'
import { fillVisit, newSubject } from '../../../new-subject.ts'

test('Escape leaves pages with a single form, without losing typed text', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  await signIn(page, 'admin', '/sites/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed and left')
  await page.keyboard.press('Escape')
  await expect(heading('Sites')).toBeFocused()
  await page.getByRole('link', { name: 'New site' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed and left')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/sites/${siteid}/edit`)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(heading('Sites')).toBeVisible()

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByLabel('First name').focus()
  await page.keyboard.press('Escape')
  await expect(heading('Sites')).toBeVisible()

  await signIn(page, 'coordinator', `/studies/${studyid}/edit`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await name.fill('Sleep and wake')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave with unsaved changes?' })
  await expect(question).toBeVisible()
  // The next Escape closes the question.
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Sleep and wake')
  await name.fill('Sleep')
  await page.keyboard.press('Escape')
  await expect(heading('Studies')).toBeVisible()
})

test('going back from a form moves the focus to the list of forms', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page
    .getByRole('link', { name: 'Visit', exact: true })
    .or(page.getByRole('button', { name: 'Edit Visit' }))
    .first()
    .click()
  await expect(page.getByRole('textbox', { name: 'date' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: 'Forms' })).toBeFocused()
})
