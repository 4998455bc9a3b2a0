import type { Page } from '@playwright/test'
import { closeButton } from '../../closing.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { fillVisit, type NewSubject, newSubject } from '../../new-subject.ts'

// A type that is removed while a record of it is typed, and never saved.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const reload = async (page: Page) => {
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
}

function removeFormType({ call, studyid, formtypeid }: NewSubject) {
  return call('mutation ($s: ID!, $f: ID!) { removeFormType(studyid: $s, formtypeid: $f) { formtypeid } }', {
    s: studyid,
    f: formtypeid,
  })
}

function removeStairs({ call, studyid, activitytypeid }: NewSubject) {
  return call('mutation ($s: ID!, $a: ID!) { removeActivityType(studyid: $s, activitytypeid: $a) { version } }', {
    s: studyid,
    a: activitytypeid,
  })
}

test('a new form stays with its text when its type is removed, and does not become another', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  const { addFormType } = await subject.call<{ addFormType: { formtypeid: string } }>(
    'mutation ($s: ID!) { addFormType(studyid: $s, identifier: "Sleep", fields: [{ name: "Hours", type: Number, required: false }]) { formtypeid } }',
    { s: subject.studyid },
  )
  await subject.call('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid: subject.subjectid, formtypeid: addFormType.formtypeid, fields: [{ key: 'Hours', value: '7' }] },
  })
  await signIn(page, 'nurse', `${subject.path}/formtypes/new`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('199')
  await removeFormType(subject)
  await expect(page.getByText('This form type has been removed in the meantime.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('199')
  await expect(page.getByRole('textbox', { name: 'Hours' })).toHaveCount(0)
  await expect(button(page, 'Save')).toBeDisabled()
  await expectLooksRight(page)
  await reload(page)
  await expect(page.getByText('This form type has been removed in the meantime.')).toBeVisible()
  await expect(page.getByText('Weight199')).toBeVisible()
  await button(page, 'Discard what I typed').click()
  await expect(page.getByText('Weight199')).toHaveCount(0)
})

test('a new form of the only type stays when that type is removed', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', `${subject.path}/formtypes/new`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('199')
  await removeFormType(subject)
  await expect(page.getByText('This form type has been removed in the meantime.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('199')
})

test('an activity that is typed stays when its type is removed, and can be saved as another', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await button(page, 'Record Stairs').click()
  await page.getByRole('textbox', { name: 'Start' }).fill('2026-10-20 11:50')
  await page.getByRole('textbox', { name: 'Stop' }).fill('2026-10-20 12:00')
  await removeStairs(subject)
  await expect(page.getByText('This activity type has been removed in the meantime.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('2026-10-20 11:50')
  await expect(button(page, 'Save Stairs')).toBeDisabled()
  await expectLooksRight(page)
  await reload(page)
  await expect(page.getByText('This activity type has been removed in the meantime.')).toBeVisible()
  await page.getByLabel('Type', { exact: true }).selectOption('Treadmill')
  await page.getByRole('textbox', { name: 'Stop' }).press('Enter')
  await expect(page.getByRole('row', { name: /^Treadmill 2026-10-20 11:50 2026-10-20 12:00/ })).toBeVisible()
  await expect(page.getByText('This activity type has been removed in the meantime.')).toHaveCount(0)
})

test('an activity that runs when its type is removed keeps its row, is named before closing, and is stopped', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await button(page, 'Start Stairs now').click()
  await expect(button(page, 'Stop Stairs now')).toBeVisible()
  await removeStairs(subject)
  await subject.call('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid: subject.subjectid, activitytypeid: await treadmillOf(subject), startTime: 1, stopTime: 2 },
  })
  await expect(button(page, 'Edit Treadmill')).toBeVisible()
  await closeButton(page).click()
  await expect(page.getByRole('dialog').getByText('Stairs: still running')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'History').click()
  await expect(page.getByText('Start of activity Stairs added')).toBeVisible()
  await page.keyboard.press('Escape')
  await button(page, 'Stop Stairs now').click()
  await expect(button(page, 'Edit Stairs')).toBeFocused()
  await expect(closeButton(page)).toBeEnabled()
})

async function treadmillOf({ call, studyid }: NewSubject): Promise<string> {
  const { listActivityTypes } = await call<{ listActivityTypes: { activitytypeid: string; description: string }[] }>(
    'query ($s: ID!) { listActivityTypes(studyid: $s) { activitytypeid description } }',
    { s: studyid },
  )
  return listActivityTypes.find(({ description }) => description === 'Treadmill')?.activitytypeid ?? ''
}
