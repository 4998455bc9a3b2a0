import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { addDevices, firstColumn, newSite } from '../../new-site.ts'

test('without a selected site the screen asks for one', async ({ page, admin }) => {
  await newSite(admin)
  await signIn(page, 'admin', '/devices/new')
  await expect(page.getByText('Site not selected', { exact: true })).toBeVisible()
  await expect(page.getByText('Please select site in the menu above', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New device' })).toHaveCount(0)
  await expectLooksRight(page)
})

test('devices are listed by their id; the address highlights one', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  await signIn(page, 'admin', `/devices?site=${siteid}`)
  await expect(page.getByText('No devices yet!')).toBeVisible()
  await expectLooksRight(page)
  await addDevices(admin, siteid, ['B2', 'A10', 'A1'])
  // The open list is updated live.
  await expect(firstColumn(page, 'Devices')).toHaveText(['A1', 'A10', 'B2'])
  await page.goto('/devices/A10')
  const chosen = page.getByRole('row', { name: /A10/ })
  await expect(chosen).toHaveAttribute('aria-current', 'true')
  await expect(chosen.getByRole('cell').first()).toHaveCSS('background-color', 'rgb(224, 247, 250)')
  await expect(page.locator('tr[aria-current]')).toHaveCount(1)
  await expectLooksRight(page)
})

test('a device is created, renamed and deleted beside the list', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  await addDevices(admin, siteid, ['A1'])
  await signIn(page, 'admin', `/devices?site=${siteid}`)
  await page.getByRole('link', { name: 'New device' }).click()
  await expect(page).toHaveURL(/\/devices\/new$/)
  await expect(page.getByRole('heading', { name: 'New device' })).toBeVisible()
  const id = page.getByLabel('DeviceID')
  await expect(id).toBeFocused()
  await expect(id).toHaveAttribute('placeholder', '[A-Z0-9]+')
  let sent = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('addDevice')) sent += 1
  })
  await page.getByRole('button', { name: 'Create' }).click()
  await expectRefused(id)
  await id.fill('b-2')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectRefused(id)
  expect(sent).toBe(0)
  await expectLooksRight(page)
  await id.fill('A1')
  await page.getByRole('button', { name: 'Create' }).click()
  await expectRefused(id, /already|exists/i)
  await id.fill('B2')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'New device' })).toBeHidden()
  await expect(page.getByRole('row', { name: /B2/ })).toBeVisible()

  await page.getByRole('link', { name: 'New device' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'New device' })).toBeHidden()

  await page.getByRole('link', { name: 'Edit A1' }).click()
  await expect(page.getByRole('heading', { name: 'Edit device' })).toBeVisible()
  await id.fill('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectRefused(id)
  await id.fill('A9')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('heading', { name: 'Edit device' })).toBeHidden()
  await expect(firstColumn(page, 'Devices')).toHaveText(['A9', 'B2'])
  await page.getByRole('link', { name: 'Edit A9' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Edit device' })).toBeHidden()

  await page.getByRole('button', { name: 'Remove A9' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(firstColumn(page, 'Devices')).toHaveText(['B2'])
})
