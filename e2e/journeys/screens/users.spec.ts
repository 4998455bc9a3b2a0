import { refusalReason, refuse } from '../../answers.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'

// All journeys share the same people, so they run one after another.
test.describe.configure({ mode: 'serial' })

test('an administrator sees who waits, gives them groups and sites, and takes the access away again', async ({
  page,
  openAs,
}) => {
  await openAs('patient', '/profile')
  const newcomer = await openAs('newcomer', '/studies?site=oslo')
  await expect(newcomer.getByRole('heading', { name: 'Authentication Error' })).toBeVisible()
  await signIn(page, 'admin', '/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  const waiting = page.getByRole('row', { name: /Sigrid Bakke/ })
  await expect(waiting.getByText('Pending')).toBeVisible()
  await expect(page.getByRole('link', { name: /waiting for approval/ })).toBeVisible()
  await expectLooksRight(page)

  await page.getByRole('button', { name: 'Sigrid Bakke' }).click()
  await expect(page.getByRole('heading', { name: 'Approve Sigrid Bakke' })).toBeVisible()
  // However many groups and sites there are, the way to save them is in view.
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({ ratio: 1 })
  await expectLooksRight(page)
  await page.getByRole('checkbox', { name: 'Health personnel', exact: true }).check()
  await page.getByRole('radio', { name: 'Only these sites' }).check()
  await page.getByRole('checkbox', { name: 'Bergen gait clinic' }).check()
  // Another administrator is faster: what was chosen here stays, and is saved in addition.
  const other = await openAs('admin', '/users')
  await other.getByRole('button', { name: 'Sigrid Bakke' }).click()
  await other.getByRole('checkbox', { name: 'Study administrator' }).check()
  await other.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(waiting.getByText('Active')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Study administrator' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Health personnel', exact: true })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Bergen gait clinic' })).toBeChecked()
  // Changes to other groups by two administrators are both kept.
  await other.getByRole('checkbox', { name: 'Study administrator' }).uncheck()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Study administrator' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(waiting.getByRole('cell').nth(2)).toHaveText('Health personnel')
  await expect(waiting.getByRole('cell').nth(3)).toHaveText('Bergen gait clinic')

  await signIn(newcomer, 'newcomer', '/studies')
  const site = newcomer.getByLabel('Site', { exact: true })
  await expect(site.getByRole('option')).toHaveText(['Select a site...', 'Bergen gait clinic'])
  await site.selectOption('Bergen gait clinic')
  await expect(newcomer.getByRole('link', { name: 'Step counting with a rollator', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(waiting.getByText('Deactivated')).toBeVisible()
  // Their page is updated at once.
  await expect(newcomer.getByText(/^Your session has ended/)).toBeVisible()
  await expectLooksRight(page)
  await newcomer.goto('/studies')
  await expect(
    newcomer.getByRole('heading', { name: 'Hello guest!' }).or(newcomer.getByText('Authentication Error')),
  ).toBeVisible()

  const reactivate = page.getByRole('button', { name: 'Reactivate', exact: true })
  const permit = await refuse(page, 'reactivatePerson')
  await reactivate.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(refusalReason)
  await expect(reactivate).toBeFocused()
  await permit()
  await reactivate.click()
  await expect(waiting.getByText('Active')).toBeVisible()
})

test('the list is filtered by state', async ({ page }) => {
  await signIn(page, 'admin', '/users')
  const nurse = page.getByRole('button', { name: 'Kari Nordmann', exact: true })
  await page.getByRole('button', { name: /^Active/ }).click()
  await expect(nurse).toBeVisible()
  await page.getByRole('button', { name: /^Deactivated/ }).click()
  await expect(nurse).toHaveCount(0)
})
