import type { Act } from './act.ts'
import { goTo } from './going.ts'

/** A subject is moved to the other one of two studies. */
export function movedSubject(studies: Readonly<Record<'East' | 'West', string>>, name: string): Act {
  const link = (page: Parameters<Act['open']>[0]) => page.getByRole('link', { name, exact: true })
  return {
    path: `/studies/${studies.East}/subjects`,
    key: `study of ${name}`,
    async open(page, stored) {
      if (stored !== 'East') await goTo(page, `/studies/${studies.West}/subjects`)
      await link(page).waitFor()
    },
    shown: async (page) => (page.url().includes(studies.East) ? 'East' : 'West'),
    async begin(page, saw, number) {
      const to = saw === 'East' ? 'West' : 'East'
      await page.getByRole('button', { name: `Actions for ${name}` }).click()
      await page.getByRole('button', { name: `Move ${name} to another study` }).click()
      await page.getByRole('combobox', { name: 'Study that they go to' }).selectOption({ label: to })
      await page.getByRole('textbox', { name: /^Why/ }).fill(`because-${number}`)
      return {
        made: () => to,
        button: page.getByRole('button', { name: 'Move 1 subject', exact: true }),
        // After a lost answer, and after a colleague was faster, the page knows only the latter.
        done: page.getByText(`1 subject was moved to ${to}.`).or(page.getByText(/they have been moved/)),
      }
    },
  }
}
