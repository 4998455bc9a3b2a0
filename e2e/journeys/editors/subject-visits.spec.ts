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

  const panel = page.getByRole('region', { name: 'Visits' })
  const items = panel.getByRole('listitem')
  await expect(items).toHaveText([/^Baseline visitLate/, /^NowDue/, /^LaterPlanned/, /^Extra \(1\)Not yet/])
  await expectLooksRight(page)

  await panel.getByRole('button', { name: 'Baseline visit: Done' }).click()
  await panel.getByLabel('Date of the visit').fill(isoDay(-27))
  await expectLooksRight(page)
  await page.keyboard.press('Enter')
  await expect(items.filter({ hasText: 'Baseline visit' })).toContainText('3 days after its window')
  await expect(panel.getByRole('heading', { name: 'Visits' })).toBeFocused()

  await panel.getByRole('button', { name: 'Now: Missed' }).click()
  await panel.getByRole('button', { name: 'Visit missed' }).click()
  await expect(panel.getByText('Say why the visit was missed.')).toBeVisible()
  await panel.getByLabel('Why it was missed').fill('was ill')
  await panel.getByRole('button', { name: 'Visit missed' }).click()
  await expect(items.filter({ hasText: 'was ill' })).toContainText('Missed')
  await expect(panel.getByRole('button', { name: 'Now: Missed' })).toHaveCount(0)

  await panel.getByRole('button', { name: 'Extra (1): Done' }).click()
  await panel.getByRole('button', { name: 'Visit done' }).click()
  await panel.getByRole('button', { name: 'Extra: Another one' }).click()
  await panel.getByRole('button', { name: 'Visit done' }).click()
  await expect(items.filter({ hasText: 'Extra (2)' })).toContainText('Done')

  // A colleague sees it by itself, and corrects it.
  const colleague = await openAs('nurse', path)
  const theirs = colleague.getByRole('region', { name: 'Visits' })
  await theirs.getByRole('button', { name: 'Now: Correct, neither done nor missed' }).click()
  await theirs.getByRole('button', { name: 'Neither done nor missed', exact: true }).click()
  await expect(items.first()).toHaveText(/^NowDue/)
  await expectLooksRight(page)
})
