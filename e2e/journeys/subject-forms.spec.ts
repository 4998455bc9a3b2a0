import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { expectSubject, fillVisit, newSubject, recordStairs } from '../new-subject.ts'

test('a form that is typed into survives a reload, guards against leaving, and saves', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', subject.path)
  await expectSubject(page, subject)
  await page.getByRole('button', { name: 'Add form' }).click()
  // The study has exactly one form type.
  await expect(page.getByRole('heading', { name: 'New form' })).toBeVisible()
  await expect(page.getByLabel('Form type')).toHaveCount(0)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(save).not.toHaveAccessibleDescription('unsaved changes')
  await page.getByLabel('Weight').fill('71,5')
  await page.getByLabel('Weight').press('Tab')
  await expect(save).toHaveAccessibleDescription('unsaved changes')
  await expect(save).toHaveCSS('background-color', 'rgb(140, 29, 29)')

  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Weight')).toHaveValue('71.5')
  await expect(page.getByText('What you typed here earlier was put back. It is not saved yet.')).toBeVisible()

  await page.getByRole('link', { name: `Study: Study of ${subject.identifier}` }).click()
  await expect(page.getByRole('dialog', { name: 'Leave with unsaved changes?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Weight')).toHaveValue('71.5')

  await page.getByLabel('Room').fill('b2')
  await save.click()
  await expect(page.getByLabel('Room')).toBeFocused()
  await expect(page.getByText('Type a value that follows the pattern [A-Z][0-9]{3}')).toBeVisible()
  await page.getByLabel('Room').fill('B204')
  await save.click()
  await expect(page.getByRole('table', { name: 'Forms' }).getByText('Visit')).toBeVisible()
  await expect(page.getByText(/^Saved \d\d:\d\d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add form' })).toBeDisabled()
})

test('two people change one form: the second hears of it at once, keeps what was typed, and decides', {
  tag: '@desk',
}, async ({ page, browser, baseURL, openAs }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  const address = `${subject.path}/formtypes/${subject.formtypeid}`
  await signIn(page, 'nurse', address)
  await page.getByLabel('Weight').fill('75')
  const other = await openAs('coordinator', address)
  await other.getByLabel('Weight').fill('72')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Edit form: Visit' })).toBeHidden()

  await expect(page.getByText('saved now: 72; yours: 75')).toBeVisible()
  await expect(page.getByLabel('Weight')).toHaveValue('75')
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByRole('heading', { name: 'Edit form: Visit' })).toBeHidden()
  await other.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(other.getByLabel('Weight')).toHaveValue('75')
})

test('the value of a field that was taken out of the form type is shown as retired and cannot be changed', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject, [{ key: 'Room', value: 'B204' }])
  await subject.call(
    'mutation ($formtypeid: ID!, $input: FormTypeInput!) { updateFormType(formtypeid: $formtypeid, input: $input) { version } }',
    {
      formtypeid: subject.formtypeid,
      input: {
        studyid: subject.studyid,
        identifier: 'Visit',
        fields: [{ name: 'date', type: 'Date', required: true }],
      },
    },
  )
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  const retired = page.getByRole('region', { name: 'Retired fields' })
  await expect(retired.getByText('B204')).toBeVisible()
  await expect(retired.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
})

test('a form that is typed into stays open beside whatever else is opened', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  await page.getByLabel('Weight').fill('71')
  await page.getByRole('button', { name: 'Add device' }).click()
  await page.getByRole('button', { name: /reference data, Stairs/ }).click()
  await expect(page.getByRole('heading', { name: 'Add device' })).toBeVisible()
  await expect(page.getByLabel('Weight')).toHaveValue('71')
  await expect(page.getByRole('button', { name: 'SUBMIT AND CLOSE' })).toBeDisabled()
  // Saving the device closes its own panel and no other.
  await page.getByLabel('Location').selectOption('arm')
  await page.getByLabel('Device ID').selectOption('A1')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Add device' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Reference data Stairs' })).toBeVisible()
  // Neither does the way back close what is not saved.
  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('Weight')).toHaveValue('71')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit form: Visit' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'SUBMIT AND CLOSE' })).toBeEnabled()
})
