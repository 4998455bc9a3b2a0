import type { Page } from '@playwright/test'
import type { Act } from '../act.ts'
import { joined, namesOf, withOne, without } from '../names.ts'

/** So many at most are added beside the first. */
const most = 3

/** The day on which it is recorded again: the first is a day earlier. */
export const dayAgain = '2026-10-21'

/** When it began on that day: a minute of its own for each number. */
const minuteOf = (number: number) => {
  const [hour, minute] = [10 + Math.floor(number / 60), number % 60]
  return `${hour}:${String(minute).padStart(2, '0')}`
}

/** An activity that repeats is recorded once more, and one of them is deleted. Each is known by its beginning. */
export function repeatedActivity(path: string, type: string): Act {
  const table = (page: Page) => page.getByRole('table', { name: 'Activities' })
  const row = (page: Page, minute: string) =>
    table(page)
      .getByRole('row')
      .filter({ hasText: `${dayAgain} ${minute}` })
  return {
    path,
    key: `repeats of ${type}`,
    kind: 'repeats of an activity',
    // Another one undoes none of the others, and each is deleted as itself.
    isAdded: true,
    open: (page) => table(page).waitFor(),
    async shown(page) {
      const text = (await table(page).textContent()) ?? ''
      return joined([...text.matchAll(new RegExp(`${dayAgain} (\\d\\d:\\d\\d)`, 'g'))].map(([, minute = '']) => minute))
    },
    async begin(page, saw, number) {
      const [first] = namesOf(saw)
      if (first === undefined || (number % 2 === 1 && namesOf(saw).length < most)) {
        const minute = minuteOf(number)
        // What was added without an answer is offered again, where the next one is added.
        const offered = page.getByRole('button', { name: 'Discard it', exact: true })
        if (await offered.isVisible()) await offered.click()
        await page.getByRole('button', { name: `Add another ${type}`, exact: true }).click()
        await page.getByRole('textbox', { name: 'Start' }).fill(`${dayAgain} ${minute}`)
        await page.getByRole('textbox', { name: 'Stop' }).fill('2026-10-22 09:00')
        return {
          verb: 'add',
          made: withOne(minute),
          button: page.getByRole('button', { name: `Save ${type}`, exact: true }),
          done: row(page, minute),
        }
      }
      await row(page, first)
        .getByRole('button', { name: /^Delete / })
        .click()
      const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true })
      const done = page.getByRole('main').filter({ hasNot: row(page, first) })
      if (number % 3 !== 0) return { verb: 'delete', made: without(first), button: remove, done }
      await remove.click()
      const offer = page.getByRole('region', { name: new RegExp(`^Deleted: ${type} \\d`) })
      const undo = offer.getByRole('button', { name: 'Undo', exact: true }).last()
      await done.waitFor()
      await undo.waitFor()
      return {
        verb: 'undo the deletion',
        already: without(first)(saw),
        made: withOne(first),
        button: undo,
        done: row(page, first),
      }
    },
  }
}
