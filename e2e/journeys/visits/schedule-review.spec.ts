import { expect, expectLooksRight, expectNoSidewaysScroll, signIn, test } from '../../fixtures.ts'
import { addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

test('what a changed schedule means is shown before it is saved', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Diary', [{ name: 'date', type: 'Date', required: true }])
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['S-001'])
  await admin(
    'mutation ($studyid: ID!, $visits: [VisitInput!]!) { updateVisits(studyid: $studyid, visits: $visits) { visitid } }',
    { studyid, visits: [{ name: 'Month 1', day: 400, daysAfter: 5, formtypeids: [], activitytypeids: [] }] },
  )
  const begun = Date.now() - 60 * 86_400_000
  const day = String(Date.parse(`${new Date(begun).toISOString().slice(0, 10)}T12:00:00Z`) / 1000)
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, fields: [{ key: 'date', value: day }] },
  })

  await signIn(page, 'coordinator', `/studies/${studyid}/visits?site=${siteid}`)
  await page.getByRole('button', { name: 'Edit schedule' }).click()
  const visit = page.getByRole('group', { name: 'Month 1', exact: true })
  await visit.getByLabel('Day', { exact: true }).fill('30')
  await page.getByRole('button', { name: 'Save schedule' }).click()
  const review = page.getByRole('alertdialog', { name: 'What this means for the subjects' })
  await expect(review.getByRole('listitem')).toHaveText([/Month 1 becomes late\..*1 subject:.*S-001/])
  await expect(review.getByRole('link', { name: 'S-001' })).toBeVisible()
  await expect(review.getByRole('button', { name: 'Save schedule' })).toBeFocused()
  await expectLooksRight(page)

  // Escape goes back to what is typed, and nothing is saved.
  await page.keyboard.press('Escape')
  await expect(review).toHaveCount(0)
  await expect(visit.getByLabel('Name')).toBeFocused()
  await visit.getByLabel('Day', { exact: true }).fill('31')
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectLooksRight(page)
  await review.getByRole('button', { name: 'Save schedule' }).click()
  const table = page.getByRole('table', { name: 'Schedule of visits' })
  await expect(table.getByRole('columnheader', { name: /Month 1\s*Day 31/ })).toBeVisible()

  // What is harmless is saved at once.
  await page.getByRole('button', { name: 'Edit schedule' }).click()
  await visit.getByLabel('Day', { exact: true }).fill('300')
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expect(table.getByRole('columnheader', { name: /Month 1\s*Day 300/ })).toBeVisible()
})
