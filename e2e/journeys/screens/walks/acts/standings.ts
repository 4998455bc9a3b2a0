import { closeButton, closeDialog } from '../../../../closing.ts'
import type { Act } from './act.ts'

/** A subject is closed, and opened again. */
export function closedSubject(path: string): Act {
  return {
    path,
    key: 'status',
    open: (page) => page.getByRole('heading', { name: /^Subject status: / }).waitFor(),
    async shown(page) {
      const heading = await page.getByRole('heading', { name: /^Subject status: / }).textContent()
      return /OPEN|CLOSED/.exec(heading ?? '')?.[0] ?? ''
    },
    async begin(page, saw, number) {
      const to = saw === 'OPEN' ? 'CLOSED' : 'OPEN'
      const done = page.getByRole('heading', { name: `Subject status: ${to}` })
      if (saw === 'OPEN') {
        await closeButton(page).click()
        return { made: () => to, button: closeDialog(page).getByRole('button', { name: 'SUBMIT AND CLOSE' }), done }
      }
      await page.getByRole('textbox', { name: /reason/i }).fill(`because-${number}`)
      return { made: () => to, button: page.getByRole('button', { name: 'REOPEN SUBJECT' }), done }
    },
  }
}

/** A person's access ends, and begins again. */
export function activePerson(name: string): Act {
  return {
    path: '/users',
    key: `person ${name}`,
    open: async (page) => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('button', { name: /^(Deactivate|Reactivate)$/ }).waitFor()
    },
    async shown(page) {
      return (await page.getByRole('button', { name: 'Deactivate', exact: true }).isVisible())
        ? 'ACTIVE'
        : 'DEACTIVATED'
    },
    async begin(page, saw) {
      const [deactivate, reactivate] = ['Deactivate', 'Reactivate'].map((text) =>
        page.getByRole('button', { name: text, exact: true }),
      ) as [ReturnType<typeof page.getByRole>, ReturnType<typeof page.getByRole>]
      if (saw === 'DEACTIVATED') return { made: () => 'ACTIVE', button: reactivate, done: deactivate }
      await deactivate.click()
      const button = page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' })
      return { made: () => 'DEACTIVATED', button, done: reactivate }
    },
  }
}

/** The time zone to which a recorder's clock was set. */
export function recorderZone(recording: string): Act {
  const zones = ['', 'UTC', 'Europe/Oslo']
  return {
    path: recording,
    key: 'zone',
    open: (page) => page.getByText('The whole file has been read.').waitFor(),
    shown: (page) => page.getByLabel('Time zone of the recorder').inputValue(),
    async begin(page, saw, number) {
      const to = zones.filter((zone) => zone !== saw)[number % 2] ?? ''
      const select = page.getByLabel('Time zone of the recorder')
      return {
        made: () => to,
        button: select,
        press: () => select.selectOption(to).then(() => undefined),
        done: select.and(page.locator(`select:has(option:checked[value="${to}"])`)),
      }
    },
  }
}
