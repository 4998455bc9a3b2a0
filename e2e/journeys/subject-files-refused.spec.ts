import type { Page, Request, Route } from '@playwright/test'
import { closeButton } from '../closing.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'
import { type NewSubject, newSubject, recordStairs } from '../new-subject.ts'

const files = 'query ($subjectid: ID!) { listReferenceData(subjectid: $subjectid) { filename status } }'
const nothing = { listReferenceData: [] }

// The browser itself logs that the store responded with 403.
test.use({ expectedMessages: [/status of 403/] })

/** The page's calls of one mutation wait until `release`. */
async function holdCalls(page: Page, mutation: string) {
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes(mutation)) return route.fallback()
    arrived.resolve()
    await held.promise
    await route.continue()
  })
  return { arrived: arrived.promise, release: held.resolve }
}

/** Corrupts the signature of the next upload policies, so that the store receives the whole body and refuses it. */
async function spoilPolicies(page: Page, times: number) {
  let left = times
  await page.route('**/graphql', async (route: Route) => {
    if (left === 0 || !route.request().postData()?.includes('mutation AddReferenceData')) return route.fallback()
    left -= 1
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replace(/x-amz-signature=[0-9a-f]{8}/, 'x-amz-signature=00000000') })
  })
}

function countSends(page: Page) {
  const sends: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/objects')) sends.push(request)
  })
  return sends
}

async function openPanel(page: Page, subject: NewSubject) {
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'arm.csv', mimeType: 'text/csv', buffer: Buffer.alloc(200_000, '1,2\n') })
}

const listFiles = (subject: NewSubject) => subject.call(files, { subjectid: subject.subjectid })
const refusal = 'The file store did not accept the file. Try again.'

test('a file that the store refuses is retried and never shown as complete before it is stored', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await openPanel(page, subject)
  const sends = countSends(page)
  await spoilPolicies(page, 2)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText(refusal)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => sends.length).toBe(2)
  await expect(page.getByText(refusal)).toBeVisible()
  await expect(page.getByText('Upload complete!')).toBeHidden()
  await expect(page.getByText('All files have arrived. This closes by itself.')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Upload reference data' })).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expect
    .poll(() => listFiles(subject))
    .toEqual({ listReferenceData: [{ filename: 'arm.csv', status: 'FAILED' }] })

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Upload complete!')).toBeVisible()
  expect(await listFiles(subject)).toEqual({ listReferenceData: [{ filename: 'arm.csv', status: 'UPLOADED' }] })
  expect(sends.length).toBe(3)
  await expect(page.getByRole('heading', { name: 'Upload reference data' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download arm.csv' })).toBeVisible()
})

test('a file that is cancelled while the server looks for it is not recorded', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await openPanel(page, subject)
  const completing = await holdCalls(page, 'mutation CompleteReferenceData')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await completing.arrived
  await expect(page.getByText('Checking that the whole file arrived...')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel arm.csv' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'arm.csv' })).toBeHidden()
  completing.release()
  await expect.poll(() => listFiles(subject)).toEqual(nothing)
  await expect(page.getByRole('heading', { name: 'Upload reference data' })).toBeFocused()
})

test('a file that is cancelled while its retry begins is not sent', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await openPanel(page, subject)
  const sends = countSends(page)
  await spoilPolicies(page, 1)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText(refusal)).toBeVisible()
  const removing = await holdCalls(page, 'mutation RemoveReferenceData')
  await page.getByRole('button', { name: 'Try again' }).click()
  await removing.arrived
  await page.getByRole('button', { name: 'Cancel arm.csv' }).click()
  await expect(page.getByText('Cancelling...')).toBeVisible()
  removing.release()
  await expect(page.getByText('Cancelling...')).toBeHidden()
  await expect.poll(() => listFiles(subject)).toEqual(nothing)
  expect(sends.length).toBe(1)
  // Back to choosing files, because none is left.
  await expect(page.getByLabel('Choose files, or drop them here')).toBeAttached()
})

test('a stopped upload is shown on the activity while its panel is closed, and can be dismissed', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await openPanel(page, subject)
  await spoilPolicies(page, 1)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText(refusal)).toBeVisible()
  await page.getByRole('button', { name: /reference data, Stairs/ }).click()
  await expect(page.getByText(refusal)).toBeHidden()
  await expect(page.getByText('The file arm.csv was not uploaded.').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('button', { name: '1 not uploaded: reference data, Stairs', exact: true }).click()
  await page.getByRole('button', { name: 'Dismiss all' }).click()
  await expect(page.getByRole('heading', { name: 'Upload reference data' })).toBeHidden()
  expect(await listFiles(subject)).toEqual(nothing)
})

test('an upload that was refused is not said to be uploading after a reload, and keeps nobody from closing', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await openPanel(page, subject)
  await spoilPolicies(page, 1)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText(refusal)).toBeVisible()
  await expect
    .poll(() => listFiles(subject))
    .toEqual({ listReferenceData: [{ filename: 'arm.csv', status: 'FAILED' }] })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('button', { name: '1 not uploaded: reference data, Stairs', exact: true })).toBeVisible()
  await expect(page.getByText('Upload failed')).toBeVisible()
  await expect(closeButton(page)).toBeEnabled()
})
