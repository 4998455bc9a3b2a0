import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addDevices, newSite, newStudy } from '../../new-site.ts'

test('a study is set up step by step, with types of an example, until its first subject is there', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await page.getByRole('link', { name: 'Set up' }).click()
  await expect(page.getByRole('heading', { name: 'Setting the study up' })).toBeVisible()
  const next = page.locator('li[aria-current="step"]')
  await expect(next).toContainText('Devices')
  await expect(next.getByRole('link', { name: 'Add devices' })).toBeVisible()
  await expectLooksRight(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLooksRight(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await addDevices(admin, siteid, ['A1', 'B2'])
  await expect(next).toContainText('Form types')
  await expect(page.getByText('2 devices')).toBeVisible()
  // One form type alone, then all of an example.
  await next.getByLabel('Take types from').selectOption('Questionnaires at three times')
  const what = next.getByLabel('What to take')
  const [, first = ''] = await what.getByRole('option').allTextContents()
  await what.selectOption(first)
  await next.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('1 form type', { exact: true })).toBeVisible()
  await expect(page.getByText('none yet')).not.toHaveCount(0)
  await page.locator('summary').filter({ hasText: 'Form types' }).click()
  const formTypes = page.getByRole('listitem').filter({ hasText: 'Form types' })
  await formTypes.getByLabel('Take types from').selectOption('A day in the gait lab')
  await formTypes.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByText('3 form types')).toBeVisible()
  await expect(page.getByText('6 activity types')).toBeVisible()
  await expect(page.getByText('1 visit')).toBeVisible()
  await expect(next).toContainText('First subject')
  await next.getByRole('link', { name: 'New subject' }).click()
  await page.getByLabel('Identifier').fill('Z-1')
  await page.getByLabel('Identifier').press('Enter')
  await expect(page.getByRole('link', { name: 'Z-1', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set up' })).toHaveCount(0)
  await page.goto(`/studies/${studyid}/setup`)
  await expect(page.getByText('The study is set up')).toBeVisible()
})

test('a nurse is not offered to set a study up', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await expect(page.getByText('No subjects yet!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Set up' })).toHaveCount(0)
})
