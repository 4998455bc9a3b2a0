import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { type Caller, callAs, type DemoPerson } from './api.ts'

export { expect } from '@playwright/test'

interface Journey {
  /** Console messages and errors that this journey provokes on purpose. All others fail it. */
  expectedMessages: RegExp[]
  /** Another browser with its own cookies, in which this person has signed in. */
  openAs: (name: DemoPerson, path?: string) => Promise<Page>
  /** Calls the API as the administrator, to prepare data without clicking. */
  admin: Caller
}

export const test = base.extend<Journey & { seen: string[] }>({
  baseURL: async ({ browserName: _ }, use) => use(process.env.CASEBOOK_ADDRESS),

  expectedMessages: async ({ browserName: _ }, use) => use([]),

  // Every warning of the browser, including a breach of the content security policy, is a fault of the app.
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

/** Signs in as one of the demo people, through the provider as everyone does, and opens the path. */
export async function signIn(page: Page, name: DemoPerson, path = '/') {
  await page.goto(`/auth/sign-in?${new URLSearchParams({ login_hint: name, returnTo: path })}`)
  await page.waitForURL((url) => !/^\/(auth|idp)\//.test(url.pathname))
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Checks the present screen against WCAG 2.2 AA as far as a program can, or only against the given rules. Scrolls to
 * the top before. A control that is partly covered by a sticky bar there is measured again in the middle of the window.
 */
export async function expectAccessible(page: Page, rules?: string[]) {
  const from = await page.evaluate(() => {
    const { scrollY } = window
    scrollTo(0, 0)
    return scrollY
  })
  // What a colleague's change just put here takes no press for a second: its size as a target would not count.
  await page.waitForFunction(() => !document.querySelector('[data-held]'))
  // Waits for animations to end, because colours in transition would be measured.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.race([
      Promise.allSettled(ending.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 2_000)),
    ])
  })
  // Waits until no control becomes enabled or disabled: a rule would see the colour of the one and the state of the other.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const ends = performance.now() + 2_000
        let timer = setTimeout(done, 200)
        const watcher = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(done, Math.max(0, Math.min(200, ends - performance.now())))
        })
        function done() {
          watcher.disconnect()
          resolve()
        }
        watcher.observe(document.body, { subtree: true, attributeFilter: ['disabled', 'data-disabled'] })
      }),
  )
  // It reads style sheets again for a rule that is not among these, and fails where the line is cut.
  const options = { preload: false }
  const axe = new AxeBuilder({ page }).options(options)
  // Headings without gaps in their order are no rule of WCAG, but what people who listen find their way by.
  const { violations } = await (rules
    ? axe.withRules(rules)
    : axe.options({ ...options, rules: { 'heading-order': { enabled: true } } }).withTags(levels)
  ).analyze()
  const told: string[] = []
  for (const { id, help, nodes } of violations)
    for (const { html, failureSummary, target } of nodes)
      if (id !== 'target-size' || (await isSmallUncovered(page, String(target))))
        told.push(`${id}: ${help}\n  ${html}\n${failureSummary}`)
  expect(told.join('\n')).toBe('')
  await page.evaluate((top) => scrollTo(0, top), from)
}

/** Whether a control is a small target also where no sticky bar covers a part of it. */
async function isSmallUncovered(page: Page, selector: string) {
  await page.evaluate((control) => document.querySelector(control)?.scrollIntoView({ block: 'center' }), selector)
  const { violations } = await new AxeBuilder({ page }).include(selector).withRules(['target-size']).analyze()
  return violations.length > 0
}

/** Checks accessibility and width of the present screen: light at its width, then dark at 360 pixels. */
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

/** Nothing is wider than the window, so that reading needs no sideways scrolling. */
export async function expectNoSidewaysScroll(page: Page) {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)
}

/** The field shows that its value is refused, and why, also to a screen reader. */
export async function expectRefused(field: Locator, why: RegExp = /./) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(why)
}
