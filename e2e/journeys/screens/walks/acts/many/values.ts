import type { Act } from '../act.ts'
import { goTo } from '../going.ts'

/** A value of a form is imported from a CSV file, by somebody who has looked at the form. */
export function importedValue(places: { form: string; imports: string; identifier: string }, type: string): Act {
  return {
    path: places.form,
    key: `value of ${type}`,
    kind: 'import of values',
    open: (page) => page.getByRole('textbox', { name: 'w', exact: true }).waitFor(),
    async shown(page) {
      const input = page.getByRole('textbox', { name: 'w', exact: true })
      return (await input.isVisible()) ? input.inputValue() : ''
    },
    async begin(page, _saw, number) {
      await goTo(page, places.imports)
      await page.getByLabel('The file contains').selectOption({ label: `Subjects and values of ${type}` })
      const buffer = Buffer.from(`identifier,w\n${places.identifier},w-${number}\n`)
      await page.getByLabel('CSV file').setInputFiles({ name: 'values.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Check file', exact: true }).click()
      const button = page.getByRole('button', { name: 'Import', exact: true })
      await button.waitFor()
      return {
        made: () => `w-${number}`,
        button,
        done: page.getByText('Imported.', { exact: true }).or(page.getByText('already has everything')).first(),
      }
    },
  }
}
