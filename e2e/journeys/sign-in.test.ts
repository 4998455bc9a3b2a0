import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'

test('a guest is greeted, signs in through the provider and signs out again', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText('Hello guest!')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await signIn(page, 'nurse')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
