import { readFile } from 'node:fs/promises'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addSubjects, newSite, newStudy } from '../../new-site.ts'

test('a study is exported: seen before it starts, followed while it is made, fetched when it is ready', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'New export' })).toBeVisible()
  await expect(page.getByText('No exports yet.')).toBeVisible()
  // What could be listed leaves its place to what can be started.
  const width = async () => (await page.getByRole('region', { name: 'New export' }).boundingBox())?.width
  await expect.poll(width).toBeGreaterThan(1200)
  await expect(page.getByText('0 subjects, 0 records, no files')).toBeVisible()
  await expectLooksRight(page)
  // It is counted once for each choice, not at every change.
  let counts = 0
  page.on('request', (request) => {
    if (request.postData()?.includes('previewExport')) counts++
  })
  const refreshed = page.waitForRequest((request) => request.postData()?.includes('listExports') ?? false)
  await addSubjects(admin, siteid, studyid, ['S-1'])
  await refreshed
  await page.getByLabel('History of changes').uncheck()
  await expect(page.getByText('1 subject, ')).toBeVisible()
  await expect(page.getByText('no history')).toBeVisible()
  expect(counts).toBe(1)
  await page.getByRole('button', { name: 'Start export' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Study' })
  await expect(row).toContainText(/Waiting|In progress|Ready/)

  // It continues after leaving the page.
  await page.getByRole('link', { name: 'Subjects' }).first().click()
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await expect(row.getByText('Ready')).toBeVisible({ timeout: 60_000 })
  await expect(row.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
  await expectLooksRight(page)
  const downloading = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^casebook-.*-study-.*\.zip$/)
  const bytes = await readFile(await download.path())
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  expect(bytes.toString('latin1')).toContain('manifest.json')

  // Its history says who fetched it.
  const opener = row.getByRole('button', { name: /^History of the export/ })
  await opener.click()
  const history = page.getByRole('dialog', { name: /^Export of/ })
  await expect(history.getByRole('listitem')).toHaveText([
    /^Download link issued.+ · /,
    /^Ready/,
    /^Data read from the database/,
    /^Requested.+ · /,
  ])
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await expect(history).toBeHidden()
  await expect(opener).toBeFocused()
})

test('chosen subjects are exported, and the person is told wherever they are when it is ready', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['S-1', 'S-2', 'T-3'])
  // Each person makes one export at a time: the one above is the coordinator's.
  await signIn(page, 'admin', `/studies/${studyid}/subjects?q=S-`)
  await page.getByRole('link', { name: 'Export these' }).click()
  await expect(page.getByText('2 subjects chosen')).toBeVisible()
  await expect(page.getByLabel('T-3')).not.toBeChecked()
  await expect(page.getByText('2 subjects, 0 records')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Choose none' }).click()
  await expect(page.getByRole('button', { name: 'Start export' })).toBeDisabled()
  await page.getByLabel('T-3').check()
  await expect(page.getByText('1 subject, 0 records')).toBeVisible()
  const isStarted = page.waitForResponse((answer) => /addExport/.test(answer.request().postData() ?? ''))
  await page.getByRole('button', { name: 'Start export' }).click()
  await isStarted
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Your export is ready.' })
  await expect(notice).toBeVisible({ timeout: 60_000 })
  await expectLooksRight(page)
  const downloading = page.waitForEvent('download')
  await notice.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^casebook-.*-subjects-.*\.zip$/)
  await expect(notice).toBeHidden()
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: /^1 subject of Sleep/ }) })
  await expect(row.getByRole('button', { name: /^Download/ })).toBeVisible()

  // Where taking out what identifies people takes a right of its own, and this person lacks it.
  await page.route('**/auth/session', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, user: { ...answer.user, onlyDeidentified: true } } })
  })
  await page.goto(`/studies/${studyid}/export`)
  const why = page.getByRole('status').filter({ hasText: 'Your exports leave out what identifies people.' })
  await expect(why).toContainText('the right Export of identities')
  await expect(page.getByLabel('Without what identifies people')).toBeHidden()
  await expect(row.getByText('Identifies people: not for you to download')).toBeVisible()
  await expect(row.getByRole('button', { name: /^Download/ })).toBeHidden()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Start export' }).click()
  await expect(page.getByRole('cell', { name: /^Study.*de-identified/ })).toBeVisible()
})

test('the record of a subject is saved as one JSON file', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['S-1'])
  await signIn(page, 'nurse', `/studies/${studyid}/subjects/${subjectid}`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'JSON' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('S-1.json')
  const record = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(record).toMatchObject({ subject: { subjectid, identifier: 'S-1' }, study: { name: 'Sleep' } })
  await expectLooksRight(page)
})

test('the exports of a subject lead back to it, and a cancellation that fails says why', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['S-1'])
  // Made up: each person makes one export at a time, and it is soon done.
  const listExports = [
    {
      exportid: crypto.randomUUID(),
      siteid,
      studyid,
      subjectid,
      subjectids: null,
      state: 'WAITING',
      at: null,
      done: 0,
      total: 1,
      sha256: null,
      problem: null,
      expiresAt: null,
      by: 'Admin',
      own: true,
      askedAt: new Date().toISOString(),
      finishedAt: null,
      files: false,
      history: false,
      closedOnly: false,
    },
  ]
  await page.route('**/graphql', async (route) => {
    const query = route.request().postData() ?? ''
    if (query.includes('cancelExport')) {
      const errors = [{ message: 'The export is almost ready.', extensions: { code: 'INTERNAL' } }]
      return route.fulfill({ json: { data: null, errors } })
    }
    return query.includes('listExports') ? route.fulfill({ json: { data: { listExports } } }) : route.fallback()
  })
  await signIn(page, 'admin', `/studies/${studyid}/subjects/${subjectid}/export`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/S-1/)
  await expectLooksRight(page)
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await expect(page.getByText('The export is almost ready.')).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link')
  await expect(crumbs).toHaveText(['Studies', 'Study: Sleep', 'Subjects', 'S-1'])
  await crumbs.last().click()
  await expect(page).toHaveURL(new RegExp(`/subjects/${subjectid}$`))
})

test('a refusal that is repeated is one entry with its number', async ({ page, admin, request, baseURL }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await request.get(`${baseURL}/auth/sign-in?login_hint=patient`)
  const query = 'mutation ($input: ExportInput!) { addExport(input: $input) { exportid } }'
  for (let n = 0; n < 3; n++) {
    const headers = { origin: new URL(baseURL ?? '').origin }
    const answer = await request.post(`${baseURL}/graphql`, {
      headers,
      data: { query, variables: { input: { siteid, studyid } } },
    })
    expect((await answer.json()).errors[0].extensions.code).toBe('FORBIDDEN')
  }
  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await page.getByRole('link', { name: 'Export', exact: true }).click()
  await page.getByText('Records exported as JSON, feeds read, and refusals').click()
  const entry = page.getByRole('listitem').filter({ hasText: 'Export refused' })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('3 times that day, the last time:')
  await expectLooksRight(page)
})
