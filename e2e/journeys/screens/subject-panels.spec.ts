import type { Page } from '@playwright/test'
import { holdAnswer } from '../../answers.ts'
import { submitAndClose } from '../../closing.ts'
import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { expectSubject, fillVisit, newSubject, recordStairs } from '../../new-subject.ts'

test('of two form types the person chooses one; forms are edited and deleted row by row', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await subject.call(
    'mutation ($studyid: ID!) { addFormType(studyid: $studyid, identifier: "Evening", fields: [{ name: "Slept", type: Boolean, required: false }, { name: "Side", type: Choice, required: false, pattern: "left|right" }, { name: "Bed time", type: Time, required: false }]) { version } }',
    { studyid: subject.studyid },
  )
  await signIn(page, 'nurse', subject.path)
  await expectSubject(page, subject)
  await page.getByRole('button', { name: 'Add form' }).click()
  await expect(page.getByRole('heading', { name: 'New form' })).toBeVisible()
  const type = page.getByLabel('Form type')
  await expect(type.getByRole('option')).toHaveText(['Select form type...', 'Evening', 'Visit'])
  await type.selectOption('Evening')
  await expect(page.getByRole('radiogroup', { name: 'Slept' }).getByRole('radio')).toHaveCount(2)
  await expect(page.getByLabel('Side').getByRole('option').first()).toHaveText('')
  await expect(page.getByLabel('Side').getByRole('option')).toHaveCount(3)
  await page.getByLabel('Bed time').fill('24:10:30')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const forms = page.getByRole('table', { name: 'Forms' })
  await expect(forms.getByText('Evening')).toBeVisible()

  // One form per type: only the other type is offered now.
  await page.getByRole('button', { name: 'Add form' }).click()
  await expect(type.getByRole('option')).toHaveText(['Select form type...', 'Visit'])
  await type.selectOption('Visit')
  await expect(page.getByLabel('Weight')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'date' })).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await page.getByLabel('Weight').fill('heavy')
  await page.getByLabel('Room').focus()
  await expectRefused(page.getByLabel('Weight'))
  await page.getByLabel('Weight').fill('70')
  await expect(page.getByLabel('Room')).toHaveAttribute('placeholder', 'A123')
  await page.getByLabel('Room').fill('B2045')
  await page.getByLabel('Weight').focus()
  await expectRefused(page.getByLabel('Room'))
  await page.getByLabel('Room').fill('B204')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add form' })).toBeDisabled()

  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(page.getByLabel('Weight')).toHaveValue('70')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Evening' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(forms.getByText('Evening', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Delete Visit' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No forms yet!')).toBeVisible()
})

test('a device needs a location and an id, and is removed row by row', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Add device' }).click()
  await expect(page.getByRole('heading', { name: 'Add device' })).toBeVisible()
  const [location, id] = [page.getByLabel('Location'), page.getByLabel('Device ID')]
  await expect(location.getByRole('option')).toHaveText([/./, 'arm', 'chest'])
  expect(await location.getByRole('option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))).toEqual([
    '',
    'ARM',
    'CHEST',
  ])
  await expect(id.locator('option:checked')).toHaveText('Select device...')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectRefused(location)
  await location.selectOption('arm')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expectRefused(id)
  await expectLooksRight(page)
  await id.selectOption('A1')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const devices = page.getByRole('table', { name: 'Devices' })
  await expect(devices.getByRole('columnheader')).toHaveText([/Device ID/, 'Position', 'Since', 'Actions'])
  await expect(devices.getByRole('row', { name: /A1/ }).getByText('arm')).toBeVisible()
  await page.getByRole('button', { name: 'Add device' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Add device' })).toBeHidden()
  await devices.getByRole('button', { name: /A1/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No devices yet!')).toBeVisible()
})

test('activities: placeholder rows for the types without one, and modes by row', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  const table = page.getByRole('table', { name: 'Activities' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Type',
    'Start',
    'Stop',
    'Comment',
    'Reference data',
    'Actions',
  ])
  // Sorted by description. Treadmill has no activity yet.
  await expect(table.locator('tbody tr').filter({ hasText: /Stairs|Treadmill/ })).toHaveText([/^Stairs/, /^Treadmill/])
  await page.getByRole('button', { name: 'Edit Stairs' }).click()
  // Everything except the type can be changed.
  await expect(table.getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('2026-10-20 09:50')
  await page.getByRole('textbox', { name: 'Comment' }).fill('even pace')
  await page.getByRole('button', { name: 'Save Stairs' }).click()
  await expect(table.getByText('even pace')).toBeVisible()
  // The live update may show it before the save itself is answered.
  await expect(page.getByRole('button', { name: 'Save Stairs' })).toBeHidden()
  await page.getByRole('button', { name: 'Add activity' }).click()
  await expect(page.getByLabel('Type').locator('option:checked')).toHaveText('Select activity...')
  await page.getByRole('textbox', { name: 'Start' }).fill('tomorrow')
  await page.getByRole('textbox', { name: 'Stop' }).focus()
  await expectRefused(page.getByRole('textbox', { name: 'Start' }))
  await expect(page.getByRole('button', { name: 'Save new activity' })).toBeDisabled()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Cancel new activity' }).click()
  const leave = page.getByRole('alertdialog').getByRole('button', { name: 'Leave' })
  await leave.click()
  await page.getByRole('button', { name: 'Delete Stairs' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No activities yet!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record Stairs' })).toBeVisible()
})

test('while the subject is closed nothing about it can be changed', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Add device' }).click()
  await page.getByLabel('Location').selectOption('arm')
  await page.getByLabel('Device ID').selectOption('A1')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: /reference data, Stairs/ }).click()
  await expect(
    page.getByText(
      'Once submitted changes are not allowed. Ensure that all forms, devices and activities are complete before submitting!',
    ),
  ).toBeVisible()
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.postData()?.includes('"status":"CLOSED"') === true),
    submitAndClose(page),
  ])
  const { input } = request.postDataJSON().variables
  expect(JSON.parse(input.snapshot)).toMatchObject({
    identifier: subject.identifier,
    devices: [{ deviceid: 'A1', position: 'ARM' }],
    activities: [{ description: 'Stairs', startTime: 1_792_482_600, stopTime: 1_792_483_200 }],
    timezoneOffset: -3600,
  })
  await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
  await expect(
    page.getByText(
      'Subject is closed. You can reopen this subject to make corrections or changes. This will change the status back to OPEN.',
    ),
  ).toBeVisible()
  for (const name of [
    'Add form',
    'Delete Visit',
    'Add device',
    'Add activity',
    'Edit Stairs',
    'Delete Stairs',
    'Add reference data',
  ])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled()
  await expect(page.getByRole('table', { name: 'Devices' }).getByRole('button')).toBeDisabled()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'REOPEN SUBJECT' }).click()
  await expect(page.getByRole('heading', { name: 'Subject status: OPEN' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add device' })).toBeEnabled()
})

test('a panel whose save ends while the subject is being closed, or beside a form, does not stand open again', async ({
  page,
  browser,
  baseURL,
  openAs,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  const panel = page.getByRole('heading', { name: 'Add device' })
  const worn = page.getByRole('table', { name: 'Devices' })
  const begin = page.getByRole('button', { name: 'Add device' })
  /** Saved by the server, which has not answered yet. */
  async function addHeld(deviceid: string) {
    await begin.click()
    await page.getByLabel('Location').selectOption('arm')
    await page.getByLabel('Device ID').selectOption(deviceid)
    const release = await holdAnswer(page, 'mutation SetSubjectDevices')
    const sent = page.waitForRequest((request) => request.postData()?.includes('mutation SetSubjectDevices') === true)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await sent
    return release
  }
  async function reopen(by: Page) {
    await by.getByRole('button', { name: 'REOPEN SUBJECT' }).click()
    await expect(page.getByRole('heading', { name: 'Subject status: OPEN' })).toBeVisible()
    await expect(panel).toBeHidden()
    await expect(begin).toBeEnabled()
  }

  await test.step('closed by the same person', async () => {
    const release = await addHeld('A1')
    await page.getByRole('button', { name: /reference data, Stairs/ }).click()
    release()
    await submitAndClose(page)
    await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
    await reopen(page)
  })

  await test.step('closed by a colleague', async () => {
    const release = await addHeld('A2')
    const colleague = await openAs('coordinator', subject.path)
    await expect(colleague.getByRole('table', { name: 'Devices' }).getByText('A2')).toBeVisible()
    await submitAndClose(colleague)
    await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
    release()
    await expect(panel).toBeHidden()
    await reopen(colleague)
  })

  await test.step('answered while a form is open', async () => {
    const release = await addHeld('A3')
    await page.getByRole('button', { name: 'Edit Visit' }).click()
    await expect(page.getByLabel('Weight')).toBeVisible()
    release()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(worn.getByText('A3')).toBeVisible()
    await expect(panel).toBeHidden()
    await expect(begin).toBeEnabled()
  })
})
