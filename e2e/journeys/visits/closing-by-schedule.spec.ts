import { closeButton } from '../../closing.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

test('closing asks for what the schedule asks for, and lists what is missing', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Diary', [{ name: 'date', type: 'Date', required: true }])
  const activitytypeid = await addActivityType(admin, studyid, 'Walk')
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['S-001'])
  const whole = { formtypeids: [formtypeid], activitytypeids: [activitytypeid] }
  const { updateVisits: visits } = await admin<{ updateVisits: { visitid: string }[] }>(
    'mutation ($studyid: ID!, $visits: [VisitInput!]!) { updateVisits(studyid: $studyid, visits: $visits) { visitid } }',
    {
      studyid,
      visits: [
        { name: 'First day', day: 0, ...whole },
        { name: 'Week 4', day: 28, daysBefore: 3, daysAfter: 3, ...whole },
        { name: 'Extra', repeats: true, ...whole },
      ],
    },
  )
  const visitid = visits[0]?.visitid
  const time = Date.parse('2026-10-20T12:00:00Z') / 1000
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, visitid, fields: [{ key: 'date', value: String(time) }] },
  })
  await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, visitid, startTime: time, stopTime: time + 600 },
  })

  await signIn(page, 'nurse', `/studies/${studyid}/subjects/${subjectid}?site=${siteid}`)
  const close = closeButton(page)
  const dialog = page.getByRole('dialog')
  await close.click()
  const ofVisits = dialog.getByRole('listitem').filter({ hasText: /^Visits/ })
  await expect(ofVisits).toContainText('0/2')
  await expect(ofVisits.getByRole('listitem')).toHaveText([
    'First day: neither done nor missed',
    'Week 4: neither done nor missed',
    'Week 4, Diary: not filled in',
    'Week 4, Walk: not recorded',
  ])
  await expectLooksRight(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'First day: Done' }).click()
  await page.getByRole('button', { name: 'Visit done' }).click()
  await page.getByRole('button', { name: 'Week 4: Missed' }).click()
  await page.getByLabel('Why it was missed').fill('moved away')
  await page.getByRole('button', { name: 'Visit missed' }).click()
  await expect(page.getByText('moved away')).toBeVisible()
  await close.click()
  await expect(ofVisits).toContainText('2/2')
  await expect(ofVisits.getByRole('listitem')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'SUBMIT AND CLOSE' }).click()
  await expect(page.getByText('Subject is closed.').first()).toBeVisible()
  const { getSubject: subject } = await admin<{ getSubject: { status: string; snapshot: string } }>(
    'query ($studyid: ID!, $subjectid: ID!) { getSubject(studyid: $studyid, subjectid: $subjectid) { status snapshot } }',
    { studyid, subjectid },
  )
  expect(subject.status).toBe('CLOSED')
  expect(JSON.parse(subject.snapshot).visits).toMatchObject([
    { name: 'First day', state: 'DONE' },
    { name: 'Week 4', state: 'MISSED', reason: 'moved away' },
    { name: 'Extra', state: 'PLANNED' },
  ])
})
