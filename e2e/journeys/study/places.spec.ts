import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { expectSubject, newSubject } from '../../new-subject.ts'

test('a study names its places on the body, and a device is attached in one of them', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'coordinator', `/studies/${subject.studyid}/edit`)
  const places = page.getByLabel('Places on the body')
  await expect(places).toHaveValue('arm\nchest')
  await places.fill('arm\nchest\nArm')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(places).toHaveAccessibleDescription(/Arm is in the list twice/)
  await places.fill('arm\nchest\nLeft ankle\n\n lower back ')
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page).toHaveURL(/\/studies$/)
  await page.goto(`/studies/${subject.studyid}/edit`)
  await expect(places).toHaveValue('arm\nchest\nLeft ankle\nlower back')

  await page.goto(`${subject.path}/devices/new`)
  await expectSubject(page, subject)
  const location = page.getByLabel('Location')
  await expect(location.getByRole('option')).toHaveText([
    'Select location...',
    'arm',
    'chest',
    'Left ankle',
    'lower back',
  ])
  await location.selectOption('Left ankle')
  const device = page.getByLabel('Device ID')
  const deviceid = (await device.getByRole('option').nth(1).textContent()) ?? ''
  await device.selectOption(deviceid)
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page
    .getByRole('table', { name: 'Devices' })
    .getByRole('row', { name: new RegExp(`${deviceid} (Position )?Left ankle`) })
  await expect(row).toBeVisible()

  // A place in which a device is worn is not taken out.
  await page.goto(`/studies/${subject.studyid}/edit`)
  await places.fill('arm\nchest')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(places).toHaveAccessibleDescription(/worn in the place Left ankle/)
  await page.getByRole('button', { name: 'Cancel' }).click()

  // Taking it off can be undone.
  await page.goto(subject.path)
  await row.getByRole('button', { name: new RegExp(deviceid) }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
})
