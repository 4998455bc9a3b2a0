import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addActivityType, addDevices, addSubjects, newSite, newStudy } from '../../new-site.ts'

test('a device is put on and taken off at times that are typed; both people are warned of one device on both', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  await addDevices(admin, siteid, ['A1'])
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const activitytypeid = await addActivityType(admin, studyid, 'Walk')
  const [first = '', second = ''] = await addSubjects(admin, siteid, studyid, ['S-001', 'S-002'])
  const seconds = (time: string) => Date.parse(time) / 1000
  const input = { subjectid: first, activitytypeid }
  const times = { startTime: seconds('2026-10-20T08:00:00Z'), stopTime: seconds('2026-10-20T08:30:00Z') }
  await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { ...input, ...times },
  })

  const path = (subjectid: string) => `/studies/${studyid}/subjects/${subjectid}`
  const devices = page.getByRole('table', { name: 'Devices' })
  await signIn(page, 'nurse', `${path(first)}/devices/new?site=${siteid}`)
  await page.getByLabel('Location').selectOption('arm')
  const putOn = page.getByLabel('Put on at')
  await putOn.fill('soon')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(putOn).toHaveAttribute('aria-invalid', 'true')
  await putOn.fill('20.10.2026 0930')
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(devices).toContainText('2026-10-20 09:30')
  // What was worn in this walk.
  await expect(page.getByText('Worn: A1 (arm)')).toBeVisible()
  await expectLooksRight(page)

  await devices.getByRole('button', { name: /A1/ }).click()
  const ask = page.getByRole('alertdialog')
  await ask.getByLabel('Taken off at').fill('2026-10-20 09:00')
  await ask.getByRole('button', { name: 'Remove' }).click()
  await expect(ask).toContainText('A1')
  await expect(
    ask
      .getByRole('alert')
      .or(ask.getByText(/put on/i))
      .first(),
  ).toBeVisible()
  await ask.getByLabel('Taken off at').fill('2026-10-20 12:00')
  await expectLooksRight(page)
  await ask.getByRole('button', { name: 'Remove' }).click()
  await expect(devices).toHaveCount(0)
  await expect(page.getByText('Worn: A1 (arm)')).toBeVisible()

  // The other one wears it from before that time: both are warned, with the times.
  await page.goto(`${path(second)}/devices/new`)
  await page.getByLabel('Location').selectOption('chest')
  await putOn.fill('2026-10-20 11:15')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const warnings = page.getByRole('list', { name: 'Devices on two people at once' })
  await expect(warnings).toHaveText(
    'A1 was worn by S-001 (Sleep) at the same time: 2026-10-20 11:15 – 2026-10-20 12:00',
  )
  await expectLooksRight(page)
  await warnings.getByRole('link', { name: 'S-001' }).click()
  await expect(warnings).toHaveText(/^A1 was worn by S-002 \(Sleep\).*11:15 – 2026-10-20 12:00$/)

  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('2026-10-20 09:30').last()).toBeVisible()
})
