import { expect, type Page } from '@playwright/test'
import type { Act } from '../act.ts'
import { goTo } from '../going.ts'

/** What the walk keeps of several records under one key: a word for each, in their order. */
export const together = (words: readonly string[]) => words.join(', ')

const wordOf = (place: number) => (words: string) => words.split(', ')[place] ?? ''

/** Chooses these rows of a list, and waits for the bar with what can be done with them. */
async function choose(page: Page, names: readonly string[]) {
  const bar = page.getByRole('region', { name: `${names.length} chosen`, exact: true })
  await expect(async () => {
    // What a colleague's change has just put there takes no press for a second.
    for (const name of names)
      await page.getByRole('checkbox', { name: `Choose ${name}`, exact: true }).check({ timeout: 2_000 })
    await expect(bar.getByRole('button').first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  return bar
}

/** What became of those that were chosen, and why some were left. */
const outcome = (page: Page) => page.locator('[data-chosen-bar]').getByRole('status')
const question = (page: Page) => page.getByRole('alertdialog')

/** Complete subjects of a list are closed together. Each is opened again on their page. */
export function closedTogether(path: string, names: readonly string[]): Act {
  const row = (page: Page, name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  /** Nothing on the page of one of them. */
  const standing = async (page: Page, name: string) =>
    /OPEN|CLOSED/.exec((await row(page, name).allTextContents()).join())?.[0] ?? ''
  return {
    path,
    key: `status of ${together(names)}`,
    kind: 'subjects closed together',
    open: async (page) => {
      for (const name of names) await row(page, name).waitFor()
    },
    shown: async (page) => together(await Promise.all(names.map((name) => standing(page, name)))),
    async begin(page, saw, number) {
      const closed = names.find((_, place) => saw.split(', ')[place] === 'CLOSED')
      // One that is closed stays so, and is named, while the other one is closed.
      if (closed !== undefined && (number % 2 === 0 || !saw.includes('OPEN'))) {
        await page.getByRole('link', { name: closed, exact: true }).click()
        await page.getByRole('textbox', { name: /reason/i }).fill(`because-${number}`)
        return {
          verb: 'reopen one',
          about: wordOf(names.indexOf(closed)),
          made: (was) => together(was.split(', ').map((word, place) => (names[place] === closed ? 'OPEN' : word))),
          button: page.getByRole('button', { name: 'REOPEN SUBJECT' }),
          done: page.getByRole('heading', { name: 'Subject status: OPEN' }),
        }
      }
      const bar = await choose(page, names)
      const ask = () => bar.getByRole('button', { name: 'Submit and close' }).click()
      await ask()
      let both = page.getByRole('main')
      for (const name of names) both = both.filter({ has: row(page, name).filter({ hasText: /CLOSED/ }) })
      return {
        verb: 'close',
        made: () => together(names.map(() => 'CLOSED')),
        button: question(page).getByRole('button', { name: 'Submit and close' }),
        reopen: ask,
        told: outcome(page),
        done: both,
      }
    },
  }
}

/** Subjects are moved together to the other one of two studies. */
export function movedTogether(studies: Readonly<Record<'East' | 'West', string>>, names: readonly string[]): Act {
  const all = (page: Page) => names.map((name) => page.getByRole('link', { name, exact: true }))
  return {
    path: `/studies/${studies.East}/subjects`,
    key: `study of ${together(names)}`,
    kind: 'subjects moved together',
    async open(page, stored) {
      if (stored !== 'East') await goTo(page, `/studies/${studies.West}/subjects`)
      for (const link of all(page)) await link.waitFor()
    },
    shown: async (page) => (page.url().includes(studies.East) ? 'East' : 'West'),
    async begin(page, saw, number) {
      const to = saw === 'East' ? 'West' : 'East'
      const bar = await choose(page, names)
      // A phone has room for the first of what can be done.
      const more = bar.getByRole('button', { name: 'More', exact: true })
      const isMore = await more.isVisible()
      if (isMore) await more.click()
      await bar.getByRole(isMore ? 'menuitem' : 'link', { name: 'Move to another study' }).click()
      await page.getByRole('combobox', { name: 'Study that they go to' }).selectOption({ label: to })
      await page.getByRole('textbox', { name: /^Why/ }).fill(`because-${number}`)
      return {
        made: () => to,
        button: page.getByRole('button', { name: `Move ${names.length} subjects`, exact: true }),
        // After a lost answer, and after a colleague was faster, the page knows only the latter.
        done: page
          .getByText(`${names.length} subjects were moved to ${to}.`)
          .or(page.getByText(/they have been moved/)),
      }
    },
  }
}

/** What is chosen in a list is removed together, and put back one by one, or by the offer to undo that. */
export function removedTogether(path: string, names: readonly string[], list: string): Act {
  const opener = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true })
  const putBack = (page: Page, name: string) => page.getByRole('button', { name: `Put back ${name}`, exact: true })
  const place = (page: Page) => (page.url().includes('/removed') ? putBack : opener)
  const standing = async (page: Page, name: string) =>
    (await place(page)(page, name).isVisible()) === page.url().includes('/removed') ? 'removed' : 'there'
  return {
    path,
    key: `removed ${together(names)}`,
    kind: `removal together: ${list}`,
    async open(page, stored) {
      const words = stored.split(', ')
      if (words.includes('removed')) await goTo(page, '/removed')
      for (const [index, name] of names.entries())
        if (words.includes('removed') === (words[index] === 'removed')) await place(page)(page, name).waitFor()
    },
    shown: async (page) => together(await Promise.all(names.map((name) => standing(page, name)))),
    async begin(page, saw, number) {
      const gone = names.find((_, index) => saw.split(', ')[index] === 'removed')
      if (gone !== undefined) {
        const button = putBack(page, gone)
        return {
          verb: 'put back one',
          about: wordOf(names.indexOf(gone)),
          made: (was) => together(was.split(', ').map((word, index) => (names[index] === gone ? 'there' : word))),
          button,
          // Without an answer, the page knows only that it is there no more.
          done: page.getByRole('main').filter({ hasNot: button }),
        }
      }
      const bar = await choose(page, names)
      const ask = () => bar.getByRole('button', { name: 'Remove', exact: true }).click()
      await ask()
      const button = question(page).getByRole('button', { name: 'Remove', exact: true })
      let both = page.getByRole('main')
      for (const name of names) both = both.filter({ hasNot: opener(page, name) })
      const made = () => together(names.map(() => 'removed'))
      if (number % 3 !== 0) return { verb: 'remove', made, button, reopen: ask, told: outcome(page), done: both }
      await button.click()
      const offer = page.getByRole('region', { name: `${names.length} removed`, exact: true })
      const undo = offer.getByRole('button', { name: 'Undo', exact: true })
      await undo.waitFor()
      let back = page.getByRole('main')
      for (const name of names) back = back.filter({ has: opener(page, name) })
      return {
        verb: 'undo',
        already: made(),
        // What somebody has put back meanwhile is left as it is.
        about: () => '',
        made: () => together(names.map(() => 'there')),
        button: undo,
        done: back,
      }
    },
  }
}
