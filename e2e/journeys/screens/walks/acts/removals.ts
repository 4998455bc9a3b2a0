import type { Act } from './act.ts'

/** Something is removed where it is listed, and put back from the list of what was removed. */
export function removed(path: string, name: string, list: string): Act {
  return {
    path,
    key: `removed ${name}`,
    async open(page) {
      await page.getByRole('table', { name: list, exact: true }).waitFor()
      if (await page.getByRole('button', { name: `Remove ${name}`, exact: true }).isVisible()) return
      await page.goto('/removed')
      await page.getByRole('button', { name: `Put back ${name}`, exact: true }).waitFor()
    },
    shown: async (page) => (page.url().endsWith('/removed') ? 'removed' : 'there'),
    async begin(page, saw) {
      const verb = saw === 'removed' ? 'Put back' : 'Remove'
      const opener = page.getByRole('button', { name: `${verb} ${name}`, exact: true })
      // Without an answer, the page knows only that it is there no more.
      const done = page.getByRole('main').filter({ hasNot: opener })
      if (saw === 'removed') return { made: () => 'there', button: opener, done }
      await opener.click()
      const button = page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true })
      return { made: () => 'removed', button, done }
    },
  }
}
