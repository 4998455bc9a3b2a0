import { expect, expectNoSidewaysScroll, signIn, test } from '../../../fixtures.ts'
import { newSite } from '../../../new-site.ts'

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

test('on the narrowest phone initials are seen whole, and a list tells all, some and none by a shape', async ({
  page,
}) => {
  await signIn(page, 'nurse', '/studies?site=oslo')
  const initials = page.getByRole('button', { name: /^Menu of/ }).locator('.mantine-Button-label')
  await expect(initials).toBeVisible()
  await expect.poll(() => initials.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await page.getByRole('link', { name: 'Step counting, arm and chest against treadmill', exact: true }).click()
  const row = page.getByRole('row', { name: /S-004/ })
  for (const state of ['all', 'some', 'none']) await expect(row.locator(`[data-state=${state}] svg`)).toBeVisible()
})

test('on the narrowest phone a site says of its studies only what there is', async ({ page }) => {
  await signIn(page, 'coordinator', '/sites/oslo/overview')
  const study = page.getByRole('row', { name: /^Night-time movement/ })
  await expect(study).toBeVisible()
  await expect(study.getByRole('link', { name: /: open 0$/ })).toBeVisible()
  await expect(study.getByRole('link', { name: / 0$/ })).toHaveCount(1)
})

test('the bars with all their links fit at every width, in the longer language', async ({ page, admin }) => {
  const { siteid } = await newSite(admin, 'Universitetssykehuset')
  await signIn(page, 'admin', `/devices?site=${siteid}`)
  await page.locator('button[lang=nb]').click()
  await page.locator('html[lang=nb]').waitFor()
  for (let width = 360; width <= 1400; width += 20) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoSidewaysScroll(page)
  }
})
