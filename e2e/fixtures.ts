import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export { expect } from '@playwright/test'

interface Journey {
  /** Console messages and errors that this journey provokes on purpose; all others fail it. */
  expectedMessages: RegExp[]
  /** A further browser, with cookies of its own, in which this person has signed in. */
  openAs: (name: DemoPerson, path?: string) => Promise<Page>
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

/** Holds the screen, as it is now, against WCAG 2.2 AA as far as a program can. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(levels).analyze()
  const told = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  )
  expect(told.join('\n')).toBe('')
}

/** Nothing is wider than the window: a person never has to scroll sideways to read. */
export async function expectNoSidewaysScroll(page: Page) {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }))
  expect(content).toBeLessThanOrEqual(view)
}
