import { expect, type Page } from '@playwright/test'

/** An address that nothing serves: what stood on the screen is gone before the next one is looked at. */
const nowhere = '/nowhere'

/**
 * Goes to a screen as by a link, without loading the app again, if the tab has it. Otherwise, and to be on the safe side
 * with something unsaved, the address is opened with `page.goto`.
 */
export async function goTo(page: Page, path: string) {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  for (const to of [nowhere, path]) {
    // What the router itself stores, so that it knows the way back.
    await page.evaluate((address) => {
      history.pushState({ idx: (history.state?.idx ?? 0) + 1, key: crypto.randomUUID() }, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, to)
    const gone = page.getByRole('heading', { name: 'This page does not exist' })
    if (to === nowhere) await expect(gone).toBeVisible()
  }
}

/** Whether the person presses with a finger. */
export const hasTouch = (page: Page) => page.evaluate(() => navigator.maxTouchPoints > 0)

/** Leaves the app, whatever it asks. */
export async function leave(page: Page) {
  const accept = (dialog: { accept: () => Promise<void> }) => void dialog.accept()
  page.on('dialog', accept)
  await page.goto('about:blank')
  page.off('dialog', accept)
}
