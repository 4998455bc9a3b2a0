import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

const day = 86_400_000
const isoDay = (from: number) => new Date(Date.now() + from * day).toISOString().slice(0, 10)

test('what is due stands on top; a visit is done late, missed with a reason, corrected, and repeated', async ({
  page,
  admin,
  openAs,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Baseline', [{ name: 'date', type: 'Date', required: true }])
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['S-001'])
  const path = `/studies/${studyid}/subjects/${subjectid}?site=${siteid}`
  await signIn(page, 'nurse', path)
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeVisible()
  // A study without a schedule looks as before.
  await expect(page.getByRole('heading', { name: 'Visits' })).toHaveCount(0)

  const none = { formtypeids: [], activitytypeids: [] }
  const visits = [
    { name: 'Later', day: 60, ...none },
    { name: 'Baseline visit', day: 0, formtypeids: [formtypeid], activitytypeids: [] },
    { name: 'Now', day: 30, daysBefore: 3, daysAfter: 3, ...none },
    { name: 'Extra', repeats: true, ...none },
  ]
  await admin(
    'mutation ($studyid: ID!, $visits: [VisitInput!]!) { updateVisits(studyid: $studyid, visits: $visits) { visitid } }',
    { studyid, visits },
  )
  const value = String(Date.parse(`${isoDay(-30)}T12:00:00Z`) / 1000)
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, fields: [{ key: 'date', value }] },
  })

  await expect(page.getByRole('heading', { name: 'Visits' })).toBeVisible()
  await page.reload()
  const due = page.getByRole('list', { name: 'Visits that are due' }).getByRole('listitem')
  await expect(due).toHaveText([/^NowDue/, /^Baseline visitLate/])
  const visit = (name: string, on = page) => on.getByRole('region', { name, exact: true })
  // The visit that one is in stands first and is open, the others are folded in the order of the schedule.
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Visits',
    'Devices',
    /^NowDue/,
    /^LaterPlanned/,
    /^Baseline visitLate/,
    /^Extra \(1\)Not yet/,
    'Without a visit',
    /^Subject status/,
  ])
  await expect(visit('Now').getByRole('heading', { name: 'Forms, Now' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Forms, Later' })).toHaveCount(0)
  await expect(visit('Without a visit')).toContainText('1 form')
  await expectLooksRight(page)

  await due.getByRole('button', { name: 'Baseline visit' }).click()
  await expect(page.getByRole('button', { name: 'Baseline visit Late' })).toBeFocused()
  await page.getByRole('button', { name: 'Baseline visit: Done' }).click()
  await visit('Baseline visit').getByRole('textbox', { name: 'Date of the visit' }).fill(isoDay(-27))
  await expectLooksRight(page)
  await page.keyboard.press('Enter')
  await expect(visit('Baseline visit')).toContainText('3 days after its window')
  await expect(page.getByRole('button', { name: 'Baseline visit Done' })).toBeFocused()
  await page.getByRole('button', { name: 'Baseline visit Done' }).click()
  await expect(page.getByRole('heading', { name: 'Forms, Baseline visit' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Now: Date' }).click()
  await visit('Now').getByRole('textbox', { name: 'Date of the visit' }).fill(isoDay(1))
  await page.getByRole('button', { name: 'Save date' }).click()
  await expect(visit('Now')).toContainText(/^NowDue/)
  await page.getByRole('button', { name: 'Now: Missed' }).click()
  await page.getByRole('button', { name: 'Visit missed', exact: true }).click()
  await expect(page.getByText('Say why the visit was missed.')).toBeVisible()
  await page.getByLabel('Why it was missed').fill('was ill')
  await page.getByRole('button', { name: 'Visit missed', exact: true }).click()
  await expect(visit('Now')).toContainText(/^NowMissed.*was ill/)
  await expect(page.getByRole('button', { name: 'Now: Missed' })).toHaveCount(0)
  // It stays where it is while the page is open.
  await expect(page.getByRole('heading', { level: 2 }).nth(2)).toHaveText(/^Now/)

  // What is unscheduled begins when it takes place, as often as it does.
  await expect(page.getByRole('button', { name: 'Another visit: Extra' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Extra (1) Not yet' }).click()
  await page.getByRole('button', { name: 'Extra (1): Done' }).click()
  await page.getByRole('button', { name: 'Visit done', exact: true }).click()
  await page.getByRole('button', { name: 'Another visit: Extra' }).click()
  await page.getByRole('button', { name: 'Begin visit', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Extra (2) Begun' })).toBeFocused()
  await expect(visit('Extra (2)').getByRole('heading', { name: 'Activities, Extra (2)' })).toBeVisible()

  // A colleague sees it by itself, and corrects it.
  const colleague = await openAs('nurse', path)
  const toggle = colleague.getByRole('button', { name: /^Now Missed/ })
  await toggle.click()
  await colleague.getByRole('button', { name: 'Now: Correct, neither done nor missed' }).click()
  await colleague.getByRole('button', { name: 'Neither done nor missed', exact: true }).click()
  await expect(visit('Now')).toContainText(/^NowDue/)
})
