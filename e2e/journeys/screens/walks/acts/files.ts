import type { Page } from '@playwright/test'
import type { Act } from './act.ts'
import { joined, namesOf, withOne, without } from './names.ts'

/** So many files at most are kept at once. */
const most = 3

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The files of an activity: one is uploaded, deleted, put back from the history or by the offer to undo. */
export function keptFiles(path: string): Act {
  return {
    path,
    key: 'files kept',
    kind: 'file of a subject',
    // Whoever uploads a file undoes nobody's, whatever was there. Each is deleted and put back by its own name.
    isAdded: true,
    open: (page) => button(page, 'Add reference data').waitFor(),
    async shown(page) {
      const names = await button(page, /^Delete kept-\d+\.csv$/).evaluateAll((all) =>
        all.map((each) => each.getAttribute('aria-label') ?? each.textContent ?? ''),
      )
      return joined(names.map((name) => name.replace('Delete ', '')))
    },
    async begin(page, saw, number) {
      const [first] = namesOf(saw)
      if (first === undefined || (number % 3 === 1 && namesOf(saw).length < most)) {
        await button(page, 'History').click()
        const history = page.getByRole('dialog', { name: 'History' })
        await history.getByRole('listitem').first().waitFor()
        const offers = history.getByRole('button', { name: /^Put back: Reference data kept-\d+\.csv$/ })
        if (number % 2 === 0 && (await offers.count()) > 0) {
          const label = (await offers.first().getAttribute('aria-label')) ?? ''
          const name = label.replace('Put back: Reference data ', '')
          const offer = history.getByRole('button', { name: label, exact: true })
          const done = page.getByRole('dialog', { name: 'History' }).filter({ hasNot: offer })
          return {
            verb: 'put back',
            made: withOne(name),
            button: offer,
            done: done.or(button(page, `Delete ${name}`)).first(),
          }
        }
        await page.keyboard.press('Escape')
        await history.waitFor({ state: 'hidden' })
        const name = `kept-${number}.csv`
        await button(page, 'Add reference data').click()
        await page
          .getByLabel('Choose files, or drop them here')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('1,2\n3,4\n') })
        const sent = page
          .getByRole('listitem')
          .filter({ has: page.getByRole('progressbar', { name: `Upload of ${name}` }) })
        const again = button(page, 'Try again')
        return {
          verb: 'upload',
          made: withOne(name),
          button: button(page, 'Upload'),
          going: sent.filter({ hasNot: again }),
          again: sent.locator(again),
          done: button(page, `Download ${name}`),
        }
      }
      const opener = button(page, `Delete ${first}`)
      await opener.click()
      const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true })
      if (number % 3 !== 0)
        return {
          verb: 'delete',
          made: without(first),
          button: remove,
          done: page.getByRole('main').filter({ hasNot: opener }),
        }
      await remove.click()
      // The offer for another file may still stand there.
      const offer = page.getByRole('region', { name: `Deleted: ${first}`, exact: true })
      const undo = offer.getByRole('button', { name: 'Undo', exact: true })
      await undo.waitFor()
      return {
        verb: 'undo the deletion',
        already: without(first)(saw),
        made: withOne(first),
        button: undo,
        done: opener,
      }
    },
  }
}
