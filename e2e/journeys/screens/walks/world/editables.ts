import type { Page } from '@playwright/test'
import type { DemoPerson } from '../../../../api.ts'

/** One value of a record: how it is typed as the walk's text of this number, and what is then stored. */
interface Field {
  key: string
  /** The field's name in a question about it. */
  label: string
  stored: (number: number) => string
  type: (page: Page, value: string) => Promise<void>
}

/** Something that both edit: where, with which fields, and how its editor is opened. */
export interface Editable {
  path: string
  fields: readonly Field[]
  open: (page: Page) => Promise<void>
  /** The button that saves. */
  save: string | RegExp
  /** What the editor has while it is not saved; without it, a button that says so. */
  unsaved?: string
  /** What is pressed if the save asks, or shows what it means, before it is done. */
  confirm?: string
  /** Only this person has it. */
  of?: DemoPerson
}

const text = (key: string, label = key, stored = (number: number) => `${key}-${number}`): Field => ({
  key,
  label,
  stored,
  type: (page, value) => page.getByRole('textbox', { name: label, exact: true }).fill(value),
})

/** A group, or a site, that somebody has after texts with an odd number. */
const group = (key: string, label: string): Field => ({
  key,
  label,
  stored: (number) => (number % 2 === 1 ? 'yes' : 'no'),
  type: (page, value) => page.getByRole('checkbox', { name: label, exact: true }).setChecked(value === 'yes'),
})

/** The day of a visit of the schedule. */
const visitDay = (name: string): Field => ({
  key: `day ${name}`,
  label: `${name}: Day`,
  stored: String,
  type: (page, value) =>
    page.getByRole('group', { name, exact: true }).getByRole('textbox', { name: 'Day', exact: true }).fill(value),
})

/** The label of a field of a form type, which is typed in the row of the field. */
const fieldLabel = (key: string, name: string): Field => ({
  key,
  label: name,
  stored: (number) => `${key}-${number}`,
  async type(page, value) {
    await page.getByRole('button', { name: `Edit field ${name}`, exact: true }).click()
    const row = page.getByRole('group', { name: `Edit field ${name}`, exact: true })
    const label = row.getByRole('textbox', { name: 'Label', exact: true })
    if (!(await label.isVisible())) await row.locator('summary').first().click()
    await label.fill(value)
    await row.getByRole('button', { name: 'OK', exact: true }).click()
    await row.waitFor({ state: 'hidden' })
  },
})

/** The length of an epoch of a study, which is typed or chosen. */
const epoch: Field = {
  key: 'epoch',
  label: 'Length of an epoch in seconds',
  stored: String,
  type: (page, value) => page.getByLabel('Length of an epoch in seconds').fill(value),
}

/** The last place on the body of a study, a line of a text. */
const places: Field = {
  key: 'place',
  label: 'Places on the body',
  stored: (number) => `place ${number}`,
  type: (page, value) => page.getByRole('textbox', { name: 'Places on the body' }).fill(`arm\nchest\n${value}`),
}

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()

export interface Ids {
  siteid: string
  studyid: string
  /** A study with a schedule. */
  planned: string
  /** The subject's page, and the page of the recording. */
  path: string
  recording: string
  /** A study whose subject deviates from the schedule. */
  deviating: string
  /** The page from which the recordings of its activity are shown together. */
  together: string
  fields: readonly string[]
  /** Another site's name. */
  elsewhereName: string
}

/** Every kind of record that has an editor, at least once. */
export function editablesOf(ids: Ids): readonly Editable[] {
  const { siteid, studyid, planned, deviating, path, recording, together, fields, elsewhereName } = ids
  const study = `/studies/${studyid}`
  return [
    { path, fields: fields.map((name) => text(name)), open: click('Edit Visit'), save: 'Save' },
    {
      path,
      fields: [text('a0', 'Comment')],
      async open(page) {
        const edit = page.getByRole('button', { name: 'Edit Stairs' })
        await edit.or(page.getByRole('button', { name: 'Save Stairs' })).waitFor()
        // A row stands open if something was typed there before.
        if (await edit.isVisible()) await edit.click()
      },
      save: 'Save Stairs',
      unsaved: 'tr[data-editing]',
    },
    {
      path: `${study}/subjects`,
      fields: [text('p0', 'Identifier')],
      async open(page) {
        await click(/^Actions for p0-/)(page)
        await click(/^Edit p0-/)(page)
      },
      save: 'Update',
    },
    { path: `${study}/activitytypes`, fields: [text('t0', 'Description')], open: click(/^Edit t0-/), save: 'Update' },
    {
      path: `${study}/formtypes`,
      fields: [text('y0', 'Identifier'), fieldLabel('l0', 'g1'), fieldLabel('l1', 'g2')],
      open: click(/^Edit y0-/),
      save: 'Update',
      unsaved: 'form:has(button[data-review]), [role=alertdialog]',
      confirm: 'Publish',
    },
    {
      path: `${study}/formtypes`,
      fields: [text('z0', 'Identifier'), fieldLabel('m0', 'h1'), fieldLabel('m1', 'h2')],
      open: click('Edit Drafted'),
      save: 'Save draft',
    },
    {
      path: `/studies/${planned}/visits`,
      fields: ['First', 'Second', 'Third'].map(visitDay),
      async open(page) {
        const edit = page.getByRole('button', { name: 'Edit schedule' })
        await edit
          .or(page.getByRole('button', { name: 'Save schedule' }))
          .first()
          .waitFor()
        // It stands open if something was typed there before.
        if (await edit.isVisible()) await edit.click()
      },
      save: 'Save schedule',
    },
    {
      path: `${study}/edit`,
      fields: [text('s0', 'Name'), text('gap', 'One gap longer than (seconds)', String), epoch, places],
      async open(page) {
        const limits = page.getByText('When is a recording marked?')
        await limits.waitFor()
        // They stand open if something was typed there before.
        if (!(await page.getByRole('textbox', { name: 'One gap longer than (seconds)' }).isVisible()))
          await limits.click()
      },
      save: 'Update',
    },
    { path: `/sites/${siteid}/edit`, fields: [text('n0', 'Site name')], open: async () => undefined, save: 'Update' },
    {
      path: `/devices?site=${siteid}`,
      fields: [text('d0', 'DeviceID', (number) => `D0X${number}`), text('w0', 'Hardware ID')],
      open: (page) => page.getByRole('link', { name: /^Edit D0X/ }).click(),
      save: 'Update',
    },
    {
      path: '/users',
      fields: [
        group('group patient', 'Patient'),
        group('group subject:admin', 'Subject administrator'),
        group('site elsewhere', elsewhereName),
      ],
      open: click('Kari Nordmann'),
      save: 'Save',
    },
    {
      path: '/users',
      fields: [
        group('newcomer hp', 'Health personnel'),
        group('newcomer patient', 'Patient'),
        group('newcomer subject:admin', 'Subject administrator'),
      ],
      open: click('Sigrid Bakke'),
      // They wait for approval first.
      save: /^(Approve|Save)$/,
      // While it is being saved, the button says so.
      unsaved: 'button:text-matches("^Approv"), [data-unsaved]',
    },
    {
      path: `/studies/${deviating}/overview`,
      fields: [text('x0', 'Explanation')],
      async open(page) {
        const explain = page.getByRole('button', { name: 'Explain the deviation of L-1: Lab day' })
        const input = page.getByRole('textbox', { name: 'Explanation', exact: true })
        const count = page.getByText(/^1 deviation, /)
        await count.waitFor()
        if (!(await explain.or(input).first().isVisible())) await count.click()
        await explain.or(input).first().waitFor()
        if (!(await input.isVisible())) await explain.click()
      },
      save: 'Save',
    },
    {
      path: recording,
      fields: [text('clock arm.csv', 'Seconds to add to the recorder’s times', String)],
      open: (page) => page.getByText('The whole file has been read.').waitFor(),
      save: 'Save correction',
    },
    ...['arm.csv', 'chest.csv'].map((name) => ({
      path: together,
      fields: [text(`clock ${name}`, `Seconds to add to the times of ${name}`, String)],
      async open(page: Page) {
        await page.getByRole('link', { name: 'Show together' }).click()
        await page.getByText('Correct clock', { exact: true }).click()
      },
      save: 'Save correction',
    })),
    ...(['admin', 'coordinator'] as const).map((of) => {
      const phone = text(`phone ${of}`, 'Phone number', (number) => `+47 900 ${10_000 + number}`)
      return { path: '/profile', fields: [phone], open: async () => undefined, save: 'Update', of }
    }),
  ]
}
