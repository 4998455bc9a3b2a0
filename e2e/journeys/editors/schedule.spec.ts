import { expect, expectLooksRight, expectNoSidewaysScroll, expectRefused, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

test('a schedule is planned, shown as protocols print it, and changed by two people', async ({
  page,
  admin,
  openAs,
  expectedMessages,
}) => {
  test.slow()
  // The browser logs the refused save.
  expectedMessages.push(/status of 4\d\d/)
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addFormType(admin, studyid, 'Baseline', [{ name: 'date', type: 'Date', required: true }])
  await addFormType(admin, studyid, 'Sleep diary', [{ name: 'remark', type: 'String', required: false }])
  await addActivityType(admin, studyid, 'Six-minute walk')
  const path = `/studies/${studyid}/visits?site=${siteid}`
  await signIn(page, 'coordinator', path)
  await expect(page.getByText('No visits are planned.')).toBeVisible()
  await expectLooksRight(page)

  await page.getByRole('button', { name: 'Plan visits' }).click()
  const visit = (name: string) => page.getByRole('group', { name, exact: true })
  const named = visit('New visit').getByLabel('Name')
  await expect(named).toBeFocused()
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expectRefused(named)
  await named.fill('Screening')
  const add = async (name: string, day: string, before = '', after = '') => {
    await page.getByRole('button', { name: 'Add visit' }).click()
    await expect(visit('New visit').getByLabel('Name')).toBeFocused()
    await page.keyboard.type(name)
    const row = visit(name)
    await row.getByLabel('Day', { exact: true }).fill(day)
    if (before) await row.getByLabel('Days before').fill(before)
    if (after) await row.getByLabel('Days after').fill(after)
  }
  await visit('Screening').getByLabel('Day', { exact: true }).fill('-14')
  await add('Month 1', '30', '3', '5')
  await add('Baseline', '0')
  await add('Extra', '')
  await visit('Extra').getByLabel('Repeats').check()
  await page.getByRole('button', { name: 'Move Baseline earlier' }).click()
  await expect(page.getByRole('button', { name: 'Move Baseline earlier' })).toBeFocused()
  for (const cell of ['Baseline: Baseline', 'Baseline: Six-minute walk', 'Month 1: Six-minute walk'])
    await page.getByRole('checkbox', { name: cell, exact: true }).check()
  await expectLooksRight(page)

  // A mistake stands beside its field, and leaving what is typed asks.
  await visit('Month 1').getByLabel('Days after').fill('many')
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expectRefused(visit('Month 1').getByLabel('Days after'), /whole number of days/)
  await visit('Month 1').getByLabel('Days after').fill('5')
  await page.getByRole('link', { name: 'Documents' }).click()
  await page.getByRole('button', { name: 'Stay', exact: true }).click()
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByRole('button', { name: 'Edit schedule' })).toBeFocused()

  const table = page.getByRole('table', { name: 'Schedule of visits' })
  const columns = [
    /Screening\s*Day −14/,
    /Baseline\s*Day 0/,
    /Month 1\s*Day 30\s*−3 \/ \+5 days/,
    /Extra\s*Unscheduled\s*Repeats/,
  ]
  await expect(table.getByRole('columnheader')).toHaveText([/Form or activity/, ...columns])
  const marks = (of: typeof page, type: string) =>
    of.getByRole('table', { name: 'Schedule of visits' }).getByRole('row', { name: type }).getByRole('cell')
  await expect(marks(page, 'Six-minute walk').getByRole('img', { name: 'Yes' })).toHaveCount(2)
  await expect(marks(page, 'Sleep diary').getByRole('img', { name: 'Yes' })).toHaveCount(0)
  await expectLooksRight(page)

  // Everybody sees it; a nurse changes nothing.
  const nurse = await openAs('nurse', path)
  await expect(nurse.getByRole('columnheader', { name: /Month 1/ })).toBeVisible()
  await expect(nurse.getByRole('button', { name: 'Edit schedule' })).toHaveCount(0)

  // Two people change different visits, and the same one.
  await page.getByRole('button', { name: 'Edit schedule' }).click()
  await visit('Extra').getByLabel('Name').fill('Extra visit')
  await page.getByRole('button', { name: 'Remove Month 1' }).click()
  await expect(page.getByText('Month 1 is removed when you save.')).toBeVisible()
  // The same person, in another browser.
  const colleague = await openAs('coordinator', path)
  await colleague.getByRole('button', { name: 'Edit schedule' }).click()
  await colleague.getByRole('group', { name: 'Month 1' }).getByLabel('Day', { exact: true }).fill('28')
  await colleague.getByRole('button', { name: 'Add visit' }).click()
  await colleague.keyboard.type('Close-out')
  await colleague.getByRole('button', { name: 'Save schedule' }).click()
  await expect(visit('Close-out')).toBeVisible()
  await expect(page.getByText('Month 1 in the schedule')).toBeVisible()
  await expectLooksRight(page)
  await page
    .getByRole('button', { name: /^Take the(irs| other one): / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expect(table.getByRole('columnheader')).toHaveText([
    ...[/Form or activity/, /Screening/, /Baseline/, /Month 1\s*Day 28/, /Extra visit/, /Close-out/],
  ])
  await expect(colleague.getByRole('columnheader', { name: /Extra visit/ })).toBeVisible()

  // A visit that a subject has had is not removed, and stands there again.
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['S-001'])
  const { listVisits } = await admin<{ listVisits: { visitid: string; name: string }[] }>(
    'query ($studyid: ID!) { listVisits(studyid: $studyid) { visitid name } }',
    { studyid },
  )
  const visitid = listVisits.find(({ name }) => name === 'Screening')?.visitid
  await admin('mutation ($input: SubjectVisitInput!) { updateSubjectVisit(input: $input) { version } }', {
    input: { subjectid, visitid, state: 'DONE' },
  })
  await page.getByRole('button', { name: 'Edit schedule' }).click()
  await page.getByRole('button', { name: 'Remove Screening' }).click()
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByText(/Something recorded belongs to the visit Screening/)).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Keep Screening' }).click()
  await expect(visit('Screening').getByLabel('Name')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Edit schedule' }).click()
  await expectNoSidewaysScroll(page)
  await visit('Month 1').getByLabel('Day', { exact: true }).fill('29')
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await expect(table.getByRole('columnheader', { name: /Day 29/ })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
