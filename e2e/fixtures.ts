import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type Caller, callAs } from './api.ts'

export { expect } from '@playwright/test'

interface Journey {
  /** Console messages and errors that this journey provokes on purpose; all others fail it. */
  expectedMessages: RegExp[]
  /** A further browser, with cookies of its own, in which this person has signed in. */
  openAs: (name: DemoPerson, path?: string) => Promise<Page>
  /** Calls the API as the administrator, who may do everything: to set the scene without clicking. */
  admin: Caller
}

export type DemoPerson = 'admin' | 'coordinator' | 'nurse' | 'patient' | 'newcomer'

export const test = base.extend<Journey & { seen: string[] }>({
  baseURL: async ({ browserName: _ }, use) => use(process.env.CASEBOOK_ADDRESS),

  expectedMessages: async ({ browserName: _ }, use) => use([]),

  // What the browser complains about, a breach of the content security policy included, is a fault of ours.
  seen: async ({ expectedMessages }, use) => {
    const seen: string[] = []
    await use(seen)
    expect(seen.filter((message) => !expectedMessages.some((pattern) => pattern.test(message)))).toEqual([])
  },

  context: async ({ context, seen }, use) => {
    watch(context, seen)
    await use(context)
  },

  openAs: async (
    { browser, contextOptions, viewport, isMobile, hasTouch, deviceScaleFactor, locale, timezoneId, baseURL, seen },
    use,
  ) => {
    const contexts: BrowserContext[] = []
    await use(async (name, path) => {
      const look = { viewport, isMobile, hasTouch, locale, timezoneId, baseURL }
      const context = await browser.newContext({
        ...contextOptions,
        ...look,
        ...(deviceScaleFactor && { deviceScaleFactor }),
      })
      contexts.push(context)
      watch(context, seen)
      const page = await context.newPage()
      await signIn(page, name, path)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },

  admin: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext()
    await use(await callAs(context, baseURL ?? '', 'admin'))
    await context.dispose()
  },
})

function watch(context: BrowserContext, seen: string[]) {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      seen.push(`console ${message.type()}: ${message.text()} (${message.page()?.url()})`)
  })
  context.on('weberror', (error) => {
    seen.push(`uncaught: ${error.error().stack ?? error.error().message}`)
  })
}

/** Signs in as one of the demo people, through the provider as everyone does, and lands on the path. */
export async function signIn(page: Page, name: DemoPerson, path = '/') {
  await page.goto(`/auth/sign-in?${new URLSearchParams({ login_hint: name, returnTo: path })}`)
  await page.waitForURL((url) => !/^\/(auth|idp)\//.test(url.pathname))
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Holds the screen, as it is now, against WCAG 2.2 AA as far as a program can; or against those rules of it alone. */
export async function expectAccessible(page: Page, rules?: string[]) {
  const axe = new AxeBuilder({ page })
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(levels)).analyze()
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  )
  expect(told.join('\n')).toBe('')
}

/** The screen as it is now: in light and as wide as it is, then in dark and 360 pixels wide, from the top. */
export async function expectLooksRight(page: Page) {
  const wide = page.viewportSize()
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, ['color-contrast', 'target-size', 'scrollable-region-focusable'])
  await page.emulateMedia({ colorScheme: 'light' })
  if (wide) await page.setViewportSize(wide)
}

/** Nothing is wider than the window: a person never has to scroll sideways to read. */
export async function expectNoSidewaysScroll(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)
}

/** The field says that it refuses what stands in it, and why, also to a screen reader. */
export async function expectRefused(field: Locator, why: RegExp = /./) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(why)
}
