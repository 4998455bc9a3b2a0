import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addFile, csvRecording } from '../../new-file.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'
import { newSubject, recordStairs } from '../../new-subject.ts'

const fields = [{ name: 'date', type: 'Date', required: true }]

test('the overview of a study counts, leads to what it counts, and follows changes', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Visit', fields)
  await addActivityType(admin, studyid, 'Stairs')
  const [first] = await addSubjects(admin, siteid, studyid, ['S-1', 'S-2', 'S-3'])
  await signIn(page, 'nurse', `/studies/${studyid}/overview?site=${siteid}`)
  await expect(page.getByRole('link', { name: '3 open' })).toBeVisible()
  await expect(page.getByRole('link', { name: '3 with forms to fill in' })).toBeVisible()
  const ofStaff = page.getByRole('list', { name: 'Health personnel or Administrator' }).getByRole('link')
  await expect(ofStaff).toHaveText([/ forms /, / activities /, / files /, / warnings /, / ready to submit and close/])
  const ofUploader = page.getByRole('list', { name: 'Whoever started the upload' }).getByRole('link')
  await expect(ofUploader).toHaveText(['0 with unfinished uploads'])
  await expect(page.getByText('3 subjects on')).toBeVisible()
  await expectLooksRight(page)

  // Somebody else fills in a form and adds a subject.
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid: first, formtypeid, fields: [{ key: 'date', value: '1792497600' }] },
  })
  await expect(page.getByRole('link', { name: '2 with forms to fill in' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'S-1, Visit: done' })).toBeVisible()
  await addSubjects(admin, siteid, studyid, ['S-4'])
  await expect(page.getByRole('link', { name: '4 open' })).toBeVisible()

  await page.getByRole('link', { name: '3 with forms to fill in' }).click()
  await expect(page).toHaveURL(/\/subjects\?.*missing=forms/)
  await expect(page.getByRole('table', { name: 'Subjects' }).getByRole('row')).toHaveCount(1 + 3)
  await page.goBack()
  await page.getByRole('link', { name: 'S-2, Stairs: missing' }).click()
  await expect(page).toHaveURL(/\/activities$/)

  // A deleted subject is a state of its own, and each week of enrolment leads to those added in it.
  await admin(
    'mutation ($studyid: ID!, $subjectid: ID!) { removeSubject(studyid: $studyid, subjectid: $subjectid) { status } }',
    {
      studyid,
      subjectid: first,
    },
  )
  await page.goBack()
  await page.getByRole('link', { name: '1 marked as deleted' }).click()
  const rows = page.getByRole('table', { name: 'Subjects' }).getByRole('row')
  await expect(page).toHaveURL(/\/subjects\?status=DELETED$/)
  await expect(rows).toHaveCount(1 + 1)
  await page.goBack()
  await page.getByText('By week').click()
  await page.getByRole('link', { name: /^4 subjects added in the week of / }).click()
  await expect(page).toHaveURL(/\/subjects\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
  await expect(rows).toHaveCount(1 + 4)
  await expectLooksRight(page)
  await page.getByRole('button', { name: /^Added / }).click()
  await expect(page).toHaveURL(/\/subjects$/)
  await page.goto(`/studies/${studyid}/subjects?from=2020-01-06&to=2020-01-12`)
  await expect(page.getByRole('button', { name: /^Added 6.*12 Jan 2020/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Subjects' })).toHaveCount(0)
})

test('a cell says whether a file is missing, pending, or something else is to be looked at', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  const { siteid, studyid, identifier, activitytypeid, call } = subject
  await recordStairs(subject)
  const cell = (state: string) => page.getByRole('link', { name: `${identifier}, Stairs: ${state}`, exact: true })
  await signIn(page, 'nurse', `/studies/${studyid}/overview?site=${siteid}`)
  await expect(cell('done')).toBeVisible()
  // Once another subject has a file, one is expected of each.
  const { addSubjectV2: other } = await call<{ addSubjectV2: { subjectid: string } }>(
    'mutation ($input: AddSubjectV2Input!) { addSubjectV2(input: $input) { subjectid } }',
    { input: { siteid, studyid, identifier: `O-${identifier}` } },
  )
  await recordStairs({ ...subject, ...other })
  await addFile({ ...subject, ...other }, 'arm.csv', csvRecording('2026-10-20T09:50:00', 10, 1))
  await expect(cell('file missing')).toBeVisible()
  const { addReferenceData } = await call<{ addReferenceData: { referencedataid: string } }>(
    `mutation ($subjectid: ID!, $input: ReferenceDataInput!) {
      addReferenceData(subjectid: $subjectid, input: $input) { referencedataid } }`,
    { subjectid: subject.subjectid, input: { siteid, studyid, activitytypeid, filename: 'chest.edf' } },
  )
  expect(addReferenceData.referencedataid).toBeTruthy()
  await expect(cell('upload not finished')).toBeVisible()
  for (const state of ['file missing', 'upload not finished', 'warning'])
    await expect(page.getByRole('paragraph').filter({ hasText: state })).toBeVisible()
  await expectLooksRight(page)
})

test('the overview of a site adds up its studies, and each number leads to its list', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const [one, other] = [await newStudy(admin, siteid, 'Sleep'), await newStudy(admin, siteid, 'Stairs')]
  await addFormType(admin, one, 'Visit', fields)
  await addSubjects(admin, siteid, one, ['S-1', 'S-2'])
  await addSubjects(admin, siteid, other, ['T-1'])
  await signIn(page, 'nurse', `/sites/${siteid}/overview`)
  await expect(page.getByRole('link', { name: '3 open' })).toBeVisible()
  await expectLooksRight(page)
  // A number of several studies leads to those studies, each with its own number; one of a single study to its subjects.
  await page.getByRole('link', { name: '3 open' }).click()
  await expect(page).toHaveURL(/overview\?subjects=open$/)
  const studies = page.getByRole('table', { name: 'Studies' }).getByRole('row')
  await expect(studies).toHaveCount(1 + 2)
  await expect(page.getByText('Studies with subjects: open.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Stairs: open 1' })).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Show all studies and figures' }).click()
  await page.getByRole('link', { name: '2 with forms to fill in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/studies/${one}/subjects\\?.*missing=forms`))
  await page.goBack()
  await page.getByRole('link', { name: 'Sleep: with forms to fill in 2' }).click()
  await expect(page).toHaveURL(new RegExp(`/studies/${one}/subjects\\?.*missing=forms`))
  await expect(page.getByRole('table', { name: 'Subjects' }).getByRole('row')).toHaveCount(1 + 2)
})

test('the overview of a site with many studies shows changes in any of them', { tag: '@desk' }, async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const names = Array.from({ length: 105 }, (_, index) => `Study ${100 + index}`)
  let last = ''
  for (const name of names) last = await newStudy(admin, siteid, name)
  const formtypeid = await addFormType(admin, last, 'Visit', fields)
  const [subjectid] = await addSubjects(admin, siteid, last, ['S-1'])
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.clock.install()
  await signIn(page, 'nurse', `/sites/${siteid}/overview`)
  await expect(page.getByRole('link', { name: '1 with forms to fill in', exact: true })).toBeVisible()
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, fields: [{ key: 'date', value: '1792497600' }] },
  })
  await page.clock.runFor(121_000)
  await expect(page.getByRole('link', { name: '0 with forms to fill in', exact: true })).toBeVisible()
  expect(warnings).toEqual([])
})

test('the print of a long overview ends after 200 subjects and says so', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addFormType(admin, studyid, 'Visit', fields)
  const identifiers = Array.from({ length: 250 }, (_, index) => `S-${1000 + index}`)
  await admin('mutation ($input: ImportInput!) { addImport(input: $input) { addedSubjects } }', {
    input: { siteid, studyid, filename: 'subjects.csv', csv: `identifier\n${identifiers.join('\n')}\n` },
  })
  await signIn(page, 'nurse', `/studies/${studyid}/overview?site=${siteid}`)
  const matrix = page.getByRole('table', { name: 'Subjects by forms and activities' })
  await expect(matrix.getByRole('link', { name: 'S-1000', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(matrix.getByRole('row')).toHaveCount(1 + 200 + 1)
  await expect(matrix.getByText('Only the first 200 of 250 rows are printed.')).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await expect(matrix.getByText('Only the first 200')).toHaveCount(0)
})

test('the overview tells the visits that are late, due, missed and outside their windows, and leads to their subjects', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Baseline', fields)
  const [first, second] = await addSubjects(admin, siteid, studyid, ['S-1', 'S-2', 'S-3'])
  await signIn(page, 'nurse', `/studies/${studyid}/overview?site=${siteid}`)
  await expect(page.getByRole('link', { name: '3 open' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Visits' })).toHaveCount(0)

  const none = { formtypeids: [], activitytypeids: [] }
  const { updateVisits: visits } = await admin<{ updateVisits: { visitid: string }[] }>(
    'mutation ($studyid: ID!, $visits: [VisitInput!]!) { updateVisits(studyid: $studyid, visits: $visits) { visitid } }',
    { studyid, visits: [0, 28, 400].map((day) => ({ name: `Day ${day}`, day, daysAfter: 3, ...none })) },
  )
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  for (const subjectid of [first, second]) {
    const value = String(Date.parse(`${day(-28)}T12:00:00Z`) / 1000)
    await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
      input: { subjectid, formtypeid, fields: [{ key: 'date', value }] },
    })
  }
  const say = (visit: number, said: object) =>
    admin('mutation ($input: SubjectVisitInput!) { updateSubjectVisit(input: $input) { version } }', {
      input: { subjectid: second, visitid: visits[visit]?.visitid, ...said },
    })
  await say(0, { state: 'DONE', date: day(-10) })
  await say(1, { state: 'MISSED', reason: 'ill' })

  await page.reload()
  const numbers = page.getByRole('list', { name: 'Visits' }).getByRole('link')
  await expect(numbers).toHaveText([
    '1 with a late visit',
    '1 with a visit due within 7 days',
    '1 with a missed visit',
    '1 with a visit outside its window',
  ])
  for (const name of ['S-1, Day 0: late', 'S-1, Day 28: due within 7 days', 'S-2, Day 0: outside its window']) {
    await expect(page.getByRole('link', { name })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'S-3, Day 400: without a planned day, not begun' })).toBeVisible()
  await expectLooksRight(page)

  const rows = page.getByRole('table', { name: 'Subjects' }).getByRole('row')
  await numbers.nth(0).click()
  await expect(page).toHaveURL(/\/subjects\?visits=late$/)
  await expect(rows).toHaveText([/Identifier/, /S-1/])
  // The list offers it by itself, too.
  await page.getByLabel('Visits').selectOption('')
  await expect(rows).toHaveCount(1 + 3)
  await page.getByLabel('Visits').selectOption('missed')
  await expect(rows).toHaveText([/Identifier/, /S-2/])
  // Missed at one visit alone, and done at any.
  const which = page.getByLabel('Which visit')
  await which.selectOption({ label: 'Day 0' })
  await expect(page.getByText('No subject matches these filters.')).toBeVisible()
  await which.selectOption({ label: 'Day 28' })
  await expect(rows).toHaveText([/Identifier/, /S-2/])
  await page.reload()
  await expect(rows).toHaveText([/Identifier/, /S-2/])
  await expectLooksRight(page)
})

test('the calendar of visits shows each on its day, by keyboard and on a phone', async ({ page, admin }) => {
  const dayMs = 86_400_000
  const isoDay = (from: number) => new Date(Date.now() + from * dayMs).toISOString().slice(0, 10)
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Baseline', [{ name: 'date', type: 'Date', required: true }])
  const subjectids = await addSubjects(admin, siteid, studyid, ['S-1', 'S-2', 'S-3', 'S-4', 'S-5', 'S-6'])
  const none = { formtypeids: [], activitytypeids: [] }
  const { updateVisits } = await admin<{ updateVisits: { visitid: string }[] }>(
    'mutation ($studyid: ID!, $visits: [VisitInput!]!) { updateVisits(studyid: $studyid, visits: $visits) { visitid } }',
    {
      studyid,
      visits: [
        { name: 'First day', day: 0, ...none },
        { name: 'Follow-up', day: 28, daysBefore: 3, daysAfter: 3, ...none },
      ],
    },
  )
  const value = String(Date.parse(`${isoDay(-28)}T12:00:00Z`) / 1000)
  for (const subjectid of subjectids) {
    await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
      input: { subjectid, formtypeid, fields: [{ key: 'date', value }] },
    })
  }
  const missed = { subjectid: subjectids[1], visitid: updateVisits[1]?.visitid, state: 'MISSED', reason: 'Ill' }
  await admin('mutation ($input: SubjectVisitInput!) { updateSubjectVisit(input: $input) { version } }', {
    input: missed,
  })

  await signIn(page, 'nurse', `/studies/${studyid}/overview?site=${siteid}`)
  await page.getByRole('link', { name: 'Calendar of visits' }).click()
  await expect(page).toHaveURL(/overview\?view=calendar$/)
  const of = (name: string) => page.getByRole('link', { name: `${name}, Follow-up: `, exact: false })
  await expect(of('S-1')).toHaveAttribute('title', /: due within 7 days, window /)
  await expect(of('S-2')).toHaveAttribute('title', /: missed, window /)
  await expect(of('S-6')).toHaveCount(0)
  await expectLooksRight(page)

  // Its list tells all of a day.
  await page
    .getByRole('button', { name: /^3 more on / })
    .last()
    .click()
  const listed = page.getByRole('listitem').filter({ hasText: 'Follow-up' }).filter({ hasText: 'window ' })
  await expect(listed).toHaveCount(6)
  const [year, month, date] = isoDay(0).split('-')
  await expect(page.locator('h3:focus')).toContainText(`${Number(date)}`)

  // By keyboard from day to day, and to another month and back.
  const today = page.locator('[aria-current="date"]')
  await today.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(`[data-day="${isoDay(1)}"]`)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(today).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(page.locator(`[data-day]:focus`)).not.toHaveAttribute('data-day', `${year}-${month}-${date}`)
  await page.getByRole('button', { name: 'Today' }).click()

  await page.getByRole('combobox', { name: 'Visit' }).selectOption({ label: 'Follow-up' })
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'missed' })
  await expect(page.getByRole('link', { name: /, Follow-up: / })).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('link', { name: /, Follow-up: / })).toHaveCount(1)
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'All states' })
  await page.getByRole('searchbox', { name: 'Subject' }).fill('s-3')
  await expect(page.getByRole('link', { name: /, Follow-up: / })).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Two weeks' })
  await expect(page.getByRole('row')).toHaveCount(1 + 2)
  await of('S-3').click()
  await expect(page).toHaveURL(new RegExp(`/subjects/${subjectids[2]}/visits/${updateVisits[1]?.visitid}~1$`))

  // The study's administrator lets people subscribe; the address is shown once, and calendar programs read it.
  await admin(
    'mutation ($siteid: ID!, $studyid: ID!, $input: StudyInput!) { updateStudy(siteid: $siteid, studyid: $studyid, input: $input) { version } }',
    { siteid, studyid, input: { name: 'Sleep', status: 'OPEN', calendarFeed: true } },
  )
  await page.goBack()
  await page.reload()
  await page.getByRole('button', { name: 'Make my address' }).click()
  const address = await page.getByText(/\/calendar\/cbk_\w+\.ics$/).textContent()
  await expectLooksRight(page)
  const feed = await page.request.get(String(address), { headers: { cookie: '' } })
  expect(feed.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  expect(await feed.text()).toContain('SUMMARY:S-3: Follow-up\r\n')

  // On a phone, the days that have visits stand one below the other.
  await page.setViewportSize({ width: 390, height: 844 })
  const items = page.getByRole('listitem').filter({ hasText: 'Follow-up' })
  await expect(items).toHaveText(/S-3/)
  await page.getByRole('searchbox', { name: 'Subject' }).fill('')
  await expect(items).toHaveCount(6)
  await expect(items.filter({ hasText: 'S-1' })).toContainText(/due within 7 days, window /)
  await expectLooksRight(page)
  await page.getByRole('combobox', { name: 'State' }).selectOption({ label: 'missed' })
  await expect(items).toHaveCount(1)
  await expect(items).toHaveText(/S-2/)
  await page.getByRole('link', { name: 'S-2' }).click()
  await expect(page).toHaveURL(new RegExp(`/subjects/${subjectids[1]}/visits/`))
})
