import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../../fixtures.ts'
import { everyScreen, open } from './every-screen.ts'
import { isAt, lastingHeadingFaults, listAddresses, overlays, screensOfOthers } from './further-screens.ts'

/** A desk, the same desk at 200 %, and a phone. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 640, height: 400 },
  { width: 390, height: 844 },
]

/**
 * What has the focus, or the part around it that the selector names, and what lies over it or beyond the window's edge.
 * Undefined when the focus has left the page.
 */
async function focused(around: string): Promise<{ name: string; covered: string[] } | undefined> {
  const active = document.activeElement
  if (!active || active === document.body) return undefined
  const at = active.closest(around || '*') ?? active
  // The app scrolls it out from under its bars in the next frame.
  await new Promise(requestAnimationFrame)
  const said = at.getAttribute('aria-label') ?? at.getAttribute('name') ?? at.textContent
  const { left, right, top, bottom } = at.getBoundingClientRect()
  const across = right - left > innerWidth ? [innerWidth / 2] : [left + 3, (left + right) / 2, right - 3]
  // Of an area that is higher than half of the window, the beginning is enough.
  const down = bottom - top > innerHeight / 2 ? [] : [(top + bottom) / 2, bottom - 3]
  const covered = new Set<string>()
  for (let each = at.parentElement; each; each = each.parentElement)
    if (each.getBoundingClientRect().width === 1) covered.add('nothing, but is not seen')
  for (const x of across)
    for (const y of [top + 3, ...down]) {
      const over = document.elementFromPoint(x, y)
      if (!over) covered.add('the edge of the window')
      for (let each = over; each && !each.contains(at) && !at.contains(each); each = each.parentElement) {
        const { position } = getComputedStyle(each)
        if (position === 'sticky' || position === 'fixed') covered.add(`${each.tagName} ${each.className}`)
      }
    }
  return { name: `${at.tagName} ${said?.slice(0, 40)}`, covered: [...covered] }
}

/** The stops of the screen from its beginning, at most so many; with `isBack` also the way back. */
async function walk(page: Page, most: number, isBack: boolean): Promise<string[]> {
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#content')?.focus()
    scrollTo(0, 0)
  })
  const wrong: string[] = []
  for (const key of isBack ? ['Tab', 'Shift+Tab'] : ['Tab']) {
    for (let stops = 0; stops < most; stops += 1) {
      await page.keyboard.press(key)
      const found = await page.evaluate(focused, '')
      if (!found || /^(MAIN|A Skip)/.test(found.name)) break
      for (const over of found.covered) wrong.push(`${key}: ${found.name} lies under ${over}`)
    }
  }
  return wrong
}

/** Where something stays in view at the top and at the bottom. */
const barred = ['subjects', 'form', 'form type', 'study overview', 'chosen subjects', 'field', 'schedule']

test('by Tab nothing that has the focus lies under something else, at three sizes on every screen @desk', async ({
  page,
  admin,
}) => {
  test.setTimeout(900_000)
  const screens = await everyScreen(admin)
  const pathOf = (name: string) => screens.find((screen) => screen.name === name)?.path ?? ''
  await signIn(page, 'admin')
  const wrong: Record<string, string[]> = {}
  for (const screen of [...screens, ...overlays(pathOf('subjects'), pathOf('filled subject'))]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, screen)
    for (const size of sizes) {
      await page.setViewportSize(size)
      const isBarred = barred.includes(screen.name)
      const found = await walk(page, isBarred ? 70 : 30, isBarred && size.height === 400)
      if (screen.name === 'form') {
        // Refused from the end of the form: its first error comes into view, with what is wrong.
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
        const refused = await page.evaluate(focused, '[data-field]')
        expect(refused?.name).toContain('Field 1')
        found.push(...(refused?.covered ?? []).map((over) => `what is wrong with the first field lies under ${over}`))
      }
      if (found.length > 0) wrong[`${screen.name} at ${size.width} × ${size.height}`] = found
    }
  }
  expect(wrong).toEqual({})
})

test.describe(() => {
  test.use({ expectedMessages: [/status of 503/] })

  test('the same on the screens of sign-in, of other roles and without a site @desk', async ({
    openAs,
    browser,
    baseURL,
  }) => {
    test.setTimeout(300_000)
    const wrong: Record<string, string[]> = {}
    for (const screen of screensOfOthers) {
      const guest = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-GB' })
      const page = screen.as ? await openAs(screen.as, screen.path) : await guest.newPage()
      await open(page, screen)
      for (const size of sizes) {
        await page.setViewportSize(size)
        const found = [...(await walk(page, 30, false)), ...(await lastingHeadingFaults(page))]
        if (found.length > 0) wrong[`${screen.name} at ${size.width} × ${size.height}`] = found
      }
      await guest.close()
    }
    expect(wrong).toEqual({})
  })
})

test('every address of the app is among the screens that are walked, and their headings are in order @desk', async ({
  page,
  admin,
}) => {
  test.setTimeout(300_000)
  const screens = await everyScreen(admin)
  const pathOf = (name: string) => screens.find((screen) => screen.name === name)?.path ?? ''
  await signIn(page, 'admin')
  const visited = screensOfOthers.map(({ path }) => path)
  const wrong: Record<string, string[]> = {}
  for (const screen of [...screens, ...overlays(pathOf('subjects'), pathOf('filled subject'))]) {
    await open(page, screen)
    visited.push(screen.path, new URL(page.url()).pathname)
    const found = await lastingHeadingFaults(page)
    if (found.length > 0) wrong[screen.name] = found
  }
  expect(wrong).toEqual({})
  const addresses = await listAddresses()
  expect(addresses.length).toBeGreaterThan(25)
  expect(addresses.filter((address) => !visited.some((path) => isAt(address, path)))).toEqual([])
})
