import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addSubjects, newSite, newStudy } from '../../new-site.ts'

test('all that are shown are chosen under a finger, too', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addSubjects(admin, siteid, studyid, ['Z-1', 'Z-2', 'Z-3'])
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await page.getByText('Z-1', { exact: true }).waitFor()
  const all = page.locator('label').filter({ has: page.getByRole('checkbox', { name: 'Choose all that are shown' }) })
  await expect(all).toBeInViewport()
  await all.click()
  await expect(page.getByRole('region', { name: '3 chosen' })).toBeVisible()
  // The head that sorts is still only read aloud.
  await expect(page.getByRole('columnheader', { name: 'Status' })).not.toBeInViewport({ ratio: 0.5 })
  await expectLooksRight(page)
  await all.click()
  await expect(page.locator('[data-chosen-bar]')).toHaveCount(0)
})

test('on a phone what is done with chosen subjects takes two lines: the first thing, and a menu of the others', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addSubjects(admin, siteid, studyid, ['Z-1', 'Z-2', 'Z-3'])
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  for (const name of ['Z-1', 'Z-3']) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  const bar = page.getByRole('region', { name: '2 chosen' })
  await expect(bar.getByRole('button', { name: 'Submit and close' })).toBeVisible()
  await expect(bar.getByRole('link', { name: 'Export these' })).toBeHidden()
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(112)
  await bar.getByRole('button', { name: 'More' }).click()
  await expect(bar.getByRole('menuitem', { name: 'Export these' })).toBeFocused()
  await expect(bar.getByRole('menuitem', { name: 'Print labels' })).toBeInViewport({ ratio: 1 })
  await expectLooksRight(page)
  await bar.getByRole('menuitem', { name: 'Export these' }).click()
  await expect(page.getByRole('checkbox', { name: 'Z-1' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Z-2' })).not.toBeChecked()
})
