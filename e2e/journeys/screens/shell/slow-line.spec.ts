import type { Page } from '@playwright/test'
import { callAs } from '../../../api.ts'
import { expect, test } from '../../../fixtures.ts'
import { addSubjects, firstColumn, newSite, newStudy } from '../../../new-site.ts'

/** A tablet at the far end of a ward: 1.5 s per round trip, 50 kB/s. */
async function slowDown(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1_500,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
}

test('on a slow line each press is answered at once, and what is pointed at is fetched ahead', async ({
  page,
  admin,
  baseURL,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1', 'P-2'])
  await callAs(page.request, baseURL ?? '', 'nurse')
  await slowDown(page)
  await page.goto(`/studies?site=${siteid}`)
  const study = page.getByRole('link', { name: 'Sleep', exact: true })
  await expect(study).toBeVisible()

  await test.step('a press is answered before anything was loaded', async () => {
    const opening = page.getByRole('progressbar', { name: 'Opening the page' })
    await page.evaluate(() => {
      document.addEventListener('click', () =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            document.body.dataset.marked = String(document.querySelectorAll('tr[data-pressed]').length)
          }),
        ),
      )
    })
    await study.click()
    // Where the pointer rests, a row of the next list would be fetched ahead.
    await page.mouse.move(0, 0)
    await expect(opening).toBeVisible()
    // Two frames after the press, before any response can have arrived.
    await expect(page.locator('body')).toHaveAttribute('data-marked', '1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Studies')
  })

  await test.step('the page is there before its rows', async () => {
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Opening the page' })).toBeHidden()
    await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-2'])
    await expect(page.locator('[data-pressed]')).toHaveCount(0)
  })

  await test.step('pointing at a row that opens, or at a link, fetches its code and its data', async () => {
    const subject = page.getByRole('row', { name: /P-1/ }).getByRole('cell').nth(1)
    const code = page.waitForResponse(/\/assets\/SubjectScreen-.*\.js$/)
    const data = page.waitForResponse((response) => response.request().postData()?.includes('getSubject') ?? false)
    await subject.hover()
    await Promise.all([code, data].map(async (response) => (await response).finished()))
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await subject.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Subject: P-1 (identifier)' })).toBeVisible()
    expect(asked.filter((path) => path.includes('SubjectScreen'))).toEqual([])
  })
})

test('a link to a subject shows a sign from the start until the subject is there, and asks once who is signed in', async ({
  page,
  admin,
  baseURL,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await callAs(page.request, baseURL ?? '', 'nurse')
  await slowDown(page)
  await page.addInitScript(() => {
    setInterval(() => {
      if (document.querySelector('.starting') && document.body.innerText.trim() === '')
        document.body.dataset.wasBlank = ''
    }, 20)
  })
  const sessions: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/session')) sessions.push(request.url())
  })
  await page.goto(`/studies/${studyid}/subjects/${subjectid}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Subject: P-1 (identifier)' })).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.locator('body')).not.toHaveAttribute('data-was-blank')
  expect(sessions).toHaveLength(1)
})

test('a tab of a study is chosen at the press, before its own code is loaded', async ({ page, admin, baseURL }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await callAs(page.request, baseURL ?? '', 'coordinator')
  await page.goto(`/studies/${studyid}/subjects`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/FormTypesScreen-.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  const tab = page.getByRole('navigation', { name: 'Parts of the study' }).getByRole('link', { name: 'Form types' })
  await tab.click()
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('heading', { level: 1, name: 'Study: Sleep' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  release()
  await expect(page.getByRole('heading', { level: 2, name: 'Form types' })).toBeVisible()
  await expect(tab).toHaveAttribute('aria-current', 'page')
})

test('on a slow network the page shows something before the app is loaded', async ({ page, baseURL }) => {
  await callAs(page.request, baseURL ?? '', 'nurse')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/studies', { waitUntil: 'commit' })
  const sign = page.getByText('Casebook', { exact: true }).last()
  await expect(sign).toBeVisible()
  expect(await page.evaluate(() => document.getElementById('root')?.childElementCount)).toBe(0)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(sign).toBeHidden()
})
