import { emptyDataDir, startCasebook } from '../../../casebook.ts'
import { expect, expectLooksRight, signIn, test } from '../../../fixtures.ts'
import { addSubjects, firstColumn, newSite, newStudy } from '../../../new-site.ts'

const lost = /^No connection to the server\./

test('changes made before a slow socket opened are shown', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addSubjects(admin, siteid, studyid, ['P-1'])
  let subscribes = 0
  await page.routeWebSocket(/\/graphql$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      if (String(message).includes('"subscribe"')) subscribes += 1
      setTimeout(() => server.send(message), 1_500)
    })
    server.onMessage((message) => socket.send(message))
  })
  await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1'])
  // The subscription was not requested, so this browser is not notified.
  expect(subscribes).toBe(0)
  await addSubjects(admin, siteid, studyid, ['P-2'])
  await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-2'])
})

test.describe(() => {
  test.use({ expectedMessages: [/WebSocket|Failed to load resource/] })

  test('changes made while a socket was interrupted are shown', async ({ page, admin }) => {
    const { siteid } = await newSite(admin)
    const studyid = await newStudy(admin, siteid, 'Sleep')
    await addSubjects(admin, siteid, studyid, ['P-1'])
    const breakOff: (() => void)[] = []
    let isBroken = false
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      if (isBroken) return void socket.close({ code: 1012 })
      const server = socket.connectToServer()
      breakOff.push(() => {
        socket.close({ code: 1012 })
        server.close({ code: 1000 })
      })
    })
    await signIn(page, 'nurse', `/studies/${studyid}/subjects`)
    await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1'])
    await page.waitForLoadState('networkidle')
    isBroken = true
    for (const each of breakOff) each()
    await addSubjects(admin, siteid, studyid, ['P-2'])
    isBroken = false
    await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-2'])
    // It listens again.
    await addSubjects(admin, siteid, studyid, ['P-3'])
    await expect(firstColumn(page, 'Subjects')).toHaveText(['P-1', 'P-2', 'P-3'])
  })

  test('an idle page notices that the server is down, and that it is back', async ({ page }) => {
    const { dataDir, remove } = await emptyDataDir()
    let casebook = await startCasebook({ dataDir })
    const { port } = new URL(casebook.address)
    try {
      await page.goto(`${casebook.address}/auth/sign-in?login_hint=nurse&returnTo=/studies`)
      await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await casebook.kill()
      await expect(page.getByText(lost)).toBeVisible()
      await expectLooksRight(page)
      casebook = await startCasebook({ dataDir, env: { PORT: port } })
      await expect(page.getByText(lost)).toBeHidden()
    } finally {
      await casebook.kill()
      await remove()
    }
  })

  test('a server that hangs is noticed, too', async ({ page, context }) => {
    let isSilent = false
    await page.routeWebSocket(/\/graphql$/, (socket) => {
      const server = socket.connectToServer()
      socket.onMessage((message) => {
        if (!isSilent) server.send(message)
      })
      server.onMessage((message) => {
        if (!isSilent) socket.send(message)
      })
    })
    await signIn(page, 'nurse', '/studies')
    await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const hanging = new Set<() => void>()
    await context.route(/\/graphql$|\/auth\/session$/, async (route) => {
      await new Promise<void>((resolve) => hanging.add(resolve))
      // The page may have aborted the request itself meanwhile.
      await route.abort().catch(() => undefined)
    })
    isSilent = true
    await expect(page.getByText(lost)).toBeVisible()
    isSilent = false
    await context.unroute(/\/graphql$|\/auth\/session$/)
    for (const release of hanging) release()
    await expect(page.getByText(lost)).toBeHidden()
  })
})
