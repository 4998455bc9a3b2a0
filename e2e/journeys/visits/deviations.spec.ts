import { expect, expectLooksRight, expectNoSidewaysScroll, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

test('an order is planned, and what deviates from the schedule is found, explained and counted', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Gait')
  const formtypeid = await addFormType(admin, studyid, 'Diary', [{ name: 'date', type: 'Date', required: true }])
  const walk = await addActivityType(admin, studyid, 'Walk')
  const stairs = await addActivityType(admin, studyid, 'Stairs')
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['S-001'])

  await signIn(page, 'coordinator', `/studies/${studyid}/visits?site=${siteid}`)
  await page.getByRole('button', { name: 'Plan visits' }).click()
  await page.keyboard.type('Lab day')
  const row = page.getByRole('group', { name: 'Lab day', exact: true })
  await row.getByLabel('Day', { exact: true }).fill('0')
  for (const name of ['Diary', 'Stairs', 'Walk'])
    await page.getByRole('checkbox', { name: `Lab day: ${name}`, exact: true }).check()
  await row.getByRole('checkbox', { name: 'Activities in this order' }).check()
  const order = row.getByRole('list', { name: 'Order of the activities of Lab day' })
  await expect(order.getByRole('listitem')).toHaveText(['Stairs', 'Walk'])
  await order.getByRole('button', { name: 'Walk earlier in Lab day' }).click()
  await expect(order.getByRole('listitem')).toHaveText(['Walk', 'Stairs'])
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add visit' }).click()
  await page.keyboard.type('Call')
  await page.getByRole('group', { name: 'Call', exact: true }).getByLabel('Day', { exact: true }).fill('30')
  await page.getByRole('button', { name: 'Save schedule' }).click()
  const table = page.getByRole('table', { name: 'Schedule of visits' })
  await expect(table.getByRole('columnheader', { name: /Lab day/ })).toContainText('In order')
  await expect(table.getByRole('row', { name: 'Stairs' }).getByRole('cell').first()).toContainText('2')

  const { listVisits: visits } = await admin<{ listVisits: { visitid: string; activitytypeids: string[] }[] }>(
    'query ($studyid: ID!) { listVisits(studyid: $studyid) { visitid activitytypeids } }',
    { studyid },
  )
  const [{ visitid, activitytypeids } = { visitid: '', activitytypeids: [] }] = visits
  expect(activitytypeids).toEqual([walk, stairs])
  const noon = Date.parse('2026-10-20T10:00:00Z') / 1000
  const day = String(Date.parse('2026-10-18T12:00:00Z') / 1000)
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, visitid, fields: [{ key: 'date', value: day }] },
  })
  for (const [activitytypeid, startTime] of [
    [stairs, noon],
    [walk, noon + 86_400],
  ] as const)
    await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
      input: { subjectid, activitytypeid, visitid, startTime, stopTime: startTime + 600 },
    })

  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByText('2 deviations, 2 not explained').click()
  const found = page.getByRole('listitem').filter({ hasText: 'Lab day' })
  await expect(found).toHaveText([/S-001.*2 days after its window.*Not explained/, /Activities in another order/])
  await expectLooksRight(page)
  await found.first().getByRole('button', { name: 'Explain the deviation of S-001: Lab day' }).click()
  await expect(page.getByLabel('Explanation')).toBeFocused()
  await page.keyboard.type('Snow storm')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(found.first()).toContainText('Snow storm')
  await expect(found.first().getByRole('button', { name: /Explain the deviation/ })).toBeFocused()
  await expect(page.getByText('2 deviations, 1 not explained')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only those that nobody has explained' }).check()
  await expect(found).toHaveText([/Activities in another order/])

  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await expectLooksRight(page)

  // Each leads to the visit on the subject's page, also to one that is folded there.
  await found.getByRole('link', { name: 'Lab day' }).click()
  await expect(page).toHaveURL(new RegExp(`/subjects/${subjectid}/visits/${visitid}~1$`))
  await expect(page.getByRole('heading', { name: /^Lab day/ })).toBeFocused()
  const lab = page.getByRole('region', { name: 'Lab day', exact: true })
  await expect(lab).toContainText('2 days after its window')
  await expect(lab).toContainText('Activities in another order')
  // Several days are one line of days, and the last one is shown.
  const days = lab.getByRole('list', { name: 'Days of this visit' }).getByRole('button')
  await expect(days).toHaveText([/Tue 20 Oct.*1 activity/, /Wed 21 Oct.*1 activity/])
  await expect(days.last()).toHaveAttribute('aria-pressed', 'true')
  await days.first().click()
  await expect(days.first()).toHaveAttribute('aria-pressed', 'true')
  await expect(days.last()).toHaveAttribute('aria-pressed', 'false')
  await page.goBack()
  const matrix = page.getByRole('table', { name: 'Subjects by visits' })
  await matrix.getByRole('link', { name: /^S-001, Call: / }).click()
  const call = page.getByRole('button', { name: /^Call/, expanded: true })
  await expect(call).toBeFocused()
  await expect(call).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectLooksRight(page)
})
