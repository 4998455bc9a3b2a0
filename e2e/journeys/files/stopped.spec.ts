import { mkdtemp, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findBrowser, ownBrowser } from '../../browser.ts'
import { expect, signIn, test } from '../../fixtures.ts'
import { type NewSubject, newSubject, recordStairs } from '../../new-subject.ts'
import { openSlowLine } from './slow-line.ts'

// What becomes of a file whose sender goes, and of one that is only slow.

test.setTimeout(400_000)

const list = 'query ($s: ID!) { listReferenceData(subjectid: $s) { referencedataid status size } }'

async function statusOf({ call, subjectid }: NewSubject) {
  type Files = { listReferenceData: { status: string }[] }
  const { listReferenceData } = await call<Files>(list, { s: subjectid })
  return listReferenceData.map(({ status }) => status).join()
}

/** Begins to send a file of so many bytes over the line, from the page of a nurse. */
async function beginUpload(page: Page, address: string, subject: NewSubject, bytes: number) {
  await page.goto(`${address}/auth/sign-in?${new URLSearchParams({ login_hint: 'nurse', returnTo: '/' })}`)
  await page.waitForURL((url) => !/^\/(auth|idp)\//.test(url.pathname))
  await page.goto(`${address}${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'arm.csv', mimeType: 'text/csv', buffer: Buffer.alloc(bytes, '1') })
  const begun = page.waitForRequest('**/objects')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await begun
  await expect.poll(() => statusOf(subject)).toBe('PENDING')
}

test.describe('a page that sends a file', () => {
  test.use({ expectedMessages: [/ERR_|Failed to load resource|WebSocket/] })

  for (const [how, leave] of [
    ['is left', (page: Page) => page.goto('about:blank')],
    ['is loaded anew', (page: Page) => page.reload()],
    ['is closed', (page: Page) => page.close({ runBeforeUnload: true })],
  ] as const) {
    test(`and ${how} has stopped for everybody, and the file is added again`, { tag: '@desk' }, async ({
      page,
      browser,
      baseURL,
    }) => {
      const subject = await newSubject(browser, baseURL)
      await recordStairs(subject)
      const line = await openSlowLine(baseURL ?? '', 200_000)
      await beginUpload(page, line.address, subject, 20_000_000)
      page.on('dialog', (dialog) => dialog.accept())
      await leave(page)
      // At once, or within three minutes of its last word, if the browser does not let the page say it.
      await expect.poll(() => statusOf(subject), { timeout: 200_000 }).toBe('FAILED')
      await line.stop()
      const again = page.isClosed() ? await page.context().newPage() : page
      await signIn(again, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
      await expect(again.getByText('Upload failed').filter({ visible: true }).first()).toBeVisible()
      await again.getByRole('button', { name: 'Add reference data' }).click()
      await again
        .getByLabel('Choose files, or drop them here')
        .setInputFiles({ name: 'arm.csv', mimeType: 'text/csv', buffer: Buffer.from('1,2') })
      await again.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect.poll(async () => (await statusOf(subject)).split(',').sort()).toEqual(['FAILED', 'UPLOADED'])
    })
  }

  test('on a line that is slow, and lost for half a minute, never counts as stopped', { tag: '@desk' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const subject = await newSubject(browser, baseURL)
    await recordStairs(subject)
    const line = await openSlowLine(baseURL ?? '', 40_000)
    await beginUpload(page, line.address, subject, 4_000_000)
    const seen = new Set<string>()
    const began = Date.now()
    for (let status = 'PENDING'; status === 'PENDING'; status = await statusOf(subject)) {
      seen.add(status)
      const seconds = (Date.now() - began) / 1000
      if (seconds > 40 && seconds < 70) line.lose()
      else line.restore()
      await page.waitForTimeout(1_000)
    }
    expect([...seen]).toEqual(['PENDING'])
    expect(await statusOf(subject)).toBe('UPLOADED')
    await line.stop()
  })
})

test('a browser that is killed while it sends a file has stopped for everybody soon', { tag: '@desk' }, async ({
  playwright,
  browser,
  baseURL,
}) => {
  test.skip(!ownBrowser, 'a browser from npm has no profile')
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const profile = await mkdtemp(join(tmpdir(), 'casebook-profile-'))
  const options = { ...(await findBrowser()), locale: 'en-GB' }
  const context = await playwright.chromium.launchPersistentContext(profile, options)
  const line = await openSlowLine(baseURL ?? '', 200_000)
  await beginUpload(await context.newPage(), line.address, subject, 40_000_000)
  const gone = context.waitForEvent('close')
  process.kill(Number((await readlink(join(profile, 'SingletonLock'))).split('-').at(-1)), 'SIGKILL')
  await gone
  await expect.poll(() => statusOf(subject), { timeout: 200_000, intervals: [1_000] }).toBe('FAILED')
  await line.stop()
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
})

test('a page that is closed before it is told where to send a file has stopped for everybody', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.route('**/graphql', async (route) => {
    if (!(route.request().postData() ?? '').includes('addReferenceData')) return route.continue()
    // It is done, and the page never hears of it.
    await route.fetch()
  })
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'arm.csv', mimeType: 'text/csv', buffer: Buffer.from('1,2') })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.poll(() => statusOf(subject)).toBe('PENDING')
  await page.close()
  await expect.poll(() => statusOf(subject), { timeout: 200_000, intervals: [1_000] }).toBe('FAILED')
})

test.describe('a page that sends a document of a study', () => {
  test.use({ expectedMessages: [/ERR_|Failed to load resource|WebSocket/] })

  test('and is closed has stopped for everybody', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
    const { studyid, siteid, call } = await newSubject(browser, baseURL)
    const line = await openSlowLine(baseURL ?? '', 200_000)
    const returnTo = `/studies/${studyid}/documents?site=${siteid}`
    await page.goto(`${line.address}/auth/sign-in?${new URLSearchParams({ login_hint: 'coordinator', returnTo: '/' })}`)
    await page.waitForURL((url) => !/^\/(auth|idp)\//.test(url.pathname))
    await page.goto(`${line.address}${returnTo}`)
    await page.getByRole('button', { name: 'New document' }).click()
    await page.getByLabel('Title').fill('Protocol')
    const buffer = Buffer.alloc(20_000_000, '1')
    await page.setInputFiles('input[type=file]', { name: 'protocol.pdf', mimeType: 'application/pdf', buffer })
    const begun = page.waitForRequest('**/objects')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await begun
    const documents = 'query ($s: ID!) { listStudyDocuments(studyid: $s) { versions { status } } }'
    type Documents = { listStudyDocuments: { versions: { status: string }[] }[] }
    const statuses = async () =>
      (await call<Documents>(documents, { s: studyid })).listStudyDocuments.flatMap(({ versions }) =>
        versions.map(({ status }) => status),
      )
    expect(await statuses()).toEqual(['PENDING'])
    page.on('dialog', (dialog) => dialog.accept())
    await page.close({ runBeforeUnload: true })
    await expect.poll(statuses, { timeout: 200_000, intervals: [1_000] }).toEqual(['FAILED'])
    await line.stop()
  })
})
