import { expect } from '@playwright/test'
import { definitionsText } from '../../../../../domain/src/exports/definitions/definitions.ts'
import type { Act } from './act.ts'
import { withOne } from './names.ts'

/** Subjects are imported from a CSV file. */
export function importedSubjects(studyid: string): Act {
  return {
    path: `/studies/${studyid}/import`,
    key: 'imported subjects',
    isAdded: true,
    open: (page) => page.getByLabel('CSV file').waitFor({ state: 'attached' }),
    shown: async () => '',
    async begin(page, _saw, number) {
      await page.getByLabel('The file contains').selectOption({ label: 'Subjects only' })
      const csv = { name: 'subjects.csv', mimeType: 'text/csv', buffer: Buffer.from(`identifier\nNI-${number}\n`) }
      await page.getByLabel('CSV file').setInputFiles(csv)
      await page.getByRole('button', { name: 'Check file', exact: true }).click()
      const button = page.getByRole('button', { name: 'Import', exact: true })
      await button.waitFor()
      return {
        made: withOne(`NI-${number}`),
        button,
        done: page.getByText('Imported.', { exact: true }).or(page.getByText('already has everything')).first(),
      }
    },
  }
}

/** A type is imported from a file of definitions. */
export function importedDefinitions(studyid: string): Act {
  return {
    path: `/studies/${studyid}/import`,
    key: 'imported types',
    isAdded: true,
    open: (page) => page.getByLabel('JSON file').waitFor({ state: 'attached' }),
    shown: async () => '',
    async begin(page, _saw, number) {
      const origin = { studyName: 'Elsewhere', at: '2026-10-20T08:00:00Z', release: '' }
      const definitions = { formTypes: [], activityTypes: [{ description: `NJ-${number}` }] }
      const buffer = Buffer.from(definitionsText(definitions, origin))
      await page.getByLabel('JSON file').setInputFiles({ name: 'types.json', mimeType: 'application/json', buffer })
      const button = page.getByRole('button', { name: /^Add 1 definition/ })
      await button.waitFor()
      return {
        made: withOne(`NJ-${number}`),
        button,
        done: page
          .getByText(/^1 definition was added/)
          .or(page.getByText('already has all of these'))
          .first(),
      }
    },
  }
}

/** Types of an example are taken over on the page that leads through the setting up of a study. */
export function takenTypes(studyid: string): Act {
  return {
    path: `/studies/${studyid}/setup`,
    key: 'types taken over',
    isAdded: true,
    open: (page) => page.getByRole('heading', { name: 'Setting the study up' }).waitFor(),
    shown: async () => '',
    async begin(page) {
      const take = page.getByLabel('Take types from').first()
      await expect(async () => {
        // The step that comes next opens by itself.
        if (!(await take.isVisible())) await page.locator('summary').filter({ hasText: 'Form types' }).click()
        await expect(take).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await take.selectOption('QUESTIONNAIRES')
      await page.getByLabel('What to take').first().waitFor()
      return {
        made: () => '2',
        button: page.getByRole('button', { name: 'Take over', exact: true }).first(),
        done: page.getByText(/^(Nothing was new|\d+ added)$/).first(),
      }
    },
  }
}
