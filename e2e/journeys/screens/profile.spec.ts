import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'

// One person has one profile, so the journeys run one after another.
test.describe.configure({ mode: 'serial' })

test('a person changes their own data and reads the rest', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'nurse', '/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  for (const name of ['Email verified', 'Phone number verified', 'Global administrator', 'Patient']) {
    const fact = page.getByRole('checkbox', { name, exact: true })
    await expect(fact).toHaveAttribute('aria-readonly', 'true')
    await fact.click()
    await expect(fact).not.toBeChecked()
  }
  await expect(page.getByRole('checkbox', { name: 'Health personnel' })).toBeChecked()
  await expectLooksRight(page)

  for (const [index, fact] of ['nurse', 'hp'].entries()) {
    await page
      .getByRole('button', { name: 'Copy to clipboard' })
      .nth(index === 0 ? 0 : -1)
      .click()
    await expect(page.getByRole('button', { name: 'Copied!' }).first()).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(fact)
  }

  await page.getByLabel('First name').fill('')
  await page.getByLabel('Last name').focus()
  await expectRefused(page.getByLabel('First name'))
  await page.getByLabel('First name').fill('Kari Anne')
  await page.getByLabel('Phone number', { exact: true }).fill('+47 900 00 203')
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('updateMe')) await expect(page.getByText('Updating...')).toBeVisible()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Menu of Kari Anne Nordmann' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Kari Anne')
  await page.getByLabel('First name').fill('Kari')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: 'Menu of Kari Nordmann' })).toBeVisible()
})

test('an address is verified by an emailed code, and a changed address again', async ({ page, context }) => {
  await signIn(page, 'nurse', '/profile')
  const card = page.getByRole('region', { name: 'Email verification' })
  await expect(card.getByLabel('Email address')).toBeDisabled()
  const address = await card.getByLabel('Email address').inputValue()
  const busy = { verifyEmail: 'Submitting..', resendEmailVerification: 'Resending...' }
  await page.route('**/graphql', async (route) => {
    const sent = route.request().postData() ?? ''
    for (const [call, text] of Object.entries(busy))
      if (sent.includes(call)) await expect(card.getByText(text, { exact: true })).toBeVisible()
    await route.continue()
  })

  let submitted = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('verifyEmail')) submitted += 1
  })
  const code = card.getByLabel('Verification code')
  await card.getByRole('button', { name: 'Submit' }).click()
  await expectRefused(code)
  expect(submitted).toBe(0)
  await card.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText('A new code is on its way.')).toBeVisible()
  await card.getByRole('button', { name: 'Resend' }).click()
  await expect(card.getByText(/Wait \d+ seconds, then try again/)).toBeVisible()
  await code.fill('000000')
  await card.getByRole('button', { name: 'Submit' }).click()
  await expectRefused(code, /wrong or has expired/)
  await expectLooksRight(page)

  const mailbox = await context.newPage()
  await mailbox.goto('/dev/mail')
  const email = mailbox.getByRole('article').filter({ hasText: address }).first()
  const mailed = /\b\d{6,8}\b/.exec((await email.locator('pre').textContent()) ?? '')?.[0] ?? ''
  await mailbox.close()
  await code.fill(mailed)
  await card.getByRole('button', { name: 'Submit' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Email verified' })).toBeChecked()

  const changed = `kari.${crypto.randomUUID().slice(0, 8)}@casebook.example`
  await page.getByLabel('Email address').fill(changed)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(card.getByLabel('Email address')).toHaveValue(changed)
  await expect(page.getByRole('checkbox', { name: 'Email verified' })).not.toBeChecked()
})
