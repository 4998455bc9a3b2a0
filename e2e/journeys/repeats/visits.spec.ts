import type { Locator, Page } from '@playwright/test'
import { closeButton } from '../../closing.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

const day = 86_400_000
const zone = { timeZone: 'Europe/Oslo' } as const
const isoDay = (from: number) => new Intl.DateTimeFormat('sv-SE', zone).format(Date.now() + from * day)

/** By keyboard on the desk, where Tab must lead there; by touch on the phone. */
async function press(page: Page, control: Locator) {
  await expect(control).toBeEnabled()
  if (test.info().project.name === 'phone') return control.tap()
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; !(await isFocused()); tabs += 1) {
    expect(tabs, 'Tab leads there').toBeLessThan(150)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}

/** Three walks, each with a file. */
async function walkThreeTimes(page: Page, visit: Locator, date: string) {
  for (const number of [1, 2, 3]) {
    await press(page, visit.getByRole('button', { name: number === 1 ? 'Record Walk' : 'Add another Walk' }))
    await visit.getByRole('textbox', { name: 'Start' }).fill(`${date} 00:${number}0`)
    await visit.getByRole('textbox', { name: 'Stop' }).fill(`${date} 00:${number}6`)
    await page.keyboard.press('Enter')
    await expect(visit.getByRole('button', { name: new RegExp(`^Edit Walk ${number} · `) })).toBeVisible()
  }
  for (const number of [1, 2, 3]) {
    const filename = `walk-${date}-${number}.csv`
    const files = (count: number) =>
      visit.getByRole('button', { name: new RegExp(`^${count}: reference data, Walk ${number} · `) })
    await press(page, files(0))
    await press(page, visit.getByRole('button', { name: 'Add reference data' }))
    await visit
      .getByLabel('Choose files, or drop them here')
      .setInputFiles({ name: filename, mimeType: 'text/csv', buffer: Buffer.from(`${number},${date}\n`) })
    await press(page, visit.getByRole('button', { name: 'Upload', exact: true }))
    await expect(visit.getByRole('button', { name: `Download ${filename}` })).toBeVisible()
    await press(page, files(1))
  }
}

test('four visits: two with the same walk three times and a file on each, one missed; then the subject is closed', async ({
  page,
  admin,
}) => {
  test.setTimeout(600_000)
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Walking after surgery')
  const date = { name: 'date', type: 'Date', required: true }
  const diary = await addFormType(admin, studyid, 'Diary', [date, { name: 'Pain', type: 'Number', required: false }])
  const walk = await addActivityType(admin, studyid, 'Walk')
  await admin(
    `mutation ($activitytypeid: ID!, $input: ActivityTypeInput!) {
      updateActivityType(activitytypeid: $activitytypeid, input: $input) { version } }`,
    { activitytypeid: walk, input: { studyid, description: 'Walk', repeats: true } },
  )
  const both = { formtypeids: [diary], activitytypeids: [walk], daysBefore: 3, daysAfter: 3 }
  await admin(
    'mutation ($studyid: ID!, $visits: [VisitInput!]!) { updateVisits(studyid: $studyid, visits: $visits) { visitid } }',
    {
      studyid,
      visits: [
        { name: 'Baseline', day: 0, ...both },
        { name: 'Week 2', day: 14, ...both },
        { name: 'Week 4', day: 28, ...both },
        { name: 'Call', day: 30, ...both, activitytypeids: [] },
      ],
    },
  )
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['S-001'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects/${subjectid}?site=${siteid}`)
  const visit = (name: string) => page.getByRole('region', { name, exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })

  // Nothing is known of the subject: the first visit is open. Its form says day zero.
  await press(page, visit('Baseline').getByRole('button', { name: 'Fill in Diary' }))
  await expect(page.getByLabel('Visit', { exact: true })).toHaveText(/Baseline/)
  await expectLooksRight(page)
  await page.getByRole('textbox', { name: 'date' }).fill(isoDay(-28))
  await page.getByRole('textbox', { name: 'Pain' }).fill('7')
  await press(page, save)
  await expect(page.getByRole('heading', { name: 'Forms, Baseline' })).toBeFocused()
  await walkThreeTimes(page, visit('Baseline'), isoDay(-28))
  await press(page, page.getByRole('button', { name: 'Baseline: Done' }))
  await press(page, page.getByRole('button', { name: 'Visit done', exact: true }))
  await expect(visit('Baseline')).toContainText(/^BaselineDone/)

  const due = page.getByRole('list', { name: 'Visits that are due' })
  await expect(due.getByRole('listitem')).toHaveText([/^Week 2Late/, /^Week 4Due/, /^CallDue/])
  await press(page, page.getByRole('button', { name: 'Week 2: Missed' }))
  await page.getByLabel('Why it was missed').fill('had the flu')
  await page.keyboard.press('Enter')
  await expect(visit('Week 2')).toContainText(/^Week 2Missed.*had the flu/)

  // Four weeks later the page opens with the visit that is due.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Forms, Week 4' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Forms, Baseline' })).toHaveCount(0)
  await expect(visit('Baseline')).toContainText('1 form, 3 activities, 3 files')
  await walkThreeTimes(page, visit('Week 4'), isoDay(0))
  await expectLooksRight(page)

  // A form is taken to another visit before it is saved, with what was typed.
  await press(page, visit('Week 4').getByRole('button', { name: 'Fill in Diary' }))
  await page.getByRole('textbox', { name: 'Pain' }).fill('2')
  await page.getByLabel('Visit', { exact: true }).selectOption('Call')
  await expect(page.getByLabel('Visit', { exact: true })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Pain' })).toHaveValue('2')
  await press(page, save)
  await expect(page.getByRole('heading', { name: 'Forms, Call' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Call: Done' }))
  await press(page, page.getByRole('button', { name: 'Visit done', exact: true }))
  await expect(visit('Call')).toContainText(/^CallDone/)

  // The closing dialog says what the schedule still asks for.
  const close = closeButton(page)
  const dialog = page.getByRole('dialog')
  await press(page, close)
  const ofVisits = dialog.getByRole('listitem').filter({ hasText: /^Visits/ })
  await expect(ofVisits.getByRole('listitem')).toHaveText([
    'Week 4: neither done nor missed',
    'Week 4, Diary: not filled in',
  ])
  await press(page, dialog.getByRole('button', { name: 'Cancel' }))
  await press(page, visit('Week 4').getByRole('button', { name: 'Fill in Diary' }))
  await press(page, save)
  await expect(page.getByRole('heading', { name: 'Forms, Week 4' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Week 4: Done' }))
  await press(page, page.getByRole('button', { name: 'Visit done', exact: true }))
  await expect(page.getByText('Nothing is due now.')).toBeVisible()
  await expectLooksRight(page)
  await press(page, close)
  await expect(dialog.getByText('Nothing is missing.')).toBeVisible()
  await press(page, dialog.getByRole('button', { name: 'SUBMIT AND CLOSE' }))
  await expect(page.getByText('Subject is closed.').first()).toBeVisible()

  const { getSubject: subject } = await admin<{ getSubject: { status: string; snapshot: string } }>(
    'query ($studyid: ID!, $subjectid: ID!) { getSubject(studyid: $studyid, subjectid: $subjectid) { status snapshot } }',
    { studyid, subjectid },
  )
  expect(subject.status).toBe('CLOSED')
  const { visits, activities } = JSON.parse(subject.snapshot)
  expect(visits).toMatchObject([
    { name: 'Baseline', state: 'DONE', date: isoDay(-28) },
    { name: 'Week 2', state: 'MISSED', reason: 'had the flu' },
    { name: 'Week 4', state: 'DONE', date: isoDay(0) },
    { name: 'Call', state: 'DONE' },
  ])
  expect(new Set(activities.map(({ visitid }: { visitid: string }) => visitid)).size).toBe(2)
  expect(activities).toHaveLength(6)
})
