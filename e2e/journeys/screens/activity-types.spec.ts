import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { addActivityType, firstColumn, newSite, newStudy } from '../../new-site.ts'

test('activity types are added, edited and deleted beside the sorted list; Enter submits', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'coordinator', `/studies/${studyid}/activitytypes`)
  await expect(page.getByRole('heading', { level: 2, name: 'Activity types' })).toBeVisible()
  await expect(page.getByText('No activity types yet!')).toBeVisible()
  await expectLooksRight(page)

  await page.getByRole('button', { name: 'Add activity type' }).click()
  await expect(page.getByRole('heading', { name: 'New activity type' })).toBeVisible()
  const description = page.getByLabel('Description')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectRefused(description)
  await description.fill('walk outdoors')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'New activity type' })).toBeHidden()
  await page.getByRole('button', { name: 'Add activity type' }).click()
  await description.fill('Stairs')
  await description.press('Enter')
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Stairs', 'walk outdoors'])

  // Somebody else adds one meanwhile.
  await addActivityType(admin, studyid, 'Treadmill')
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Stairs', 'Treadmill', 'walk outdoors'])

  await page.getByRole('button', { name: 'Edit Treadmill' }).click()
  await expect(page.getByRole('heading', { name: 'Edit activity type' })).toBeVisible()
  await expectLooksRight(page)
  await description.fill('STAIRS')
  await page.getByRole('button', { name: 'Update' }).click()
  await expectRefused(description)
  await description.fill('Bicycle')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Bicycle', 'Stairs', 'walk outdoors'])
  // The live update may show the new name before the save itself is answered.
  await expect(page.getByRole('heading', { name: 'Edit activity type' })).toBeHidden()
  await page.getByRole('button', { name: 'Edit Bicycle' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Edit activity type' })).toBeHidden()

  await page.getByRole('button', { name: 'Remove Bicycle' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Stairs', 'walk outdoors'])
})

test('two people edit one activity type: the second sees who changed what, and decides', async ({
  page,
  admin,
  openAs,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addActivityType(admin, studyid, 'Stairs')
  await signIn(page, 'coordinator', `/studies/${studyid}/activitytypes`)
  await page.getByRole('button', { name: 'Edit Stairs' }).click()
  await page.getByLabel('Description').fill('Stairs, mine')
  const other = await openAs('admin', `/studies/${studyid}/activitytypes`)
  await other.getByRole('button', { name: 'Edit Stairs' }).click()
  await other.getByLabel('Description').fill('Stairs, theirs')
  await other.getByRole('button', { name: 'Update' }).click()
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Stairs, theirs'])
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(/^changed by Ingrid Solberg, /)).toBeVisible()
  const keepMine = page.getByRole('button', { name: 'Keep mine: Description' })
  await expect(keepMine).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Stairs, mine')
  await expectLooksRight(page)
  await keepMine.click()
  await page.keyboard.press('Enter')
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Stairs, mine'])
})

test('an activity type that an administrator removes while it is edited stays, and comes back with what was typed', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
  await signIn(page, 'admin', `/studies/${studyid}/activitytypes`)
  await page.getByRole('button', { name: 'Edit Stairs' }).click()
  await page.getByLabel('Description').fill('Stairs, mine')
  await admin(
    'mutation ($s: ID!, $a: ID!) { removeActivityType(studyid: $s, activitytypeid: $a) { activitytypeid } }',
    {
      s: studyid,
      a: activitytypeid,
    },
  )
  await expect(page.getByText('This has been removed in the meantime.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Stairs, mine')
  // One action is offered, by the button that says what it does.
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled()
  await page.getByRole('button', { name: 'Put back with my changes' }).click()
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Stairs, mine'])
})
