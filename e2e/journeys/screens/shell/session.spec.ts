import { expect, expectLooksRight, signIn, test } from '../../../fixtures.ts'
import { newSite, newStudy } from '../../../new-site.ts'

test.use({ expectedMessages: [/status of 401|WebSocket/] })

test('a session that ended says so; signing in again loses nothing that was typed', async ({
  page,
  context,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await page.getByRole('button', { name: 'New subject' }).click()
  await page.getByLabel('Identifier').fill('S-077')
  await context.clearCookies({ name: 'casebook_session' })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(
    page.getByText('Your session has ended. What you typed is still here. Sign in again to continue.'),
  ).toBeVisible()
  await expect(page.getByLabel('Identifier')).toHaveValue('S-077')
  await expectLooksRight(page)

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Sign in again' }).click(),
  ])
  await popup.getByRole('link', { name: /Lars Haugen/ }).click()
  await expect(page.getByText(/^Your session has ended/)).toBeHidden()
  await expect(page.getByLabel('Identifier')).toHaveValue('S-077')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('link', { name: 'S-077', exact: true })).toBeVisible()
})

test('two minutes before the idle end the screen says so and offers to stay', async ({ page }) => {
  await signIn(page, 'nurse')
  await page.route('**/auth/session', async (route) => {
    const answer = await route.fetch()
    const session = await answer.json()
    session.user.idleEndsAt = new Date(Date.now() + 90_000).toISOString()
    await route.fulfill({ json: session })
  })
  await page.goto('/profile')
  await expect(page.getByText(/^Your session ends in .+ because of inactivity\.$/)).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  // By the answer to this press: /auth/session still names the earlier end.
  await expect(page.getByText(/^Your session ends/)).toBeHidden()
})
