import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { fillVisit, newSubject, recordStairs } from '../new-subject.ts'

const remove =
  'mutation ($studyid: ID!, $subjectid: ID!) { removeSubject(studyid: $studyid, subjectid: $subjectid) { status } }'

test('a subject marked as deleted can be read by all and reopened by subject administrators only', async ({
  page,
  browser,
  baseURL,
  openAs,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await subject.call(remove, { studyid: subject.studyid, subjectid: subject.subjectid })
  await signIn(page, 'nurse', subject.path)
  await expect(page.getByRole('heading', { name: 'Subject status: DELETED' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'REOPEN SUBJECT' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Visit', exact: true }).click()
  await expect(page.getByLabel('Weight')).toHaveValue('70')
  await expect(page.getByLabel('Weight')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled()
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)

  const coordinator = await openAs('coordinator', subject.path)
  await coordinator.getByRole('button', { name: 'REOPEN SUBJECT' }).click()
  await expect(page.getByRole('heading', { name: 'Subject status: OPEN' })).toBeVisible()
  await expect(page.getByLabel('Weight')).toBeEnabled()
})

test('what stands against closing is said beside the button', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  const close = page.getByRole('button', { name: 'SUBMIT AND CLOSE' })
  await expect(close).toBeDisabled()
  await expect(close).toHaveAccessibleDescription(
    'At least one activity must be saved before submitting and closing a subject',
  )
  await recordStairs(subject)
  await expect(close).toBeEnabled()
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await page.getByLabel('Weight').fill('71')
  await expect(close).toHaveAccessibleDescription('There are unsaved changes above. Save them or leave them first.')
})

test('on paper there is the whole record and nothing else', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject, [{ key: 'Room', value: 'B204' }])
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  await expect(page.getByRole('table', { name: 'Activities' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('article')
  await expect(paper.getByRole('heading', { name: `Subject ${subject.identifier}` })).toBeVisible()
  for (const text of ['20 October 2026', '70', 'B204', '2026-10-20 09:50', '2026-10-20 10:00']) {
    await expect(paper.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(paper.getByText(/^Printed by Kari Nordmann/)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})

test('the history tells what, who, when, and each value before and after', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  await page.getByLabel('Weight').fill('72')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit form: Visit' })).toBeHidden()
  await page.getByRole('button', { name: 'Add device' }).click()
  await page.getByLabel('Location').selectOption('chest')
  await page.getByLabel('Device ID').selectOption('B1')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  const entry = history.getByRole('listitem').filter({ hasText: 'Form Visit changed' })
  await expect(entry.getByText(/^Kari Nordmann/)).toBeVisible()
  await expect(entry.getByRole('deletion')).toHaveText('70')
  await expect(entry.getByRole('insertion')).toHaveText('72')
  await expect(history.getByText('Device B1 added')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
})
