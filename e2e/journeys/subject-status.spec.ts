import { barCloseButton, closeButton, closeDialog } from '../closing.ts'
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
  await expect(page.getByRole('button', { name: 'Record Stairs' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Start Stairs now' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Visit', exact: true }).click()
  await expect(page.getByLabel('Weight')).toHaveValue('70')
  await expect(page.getByLabel('Weight')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeDisabled()
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)

  const coordinator = await openAs('coordinator', subject.path)
  await coordinator.getByRole('button', { name: 'REOPEN SUBJECT' }).click()
  // The bar shows it while the form is open, too.
  await expect(page.getByRole('region', { name: `Subject ${subject.identifier}` }).getByText('OPEN')).toBeVisible()
  await expect(page.getByLabel('Weight')).toBeEnabled()
})

test('what prevents closing is shown beside the button', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  const description = 'At least one activity must be saved before submitting and closing a subject'
  await expect(closeButton(page)).toBeDisabled()
  await expect(closeButton(page)).toHaveAccessibleDescription(description)
  // Only the one in the bar is in view.
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(closeButton(page)).not.toBeInViewport()
  await expect(barCloseButton(page)).toBeDisabled()
  await expect(barCloseButton(page)).toHaveAccessibleDescription(description)
  await recordStairs(subject)
  await expect(barCloseButton(page)).toBeEnabled()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(closeButton(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await page.getByLabel('Weight').fill('71')
  await expect(barCloseButton(page)).toHaveAccessibleDescription(
    'There are unsaved changes. Save or discard them first. Visit: typed, not saved',
  )
})

test('closing shows existing and missing records, then asks once', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  // One of the two is in view at every scroll position, and never both.
  const size = page.viewportSize()
  await page.setViewportSize({ width: size?.width ?? 1280, height: 480 })
  await closeButton(page).scrollIntoViewIfNeeded()
  await expect(closeButton(page)).toBeInViewport({ ratio: 1 })
  await expect(barCloseButton(page)).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(closeButton(page)).not.toBeInViewport()
  await expect(barCloseButton(page)).toBeInViewport()
  await barCloseButton(page).click()
  const dialog = closeDialog(page)
  for (const text of ['Forms 1/1', 'No device attached', 'Treadmill: not recorded']) {
    await expect(dialog.getByText(text)).toBeVisible()
  }
  // No subject of this study has a file yet.
  await expect(dialog.getByText('no file')).toBeHidden()
  await expect(dialog.getByText('One thing is missing or incomplete.')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(barCloseButton(page)).toBeFocused()
  await barCloseButton(page).click()
  await dialog.getByRole('button', { name: 'SUBMIT AND CLOSE' }).click()
  await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
  await expect(page.getByRole('region', { name: `Subject ${subject.identifier}` }).getByText('CLOSED')).toBeVisible()
  await expect(page.locator(':focus')).toHaveText(`${subject.identifier}CLOSED`)
})

test('one goes from subject to subject of the list one came from, by button and key', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  const { siteid, studyid, call } = subject
  for (const identifier of ['B-1', 'B-2', 'A-9']) {
    await call('mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }', {
      input: { siteid, studyid, identifier },
    })
  }
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await page.getByRole('link', { name: 'B-1', exact: true }).click()
  const heading = (name: string) => page.getByRole('heading', { level: 1, name: `Subject: ${name} (identifier)` })
  await expect(heading('B-1')).toBeVisible()
  await page.getByRole('button', { name: 'Next subject' }).click()
  await expect(heading('B-2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next subject' })).toBeFocused()
  // Two presses are two steps, even while the first is still loading.
  await page.keyboard.press('Alt+PageUp')
  await page.keyboard.press('Alt+PageUp')
  await expect(heading('A-9')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous subject' })).toBeDisabled()
  await page.reload()
  await page.getByRole('button', { name: 'Next subject' }).click()
  await expect(heading('B-1')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Subjects' }).click()
  await expect(page.getByRole('heading', { name: 'Subjects' })).toBeVisible()
})

test('the history shows what, who, when, and each value before and after', async ({ page, browser, baseURL }) => {
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

test('forms that fall short of their type of today are named, and closing asks for a reason', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await subject.call(
    `mutation ($formtypeid: ID!, $input: FormTypeInput!) { updateFormType(formtypeid: $formtypeid, input: $input) { version } }`,
    {
      formtypeid: subject.formtypeid,
      input: {
        studyid: subject.studyid,
        identifier: 'Visit',
        fields: [
          { name: 'date', type: 'Date', required: true },
          { name: 'Weight', type: 'Number', required: true },
          { name: 'Height', type: 'Number', required: true },
        ],
      },
    },
  )
  await signIn(page, 'nurse', subject.path)
  await closeButton(page).click()
  const dialog = closeDialog(page)
  await expect(dialog.getByText('Visit: Height – Fill in this field.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'SUBMIT AND CLOSE' })).toBeDisabled()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await dialog.getByLabel('Why it is closed anyway').fill('Left the study')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await closeButton(page).click()
  await expect(dialog.getByLabel('Why it is closed anyway')).toHaveValue('Left the study')
  await dialog.getByRole('button', { name: 'SUBMIT AND CLOSE' }).click()
  await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByText('Reason: Left the study').first()).toBeVisible()
})

test('a press on the button is kept until the code that judges forms is loaded', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/(form-code|forms)-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, 'nurse', subject.path)
  const form = page.getByRole('table', { name: 'Forms' }).getByRole('row', { name: /Visit/ })
  await expect(form).toBeVisible()
  await expect(form).not.toContainText(/\d\sof\s\d/)
  await closeButton(page).click()
  // What the subject has and lacks is known. Whether its forms fit their types is not.
  const confirm = closeDialog(page).getByRole('button', { name: 'SUBMIT AND CLOSE' })
  await expect(confirm).toBeDisabled()
  await expect(closeDialog(page).getByRole('progressbar')).toBeVisible()
  release()
  await expect(closeDialog(page).getByRole('progressbar')).toHaveCount(0)
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
  await expect(form).toContainText(/\d\sof\s\d/)
})
