import type { Page, Request } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from '../../fixtures.ts'
import { newSubject, recordStairs } from '../../new-subject.ts'

// Two people at one computer: the page of the one who was there saves nothing in the name of the other.

test.use({ expectedMessages: [/status of 401|WebSocket/] })

const room = (page: Page) => page.getByRole('textbox', { name: 'Room' })
const told = (page: Page) => page.getByText(/^Another person has signed in in this browser since this page was loaded/)

/** Keeps the page from finding out who is signed in, until the returned function is called. */
async function keepUnaware(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/auth/session', async (route) => {
    await promise
    await route.continue().catch(() => undefined)
  })
  return async () => {
    resolve()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

/** Its person looks at the page again. It may have found out by itself, and be loading. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus'))).catch(() => undefined)

const isMutation = (request: Request) => (request.postData() ?? '').includes('mutation')

test('what was typed is not saved with the cookie of somebody who signed in meanwhile, and is kept for who typed it', {
  tag: '@desk',
}, async ({ page, context, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  const form = `${subject.path}/formtypes/${subject.formtypeid}`
  await signIn(page, 'nurse', form)
  await page.getByRole('textbox', { name: 'date' }).fill('2026-10-20')
  await room(page).fill('B204')
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('casebook.draft.nurse')
  const makeAware = await keepUnaware(page)
  const other = await context.newPage()
  await signIn(other, 'coordinator', subject.path)
  await expect(other.getByRole('button', { name: 'Add form' })).toBeEnabled()

  const refused = page.waitForResponse((response) => isMutation(response.request()))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect((await refused).status()).toBe(401)
  await expect(room(page)).toHaveValue('B204')
  const forms = 'query ($t: ID!, $s: ID!) { getSubject(studyid: $t, subjectid: $s) { forms { version } } }'
  expect(await subject.call(forms, { t: subject.studyid, s: subject.subjectid })).toEqual({ getSubject: { forms: [] } })

  page.once('dialog', (dialog) => dialog.accept())
  await makeAware()
  await lookAgain(page)
  await expect(told(page)).toBeVisible()
  await expect(room(page)).toHaveValue('')
  await expectAccessible(page)

  await context.clearCookies()
  page.on('dialog', (dialog) => dialog.accept())
  await signIn(page, 'nurse', form)
  await expect(room(page)).toHaveValue('B204')
})

test('somebody else who signs out takes nothing from a page that has not heard of them', { tag: '@desk' }, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  const form = `${subject.path}/formtypes/${subject.formtypeid}`
  await signIn(page, 'nurse', form)
  await room(page).fill('B204')
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
  await expect.poll(kept).toContain('casebook.draft.nurse')
  const makeAware = await keepUnaware(page)
  const other = await context.newPage()
  await signIn(other, 'coordinator', subject.path)
  const heard = page.waitForRequest('**/auth/session')
  await other.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await heard
  await expect(other.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
  await expect(room(page)).toHaveValue('B204')
  expect(await kept()).toContain('casebook.draft.nurse')

  await makeAware()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByText('Your session has ended. What you typed is still here.')).toBeVisible()
  await expect(room(page)).toHaveValue('B204')
})

test('a page that is kept because a file is being sent says whose it is, and the file stays theirs', {
  tag: '@desk',
}, async ({ page, context, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  const second = await context.newPage()
  await second.goto(subject.path)
  await expect(second.getByRole('button', { name: 'Add form' })).toBeEnabled()
  const { promise: sending, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/objects**', async (route) => {
    await sending
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'arm.csv', mimeType: 'text/csv', buffer: Buffer.from('1,2') })
  const begun = page.waitForRequest('**/objects**')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await begun
  const asked = page.waitForEvent('dialog').then((dialog) => dialog.dismiss())
  const other = await context.newPage()
  await signIn(other, 'coordinator', subject.path)
  await asked
  // Its line may have ended before the other's session had begun.
  await lookAgain(second)
  await expect(told(second)).toBeVisible()
  await expect(page.getByText(/^Another person has signed in in this browser\. Nothing is saved/)).toBeVisible()
  await expectAccessible(page)

  const refused = page.waitForResponse((response) => isMutation(response.request()))
  send()
  expect((await refused).status()).toBe(401)
  const files = 'query ($s: ID!) { listReferenceData(subjectid: $s) { referencedataid status } }'
  type Files = { listReferenceData: { referencedataid: string; status: string }[] }
  const { listReferenceData } = await subject.call<Files>(files, { s: subject.subjectid })
  const [file] = listReferenceData
  expect(file?.status).toBe('PENDING')
  const complete = `mutation ($s: ID!, $r: ID!) { completeReferenceData(subjectid: $s, referencedataid: $r) { status } }`
  expect(await subject.call(complete, { s: subject.subjectid, r: file?.referencedataid })).toEqual({
    completeReferenceData: { status: 'UPLOADED' },
  })

  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByText('arm.csv').filter({ visible: true }).first()).toBeVisible()
  await expect(told(page)).toBeVisible()
})
