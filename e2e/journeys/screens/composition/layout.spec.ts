import type { Page } from '@playwright/test'
import { barCloseButton, closeButton } from '../../../closing.ts'
import { expect, expectNoSidewaysScroll, signIn, test } from '../../../fixtures.ts'
import { everyScreen, open, type Screen } from './every-screen.ts'

// So high that all of a screen is in the window.
const height = 4_000

/** Texts over which something else lies: a long name that overprints its neighbour, for example. */
function overprinted(): string[] {
  const found = new Set<string>()
  const isCut = (part: Element, x: number) => {
    for (let each: Element | null = part; each; each = each.parentElement) {
      const { overflowX } = getComputedStyle(each)
      const box = each.getBoundingClientRect()
      if (box.width <= 1 || (overflowX !== 'visible' && (x < box.left || x > box.right))) return true
    }
    return false
  }
  const isSticky = (part: Element) => {
    for (let each: Element | null = part; each; each = each.parentElement)
      if (getComputedStyle(each).position === 'sticky') return true
    return false
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const around = text.parentElement
    const said = text.textContent?.trim()
    if (!around || !said || around.closest('option, dialog, noscript, svg')) continue
    if (!around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const { left, top, right, bottom, width } of range.getClientRects()) {
      // Only read aloud.
      if (width < 4 || around.closest('legend')) continue
      for (const x of [left + 2, right - 2]) {
        const seen = document.elementFromPoint(x, (top + bottom) / 2)
        if (!seen || seen.contains(around) || around.contains(seen) || isCut(around, x)) continue
        // The buttons of a long form stay in view, over what is scrolled past them.
        if (isSticky(seen)) continue
        found.add(`"${said.slice(0, 40)}" lies under ${seen.tagName} ${seen.className}`)
      }
    }
  }
  return [...found]
}

async function lookAtAll(page: Page, screens: readonly Screen[]) {
  const wrong: Record<string, string[]> = {}
  for (const screen of screens) {
    await open(page, screen)
    await expectNoSidewaysScroll(page)
    const found = await page.evaluate(overprinted)
    if (found.length > 0) wrong[screen.name] = found
  }
  expect(wrong).toEqual({})
}

for (const { width, kind } of [{ width: 1280, kind: 'short' }] as const) {
  test.describe(() => {
    test.use({ viewport: { width, height } })

    test(`at ${width} pixels, with ${kind} names, no screen is too wide and no text lies under another`, async ({
      page,
      admin,
    }) => {
      test.setTimeout(600_000)
      const screens = await everyScreen(admin, kind)
      await signIn(page, 'admin')
      await lookAtAll(page, screens)
      // In the other language, where words are longer. Editors are opened by their English names.
      await page.getByRole('button', { name: /^NB/ }).click()
      await lookAtAll(
        page,
        screens.filter(({ act }) => act === undefined),
      )
    })
  })
}

test('what stands side by side shares its edges, and a form begins within 200 pixels', async ({ page, admin }) => {
  const screens = await everyScreen(admin)
  const screen = (name: string) => screens.find((each) => each.name === name) ?? { name, path: '/' }
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox()
    return found ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'admin')

  await open(page, screen('subjects'))
  const [heading, table] = [await box('main h1'), await box('main table')]
  expect(Math.abs(heading.x - table.x)).toBeLessThanOrEqual(1)
  const action = await page.getByRole('button', { name: 'New subject' }).boundingBox()
  expect(Math.abs((action?.x ?? 0) + (action?.width ?? 0) - table.x - table.width)).toBeLessThanOrEqual(1)

  await open(page, screen('subject'))
  const [forms, devices, activities] = [await box('#forms'), await box('#devices'), await box('#activities')]
  expect(forms.y).toBe(activities.y)
  expect(forms.x).toBe(devices.x)
  expect(forms.width).toBe(devices.width)
  expect(Math.abs(activities.x + activities.width - 1256)).toBeLessThanOrEqual(1)

  // One of the two buttons is in view, wherever one scrolls to.
  await page.setViewportSize({ width: 1280, height: 500 })
  for (const top of [0, 10_000]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    // Asked of all there are at once: the one in the bar leaves as soon as the other is in view.
    const inView = async () => {
      const shown = [closeButton(page), barCloseButton(page)].map((button) =>
        button.evaluateAll(
          (elements) =>
            elements.filter((element) => {
              const { top: from, bottom } = element.getBoundingClientRect()
              return element.checkVisibility({ visibilityProperty: true }) && from >= 0 && bottom <= innerHeight
            }).length,
        ),
      )
      return (await Promise.all(shown)).reduce((sum, count) => sum + count, 0)
    }
    await expect.poll(inView).toBe(1)
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, screen('form'))
  await page.evaluate(() => scrollTo(0, 0))
  expect((await box('[data-field]')).y).toBeLessThanOrEqual(200)
})
