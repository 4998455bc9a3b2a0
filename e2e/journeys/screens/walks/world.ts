import type { Browser, Page } from '@playwright/test'
import { type Caller, callAs, type DemoPerson } from '../../../api.ts'
import { addFile, csvRecording } from '../../../new-file.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../../../new-site.ts'

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
  save: string
  /** Only this person has it. */
  of?: DemoPerson
}

export interface World {
  editables: readonly Editable[]
  /** A subject's page with an activity that runs at most for a moment, and the ids of both. */
  press: { path: string; subjectid: string; activitytypeid: string }
  /** What is stored of each field. */
  read: () => Promise<Map<string, string>>
  admin: Caller
}

const text = (key: string, label = key, stored = (number: number) => `${key}-${number}`): Field => ({
  key,
  label,
  stored,
  type: (page, value) => page.getByRole('textbox', { name: label, exact: true }).fill(value),
})

/** A group that somebody has after texts with an odd number. */
const group = (key: string, label: string): Field => ({
  key,
  label,
  stored: (number) => (number % 2 === 1 ? 'yes' : 'no'),
  type: (page, value) => page.getByRole('checkbox', { name: label, exact: true }).setChecked(value === 'yes'),
})

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()

const stored = `query ($siteid: ID!, $studyid: ID!, $subjectid: ID!) {
  listSites { siteid name }
  listDevices(siteid: $siteid) { deviceid }
  listStudies(siteid: $siteid) { studyid name }
  listActivityTypes(studyid: $studyid) { description }
  listForms(subjectid: $subjectid) { fields { key value } }
  listReferenceData(subjectid: $subjectid) { clockCorrection }
  listPeople { sub groups phone_number }
}`
type Stored = {
  listSites: { siteid: string; name: string }[]
  listDevices: { deviceid: string }[]
  listStudies: { studyid: string; name: string }[]
  listActivityTypes: { description: string }[]
  listForms: { fields: { key: string; value: string }[] }[]
  listReferenceData: { clockCorrection: number }[]
  listPeople: { sub: string; groups: string[]; phone_number: string | null }[]
}

/** Two administrators at a server of their own, and what they edit there. */
export async function newWorld(browser: Browser, address: string): Promise<World> {
  const context = await browser.newContext()
  const admin = await callAs(context.request, address, 'admin')
  const people = '{ listPeople { personid sub version } }'
  type People = { listPeople: { personid: string; sub: string; version: number }[] }
  const { listPeople } = await admin<People>(people)
  const { personid, version } = listPeople.find(({ sub }) => sub === 'coordinator') ?? {}
  await admin(
    'mutation ($personid: ID!, $input: RightsInput!) { updatePerson(personid: $personid, input: $input) { version } }',
    {
      personid,
      input: { groups: ['admin', 'hp', 'study:admin', 'subject:admin'], all_sites: true, sites: [], version },
    },
  )
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 's0-0')
  const activitytypeid = await addActivityType(admin, studyid, 't0-0')
  const pressed = await addActivityType(admin, studyid, 'Walk')
  await addDevices(admin, siteid, ['D0X0'])
  const fields = ['f1', 'f2', 'f3'].map((name) => ({ name, type: 'String', required: false }))
  const formtypeid = await addFormType(admin, studyid, 'Visit', fields)
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['P-1'])
  const at = Date.parse('2026-10-20T07:50:00Z') / 1000
  await admin(
    `mutation ($form: FormInput!, $activity: ActivityInput!) {
      addForm(input: $form) { version } addActivity(input: $activity) { version } }`,
    {
      form: { subjectid, formtypeid, fields: fields.map(({ name }) => ({ key: name, value: `${name}-0` })) },
      activity: { subjectid, activitytypeid, startTime: at, stopTime: at + 600 },
    },
  )
  const path = `/studies/${studyid}/subjects/${subjectid}`
  const subject = { siteid, studyid, subjectid, formtypeid, activitytypeid, identifier: 'P-1', path, call: admin }
  const file = await addFile(subject, 'arm.csv', csvRecording('2026-10-20T09:48:00', 20, 10))

  const editables: Editable[] = [
    { path, fields: fields.map(({ name }) => text(name)), open: click('Edit Visit'), save: 'Save' },
    {
      path: `/studies/${studyid}/activitytypes`,
      fields: [text('t0', 'Description')],
      open: click(/^Edit t0-/),
      save: 'Update',
    },
    { path: `/studies/${studyid}/edit`, fields: [text('s0', 'Name')], open: async () => undefined, save: 'Update' },
    { path: `/sites/${siteid}/edit`, fields: [text('n0', 'Site name')], open: async () => undefined, save: 'Update' },
    {
      path: `/devices?site=${siteid}`,
      fields: [text('d0', 'DeviceID', (number) => `D0X${number}`)],
      open: (page) => page.getByRole('link', { name: /^Edit D0X/ }).click(),
      save: 'Update',
    },
    {
      path: '/users',
      fields: [group('group patient', 'Patient'), group('group subject:admin', 'Subject administrator')],
      open: click('Kari Nordmann'),
      save: 'Save',
    },
    {
      path: file.path,
      fields: [text('clock', 'Seconds to add to the recorder’s times', String)],
      open: (page) => page.getByText('The whole file has been read.').waitFor(),
      save: 'Save correction',
    },
    ...(['admin', 'coordinator'] as const).map((of) => {
      const phone = text(`phone ${of}`, 'Phone number', (number) => `+47 900 ${10_000 + number}`)
      return { path: '/profile', fields: [phone], open: async () => undefined, save: 'Update', of }
    }),
  ]

  async function read() {
    const found = await admin<Stored>(stored, { siteid, studyid, subjectid })
    const kari = found.listPeople.find(({ sub }) => sub === 'nurse')
    const has = (name: string) => (kari?.groups.includes(name) ? 'yes' : 'no')
    return new Map([
      ...(found.listForms[0]?.fields.map(({ key, value }) => [key, value] as const) ?? []),
      ['t0', found.listActivityTypes.find(({ description }) => description !== 'Walk')?.description ?? ''],
      ['s0', found.listStudies.find((each) => each.studyid === studyid)?.name ?? ''],
      ['n0', found.listSites.find((each) => each.siteid === siteid)?.name ?? ''],
      ['d0', found.listDevices[0]?.deviceid ?? ''],
      ['group patient', has('patient')],
      ['group subject:admin', has('subject:admin')],
      ['clock', String(found.listReferenceData[0]?.clockCorrection)],
      ...found.listPeople.map(({ sub, phone_number }) => [`phone ${sub}`, phone_number ?? ''] as const),
    ])
  }
  return { editables, press: { path, subjectid, activitytypeid: pressed }, read, admin }
}
