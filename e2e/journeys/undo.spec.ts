import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectLooksRight, signIn, test } from '../fixtures.ts'
import { fillVisit, type NewSubject, newSubject, recordStairs } from '../new-subject.ts'

const record = `query ($studyid: ID!, $subjectid: ID!) { getSubject(studyid: $studyid, subjectid: $subjectid) {
  status forms { fields { key value } } devices { deviceid position }
  activities { startTime stopTime referenceData { filename status } } } }`
const addFile = `mutation ($subjectid: ID!, $input: ReferenceDataInput!) {
  addReferenceData(subjectid: $subjectid, input: $input) { referencedataid } }`
const setDevices = 'mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }'

const read = ({ call, studyid, subjectid }: NewSubject) => call(record, { studyid, subjectid })

/** A subject with a form, an activity with a file, and a device. */
async function filledSubject(subject: NewSubject) {
  const { call, siteid, studyid, subjectid, activitytypeid } = subject
  await fillVisit(subject)
  await recordStairs(subject)
  await call(addFile, { subjectid, input: { siteid, studyid, activitytypeid, filename: 'arm.csv' } })
  const devices = [{ deviceid: 'A1', position: 'ARM' }]
  await call(setDevices, { input: { siteid, studyid, subjectid, devices } })
}

/** Removes something by keyboard. Its dialog and its button use the same verb. */
async function removeByKeyboard(page: Page, opener: string, verb: 'Delete' | 'Remove') {
  await page.getByRole('button', { name: opener }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: new RegExp(`^${verb} `) })
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: verb })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect(page.getByRole('button', { name: opener })).toBeHidden()
}

test('forms, activities, devices and files are put back by Undo, all by keyboard', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await filledSubject(subject)
  const before = await read(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  for (const [opener, verb, text] of [
    ['Delete arm.csv', 'Delete', 'Deleted: arm.csv'],
    ['Delete Visit', 'Delete', 'Deleted: Visit'],
    ['Remove A1, arm', 'Remove', 'Removed: A1, arm'],
    ['Delete Stairs', 'Delete', 'Deleted: Stairs'],
  ] as const) {
    await removeByKeyboard(page, opener, verb)
    await expect(page.getByText(text)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: opener })).toBeFocused()
    await expect(page.getByText(text)).toBeHidden()
    expect(await read(subject)).toEqual(before)
  }
})

test('the offer looks right, and closing it leaves the focus on the page', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await filledSubject(subject)
  await signIn(page, 'nurse', subject.path)
  await removeByKeyboard(page, 'Delete Visit', 'Delete')
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Deleted: Visit')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('an Undo that comes too late is no longer offered, and what a colleague filled in stays', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await filledSubject(subject)
  await signIn(page, 'nurse', subject.path)
  await removeByKeyboard(page, 'Delete Visit', 'Delete')
  await fillVisit(subject, [{ key: 'Room', value: 'B204' }])
  const anew = await read(subject)
  await expect(page.getByRole('button', { name: 'Delete Visit' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect(await read(subject)).toEqual(anew)
})

test('the history restores removed records while the subject is open', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await filledSubject(subject)
  const before = await read(subject)
  const { call, siteid, studyid, subjectid, formtypeid, activitytypeid } = subject
  await call('mutation ($s: ID!, $f: ID!) { removeForm(subjectid: $s, formtypeid: $f) { version } }', {
    s: subjectid,
    f: formtypeid,
  })
  await call('mutation ($s: ID!, $a: ID!) { removeActivity(subjectid: $s, activitytypeid: $a) { version } }', {
    s: subjectid,
    a: activitytypeid,
  })
  await call(setDevices, { input: { siteid, studyid, subjectid, devices: [] } })
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  // The file was removed with its activity and is restored with it.
  await expect(history.getByRole('button', { name: /^Put back/ })).toHaveCount(3)
  await expectAccessible(page)
  for (const what of ['Form Visit', 'Activity Stairs', 'Device A1']) {
    await history.getByRole('button', { name: `Put back: ${what}` }).click()
    await expect(history.getByRole('button', { name: `Put back: ${what}` })).toBeHidden()
    await expect(history.getByRole('heading', { name: 'History' })).toBeFocused()
  }
  await expect(history.getByText('Reason: Removal undone').first()).toBeVisible()
  expect(await read(subject)).toEqual(before)
})

test('a subject that was marked as deleted is open again by Undo; a study by an administrator alone', {
  tag: '@desk',
}, async ({ page, browser, baseURL, openAs }) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'coordinator', `/studies/${subject.studyid}/subjects`)
  await page.getByRole('button', { name: `Actions for ${subject.identifier}` }).click()
  await page.getByRole('button', { name: `Mark as deleted: ${subject.identifier}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as deleted' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Actions for ${subject.identifier}` })).toBeFocused()
  expect(await read(subject)).toMatchObject({ getSubject: { status: 'OPEN' } })

  const study = `Study of ${subject.identifier}`
  await page.goto('/studies?site=oslo')
  await page.getByRole('button', { name: `Remove ${study}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('link', { name: study, exact: true })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()

  const other = await newSubject(browser, baseURL)
  const admin = await openAs('admin', '/studies?site=oslo')
  const theirs = `Study of ${other.identifier}`
  await admin.getByRole('button', { name: `Remove ${theirs}` }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await admin.getByRole('button', { name: 'Undo' }).click()
  await expect(admin.getByRole('button', { name: `Remove ${theirs}` })).toBeFocused()
})

test('a panel whose opener is gone gives the focus to the heading above it', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  // Opened by its address, so that nothing had the focus before.
  await signIn(page, 'nurse', `${subject.path}/devices/new`)
  await expect(page.getByLabel('Location')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Devices', exact: true })).toBeFocused()
})

test('an offer to undo disappears once the record is back, and says so where that is not in view', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await filledSubject(subject)
  await signIn(page, 'nurse', subject.path)
  const undo = page.getByRole('button', { name: 'Undo' })
  const putBack = () =>
    subject.call('mutation ($s: ID!, $f: ID!) { putBackForm(subjectid: $s, formtypeid: $f) { version } }', {
      s: subject.subjectid,
      f: subject.formtypeid,
    })
  await removeByKeyboard(page, 'Delete Visit', 'Delete')
  await putBack()
  await expect(page.getByRole('button', { name: 'Delete Visit' })).toBeVisible()
  await expect(undo).toHaveCount(0)

  await removeByKeyboard(page, 'Delete Visit', 'Delete')
  await page.getByRole('link', { name: 'Subjects', exact: true }).first().click()
  await expect(page.getByRole('button', { name: 'New subject' })).toBeVisible()
  await putBack()
  await undo.click()
  await expect(page.getByText('Deleted: Visit. It is already back.')).toBeVisible()
  await expect(undo).toHaveCount(0)
  await expect(page.getByText('Deleted: Visit. It is already back.')).toHaveCount(0)
})
