import { refusalReason, refuse } from '../../answers.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { newSite, newStudy } from '../../new-site.ts'

test('removed records are restored, under another name if theirs is in use again', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  const device = { siteid, deviceid: `Z${Date.now()}` }
  const add = 'mutation ($siteid: ID!, $deviceid: ID!) { addDevice(siteid: $siteid, deviceid: $deviceid) { version } }'
  await admin(add, device)
  await admin(
    'mutation ($siteid: ID!, $deviceid: ID!) { removeDevice(siteid: $siteid, deviceid: $deviceid) { version } }',
    device,
  )
  await admin(add, device)
  const studyid = await newStudy(admin, siteid, `Sleep ${device.deviceid}`)
  await admin(
    'mutation ($siteid: ID!, $studyid: ID!) { removeStudy(siteid: $siteid, studyid: $studyid) { version } }',
    {
      siteid,
      studyid,
    },
  )
  await signIn(page, 'admin', '/removed')
  const study = page.getByRole('row').filter({ hasText: `Sleep ${device.deviceid}` })
  await expect(study.getByText('Study', { exact: true })).toBeVisible()
  await expect(study.getByText(name)).toBeVisible()
  await expect(study.getByText(/by Ingrid Solberg$/)).toBeVisible()
  const permit = await refuse(page, 'restoreRemoved')
  await study.getByRole('button', { name: /^Put back/ }).click()
  await expect(study.getByRole('alert')).toHaveText(refusalReason)
  await expect(study.getByRole('button', { name: /^Put back/ })).toBeFocused()
  await permit()
  await study.getByRole('button', { name: /^Put back/ }).click()
  await expect(study).toHaveCount(0)

  const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Device' })
  await row.getByRole('button', { name: `Put back ${device.deviceid}` }).click()
  await expect(
    row.getByText('Its name has been used again in the meantime. Put it back under another name:'),
  ).toBeVisible()
  await expectLooksRight(page)
  await row.getByLabel('New name').fill(`${device.deviceid}OLD`)
  await row.getByRole('button', { name: /^Put back/ }).click()
  await expect(row).toHaveCount(0)
  await page.goto(`/devices?site=${siteid}`)
  await expect(page.getByRole('row', { name: `Choose ${device.deviceid}OLD` })).toBeVisible()
})

test('a screen for administrators says so to others, what they can do instead, and where to go', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const notice = page.getByRole('main').getByText('Not for your role')
  await signIn(page, 'nurse', '/removed')
  await expect(notice).toBeVisible()
  await expect(page.getByText('What was removed from a subject you put back yourself')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Errors' })).toBeEmpty()
  await expectLooksRight(page)
  for (const path of ['/users', '/sites', '/sites/new', `/sites/${siteid}/edit`, `/devices/new?site=${siteid}`]) {
    await page.goto(path)
    await expect(notice).toBeVisible()
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  }
  for (const part of ['formtypes?new', 'activitytypes?new', 'edit', 'setup', 'export']) {
    await page.goto(`/studies/${studyid}/${part}`)
    await expect(notice).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
  }
  await expect(page.getByText('You export one subject at a time')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('main').getByRole('link', { name: 'To the subjects' }).click()
  await expect(page.getByText('No subjects yet!')).toBeVisible()
})
