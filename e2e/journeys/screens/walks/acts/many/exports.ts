import type { Page } from '@playwright/test'
import type { Act } from '../act.ts'

/** A study is exported. Each person makes one export at a time, and waits until it is ready. */
export function startedExport(studyid: string): Act {
  const start = (page: Page) => page.getByRole('button', { name: 'Start export', exact: true })
  const ready = (page: Page) => page.getByRole('row').filter({ hasText: 'Ready' })
  return {
    path: `/studies/${studyid}/export`,
    key: 'exports',
    isAdded: true,
    open: async (page) => {
      await start(page).and(page.locator(':enabled')).waitFor()
      await ready(page).first().or(page.getByText('No exports yet.')).waitFor()
    },
    shown: async (page) => String(await ready(page).count()),
    async begin(page) {
      return {
        made: (was) => String(Number(was) + 1),
        button: start(page),
        going: page.getByRole('row').filter({ hasText: /Waiting|In progress/ }),
        async press() {
          // What a colleague started meanwhile becomes ready in the same list.
          const answer = page.waitForResponse((each) => /addExport/.test(each.request().postData() ?? ''), {
            timeout: 5_000,
          })
          await start(page).click()
          await answer.catch(() => undefined)
        },
        done: page
          .getByRole('main')
          .filter({ has: start(page).and(page.locator(':enabled')) })
          .filter({ has: ready(page) })
          .filter({ hasNot: page.getByRole('row').filter({ hasText: /Waiting|In progress/ }) }),
      }
    },
  }
}
