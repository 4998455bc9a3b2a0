import type { Page } from '@playwright/test'
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

/** A subject is marked as deleted, and is open again by the offer to undo that, or on their page. */
export function deletedSubject(path: string, name: string): Act {
  const row = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  const actions = (page: Page) => page.getByRole('button', { name: `Actions for ${name}`, exact: true })
  return {
    path,
    key: `deleted ${name}`,
    kind: 'subject marked as deleted',
    open: (page) => row(page).waitFor(),
    // Nothing on the subject's page.
    shown: async (page) => /OPEN|DELETED/.exec((await row(page).allTextContents()).join())?.[0] ?? '',
    async begin(page, saw, number) {
      if (saw === 'DELETED') {
        await page.getByRole('link', { name, exact: true }).click()
        await page.getByRole('textbox', { name: /reason/i }).fill(`because-${number}`)
        const done = page.getByRole('heading', { name: 'Subject status: OPEN' })
        return {
          verb: 'reopen',
          made: () => 'OPEN',
          button: page.getByRole('button', { name: 'REOPEN SUBJECT' }),
          done,
        }
      }
      await actions(page).click()
      await page.getByRole('button', { name: `Mark as deleted: ${name}`, exact: true }).click()
      const button = page.getByRole('alertdialog').getByRole('button', { name: 'Mark as deleted' })
      const undo = page.getByRole('button', { name: 'Undo', exact: true })
      if (number % 2 === 0) {
        // The question in the row says 'deleted', too.
        return { verb: 'mark', made: () => 'DELETED', button, done: row(page).filter({ hasText: /DELETED/ }) }
      }
      await button.click()
      await undo.waitFor()
      const done = row(page).filter({ hasText: /OPEN/ })
      return { verb: 'undo the mark', already: 'DELETED', made: () => 'OPEN', button: undo, done }
    },
  }
}

/** A study lets people subscribe to its calendar, or not. */
export function allowedCalendar(studyid: string): Act {
  const allow = (page: Page) => page.getByRole('checkbox', { name: 'Let people subscribe to this calendar' })
  return {
    path: `/studies/${studyid}/overview?view=calendar`,
    key: 'calendar',
    open: (page) => allow(page).waitFor(),
    shown: async (page) => ((await allow(page).isChecked()) ? 'yes' : 'no'),
    async begin(page, saw) {
      const isAllowed = saw === 'yes'
      return {
        made: () => (isAllowed ? 'no' : 'yes'),
        button: allow(page),
        done: page.getByRole('checkbox', { name: 'Let people subscribe to this calendar', checked: !isAllowed }),
      }
    },
  }
}
