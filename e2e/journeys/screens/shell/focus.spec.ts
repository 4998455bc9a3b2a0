import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from '../../../fixtures.ts'
import {
  addActivityType,
  addDevices,
  addFormType,
  addSubjects,
  firstColumn,
  newSite,
  newStudy,
} from '../../../new-site.ts'
import { fillVisit, newSubject } from '../../../new-subject.ts'

/** Presses a control by keyboard, waits for its effect, and expects the focus to be on the page. */
async function press(page: Page, control: Locator, comesOfIt: () => Promise<void>, key = 'Enter') {
  await control.focus()
  await expect(control).toBeFocused()
  await page.keyboard.press(key)
  await comesOfIt()
  await expectFocus(page, String(control))
}

/** Expects the focus on the page, also after late changes of the screen. */
async function expectFocus(page: Page, after: string) {
  const focused = () =>
    page.evaluate(async () => {
      for (let frames = 0; frames < 6; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
      return document.activeElement?.tagName
    })
  await expect.poll(focused, { message: `the focus after ${after}`, timeout: 5_000 }).not.toBe('BODY')
  expect(await focused(), `the focus after ${after}`).not.toBe('BODY')
}

const shown = (locator: Locator) => () => expect(locator).toBeVisible()
const gone = (locator: Locator) => () => expect(locator).toBeHidden()

test('by keyboard, the focus stays on the page through every panel of the lists', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addActivityType(admin, studyid, 'Stairs')
  await addDevices(admin, siteid, ['A1'])
  await addSubjects(admin, siteid, studyid, ['P-1'])
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  const question = page.getByRole('alertdialog')

  await signIn(page, 'admin', `/studies/${studyid}/activitytypes`)
  await press(page, button('Add activity type'), shown(heading('New activity type')))
  await press(page, button('Cancel'), gone(heading('New activity type')))
  await press(page, button('Add activity type'), shown(heading('New activity type')))
  await page.getByLabel('Description').fill('Treadmill')
  await press(page, page.getByLabel('Description'), gone(heading('New activity type')))
  await press(page, button('Edit Stairs'), shown(heading('Edit activity type')))
  await press(page, page.getByLabel('Description'), gone(heading('Edit activity type')), 'Escape')
  await press(page, button('Edit Stairs'), shown(heading('Edit activity type')))
  // The row moves to the end of the list.
  await page.getByLabel('Description').fill('Walk')
  await press(page, button('Update'), gone(heading('Edit activity type')))
  await press(page, button('Remove Walk'), shown(question))
  await press(page, question.getByRole('button', { name: 'Keep' }), gone(question))
  await press(page, button('Remove Walk'), shown(question))
  await press(page, question.getByRole('button', { name: 'Remove' }), gone(button('Remove Walk')))
  await press(page, button('Undo'), shown(button('Remove Walk')))

  await page.goto(`/devices?site=${siteid}`)
  await expect(firstColumn(page, 'Devices')).toHaveText(['A1'])
  await press(page, page.getByRole('link', { name: 'New device' }), shown(heading('New device')))
  await press(page, button('Cancel'), gone(heading('New device')))
  await press(page, page.getByRole('link', { name: 'Edit A1' }), shown(heading('Edit device')))
  await page.getByLabel('DeviceID').fill('B1')
  await press(page, button('Update'), gone(heading('Edit device')))
  await press(page, button('Remove B1'), shown(question))
  await press(page, question.getByRole('button', { name: 'Remove' }), gone(button('Remove B1')))

  await page.goto(`/studies?site=${siteid}`)
  await expect(firstColumn(page, 'Studies')).toHaveText(['Sleep'])
  await press(page, button('New study'), shown(heading('New study')))
  await press(page, button('Cancel'), gone(heading('New study')))
  await press(page, page.getByRole('link', { name: 'Edit Sleep' }), shown(heading('Edit study')))
  await press(page, button('Cancel'), shown(heading('Studies')))
  await press(page, page.getByRole('link', { name: 'Edit Sleep' }), shown(heading('Edit study')))
  await page.getByLabel('Name').fill('Wake')
  await press(page, button('Update'), shown(heading('Studies')))

  await page.goto(`/studies/${studyid}/subjects`)
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1'])
  await press(page, button('New subject'), shown(heading('New subject')))
  await press(page, button('Cancel'), gone(heading('New subject')))
  await press(page, button('Actions for P-1'), shown(button('Edit P-1')))
  await press(page, button('Edit P-1'), shown(heading('Edit subject')))
  await page.getByLabel('Identifier').fill('P-2')
  await press(page, button('Update'), gone(heading('Edit subject')))
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-2'])

  await page.goto('/sites')
  await press(page, page.getByRole('link', { name: 'New site' }), shown(heading('New site')))
  await press(page, button('Cancel'), shown(heading('Sites')))
})

test('by keyboard, the focus stays on the page when rows, cards and notices disappear', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const name = `Away ${crypto.randomUUID().slice(0, 8)}`
  const studyid = await newStudy(admin, siteid, name)
  await addFormType(admin, studyid, 'Visit', [
    { name: 'date', type: 'Date', required: true },
    { name: 'Weight', type: 'Number', required: false },
  ])
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  const question = page.getByRole('alertdialog')

  await signIn(page, 'admin', `/studies/${studyid}/formtypes`)
  await press(page, button('Edit Visit'), shown(button('Add field')))
  await press(page, button('Edit field Weight'), shown(button('OK')))
  await expect(page.getByLabel('Type', { exact: true })).toBeFocused()
  await press(page, page.getByLabel('Type', { exact: true }), gone(button('OK')), 'Escape')
  await expect(button('Edit field Weight')).toBeFocused()
  await press(page, button('Add field'), shown(button('OK')))
  await page.getByRole('group', { name: 'New field' }).getByLabel('Name').fill('Room')
  // Enter adds the field and begins the next one, and in an empty one it ends.
  await press(
    page,
    page.getByRole('group', { name: 'New field' }).getByLabel('Name'),
    shown(button('Delete field Room')),
  )
  await press(page, page.getByRole('group', { name: 'New field' }).getByLabel('Name'), gone(button('OK')))
  await expect(button('Add field')).toBeFocused()
  await press(page, button('Delete field Room'), gone(button('Delete field Room')))
  await press(page, button('Add field'), shown(button('OK')))
  await press(
    page,
    page.getByRole('group', { name: 'New field' }).getByRole('button', { name: 'Cancel' }),
    gone(button('OK')),
  )

  // A refusal of the server appears as a card.
  await page.goto(`/studies?site=${siteid}`)
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('removeStudy')
      ? route.fulfill({ json: { errors: [{ message: 'Something broke.', extensions: { code: 'INTERNAL' } }] } })
      : route.continue(),
  )
  await press(page, button(`Remove ${name}`), shown(question))
  await press(page, question.getByRole('button', { name: 'Remove' }), shown(button('Dismiss')))
  await press(page, button('Dismiss'), gone(button('Dismiss')))
  await page.unroute('**/graphql')

  await admin(
    'mutation ($siteid: ID!, $studyid: ID!) { removeStudy(siteid: $siteid, studyid: $studyid) { version } }',
    {
      siteid,
      studyid,
    },
  )
  await page.goto('/removed')
  await press(page, button(`Put back ${name}`), gone(button(`Put back ${name}`)))

  await page.goto('/profile')
  await press(page, button('New token'), shown(button('Add token')))
  await press(page, button('Cancel'), gone(button('Add token')))
  await press(page, button('New token'), shown(button('Add token')))
  await page.getByRole('region', { name: 'Access tokens' }).getByLabel('Name').fill(name)
  await press(page, button('Add token'), shown(button('Done')))
  await press(page, button('Done'), gone(button('Done')))
  await press(page, button(`Revoke ${name}`), shown(question))
  await press(page, question.getByRole('button', { name: 'Revoke' }), gone(button(`Revoke ${name}`)))
})

test('by keyboard, the focus stays on a subject’s page, also where a colleague takes something away', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  const { call, subjectid, formtypeid } = subject
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  await signIn(page, 'nurse', subject.path)
  await press(page, button('History'), shown(page.getByRole('dialog', { name: 'History' })))
  await page.keyboard.press('Escape')
  await gone(page.getByRole('dialog', { name: 'History' }))()
  await expectFocus(page, 'the history')
  await press(page, button('Add device'), shown(page.getByLabel('Location')))
  await press(page, page.getByLabel('Location'), gone(page.getByLabel('Location')), 'Escape')

  await button('Delete Visit').focus()
  await call('mutation ($s: ID!, $f: ID!) { removeForm(subjectid: $s, formtypeid: $f) { version } }', {
    s: subjectid,
    f: formtypeid,
  })
  await gone(button('Delete Visit'))()
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()
})

test('the focused row of a long list keeps the focus when the rows in view replace the first hundred @desk', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const identifiers = [...Array(300).keys()].map((each) => `P-${String(each).padStart(3, '0')}`)
  await addSubjects(admin, siteid, studyid, identifiers)
  const held = Promise.withResolvers<void>()
  await page.route(/WindowedRows/, async (route) => {
    await held.promise
    await route.continue()
  })
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  const fourth = page.getByRole('link', { name: 'P-003', exact: true })
  await fourth.focus()
  expect(await page.getByRole('row').count()).toBeGreaterThan(100)
  held.resolve()
  await expect.poll(() => page.getByRole('row').count()).toBeLessThan(100)
  await expect(fourth).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'P-004', exact: true })).toBeFocused()
})

test('scrolling away from the focused row of a long list keeps the scroll position', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const identifiers = [...Array(300).keys()].map((each) => `P-${String(each).padStart(3, '0')}`)
  await addSubjects(admin, siteid, studyid, identifiers)
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  const first = page.getByRole('link', { name: 'P-000', exact: true })
  await first.focus()
  await page.mouse.move(600, 500)
  await page.mouse.wheel(0, 9_000)
  await expect(first).toHaveCount(0)
  const top = await page.evaluate(() => scrollY)
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(top)
})
