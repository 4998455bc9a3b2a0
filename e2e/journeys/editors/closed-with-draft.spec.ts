import type { Page } from '@playwright/test'
import { barCloseButton, closeButton, submitAndClose } from '../../closing.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { fillVisit, type NewSubject, newSubject, recordStairs } from '../../new-subject.ts'

// Text that was typed and never saved, in a subject that was closed meanwhile.

const notRecorded = (page: Page) => page.getByRole('status').filter({ hasText: 'What you typed is not part of the' })

function close({ call, siteid, studyid, subjectid }: NewSubject) {
  const input = { siteid, studyid, subjectid, status: 'CLOSED' }
  return call('mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }', { input })
}

test('a form that a colleague closes shows what is stored, and apart from it what was typed', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
  openAs,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  const weight = page.getByRole('textbox', { name: 'Weight' })
  await weight.fill('199')
  await submitAndClose(await openAs('coordinator', subject.path))
  await expect(page.getByRole('heading', { name: 'Form: Visit' })).toBeVisible()
  await expect(weight).toHaveValue('70')
  await expect(notRecorded(page)).toContainText(/Closed by Lars Haugen, .*\d\d:\d\d/)
  await expect(notRecorded(page)).toContainText('Weight199')
  await expectLooksRight(page)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(weight).toHaveValue('70')
  await notRecorded(page).getByRole('button', { name: 'Discard what I typed' }).click()
  await expect(notRecorded(page)).toHaveCount(0)
  await expect(weight).toHaveValue('70')
})

test('an activity that was typed when the subject was closed is told apart from the record', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Edit Stairs' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('even pace')
  await page.getByRole('button', { name: 'Add activity' }).click()
  await page.getByRole('row').getByLabel('Type').first().selectOption('Treadmill')
  await close(subject)
  await expect(page.getByRole('row', { name: /^Stairs/ })).not.toContainText('even pace')
  await expect(notRecorded(page)).toHaveCount(2)
  await expect(notRecorded(page).filter({ hasText: 'Commenteven pace' })).toHaveCount(1)
  await expect(notRecorded(page).filter({ hasText: 'TypeTreadmill' })).toHaveCount(1)
  await expectLooksRight(page)
  for (const name of [/even pace/, /Treadmill/])
    await notRecorded(page).filter({ hasText: name }).getByRole('button').click()
  await expect(notRecorded(page)).toHaveCount(0)
})

test('a subject is not closed over text that an editor left behind', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  await expect(closeButton(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Record Treadmill' }).click()
  await page.getByRole('textbox', { name: 'Start' }).fill('2026-10-20 11:50')
  await page.getByRole('textbox', { name: 'Stop' }).fill('2026-10-20 12:00')
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(page.getByRole('heading', { name: 'Edit form: Visit' })).toBeVisible()
  await expect(barCloseButton(page)).toBeDisabled()
  await page.getByRole('textbox', { name: 'Weight' }).fill('71')
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(subject.path)
  await expect(closeButton(page)).toBeDisabled()
  // In the bar, or beside the button below while that is in view: which of them, may change while the page is drawn.
  const goToUnsaved = (name: string) =>
    expect(async () => {
      const links = page.getByRole('link', { name: `${name}: typed, not saved` })
      await links.filter({ visible: true }).first().click({ timeout: 1_000 })
    }).toPass()
  await expectLooksRight(page)
  await goToUnsaved('Visit')
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('71')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Forms' })).toBeVisible()
  await goToUnsaved('Treadmill')
  const type = page.getByRole('combobox', { name: 'Type' })
  await expect(type).toBeFocused()
  await page.getByRole('textbox', { name: 'Stop' }).focus()
  await goToUnsaved('Treadmill')
  await expect(type).toBeFocused()
  await page.getByRole('textbox', { name: 'Stop' }).press('Enter')
  await submitAndClose(page)
  await expect(page.getByRole('button', { name: 'REOPEN SUBJECT' })).toBeVisible()
})
