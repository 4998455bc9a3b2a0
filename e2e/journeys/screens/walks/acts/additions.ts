import type { Locator, Page } from '@playwright/test'
import type { Act } from './act.ts'
import { withOne } from './names.ts'

interface Addition {
  key: string
  /** The list to which it is added, with its panel open. */
  path: string
  /** The input into which its name is typed, and the name with this number. */
  label: string
  name: (number: number) => string
  /** What else is filled in. */
  fill?: (page: Page) => Promise<void>
  /** The button that adds it. */
  add: string
  /** The added one in the list. */
  listed: (page: Page, name: string) => Locator
}

/** Something is added to a list, under a name of its own. */
function added({ key, path, label, name, fill, add, listed }: Addition): Act {
  return {
    path,
    key,
    isAdded: true,
    async open(page) {
      await page.getByRole('textbox', { name: label, exact: true }).waitFor()
    },
    shown: async () => '',
    async begin(page, _saw, number) {
      await page.getByRole('textbox', { name: label, exact: true }).fill(name(number))
      await fill?.(page)
      return {
        made: withOne(name(number)),
        button: page.getByRole('button', { name: add, exact: true }),
        done: listed(page, name(number)).first(),
      }
    },
  }
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const edit = (page: Page, name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true })

/** Letters for a number, because a site's identifier has only letters. */
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** Everything that is added beside a list, one after another. */
export function additionsOf({ siteid, growing, model }: { siteid: string; growing: string; model: string }): Act[] {
  const begin = (label: string, value: string) => (page: Page) =>
    page.getByRole('combobox', { name: label }).selectOption(value)
  const study = { path: `/studies?site=${siteid}&new`, label: 'Name', add: 'Add study', listed: link }
  const within = `/studies/${growing}`
  return [
    added({ ...study, key: 'new studies', name: (number) => `NS-${number}` }),
    added({
      ...study,
      key: 'new studies like another',
      name: (number) => `NL-${number}`,
      fill: async (page) => void (await begin('Begin with', model)(page)),
    }),
    added({
      ...study,
      key: 'new studies from an example',
      name: (number) => `NE-${number}`,
      fill: async (page) => void (await begin('Begin with', 'QUESTIONNAIRES')(page)),
    }),
    added({
      path: '/sites/new',
      key: 'new sites',
      label: 'Site name',
      name: (number) => `NW-${number}`,
      async fill(page) {
        const name = await page.getByRole('textbox', { name: 'Site name' }).inputValue()
        const identifier = `${siteid}${letters(Number(name.slice(3)))}`
        await page.getByRole('textbox', { name: 'Identifier', exact: true }).fill(identifier)
      },
      add: 'Create',
      listed: (page, name) => page.getByRole('button', { name, exact: true }),
    }),
    added({
      path: `/devices/new?site=${siteid}`,
      key: 'new devices',
      label: 'DeviceID',
      name: (number) => `ND${number}`,
      add: 'Create',
      listed: (page, name) => page.getByRole('link', { name: `Edit ${name}`, exact: true }),
    }),
    added({
      path: `${within}/subjects?new`,
      key: 'new subjects',
      label: 'Identifier',
      name: (number) => `NP-${number}`,
      add: 'Create',
      listed: link,
    }),
    added({
      path: `${within}/activitytypes?new`,
      key: 'new activity types',
      label: 'Description',
      name: (number) => `NA-${number}`,
      add: 'Add',
      listed: edit,
    }),
    added({
      path: `${within}/formtypes?new`,
      key: 'new form types',
      label: 'Identifier',
      name: (number) => `NF-${number}`,
      add: 'Add',
      listed: edit,
    }),
  ]
}
