import type { Page } from '@playwright/test'
import type { Act } from './act.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What a subject's page says of a visit: what became of it, and the newest text of the walk. */
async function said(page: Page, name: string): Promise<string> {
  const heading = section(page, name).locator('h2')
  const state = /Done|Missed|Begun/.exec((await heading.textContent()) ?? '')?.[0].toUpperCase() ?? 'PLANNED'
  const text = (await heading.locator('xpath=..').textContent()) ?? ''
  return [state, /because-\d+/.exec(text)?.[0] ?? ''].join(' ')
}

/** A visit was done, was missed, or neither, and why; or only its date is said. */
export function visitOf(path: string, name: string): Act {
  return {
    path,
    key: `visit ${name}`,
    async open(page) {
      const toggle = section(page, name).locator('h2 button')
      await section(page, name).waitFor()
      // The visit that one is in is always open.
      if ((await toggle.isVisible()) && (await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
    },
    shown: (page) => said(page, name),
    async begin(page, saw, number) {
      const visit = section(page, name)
      const isOver = /^(DONE|MISSED)/.test(saw)
      const [opener, text, button, state] = isOver
        ? ['Correct, neither done nor missed', 'Remark', 'Neither done nor missed', 'PLANNED']
        : number % 3 === 0
          ? ['Missed', 'Why it was missed', 'Visit missed', 'MISSED']
          : number % 3 === 1
            ? ['Done', 'Remark', 'Visit done', 'DONE']
            : ['Date', 'Remark', 'Save date', saw.split(' ')[0] ?? '']
      await visit.getByRole('button', { name: `${name}: ${opener}`, exact: true }).click()
      await visit.getByRole('textbox', { name: text, exact: true }).fill(`because-${number}`)
      const made = `${state} because-${number}`
      return {
        made: () => made,
        button: visit.getByRole('button', { name: button, exact: true }),
        done: visit.locator('h2').locator('xpath=..').getByText(`because-${number}`),
      }
    },
  }
}

/** Begins another one of a visit that repeats. */
export function anotherVisit(path: string, name: string): Act {
  const all = (page: Page) => page.getByRole('region', { name: new RegExp(`^${name} \\(\\d+\\)$`) })
  return {
    path,
    key: `visits ${name}`,
    isAdded: true,
    open: (page) => all(page).first().waitFor(),
    shown: async (page) => String(await all(page).count()),
    async begin(page, _saw, number) {
      await page.getByRole('button', { name: `Another visit: ${name}` }).click()
      const form = page.getByRole('form', { name: `Another visit: ${name}` })
      await form.getByRole('textbox', { name: 'Remark' }).fill(`because-${number}`)
      return {
        made: (was) => String(Number(was) + 1),
        button: form.getByRole('button', { name: 'Begin visit', exact: true }),
        done: all(page).getByText(`because-${number}`),
      }
    },
  }
}
