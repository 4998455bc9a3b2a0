import { expect, signIn, test } from '../../../fixtures.ts'

const longestMs = (page: import('@playwright/test').Page) =>
  page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map((animation) => Number(animation.effect?.getTiming().duration ?? 0))),
  )

test('with reduced motion there are no animations, and otherwise they are short', async ({ page }) => {
  await signIn(page, 'coordinator', '/studies?site=oslo')
  const remove = page.getByRole('button', { name: 'Remove Night-time movement, pilot' })
  await remove.click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await longestMs(page)).toBeLessThanOrEqual(1)
  await page.keyboard.press('Escape')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await remove.click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await longestMs(page)).toBeLessThanOrEqual(150)
})
