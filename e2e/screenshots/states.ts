import type { Page } from '@playwright/test'
import type { DemoPerson } from '../api.ts'

/** A screen in a state: the person, the start address, and the steps before the picture is taken. */
export interface State {
  name: string
  as: DemoPerson | 'guest'
  path: string
  act?: (page: Page) => Promise<void>
  /** Only at this width, because the state does not exist at the other. */
  only?: 'desk' | 'phone'
  media?: 'print'
}

/** Addresses of the example data. */
export interface Places {
  study: string
  emptyStudy: string
  open: string
  closed: string
  /** Open, with some activities yet to be recorded. */
  begun: string
  started: string
}

const click = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

/** The states in the order of the pictures' numbers. */
export function statesOf({ study, emptyStudy, open, closed, begun, started }: Places): State[] {
  const atOslo = (path: string) => `${path}?site=oslo`
  return [
    { name: 'sign-in', as: 'guest', path: '/' },
    { name: 'authentication-error', as: 'newcomer', path: '/' },
    { name: 'devices-no-site', as: 'admin', path: '/devices' },
    { name: 'studies-no-site', as: 'coordinator', path: '/studies' },
    { name: 'authentication-issue', as: 'newcomer', path: '/signIn' },
    { name: 'studies', as: 'coordinator', path: atOslo('/studies') },
    { name: 'studies-new', as: 'coordinator', path: atOslo('/studies'), act: click('New study') },
    { name: 'studies-removal', as: 'coordinator', path: atOslo('/studies'), act: click(/^Remove Step counting/) },
    { name: 'user-menu', as: 'coordinator', path: atOslo('/studies'), act: click(/^Menu of/) },
    { name: 'drawer', as: 'admin', path: atOslo('/studies'), act: click(/^Menu$/), only: 'phone' },
    { name: 'study-edit', as: 'coordinator', path: `${study}/edit` },
    { name: 'activity-types', as: 'coordinator', path: `${study}/activitytypes` },
    { name: 'activity-types-edit', as: 'coordinator', path: `${study}/activitytypes`, act: click(/^Edit Stairs/) },
    { name: 'form-types', as: 'coordinator', path: `${study}/formtypes` },
    { name: 'form-types-edit', as: 'coordinator', path: `${study}/formtypes`, act: click('Edit Baseline') },
    {
      name: 'form-types-field',
      as: 'coordinator',
      path: `${study}/formtypes`,
      act: async (page) => {
        await click('Edit Baseline')(page)
        await click('Edit field Shoe size')(page)
      },
    },
    { name: 'form-types-empty', as: 'coordinator', path: `${emptyStudy}/formtypes`, act: click('New form type') },
    { name: 'subjects', as: 'coordinator', path: `${study}/subjects`, act: click('No, thanks') },
    { name: 'subjects-new', as: 'coordinator', path: `${study}/subjects`, act: click('New subject') },
    {
      name: 'subjects-deletion',
      as: 'coordinator',
      path: `${study}/subjects`,
      act: async (page) => {
        await click(/^Actions for/)(page)
        await click(/^Mark as deleted/)(page)
      },
    },
    { name: 'subjects-empty', as: 'nurse', path: `${emptyStudy}/subjects` },
    { name: 'subject', as: 'nurse', path: open },
    { name: 'subject-started', as: 'nurse', path: started },
    { name: 'subject-closed', as: 'nurse', path: closed },
    { name: 'subject-form', as: 'nurse', path: open, act: click('Edit Baseline') },
    {
      name: 'subject-form-errors',
      as: 'nurse',
      path: started,
      act: async (page) => {
        await click('Add form')(page)
        await page.getByLabel('Form type').selectOption('Baseline')
        await page.getByLabel('Arrived at').fill('25:00')
        await page.getByLabel('Shoe size').fill('4')
        await click(/^Save$/)(page)
      },
    },
    { name: 'subject-device', as: 'nurse', path: open, act: click('Add device') },
    { name: 'subject-activity-edit', as: 'nurse', path: open, act: click(/^Edit Treadmill 4/) },
    { name: 'subject-files', as: 'nurse', path: open, act: click(/reference data, Treadmill 4/) },
    {
      name: 'subject-upload',
      as: 'nurse',
      path: open,
      act: async (page) => {
        await click(/reference data, Treadmill 4/)(page)
        await click('Add reference data')(page)
        const chosen = ['arm sensor, left.csv', 'chest.csv'].map((name) => ({
          name,
          mimeType: 'text/csv',
          buffer: Buffer.alloc(40_000),
        }))
        await page.getByLabel('Choose files, or drop them here').setInputFiles(chosen)
      },
    },
    {
      name: 'subject-history',
      as: 'nurse',
      path: open,
      act: async (page) => {
        await click('History')(page)
        await page.getByRole('dialog', { name: 'History' }).getByRole('listitem').first().waitFor()
      },
    },
    {
      name: 'subject-running',
      as: 'nurse',
      path: begun,
      act: async (page) => {
        const stop = page.getByRole('button', { name: /^Stop / })
        if (!(await stop.isVisible())) await click(/^Start /)(page)
        await stop.waitFor()
        await page.getByRole('heading', { name: 'Activities' }).evaluate((heading) => heading.scrollIntoView())
      },
    },
    {
      name: 'subject-closing',
      as: 'nurse',
      path: begun,
      act: async (page) => {
        await click('SUBMIT AND CLOSE')(page)
        await page.getByRole('dialog', { name: /^Submit and close/ }).waitFor()
      },
    },
    {
      name: 'recording',
      as: 'nurse',
      path: open,
      act: async (page) => {
        await click(/reference data, Treadmill 4/)(page)
        await page
          .getByRole('link', { name: /^Open / })
          .first()
          .click()
        await page.getByText('The whole file has been read.').waitFor()
      },
    },
    {
      name: 'subjects-guide',
      as: 'coordinator',
      path: `${study}/subjects`,
      act: async (page) => {
        await click('Begin the guide')(page)
        await page.getByRole('region', { name: /^Guide/ }).waitFor()
      },
    },
    { name: 'study-overview', as: 'coordinator', path: `${study}/overview` },
    { name: 'site-overview', as: 'coordinator', path: '/sites/oslo/overview' },
    { name: 'study-export', as: 'coordinator', path: `${study}/export` },
    {
      name: 'jump',
      as: 'coordinator',
      path: atOslo('/studies'),
      act: async (page) => {
        await click('Go to')(page)
        await page.getByRole('combobox', { name: /^Find/ }).fill('s')
      },
    },
    { name: 'subject-print', as: 'nurse', path: open, media: 'print', only: 'desk' },
    { name: 'leave-question', as: 'nurse', path: `${open}`, act: leaveQuestion },
    { name: 'sites', as: 'admin', path: atOslo('/sites') },
    { name: 'sites-removal', as: 'admin', path: atOslo('/sites'), act: click('Remove Oslo walking lab') },
    { name: 'site-new', as: 'admin', path: '/sites/new' },
    { name: 'site-edit', as: 'admin', path: '/sites/oslo/edit' },
    { name: 'devices', as: 'admin', path: atOslo('/devices/A2') },
    { name: 'devices-new', as: 'admin', path: atOslo('/devices/new') },
    { name: 'users', as: 'admin', path: '/users' },
    { name: 'users-person', as: 'admin', path: '/users', act: click('Sigrid Bakke') },
    { name: 'removed', as: 'admin', path: '/removed' },
    { name: 'profile', as: 'nurse', path: '/profile' },
    { name: 'error-card', as: 'coordinator', path: atOslo('/studies'), act: errorCard },
    { name: 'norwegian', as: 'nurse', path: open, act: click(/^NB/) },
  ]
}

async function leaveQuestion(page: Page) {
  await click('Edit Baseline')(page)
  await page.getByLabel('Age').fill('55')
  await page.getByRole('link', { name: /^Study: / }).click()
  await page.getByRole('dialog', { name: 'Leave with unsaved changes?' }).waitFor()
}

/** A call that the server refuses, because its record was removed meanwhile. */
async function errorCard(page: Page) {
  const refusal = { message: 'There is no such study here.', extensions: { code: 'NOT_FOUND' } }
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('removeStudy')
      ? route.fulfill({ json: { data: null, errors: [refusal] } })
      : route.continue(),
  )
  await click(/^Remove Night-time/)(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).waitFor()
}
