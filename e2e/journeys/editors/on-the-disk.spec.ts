import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { findBrowser, ownBrowser } from '../../browser.ts'
import { test as base, expect, signIn } from '../../fixtures.ts'
import { newSubject } from '../../new-subject.ts'

// What is typed about subjects lies readable nowhere, and is there again for the person who typed it.

const room = (page: Page) => page.getByRole('textbox', { name: 'Room' })
const restored = (page: Page) => page.getByText(/^What you typed here on .+ \d\d:\d\d has been restored/)
const stored = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))

/** The files below a folder that have one of the texts, as a browser may write it. */
async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const wanted = texts.flatMap((text) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')])
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    // A browser that runs removes some meanwhile.
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))
    if (wanted.some((text) => bytes.includes(text))) found.push(entry.name)
  }
  return found
}

/** As when the power fails: the browser has no chance to write or remove anything. */
async function kill(context: BrowserContext, profile: string) {
  const gone = context.waitForEvent('close')
  process.kill(Number((await readlink(join(profile, 'SingletonLock'))).split('-').at(-1)), 'SIGKILL')
  await gone
}

type Started = { context: BrowserContext; page: Page }

/** A browser with a folder of its own, which it finds again when it is started again. */
const test = base.extend<{ own: { profile: string; start: () => Promise<Started> } }>({
  own: async ({ playwright, baseURL }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'casebook-profile-'))
    const contexts: BrowserContext[] = []
    await use({
      profile,
      async start() {
        const options = { ...(await findBrowser()), baseURL: baseURL ?? '', locale: 'en-GB' }
        const context = await playwright.chromium.launchPersistentContext(profile, options)
        contexts.push(context)
        // A browser that starts again has no session; while it starts, it may still have its cookies.
        await context.clearCookies()
        return { context, page: await context.newPage() }
      },
    })
    for (const context of contexts) await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  },
})

test('a browser that is killed leaves nothing readable on the disk, and the same person is offered what they typed', {
  tag: '@desk',
}, async ({ own: { profile, start }, browser, baseURL }) => {
  test.skip(!ownBrowser, 'a browser from npm has no profile')
  const subject = await newSubject(browser, baseURL)
  const form = `${subject.path}/formtypes/${subject.formtypeid}`
  const texts = [`typed${crypto.randomUUID()}`, `named${crypto.randomUUID()}`]
  const marker = `readable${crypto.randomUUID()}`
  const before = await start()
  await signIn(before.page, 'coordinator', form)
  // What the page stored readably would be found.
  await before.page.evaluate((text) => sessionStorage.setItem('marker', text), marker)
  await room(before.page).fill(texts[0] ?? '')
  const beside = await before.context.newPage()
  await beside.goto(`/studies/${subject.studyid}/subjects`)
  await beside.getByRole('button', { name: 'New subject' }).click()
  await beside.getByLabel('Identifier').fill(texts[1] ?? '')
  await expect.poll(() => filesWith(profile, ['casebook.draft']), { timeout: 60_000 }).not.toEqual([])
  await expect.poll(() => filesWith(profile, [marker]), { timeout: 60_000 }).not.toEqual([])
  expect(await filesWith(profile, texts)).toEqual([])
  await kill(before.context, profile)
  expect(await filesWith(profile, [marker])).not.toEqual([])
  expect(await filesWith(profile, texts)).toEqual([])

  const after = await start()
  await signIn(after.page, 'nurse', form)
  await expect(room(after.page)).toHaveValue('')
  await after.page.waitForLoadState('networkidle')
  await expect(restored(after.page)).toHaveCount(0)
  await kill(after.context, profile)

  const again = await start()
  await signIn(again.page, 'coordinator', form)
  // The server is asked for the key of the session before.
  await expect(room(again.page)).toHaveValue(texts[0] ?? '', { timeout: 60_000 })
  await expect(restored(again.page)).toBeVisible()
  await again.page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(again.page.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
  await signIn(again.page, 'coordinator', form)
  await expect(room(again.page)).toHaveValue('')
  await again.context.close()
  expect(await filesWith(profile, texts)).toEqual([])
})

test.describe('a session that ends while somebody types', () => {
  test.use({ expectedMessages: [/Failed to load resource|WebSocket|status of 401/] })

  test('what they typed is there for them once they have signed in again, and nobody else who signs in has it', {
    tag: '@desk',
  }, async ({ page, context, browser, baseURL }) => {
    const subject = await newSubject(browser, baseURL)
    const form = `${subject.path}/formtypes/${subject.formtypeid}`
    page.on('dialog', (dialog) => dialog.accept())
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await signIn(page, 'nurse', form)
    await room(page).fill('typed by the nurse')
    await expect.poll(() => stored(page)).toContain('casebook.draft')
    expect(await stored(page)).not.toContain('typed by the nurse')
    await page.reload()
    await expect(room(page)).toHaveValue('typed by the nurse')
    await context.clearCookies()
    await room(page).fill('typed after the end')

    await signIn(page, 'coordinator', form)
    await expect(room(page)).toHaveValue('')
    await expect(restored(page)).toHaveCount(0)
    await room(page).fill('typed by the coordinator')
    await expect.poll(() => stored(page)).toContain('casebook.draft.coordinator')
    expect(await stored(page)).not.toMatch(/typed (by|after)/)
    await context.clearCookies()

    await signIn(page, 'nurse', form)
    await expect(room(page)).toHaveValue('typed after the end')
    await expect(restored(page)).toBeVisible()
    expect(await stored(page)).not.toMatch(/typed (by|after)/)
    await context.clearCookies()

    await signIn(page, 'coordinator', form)
    await expect(room(page)).toHaveValue('typed by the coordinator')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
    await signIn(page, 'nurse', form)
    await expect(room(page)).toHaveValue('typed after the end')
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Hello guest!' })).toBeVisible()
    expect(await stored(page)).not.toContain('casebook.draft')
    expect(sent.filter((body) => /typed (by|after)/.test(body))).toEqual([])
  })
})
