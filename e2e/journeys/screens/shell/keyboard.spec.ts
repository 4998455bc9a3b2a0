import type { Locator, Page } from '@playwright/test'
import { closeButton, closeDialog } from '../../../closing.ts'
import { expect, signIn, test } from '../../../fixtures.ts'
import { addFile, csvRecording } from '../../../new-file.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../../../new-site.ts'

/** Presses Tab until the element has the focus, like a person without a mouse. */
async function tabTo(page: Page, goal: Locator) {
  await expect(goal).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come to ${goal}`)
}

const activate = async (page: Page, goal: Locator) => {
  await tabTo(page, goal)
  await page.keyboard.press('Enter')
}

test('the whole main job is done by keyboard alone', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addDevices(admin, siteid, ['A1'])
  await addActivityType(admin, studyid, 'Stairs')
  await addFormType(admin, studyid, 'Visit', [
    { name: 'Date', type: 'Date', required: true },
    { name: 'Weight', type: 'Number', required: true },
  ])
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  await signIn(page, 'nurse', '/studies')
  await tabTo(page, page.getByLabel('Site', { exact: true }))
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('link', { name: 'Sleep', exact: true }))
  await activate(page, button('New subject'))
  await expect(page.getByLabel('Identifier')).toBeFocused()
  await page.keyboard.type('K-1')
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('link', { name: 'K-1', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: /K-1/ })).toBeVisible()

  await activate(page, button('Add form'))
  await expect(page.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await tabTo(page, page.getByLabel('Weight'))
  await page.keyboard.type('70')
  await activate(page, button('Save'))
  await expect(page.getByRole('table', { name: 'Forms' }).getByText('Visit')).toBeVisible()

  await activate(page, button('Add device'))
  await expect(page.getByLabel('Location')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByLabel('Device ID'))
  await page.keyboard.press('ArrowDown')
  await activate(page, button('Add'))
  await expect(page.getByRole('table', { name: 'Devices' }).getByText('A1')).toBeVisible()

  await activate(page, button('Record Stairs'))
  await tabTo(page, page.getByRole('textbox', { name: 'Start' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('2026-10-20 09:50')
  await tabTo(page, page.getByRole('textbox', { name: 'Stop' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('2026-10-20 10:00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Activities' }).getByText('2026-10-20 10:00')).toBeVisible()
  await activate(page, closeButton(page))
  await expect(closeDialog(page).getByRole('button', { name: 'SUBMIT AND CLOSE' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
})

test('every list of records is walked by up and down, and a long history is scrolled by them', async ({
  page,
  admin,
}) => {
  test.setTimeout(300_000)
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await newStudy(admin, siteid, 'Walk')
  await addDevices(admin, siteid, ['A1', 'B2', 'C3', 'D4'])
  for (const deviceid of ['C3', 'D4'])
    await admin('mutation ($s: ID!, $d: ID!) { removeDevice(siteid: $s, deviceid: $d) { version } }', {
      s: siteid,
      d: deviceid,
    })
  const activities = [await addActivityType(admin, studyid, 'Stairs'), await addActivityType(admin, studyid, 'Walk')]
  const forms: string[] = []
  for (const name of ['Return', 'Visit'])
    forms.push(await addFormType(admin, studyid, name, [{ name: 'Weight', type: 'Number', required: false }]))
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['S-1', 'S-2'])
  for (const formtypeid of forms)
    await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
      input: { subjectid, formtypeid, fields: [{ key: 'Weight', value: '70' }] },
    })
  const devices = ['A1', 'B2'].map((deviceid) => ({ deviceid, position: 'ARM' }))
  await admin('mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }', {
    input: { siteid, studyid, subjectid, devices },
  })
  for (const [place, activitytypeid] of activities.entries())
    await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
      input: {
        subjectid,
        activitytypeid,
        startTime: 1_792_480_000 + place * 900,
        stopTime: 1_792_480_600 + place * 900,
      },
    })
  const called = { siteid, studyid, subjectid, formtypeid: '', activitytypeid: activities[0] ?? '', identifier: 'S-1' }
  const own = `/studies/${studyid}/subjects/${subjectid}`
  for (const file of ['arm.csv', 'chest.csv'])
    await addFile({ ...called, path: own, call: admin }, file, csvRecording('2026-10-20T09:01:00', 5, 2))

  await signIn(page, 'admin', `/studies?site=${siteid}`)
  const rowOfFocus = () =>
    page.evaluate(() => {
      const row = document.activeElement?.closest('tbody tr')
      return row && [...(row.parentElement?.children ?? [])].indexOf(row)
    })
  async function expectWalked(path: string, list: string) {
    await page.goto(path)
    const rows = page.getByRole('table', { name: list, exact: true }).locator('tbody tr[data-index]')
    await rows.nth(1).waitFor({ timeout: 60_000 })
    // The link that names it, if it has one.
    const named = rows.first().locator('td:first-child a')
    const pressed = rows.first().locator('a, button:enabled')
    await ((await named.count()) > 0 ? named : pressed).first().focus()
    const first = await rowOfFocus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(rowOfFocus, `${list}: down`).toBeGreaterThan(first ?? -1)
    await page.keyboard.press('ArrowUp')
    await expect.poll(rowOfFocus, `${list}: up`).toBe(first)
  }
  for (const [path, list] of [
    [`/studies?site=${siteid}`, 'Studies'],
    ['/sites', 'Sites'],
    ['/devices', 'Devices'],
    ['/users', 'Users'],
    ['/removed', 'Removed'],
    [`/studies/${studyid}/subjects`, 'Subjects'],
    [`/studies/${studyid}/formtypes`, 'Form types'],
    [`/studies/${studyid}/activitytypes`, 'Activity types'],
    [own, 'Forms'],
    [own, 'Devices'],
    [own, 'Activities'],
    [`${own}/activities/${activities[0]}`, 'Reference data of Stairs'],
  ] as const)
    await expectWalked(path, list)

  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByRole('dialog').getByRole('listitem').nth(9).waitFor()
  await page.keyboard.press('PageDown')
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('dialog').getByRole('listitem').first()).not.toBeInViewport({ ratio: 1 })
})
