import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addActivityType, addDevices, firstColumn, newSite, newStudy } from '../../new-site.ts'

test('devices come from a spreadsheet, and chosen ones are moved, removed and put back together', {
  tag: '@desk',
}, async ({ page, context, admin }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const other = await newSite(admin, 'Other ward')
  const { siteid } = await newSite(admin)
  await addDevices(admin, siteid, ['A1'])
  await addDevices(admin, other.siteid, ['B3'])
  await signIn(page, 'admin', `/devices?site=${siteid}`)
  await page.getByRole('link', { name: 'New device' }).click()
  await expect(page.getByLabel('DeviceID')).toBeFocused()
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'A1\tSN-1\nB2\tSN-2\nb-3\tSN-3\nB3\tSN-3\nB4\n')
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('textbox', { name: 'Devices' })).toBeFocused()
  await expect(page.getByRole('table', { name: 'What is added' }).getByRole('row')).toHaveText([
    /DeviceID/,
    /1 A1Exists already/,
    /2 B2Added/,
    /3 b-3.+A to Z/,
    /4 B3Added/,
    /5 B4Added/,
  ])
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Create 3 devices' }).click()
  await expect(firstColumn(page, 'Devices')).toHaveText(['A1', 'B2', 'B3', 'B4'])
  await expect(page.getByRole('row', { name: /^Choose B2/ })).toContainText('SN-2')

  for (const deviceid of ['B2', 'B3']) await page.getByRole('checkbox', { name: `Choose ${deviceid}` }).check()
  const bar = page.getByRole('region', { name: '2 chosen' })
  await bar.getByRole('button', { name: 'Move to another site' }).click()
  const move = page.getByRole('alertdialog', { name: 'Move 2 devices to another site?' })
  await expect(move.getByRole('button', { name: 'Move to another site' })).toBeDisabled()
  await move.getByLabel('To the site').selectOption(other.siteid)
  await expectLooksRight(page)
  await move.getByRole('button', { name: 'Move to another site' }).click()
  // The other site has a B3 of its own.
  await expect(page.getByText('1 done, 1 not:')).toBeVisible()
  await expect(page.getByRole('region', { name: '1 chosen' }).getByRole('listitem')).toHaveText(/^B3: .*already/)
  await expect(firstColumn(page, 'Devices')).toHaveText(['A1', 'B3', 'B4'])

  await page.getByRole('checkbox', { name: 'Choose B4' }).check()
  await page.getByRole('region', { name: '2 chosen' }).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the 2 chosen?' })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLooksRight(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('2 removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('checkbox', { name: 'Choose B4' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Choose B3' })).toBeVisible()
})

test('chosen types of a study are removed together', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  for (const description of ['Rest', 'Stairs', 'Walk']) await addActivityType(admin, studyid, description)
  await signIn(page, 'coordinator', `/studies/${studyid}/activitytypes`)
  await page.getByRole('checkbox', { name: 'Choose Rest' }).check()
  await page.getByRole('checkbox', { name: 'Choose Walk' }).check()
  await page.getByRole('region', { name: '2 chosen' }).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Stairs'])
  await expect(page.locator('[data-chosen-bar]')).toHaveCount(0)
  await expectLooksRight(page)
})
