import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { expectSubject, fillVisit, newSubject, recordStairs } from '../new-subject.ts'

test('summer time: a skipped hour is refused, of an hour that comes twice the second is offered', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Record Stairs' }).click()
  const start = page.getByRole('textbox', { name: 'Start' })
  const stop = page.getByRole('textbox', { name: 'Stop' })
  const confirm = page.getByRole('button', { name: 'Save Stairs' })

  await start.fill('2026-03-29 02:30')
  await stop.focus()
  await expect(page.getByText(/This time does not exist in Europe\/Oslo/)).toBeVisible()
  await expect(confirm).toBeDisabled()

  await start.fill('2026-10-25 02:30')
  await stop.fill('2026-10-25 02:10')
  await page.getByRole('textbox', { name: 'Comment' }).focus()
  await expect(page.getByText('Enter a stop time that is later than the start time.').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Use the second (UTC+01:00)' }).last().click()
  await expect(page.getByText(/The second one \(UTC\+01:00\) is used/)).toBeVisible()
  await expect(confirm).toBeEnabled()
  await confirm.click()
  await expect(
    page.getByRole('table', { name: 'Activities' }).getByText('2026-10-25 02:10 (second time)'),
  ).toBeVisible()
})

test('a start set with Now survives a reload during the walk', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Add activity' }).click()
  await page.getByLabel('Type').selectOption('Treadmill')
  await page.getByRole('button', { name: 'Now: Start' }).click()
  const started = await page.getByRole('textbox', { name: 'Start' }).inputValue()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue(started)
  await expect(page.getByLabel('Type')).toHaveValue(/.+/)
  await expect(async () => {
    await page.getByRole('button', { name: 'Now: Stop' }).click()
    await expect(page.getByRole('button', { name: 'Save new activity' })).toBeEnabled({ timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Save new activity' }).click()
  await expect(page.getByRole('button', { name: 'Edit Treadmill' })).toBeVisible()
  // The select offers only unused types.
  await page.getByRole('button', { name: 'Add activity' }).click()
  await expect(page.getByLabel('Type').getByRole('option')).toHaveText(['Select activity...', 'Stairs'])
})

test('by keyboard alone: Tab runs through the row, Enter confirms, Escape leaves', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Record Stairs' }).press('Enter')
  await expect(page.getByLabel('Type')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Record Stairs' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('soon')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Now: Start' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('2026-10-20 10:00')
  // What is wrong has the focus.
  await page.keyboard.press('Enter')
  const start = page.getByRole('textbox', { name: 'Start' })
  await expect(start).toBeFocused()
  await start.fill('2026-10-20 09:50')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Stairs' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Comment' }).fill('slow')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Leave with unsaved changes?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Comment' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Activities' }).getByText('slow')).toBeVisible()
})

test('what a colleague records appears by itself and is marked', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  // A change before the page subscribes does not notify it.
  const listening = new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => String(payload).includes('onActivitiesUpdates') && resolve(true)),
    )
  })
  await signIn(page, 'nurse', subject.path)
  await expectSubject(page, subject)
  await expect(page.getByRole('button', { name: 'Record Stairs' })).toBeVisible()
  await listening
  await recordStairs(subject)
  await expect(page.getByRole('row', { name: /Stairs/ })).toHaveAttribute('data-changed', 'true')
  await expect(page.getByRole('button', { name: 'Edit Stairs' })).toBeVisible()
})

test('a deep link to a part brings it to the top and into focus', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities`)
  await expect(page.getByRole('heading', { name: 'Activities' })).toBeFocused()
  await page.goto(`${subject.path}/activities/${subject.activitytypeid}`)
  await expect(page.getByRole('heading', { name: 'Reference data Stairs' })).toBeVisible()
  await page.goto(`${subject.path}/devices/new`)
  await expect(page.getByRole('heading', { name: 'Add device' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Reference data Stairs' })).toBeVisible()
})

test('a colleague records the activity that is typed here: the draft is kept and both are merged', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Record Stairs' }).click()
  await page.getByRole('textbox', { name: 'Start' }).fill('2026-10-20 11:50')
  await page.getByRole('textbox', { name: 'Stop' }).fill('2026-10-20 12:00')
  await page.getByRole('textbox', { name: 'Comment' }).fill('even pace')
  await recordStairs(subject)
  await expect(page.getByText('2 fields were changed here and elsewhere')).toBeVisible()
  await expect(page.getByText(/^changed by Lars Haugen, /)).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Start' })).toHaveValue('2026-10-20 11:50')
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('even pace')
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take theirs: Start' }).click()
  await page.getByRole('button', { name: 'Keep mine: Stop' }).click()
  await page.getByRole('button', { name: 'Save Stairs' }).click()
  await expect(page.getByRole('row', { name: /Stairs 2026-10-20 09:50 2026-10-20 12:00 even pace/ })).toBeVisible()
})

test('a colleague removes the activity that is edited here: it stays and is restored with the draft', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Edit Stairs' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('even pace')
  await subject.call(
    'mutation ($s: ID!, $a: ID!) { removeActivity(subjectid: $s, activitytypeid: $a) { activitytypeid } }',
    { s: subject.subjectid, a: subject.activitytypeid },
  )
  await expect(page.getByText('This has been removed in the meantime.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('even pace')
  await page.getByRole('button', { name: 'Put back with my changes' }).click()
  await expect(page.getByRole('row', { name: /Stairs 2026-10-20 09:50 2026-10-20 10:00 even pace/ })).toBeVisible()
})
