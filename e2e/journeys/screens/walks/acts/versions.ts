import type { Page } from '@playwright/test'
import type { Act } from './act.ts'

/** Opens the versions of a form type. */
async function openVersions(page: Page, name: string) {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
  const versions = page.getByText('Versions', { exact: true })
  await versions.waitFor()
  if (!(await page.getByLabel('Compare').isVisible())) await versions.click()
  await page.getByLabel('Compare').waitFor()
}

/** A published version is called something else. */
export function versionName(path: string, type: string): Act {
  const rename = (page: Page) => page.getByRole('button', { name: 'Call Version 1 something else', exact: true })
  return {
    path,
    key: `name of version 1 of ${type}`,
    kind: 'name of a version',
    open: (page) => openVersions(page, type),
    async shown(page) {
      // While it is being called something else, only that is shown.
      if (!(await rename(page).isVisible())) return 'an input'
      const item = page.getByRole('listitem').filter({ has: rename(page) })
      return /v-\d+/.exec((await item.textContent()) ?? '')?.[0] ?? ''
    },
    async begin(page, _saw, number) {
      await rename(page).click()
      await page.getByLabel('Name of Version 1', { exact: true }).fill(`v-${number}`)
      const item = page.getByRole('listitem').filter({ has: rename(page) })
      return {
        made: () => `v-${number}`,
        button: page.getByRole('listitem').getByRole('button', { name: 'OK', exact: true }),
        told: page.getByText(/^Now called: /),
        done: item.getByText(`v-${number}`, { exact: true }),
      }
    },
  }
}

/** The forms of an earlier version are brought up to date, and are given back as they were. */
export function renewal(path: string, type: string): Act {
  const renew = (page: Page) => page.getByRole('button', { name: /^Bring \d+ forms? up to date$/ })
  const undo = (page: Page) =>
    page
      .getByRole('listitem')
      .filter({ hasText: /brought up to date/ })
      .getByRole('button', { name: 'Undo', exact: true })
      .first()
  return {
    path,
    key: `forms of ${type}`,
    kind: 'renewal of forms',
    async open(page) {
      await openVersions(page, type)
      await renew(page).or(undo(page)).first().waitFor()
    },
    shown: async (page) => ((await renew(page).isVisible()) ? 'version 1' : 'version 2'),
    async begin(page, saw) {
      const isOld = saw === 'version 1'
      const made = isOld ? 'version 2' : 'version 1'
      const [button, other] = isOld ? [renew(page), undo(page)] : [undo(page), renew(page)]
      const done = isOld ? page.getByRole('main').filter({ hasNot: button }) : other
      return { verb: isOld ? 'renew' : 'undo', made: () => made, button, done }
    },
  }
}

/** A draft of a form type is saved, and is published or thrown away. */
export function drafted(path: string, type: string): Act {
  const row = (page: Page) => page.getByRole('row', { name: new RegExp(`^(Choose )?${type}`) })
  return {
    path,
    key: `draft of ${type}`,
    kind: 'draft of a form type',
    open: (page) => row(page).waitFor(),
    shown: async (page) => (/draft/.test((await row(page).textContent()) ?? '') ? 'draft' : 'none'),
    seen: (stored) => (stored.startsWith('none') ? 'none' : 'draft'),
    async begin(page, saw, number) {
      await page.getByRole('button', { name: `Edit ${type}`, exact: true }).click()
      const done = page.getByRole('main').filter({ hasNot: page.getByRole('heading', { name: 'Edit form type' }) })
      if (saw === 'none') {
        await page.getByRole('button', { name: 'Edit field g1', exact: true }).click()
        const editor = page.getByRole('group', { name: 'Edit field g1', exact: true })
        const label = editor.getByRole('textbox', { name: 'Label', exact: true })
        if (!(await label.isVisible())) await editor.locator('summary').first().click()
        await label.fill(`n-${number}`)
        await editor.getByRole('button', { name: 'OK', exact: true }).click()
        return {
          verb: 'save',
          made: (was) => `draft n-${number} over ${/\S*$/.exec(was)?.[0] ?? ''}`,
          button: page.getByRole('button', { name: 'Save draft', exact: true }),
          // A colleague's draft is said the same way, beside what is not saved.
          done: page
            .getByRole('main')
            .filter({ has: page.getByText('A draft. Forms are still filled in as published.') })
            .filter({ hasNot: page.locator('[data-unsaved]') }),
        }
      }
      if (number % 2 === 0) {
        await page.getByRole('button', { name: 'Throw draft away...', exact: true }).click()
        return {
          verb: 'throw away',
          made: (was) => `none ${/\S*$/.exec(was)?.[0] ?? ''}`,
          button: page.getByRole('button', { name: 'Throw away', exact: true }),
          done: page.getByRole('main').filter({ hasNot: page.getByRole('button', { name: /^Throw( draft)? away/ }) }),
        }
      }
      await page.getByRole('button', { name: 'Review and publish...', exact: true }).click()
      const publish = page.getByRole('button', { name: 'Publish', exact: true })
      await publish.waitFor()
      return { verb: 'publish', made: (was) => `none ${/n-\d+/.exec(was)?.[0] ?? ''}`, button: publish, done }
    },
  }
}
