import { holdAnswer } from '../answers.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { fillVisit, newSubject } from '../new-subject.ts'

test('what one person starts a colleague sees running and stops, the first browser closed', async ({
  page,
  browser,
  baseURL,
  openAs,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  const colleague = await openAs('coordinator', subject.path)
  await expect(colleague.getByRole('button', { name: 'Start Stairs now' })).toBeEnabled()
  await page.getByRole('button', { name: 'Start Stairs now' }).click()
  await expect(page.getByRole('button', { name: 'Stop Stairs now' })).toBeFocused()
  await expect(page.getByText('No activities yet!')).toBeHidden()
  const row = colleague.getByRole('row', { name: /^Stairs/ })
  await expect(row.getByText(/^Running, \d+:\d\d$/)).toBeVisible()
  await expect(row.getByText('started by Kari Nordmann')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.close()
  await colleague.reload()
  await colleague.getByRole('button', { name: 'Stop Stairs now' }).click()
  const question = colleague.getByRole('alertdialog', { name: 'Kari Nordmann started Stairs just now. Stop it?' })
  await expect(question.getByRole('button', { name: 'Keep running' })).toBeFocused()
  await expectAccessible(colleague)
  await colleague.keyboard.press('Escape')
  await expect(colleague.getByRole('button', { name: 'Stop Stairs now' })).toBeFocused()
  await colleague.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(colleague.getByRole('button', { name: 'Edit Stairs' })).toBeFocused()
  await expect(row.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d/)).toHaveCount(2)
})

test('Stop follows a start that is still being answered', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  // Executed at once, answered late: the live notice shows it as running before.
  const release = await holdAnswer(page, 'startActivity')
  await page.getByRole('button', { name: 'Start Stairs now' }).click()
  const stop = page.getByRole('button', { name: 'Stop Stairs now' })
  await expect(stop).not.toHaveAttribute('data-held')
  await stop.click()
  await expect(stop).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Edit Stairs' })).toBeFocused()
})

test('the focus follows a stop, also where the row is read in between', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Start Stairs now' }).click()
  const stop = page.getByRole('button', { name: 'Stop Stairs now' })
  await expect(stop).toBeFocused()
  // The first answer after the stop was read when the activity ran no more, and was not there yet.
  let between = 0
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('listRunningActivities')) return route.fallback()
    const response = await route.fetch()
    const answer = await response.json()
    if (answer.data.listRunningActivities.length === 0 && between < 1) {
      between += 1
      answer.data.getSubject.activities = []
    }
    await route.fulfill({ response, json: answer })
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Stairs' })).toBeFocused()
  expect(between).toBeGreaterThan(0)
  // Reads go on after the test.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a press that was meant for Start does not meet what a colleague’s start put in its place', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  const { subjectid, activitytypeid, call } = subject
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await expect(page.getByRole('button', { name: 'Start Stairs now' })).toBeEnabled()
  const stop = page.getByRole('button', { name: 'Stop Stairs now' })
  const press = async () => {
    const box = await stop.boundingBox()
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  }
  await call(
    `mutation ($subjectid: ID!, $activitytypeid: ID!) {
      startActivity(subjectid: $subjectid, activitytypeid: $activitytypeid) { version } }`,
    { subjectid, activitytypeid },
  )
  await page.waitForSelector('[aria-label="Stop Stairs now"][data-held]')
  await press()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(stop).not.toHaveAttribute('data-held')
  await expect(stop).toBeVisible()
  await press()
  // The question has the focus on the answer that changes nothing.
  await expect(page.getByRole('button', { name: 'Keep running' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stop).toBeFocused()
})

test('a page that was just opened takes presses at once', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', '/studies')
  await page.addInitScript(() => {
    const holds = new MutationObserver(() => Object.assign(globalThis, { hasHeld: true }))
    holds.observe(document, { attributeFilter: ['data-held'], subtree: true })
  })
  await page.goto(subject.path, { waitUntil: 'commit' })
  const add = page.getByRole('button', { name: 'Add form' })
  await add.waitFor()
  const box = await add.boundingBox()
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  expect(await page.evaluate(() => 'hasHeld' in globalThis)).toBe(false)
})

test('a start is undone after a confirmation', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Start Treadmill now' }).click()
  await page.getByRole('button', { name: 'Undo start of Treadmill' }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo the start of Treadmill?' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await question.getByRole('button', { name: 'Undo start' }).click()
  await expect(page.getByRole('button', { name: 'Record Treadmill' })).toBeFocused()
  await expect(page.getByText('No activities yet!')).toBeVisible()
})

test('times are accepted in common notations and shown as interpreted', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Record Stairs' }).click()
  const start = page.getByRole('textbox', { name: 'Start' })
  await expect(page.getByRole('button', { name: 'Save Stairs' })).toHaveAccessibleDescription(/later than the start/)
  await start.fill('0630')
  await expect(page.getByText('Understood as 2026-10-20 06:30')).toBeVisible()
  await page.getByRole('textbox', { name: 'Stop' }).fill('20.10.2026 10.00')
  await expect(start).toHaveValue('2026-10-20 06:30')
  await expect(page.getByText('Understood as 2026-10-20 10:00')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: /^Stairs/ })
  await expect(row.getByText('2026-10-20 10:00')).toBeVisible()
})

test('the warning about the date names the form and leads there, and only where a form asks for it', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', subject.path)
  await expect(page.getByText('A date must be saved before adding activities')).toBeVisible()
  await expect(page.getByText('It is a field in the form Visit.')).toBeVisible()
  await page.getByRole('button', { name: 'Open Visit' }).click()
  await expect(page.getByRole('heading', { name: 'New form' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'date' })).toBeVisible()

  const { studyid, siteid, formtypeid, call } = subject
  await call(
    'mutation ($studyid: ID!, $formtypeid: ID!) { removeFormType(studyid: $studyid, formtypeid: $formtypeid) { formtypeid } }',
    {
      studyid,
      formtypeid,
    },
  )
  const { addSubjectV2 } = await call<{ addSubjectV2: { subjectid: string } }>(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
    { input: { siteid, studyid, identifier: 'No date' } },
  )
  await page.goto(`/studies/${studyid}/subjects/${addSubjectV2.subjectid}`)
  await expect(page.getByRole('button', { name: 'Record Stairs' })).toBeEnabled()
  await expect(page.getByText('A date must be saved before adding activities')).toBeHidden()
})

test.describe(() => {
  test.use({ expectedMessages: [/WebSocket|Failed to load resource/] })

  test('Start and Stop without network keep the moment of the press, and are recorded with it later', {
    tag: '@desk',
  }, async ({ page, context, browser, baseURL }) => {
    const subject = await newSubject(browser, baseURL)
    const { call, subjectid } = subject
    await fillVisit(subject)
    await signIn(page, 'nurse', subject.path)
    const clockOf = (seconds: number) =>
      new Date(seconds * 1_000).toLocaleTimeString('en-GB', { timeZone: 'Europe/Oslo' })
    const record = page.getByRole('button', { name: /^Record with \d\d:\d\d:\d\d: Stairs$/ })

    async function pressOffline(name: string) {
      await context.setOffline(true)
      await page.getByRole('button', { name }).click()
      await expect(record).toBeDisabled()
      const shown = await record.textContent()
      await context.setOffline(false)
      // The text goes when its cause does.
      await expect(page.getByText(/without connection/)).toBeHidden()
      await expect(record).toBeEnabled()
      await expect(record).toHaveText(shown ?? '')
      return shown?.replace('Record with ', '')
    }

    await expect(page.getByRole('button', { name: 'Start Stairs now' })).toBeEnabled()
    const started = await pressOffline('Start Stairs now')
    await expectAccessible(page)
    await record.click()
    await expect(page.getByRole('button', { name: 'Stop Stairs now' })).toBeFocused()
    type Running = { listRunningActivities: { startTime: number }[] }
    const { listRunningActivities } = await call<Running>(
      'query ($subjectid: ID!) { listRunningActivities(subjectid: $subjectid) { startTime } }',
      { subjectid },
    )
    expect(listRunningActivities.map(({ startTime }) => clockOf(startTime))).toEqual([started])

    // A kept press survives the page, and can be thrown away.
    const stopped = await pressOffline('Stop Stairs now')
    await page.reload()
    await expect(record).toHaveText(`Record with ${stopped}`)
    await record.click()
    await expect(page.getByRole('button', { name: 'Edit Stairs' })).toBeFocused()
    type Recorded = { listActivities: { stopTime: number }[] }
    const { listActivities } = await call<Recorded>(
      'query ($subjectid: ID!) { listActivities(subjectid: $subjectid) { stopTime } }',
      { subjectid },
    )
    expect(listActivities.map(({ stopTime }) => clockOf(stopTime))).toEqual([stopped])
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Start Treadmill now' }).click()
    await page.getByRole('button', { name: 'Discard the press for Treadmill' }).click()
    await expect(page.getByRole('button', { name: 'Start Treadmill now' })).toBeVisible()
    await context.setOffline(false)
  })

  test('what Now filled in without network is saved with that time', { tag: '@desk' }, async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    const subject = await newSubject(browser, baseURL)
    await fillVisit(subject)
    await signIn(page, 'nurse', subject.path)
    await page.getByRole('button', { name: 'Record Stairs' }).click()
    await page.getByRole('textbox', { name: 'Start' }).fill('2026-10-20 09:50')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Now: Stop' }).click()
    const stop = page.getByRole('textbox', { name: 'Stop' })
    const time = await stop.inputValue()
    const save = page.getByRole('button', { name: 'Save Stairs' })
    await save.click()
    await expect(page.getByText(/^No connection to the server\./)).toBeVisible()
    await expect(stop).toHaveValue(time)
    await context.setOffline(false)
    const recorded = page.getByRole('row', { name: /^Stairs/ }).getByText(time)
    // What was sent is sent again by itself for a while, and by another press after that.
    await expect(async () => {
      if (await save.isVisible()) await save.click({ timeout: 2_000 })
      await expect(recorded).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await expect(page.getByText('The server did not answer.')).toHaveCount(0)
  })
})
