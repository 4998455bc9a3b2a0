import type { Page } from '@playwright/test'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { fillVisit, type NewSubject, newSubject } from '../../new-subject.ts'

/** Lets the subject's form type and its activity type Stairs be recorded several times. */
async function letRepeat({ call, studyid, formtypeid, activitytypeid }: NewSubject) {
  await call(
    `mutation ($activitytypeid: ID!, $input: ActivityTypeInput!) {
      updateActivityType(activitytypeid: $activitytypeid, input: $input) { repeats } }`,
    { activitytypeid, input: { studyid, description: 'Walk', repeats: true } },
  )
  const fields = [
    { name: 'date', type: 'Date', required: true },
    { name: 'Weight', type: 'Number', required: false },
  ]
  await call(
    `mutation ($formtypeid: ID!, $input: FormTypeInput!) {
      updateFormType(formtypeid: $formtypeid, input: $input) { repeats } }`,
    { formtypeid, input: { studyid, identifier: 'Fall', fields, repeats: true } },
  )
}

/** Types the times of the open row and saves it. */
async function typeWalk(page: Page, name: string, hour: string) {
  await page.getByRole('textbox', { name: 'Start' }).fill(`2025-10-20 ${hour}:00`)
  await page.getByRole('textbox', { name: 'Stop' }).fill(`2025-10-20 ${hour}:10`)
  await page.getByRole('button', { name: `Save ${name}`, exact: true }).click()
}

const walk = (number: number) => `Walk ${number} · 20 October 2025`

async function addFileTo(page: Page, name: string, filename: string) {
  await page.getByRole('button', { name: `0: reference data, ${name}` }).click()
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: filename, mimeType: 'text/csv', buffer: Buffer.from('1,2\n') })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('button', { name: `Download ${filename}` })).toBeVisible()
  await page.getByRole('button', { name: `1: reference data, ${name}` }).click()
}

test('the same walk three times with a file each; one is removed and put back', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await letRepeat(subject)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Record Walk' }).click()
  await typeWalk(page, 'Walk', '09')
  for (const [number, hour] of [
    [2, '10'],
    [3, '11'],
  ] as const) {
    await expect(page.getByRole('button', { name: `Edit ${walk(number - 1)}` })).toBeVisible()
    await page.getByRole('button', { name: 'Add another Walk' }).click()
    await typeWalk(page, 'Walk', hour)
  }
  const rows = page.getByRole('table', { name: 'Activities' }).getByRole('row').filter({ hasText: /Walk/ })
  await expect(rows).toHaveText([/Walk 1 · 20 October 2025/, /Walk 2 ·/, /Walk 3 ·/, /^WalkW?/])
  for (const number of [1, 2, 3]) await addFileTo(page, walk(number), `walk-${number}.csv`)
  await expectLooksRight(page)

  // The timeline, the warnings and the closing dialog say which one.
  await page.getByText('The day as a list').click()
  await expect(page.getByRole('listitem').filter({ hasText: /^Walk 2 · 20 October 2025/ })).toContainText('walk-2.csv')
  await page.getByRole('button', { name: `Delete ${walk(2)}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveText([/Walk 1 ·/, /Walk 3 ·/, /^Walk/])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(rows).toHaveText([/Walk 1 ·/, /Walk 2 ·/, /Walk 3 ·/, /^Walk/])
  await expect(page.getByRole('button', { name: `1: reference data, ${walk(2)}` })).toBeVisible()

  // What was removed is also put back from the history, and its number is never used again.
  await page.getByRole('button', { name: `Delete ${walk(3)}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rows).toHaveText([/Walk 1 ·/, /Walk 2 ·/, /^Walk/])
  await page.getByRole('button', { name: 'Add another Walk' }).click()
  await typeWalk(page, 'Walk', '12')
  await expect(rows).toHaveText([/Walk 1 ·/, /Walk 2 ·/, /Walk 4 ·/, /^Walk/])
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: `Put back: Activity ${walk(3)}` }).click()
  await page.getByRole('button', { name: 'Close history' }).click()
  await expect(rows).toHaveText([/Walk 1 ·/, /Walk 2 ·/, /Walk 3 ·/, /Walk 4 ·/, /^Walk/])
  await expect(page.getByRole('button', { name: `1: reference data, ${walk(3)}` })).toBeVisible()

  // A change reaches the one that it is about.
  await page.getByRole('button', { name: `Edit ${walk(2)}` }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('with a stick')
  await page.keyboard.press('Enter')
  await expect(rows.filter({ hasText: 'with a stick' })).toHaveText(/Walk 2 ·/)

  await page.getByRole('button', { name: /^0: reference data, Walk 4/ }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: `Reference data ${walk(4)}` })).toBeVisible()
})

test('two people add the next one at once: two, numbered apart', { tag: '@desk' }, async ({
  page,
  openAs,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await letRepeat(subject)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  const other = await openAs('coordinator', subject.path)
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Record Walk' }).click()
    await each.getByRole('textbox', { name: 'Start' }).fill(`2025-10-20 ${each === page ? '09' : '10'}:00`)
    await each.getByRole('textbox', { name: 'Stop' }).fill(`2025-10-20 ${each === page ? '09' : '10'}:10`)
  }
  await Promise.all([page, other].map((each) => each.getByRole('button', { name: 'Save Walk', exact: true }).click()))
  for (const each of [page, other]) {
    const rows = each.getByRole('table', { name: 'Activities' }).getByRole('row').filter({ hasText: /Walk/ })
    await expect(rows).toHaveText([/Walk 1 ·/, /Walk 2 ·/, /^Walk/])
    await expect(each.getByRole('textbox', { name: 'Start' })).toHaveCount(0)
  }

  // And forms, each with its own date.
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Add another Fall' }).first().click()
    await each.getByRole('textbox', { name: 'Weight' }).fill(each === page ? '71' : '72')
  }
  await Promise.all([page, other].map((each) => each.getByRole('button', { name: 'Save', exact: true }).click()))
  for (const each of [page, other])
    for (const number of [1, 2, 3])
      await expect(each.getByRole('button', { name: new RegExp(`^Fall ${number} · `) })).toBeVisible()
})

test('a walk is started, stopped, and the next one started; a colleague sees which', { tag: '@desk' }, async ({
  page,
  openAs,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await letRepeat(subject)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  const other = await openAs('coordinator', subject.path)
  await page.getByRole('button', { name: 'Start Walk now' }).click()
  await expect(page.getByRole('button', { name: /^Stop Walk 1 · / })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Start Walk now' })).toHaveCount(0)
  await expect(other.getByRole('button', { name: /^Stop Walk 1 · / })).toBeVisible()
  await page.getByRole('button', { name: /^Stop Walk 1 · / }).click()
  await expect(page.getByRole('button', { name: /^Edit Walk 1 · / })).toBeFocused()
  await page.getByRole('button', { name: 'Start Walk now' }).click()
  await expect(page.getByRole('button', { name: /^Stop Walk 2 · / })).toBeFocused()
  await page.getByRole('button', { name: /^Undo start of Walk 2 · / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo start' }).click()
  await expect(other.getByRole('button', { name: 'Add another Walk' })).toBeVisible()
  // The number of a start that was undone is not used again.
  await page.getByRole('button', { name: 'Start Walk now' }).click()
  await expect(other.getByRole('button', { name: /^Stop Walk 3 · / })).toBeVisible()
})

test('what a colleague removed while it was changed is put back with its number', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await letRepeat(subject)
  await fillVisit(subject)
  const { call, subjectid, formtypeid } = subject
  await fillVisit(subject)
  await signIn(page, 'nurse', `${subject.path}/formtypes/${formtypeid}~2`)
  await expect(page.getByRole('heading', { name: /^Edit form: Fall 2 · 20 October/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Weight' }).fill('82')
  await call(
    'mutation ($subjectid: ID!, $formtypeid: ID!) { removeForm(subjectid: $subjectid, formtypeid: $formtypeid, occurrence: 2) { version } }',
    {
      subjectid,
      formtypeid,
    },
  )
  await page.getByRole('button', { name: 'Put back with my changes' }).click()
  await expect(page.getByRole('button', { name: /^Fall 2 · / })).toBeVisible()
  const { listForms } = await call<{ listForms: { occurrence: number; fields: { key: string; value: string }[] }[] }>(
    'query ($subjectid: ID!) { listForms(subjectid: $subjectid) { occurrence fields { key value } } }',
    { subjectid },
  )
  expect(
    listForms.map(({ occurrence, fields }) => [occurrence, fields.find(({ key }) => key === 'Weight')?.value]),
  ).toEqual([
    [1, '70'],
    [2, '82'],
  ])
})

test('a type is let repeat, and not stopped while somebody has two', { tag: '@desk' }, async ({
  page,
  openAs,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  const nurse = await openAs('nurse', subject.path)
  await expect(nurse.getByRole('button', { name: 'Record Stairs' })).toBeVisible()
  await signIn(page, 'coordinator', `/studies/${subject.studyid}/activitytypes?site=${subject.siteid}`)
  const several = page.getByRole('checkbox', { name: 'May be recorded several times' })
  await page.getByRole('button', { name: 'Edit Stairs' }).click()
  await expect(several).not.toBeChecked()
  await several.check()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('row', { name: /Stairs/ })).toContainText('Yes')
  await expect(page.getByRole('row', { name: /Treadmill/ })).toContainText('No')

  await page.goto(`/studies/${subject.studyid}/formtypes`)
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await several.check()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('row', { name: /Visit/ })).toContainText('Yes')

  for (const hour of ['09', '10']) {
    await nurse.getByRole('button', { name: /^(Record|Add another) Stairs$/ }).click()
    await typeWalk(nurse, 'Stairs', hour)
  }
  await expect(nurse.getByRole('button', { name: 'Edit Stairs 2 · 20 October 2025' })).toBeVisible()
  await fillVisit(subject)
  await expect(nurse.getByRole('button', { name: /^Visit 2 · / })).toBeVisible()

  const refusal = /These subjects have several of this type: /
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await several.uncheck()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(refusal)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`/studies/${subject.studyid}/activitytypes`)
  await page.getByRole('button', { name: 'Edit Stairs' }).click()
  await several.uncheck()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(refusal)).toBeVisible()
})
