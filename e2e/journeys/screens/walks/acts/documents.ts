import type { Page } from '@playwright/test'
import type { Act } from './act.ts'

const file = (number: number) => ({
  name: `page-${number}.txt`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`Page ${number}`),
})

/** A document is added to a study, with its first file. */
export function newDocument(studyid: string): Act {
  return {
    path: `/studies/${studyid}/documents`,
    key: 'documents',
    isAdded: true,
    open: (page) => page.getByRole('button', { name: 'New document' }).waitFor(),
    shown: async (page) => String(await page.getByRole('row', { name: /^D-\d+/ }).count()),
    async begin(page, _saw, number) {
      await page.getByRole('button', { name: 'New document' }).click()
      await page.getByLabel('Title').fill(`D-${number}`)
      await page.setInputFiles('input[type=file]', file(number))
      return {
        made: (was) => String(Number(was) + 1),
        button: page.getByRole('button', { name: 'Upload', exact: true }),
        done: page.getByRole('button', { name: 'Download version 1' }),
      }
    },
  }
}

/** The document gets another version. */
export function newVersion(studyid: string, title: string): Act {
  const row = (page: Page) => page.getByRole('row', { name: new RegExp(`^${title}`) })
  return {
    path: `/studies/${studyid}/documents`,
    key: `versions of ${title}`,
    isAdded: true,
    open: (page) => row(page).getByRole('button', { name: title, exact: true }).click(),
    shown: async (page) => /(\d+): /.exec((await row(page).textContent()) ?? '')?.[1] ?? '',
    async begin(page, _saw, number) {
      await page.setInputFiles('input[type=file]', file(number))
      return {
        made: (was) => String(Number(was) + 1),
        button: page.getByRole('button', { name: 'Upload new version' }),
        done: page
          .getByRole('listitem')
          .filter({ hasText: `page-${number}.txt` })
          .getByRole('button')
          .first(),
      }
    },
  }
}
