import type { Page } from '@playwright/test'
import type { Act } from './act.ts'
import { goTo } from './going.ts'

/**
 * Something is removed where it is listed, and put back from the list of what was removed, or by the offer to undo that
 * stands there after a removal.
 */
export function removed(path: string, name: string, list: string): Act {
  const opener = (page: Page) => page.getByRole('button', { name: `Remove ${name}`, exact: true })
  return {
    path,
    key: `removed ${name}`,
    kind: `removal: ${list}`,
    async open(page, stored) {
      if (stored !== 'removed') return opener(page).waitFor()
      await goTo(page, '/removed')
      await page.getByRole('button', { name: `Put back ${name}`, exact: true }).waitFor()
    },
    shown: async (page) => ((await opener(page).isVisible()) ? 'there' : 'removed'),
    async begin(page, saw, number) {
      if (saw === 'removed') {
        const button = page.getByRole('button', { name: `Put back ${name}`, exact: true })
        // Without an answer, the page knows only that it is there no more.
        const done = page.getByRole('main').filter({ hasNot: button })
        return { verb: 'put back', made: () => 'there', button, done }
      }
      await opener(page).click()
      const button = page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true })
      const done = page.getByRole('main').filter({ hasNot: opener(page) })
      if (number % 3 !== 0) return { verb: 'remove', made: () => 'removed', button, done }
      await button.click()
      // The offer for what was removed before may still stand there.
      const offer = page.getByRole('region', { name: `Removed: ${name}`, exact: true })
      const undo = offer.getByRole('button', { name: 'Undo', exact: true })
      await undo.waitFor()
      return { verb: 'undo', already: 'removed', made: () => 'there', button: undo, done: opener(page) }
    },
  }
}
