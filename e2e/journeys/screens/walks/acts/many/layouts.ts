import type { Page } from '@playwright/test'
import type { Act } from '../act.ts'

/** How a file is read that says neither when it was recorded nor how fast: its rate. */
export function recordingLayout(path: string): Act {
  const change = (page: Page) => page.getByRole('button', { name: 'Change settings', exact: true })
  return {
    path,
    key: 'layout',
    kind: 'layout of a file',
    open: (page) => page.getByText('The whole file has been read.').waitFor(),
    shown: async (page) => /\b(\d+) Hz/.exec((await page.getByRole('main').textContent()) ?? '')?.[1] ?? '',
    async begin(page, _saw, number) {
      const to = String(100 + number)
      async function type() {
        // The settings stand open if something was typed there before.
        if (await change(page).isVisible()) await change(page).click()
        await page.getByLabel('Rate in Hz').fill(to)
      }
      await type()
      return {
        made: () => to,
        // A refusal shows how a colleague let it be read meanwhile.
        reopen: type,
        told: page.getByText(/^How this file is read was changed elsewhere/),
        // Without a line, the file itself could not be read.
        again: page.getByRole('button', { name: 'Try again', exact: true }),
        button: page.getByRole('button', { name: 'Read again with these settings' }),
        done: page
          .getByRole('main')
          .filter({ hasText: `${to} Hz` })
          .filter({ hasNot: page.locator('[data-unsaved]') }),
      }
    },
  }
}
