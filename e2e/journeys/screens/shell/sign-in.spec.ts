import { expect, expectLooksRight, signIn, test } from '../../../fixtures.ts'

test('every path shows the guest screen to a guest, who is where they wanted to be after signing in', async ({
  page,
}) => {
  for (const path of ['/', '/studies', '/sites/new', '/nowhere/at/all', '/signIn', '/redirect']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'Casebook' }).or(page.getByText('Casebook')).first()).toBeVisible()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Menu of/ })).toHaveCount(0)
  }
  await page.goto('/profile')
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: /Kari Nordmann/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/profile')

  await page.goto('/signIn')
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()
  await page.goto('/redirect')
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()
})

test('while it is unknown who is signed in, the screen says so', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/auth/session', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('Loading...')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
})

test.describe(() => {
  test.use({ expectedMessages: [/Failed to load resource/] })

  test('a sign-in that can’t begin says so, and the message can be dismissed', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await page.route('**/auth/session', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Sign In Error')).toBeVisible()
    await expect(page.getByText('Failed to initiate sign in')).toBeVisible()
    await expectLooksRight(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('Sign In Error')).toBeHidden()
  })
})

test('a person who is not activated is told what to send to whom', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'newcomer', '/studies')
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible()
  await expect(
    page.getByText(
      'Unable to complete sign in - This usually means your account needs to be activated by an administrator.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your ID' }).getByText('newcomer', { exact: true })).toBeVisible()
  await expect(page.getByText('Please send this ID to your administrator to request access.')).toBeVisible()
  await expect(page.getByText(/^Details: .+/)).toBeVisible()
  await expect(page.getByText('If you continue to experience issues, please contact support.')).toBeVisible()
  await expectLooksRight(page)

  await page.clock.install()
  const copy = page.getByRole('button', { name: 'Copy' })
  await copy.click()
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('newcomer')
  await page.clock.runFor(2_000)
  await expect(copy).toBeVisible()

  await page.getByRole('link', { name: 'Try Again' }).click()
  expect(new URL(page.url()).pathname).toBe('/signIn')
  await expect(page.getByText('Sign In Error')).toBeVisible()
  await expect(page.getByText('Authentication Issue')).toBeVisible()
  await expect(
    page.getByText(
      'If you recently completed authentication but cannot access the application, your account may need to be activated. Please contact your administrator.',
    ),
  ).toBeVisible()
  await expectLooksRight(page)
  await page.goto('/sites')
  await expect(page.getByRole('heading', { name: 'Authentication Error' })).toBeVisible()
})

test('signing out ends at the guest screen, by the bar, by the menu and by the address', async ({ page }) => {
  await signIn(page, 'nurse')
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
  await signIn(page, 'nurse')
  await page.getByRole('button', { name: 'Menu of Kari Nordmann' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
  await signIn(page, 'nurse', '/signOut')
  await expect(page.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
})

test('a patient reaches the profile and nothing else', async ({ page }) => {
  await signIn(page, 'patient', '/studies')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Patient' })).toBeChecked()
  await expect(page.getByRole('link', { name: 'Studies' })).toHaveCount(0)
  await expect(page.getByLabel('Site', { exact: true })).toHaveCount(0)
  await expectLooksRight(page)
})
