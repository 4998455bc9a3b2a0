import { expect, expectLooksRight, signIn, test } from '../../../fixtures.ts'
import { addSubjects, firstColumn, newSite, newStudy } from '../../../new-site.ts'

test.use({ expectedMessages: [/Failed to load resource|WebSocket|status of 401/] })

const noNetwork = /\/auth\/|\/graphql$/

test('signing out without network takes everything away at once; the server is told when the network is back', async ({
  page,
  context,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1'])
  const whoSitsHere = async () => (await (await page.request.get('/auth/session')).json()).state
  const drafts = () =>
    page.evaluate(() =>
      [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => key.includes('draft')),
    )

  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await page.getByRole('button', { name: 'New subject' }).click()
  await page.getByLabel('Identifier').fill('S-099')
  await expect.poll(drafts).toHaveLength(1)
  const other = await context.newPage()
  await other.goto(`/studies/${studyid}/subjects`)
  await expect(firstColumn(other, 'Subjects')).toHaveText(['P-1'])

  await context.route(noNetwork, (route) => route.abort())
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  for (const window of [page, other]) {
    await expect(window.getByRole('heading', { name: 'You are signed out in this browser' })).toBeVisible()
    await expect(window.getByText(/Your session on the server ends as soon as the connection is back/)).toBeVisible()
    await expect(window.getByText(/S-099|P-1|Sleep|Lars/)).toHaveCount(0)
  }
  expect(await drafts()).toEqual([])
  await expectLooksRight(page)
  expect(await whoSitsHere()).toBe('user')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'You are signed out in this browser' })).toBeVisible()
  expect(await whoSitsHere()).toBe('user')

  await context.unroute(noNetwork)
  for (const window of [page, other]) {
    await expect(window.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
  }
  expect(await whoSitsHere()).toBe('guest')

  await signIn(page, 'coordinator', `/studies/${studyid}/subjects`)
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1'])
  await expect(page.getByText('S-099')).toHaveCount(0)
  await addSubjects(admin, siteid, studyid, ['P-2'])
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-2'])
})

test('a pending sign-out ends no later session', async ({ page, context }) => {
  await signIn(page, 'nurse', '/profile')
  await page.evaluate(() => localStorage.setItem('casebook.sign-out-owed', '2020-01-01T00:00:00.000Z'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('casebook.sign-out-owed'))).toBeNull()
  const cookies = await context.cookies()
  expect(cookies.some(({ name }) => name === 'casebook_session')).toBe(true)
})
