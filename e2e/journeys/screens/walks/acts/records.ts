import type { Locator, Page } from '@playwright/test'
import type { Act, Press } from './act.ts'

interface Kept {
  key: string
  kind: string
  path: string
  /** The heading, or the like, that is there once the page can be looked at. */
  ready: (page: Page) => Locator
  /** Is there while the record is. */
  opener: (page: Page) => Locator
  /** What the history calls it. */
  what: string
  /** Adds it, up to the press. */
  add: (page: Page, number: number) => Promise<Press>
}

/** A record of a subject is added, deleted, put back from the history or by the offer to undo, by turns of the number. */
function kept({ key, kind, path, ready, opener, what, add }: Kept): Act {
  return {
    path,
    key,
    kind,
    open: (page) => ready(page).waitFor(),
    shown: async (page) => ((await opener(page).isVisible()) ? 'there' : 'none'),
    seen: (stored) => (stored === 'none' ? stored : 'there'),
    async begin(page, saw, number) {
      if (saw === 'none') {
        if (number % 2 === 1) return add(page, number)
        await page.getByRole('button', { name: 'History', exact: true }).click()
        const history = page.getByRole('dialog', { name: 'History' })
        await history.getByRole('listitem').first().waitFor()
        const putBack = history.getByRole('button', { name: `Put back: ${what}` })
        if (await putBack.isVisible()) {
          const done = page.getByRole('dialog', { name: 'History' }).filter({ hasNot: putBack })
          return {
            verb: 'put back',
            made: (was, earlier) => (was === 'none' ? earlier : was),
            button: putBack,
            done: done.or(opener(page)).first(),
          }
        }
        await page.keyboard.press('Escape')
        await history.waitFor({ state: 'hidden' })
        return add(page, number)
      }
      await opener(page).click()
      const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true })
      const gone = page.getByRole('main').filter({ hasNot: opener(page) })
      if (number % 3 !== 0) return { verb: 'delete', made: () => 'none', button: remove, done: gone }
      await remove.click()
      const undo = page.getByRole('button', { name: 'Undo', exact: true })
      await undo.waitFor()
      return {
        verb: 'undo the deletion',
        already: 'none',
        made: (was, earlier) => (was === 'none' ? earlier : was),
        button: undo,
        done: opener(page),
      }
    },
  }
}

/** What a subject's page has of a form and an activity, each added, deleted and put back. */
export function keptRecords(path: string): Act[] {
  const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true })
  return [
    kept({
      key: 'form Sheet',
      kind: 'form of a subject',
      path,
      ready: (page) => page.getByRole('table', { name: 'Forms' }),
      opener: button('Delete Sheet'),
      what: 'Form Sheet',
      async add(page, number) {
        await page.getByRole('button', { name: 'Add form', exact: true }).click()
        await page.getByRole('combobox', { name: 'Form type' }).selectOption('Sheet')
        await page.getByRole('textbox', { name: 'g1', exact: true }).fill(`g-${number}`)
        const save = page.getByRole('button', { name: 'Save', exact: true })
        return { verb: 'add', made: () => `g-${number}`, button: save, done: button('Delete Sheet')(page) }
      },
    }),
    kept({
      key: 'activity Run',
      kind: 'activity of a subject',
      path,
      ready: (page) => page.getByRole('table', { name: 'Activities' }),
      opener: button('Delete Run'),
      what: 'Activity Run',
      async add(page, number) {
        await page.getByRole('button', { name: 'Record Run', exact: true }).click()
        await page.getByRole('textbox', { name: 'Start' }).fill('2026-10-20 10:00')
        await page.getByRole('textbox', { name: 'Stop' }).fill('2026-10-20 10:10')
        await page.getByRole('textbox', { name: 'Comment' }).fill(`r-${number}`)
        const save = page.getByRole('button', { name: 'Save Run', exact: true })
        return { verb: 'add', made: () => `r-${number}`, button: save, done: button('Delete Run')(page) }
      },
    }),
  ]
}
