import type { Page } from '@playwright/test'
import type { Caller } from '../../../api.ts'
import { addFile, csvRecording } from '../../../new-file.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../../../new-site.ts'

export interface Screen {
  name: string
  path: string
  /** Opens an editor, for example. */
  act?: (page: Page) => Promise<void>
}

/** Presses one button after the other. */
const click =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
  }

/** Chooses all subjects of the list, and then what is done with them. */
const chooseAll = (link?: string) => async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
  if (link) await page.getByRole('link', { name: link }).click()
}

/** Shows what stands in the way of moving the subjects to the last study that is offered. */
const moveAll = async (page: Page) => {
  await chooseAll('Move to another study')(page)
  const studies = page.getByRole('combobox', { name: 'Study that they go to' })
  // The first one asks for a choice.
  await studies.getByRole('option').nth(1).waitFor({ state: 'attached' })
  await studies.selectOption({ index: 1 })
  await page.getByRole('main').getByRole('listitem').first().waitFor()
}

/** Longer than a phone is wide, and without a place to break. */
const longWord = 'Gangstereoskopiundersøkelsesprotokoll'
/** A name of more than 100 characters, and none of them a blank. */
const longName = `${longWord}ForLangtidsoppfølgingAvPasienterEtterHofteoperasjonVedUniversitetssykehuset`
const names = {
  short: { study: 'Sleep', form: 'Visit', field: 'Field', activity: 'Stairs', subject: 'P', device: 'A' },
  long: {
    study: longName,
    form: `${longName}Skjema`,
    // A field’s name has at most 100.
    field: longName.slice(0, 97),
    activity: `${longName}Aktivitet`,
    subject: `OUS-NEVRO-2026-${longName}-`,
    device: 'AX62026HOFTEOPPFOLGINGVENSTREKONTROLL',
  },
} as const
type Names = (typeof names)[keyof typeof names]

/** In seconds: 9:00 in Oslo on 20 October 2026. */
const day = 1_792_479_600

/** A study with a form of 60 fields, ten subjects, types and devices, and every screen that an administrator has. */
export async function everyScreen(admin: Caller, kind: keyof typeof names = 'short'): Promise<Screen[]> {
  const { study: name, form, field, activity, subject, device } = names[kind]
  const { siteid } = await newSite(admin, kind === 'long' ? `${longWord} ved universitetssykehuset` : undefined)
  const studyid = await newStudy(admin, siteid, name)
  const fields = Array.from({ length: 60 }, (_, place) => ({
    name: `${field} ${place + 1}`,
    type: (['String', 'Number', 'Date', 'Boolean', 'Time'] as const)[place % 5] ?? 'String',
    required: place < 10,
  }))
  const formtypeid = await addFormType(admin, studyid, form, fields)
  const activities: string[] = []
  for (const place of [1, 2, 3]) activities.push(await addActivityType(admin, studyid, `${activity} ${place}`))
  const deviceids = [1, 2, 3].map((place) => `${device}${place}`)
  await addDevices(admin, siteid, deviceids)
  const identifiers = Array.from({ length: 10 }, (_, place) => `${subject}${place}`)
  const typedAs = { String: form, Number: '12', Date: String(day + 18_000), Boolean: 'true', Time: '09:00' }
  const values = fields.filter(({ required }) => required).map(({ name: key, type }) => ({ key, value: typedAs[type] }))
  const [subjectid, full] = await addSubjects(admin, siteid, studyid, identifiers)
  await admin(
    `mutation ($form: FormInput!, $activity: ActivityInput!, $subject: UpdateSubjectInput!) {
      addForm(input: $form) { version }
      addActivity(input: $activity) { version }
      updateSubject(input: $subject) { version }
    }`,
    {
      form: { subjectid: full, formtypeid, fields: values },
      activity: { subjectid: full, activitytypeid: activities[0], startTime: day, stopTime: day + 600, comment: name },
      subject: {
        siteid,
        studyid,
        subjectid: full,
        devices: deviceids.map((deviceid) => ({ deviceid, position: 'ARM' })),
      },
    },
  )
  const of = `/studies/${studyid}`
  const called = {
    siteid,
    studyid,
    subjectid: full ?? '',
    formtypeid,
    activitytypeid: activities[0] ?? '',
    identifier: '',
  }
  const file = `${kind === 'long' ? longWord : 'arm'}.csv`
  const whose = { ...called, path: `${of}/subjects/${full}`, call: admin }
  const { path: recording, referencedataid } = await addFile(whose, file, csvRecording('2026-10-20T09:01:00', 20, 10))
  const second = await addFile(whose, `second-${file}`, csvRecording('2026-10-20T09:01:05', 20, 10))
  const planned = await addPlannedStudy(admin, siteid, names[kind])
  const [own, other] = [`${of}/subjects/${subjectid}`, `${of}/subjects/${full}`]
  const at = (path: string) => `${path}?site=${siteid}`
  return [
    { name: 'studies', path: at('/studies') },
    { name: 'new study', path: at('/studies'), act: click('New study') },
    { name: 'subjects', path: `${of}/subjects` },
    { name: 'new subject', path: `${of}/subjects`, act: click('New subject') },
    { name: 'several subjects', path: `${of}/subjects`, act: click('New subject', 'Several at once') },
    { name: 'renaming a subject', path: of, act: click(/^Actions for /, /^Edit /) },
    { name: 'chosen subjects', path: `${of}/subjects`, act: chooseAll() },
    { name: 'moving subjects', path: `${of}/subjects`, act: moveAll },
    { name: 'subject', path: own },
    { name: 'filled subject', path: other },
    { name: 'device', path: other, act: click('Add device') },
    { name: 'files', path: other, act: click(/^0 files|reference data, /) },
    { name: 'form', path: own, act: click('Add form') },
    { name: 'activity', path: own, act: click(/^Record /) },
    {
      name: 'recorded activity',
      path: other,
      act: (page) =>
        page
          .locator('#activities')
          .getByRole('button', { name: /^Edit / })
          .click(),
    },
    { name: 'export of a subject', path: `${other}/export` },
    { name: 'recording', path: recording },
    {
      name: 'recordings together',
      path: `${other}/recordings?files=${referencedataid},${second.referencedataid}`,
    },
    { name: 'subject with visits', path: planned.subject },
    { name: 'schedule', path: `${planned.study}/visits`, act: click('Edit schedule') },
    { name: 'calendar', path: `${planned.study}/overview?view=calendar` },
    { name: 'study overview', path: `${of}/overview` },
    { name: 'visits', path: `${of}/visits` },
    { name: 'form types', path: `${of}/formtypes` },
    { name: 'form type', path: `${of}/formtypes`, act: click(/^Edit /) },
    { name: 'field', path: `${of}/formtypes`, act: click(/^Edit /, /^Edit field /) },
    { name: 'trying a form', path: `${of}/formtypes`, act: click(/^Edit /, 'Try it') },
    { name: 'review of a form type', path: `${of}/formtypes`, act: click(/^Edit /, /^Delete field /, /^Review and/) },
    { name: 'activity types', path: `${of}/activitytypes`, act: click('Add activity type') },
    { name: 'set up', path: `${of}/setup` },
    { name: 'labels', path: `${of}/labels` },
    { name: 'documents', path: `${of}/documents` },
    { name: 'import', path: `${of}/import` },
    { name: 'export', path: `${of}/export` },
    { name: 'edit study', path: `${of}/edit` },
    {
      name: 'quality limits',
      path: `${of}/edit`,
      act: (page) => page.getByText('When is a recording marked?').click(),
    },
    { name: 'site overview', path: `/sites/${siteid}/overview` },
    { name: 'sites', path: at('/sites') },
    { name: 'new site', path: '/sites/new' },
    { name: 'edit site', path: `/sites/${siteid}/edit` },
    { name: 'devices', path: at('/devices') },
    { name: 'new device', path: at('/devices/new') },
    { name: 'highlighted device', path: at(`/devices/${deviceids[0]}`) },
    { name: 'edit device', path: at(`/devices/${deviceids[0]}/edit`) },
    { name: 'worn device', path: at(`/devices/${deviceids[0]}/worn`) },
    { name: 'exports', path: '/exports' },
    { name: 'no such page', path: '/nowhere' },
    { name: 'users', path: '/users' },
    { name: 'person', path: '/users', act: click('Kari Nordmann') },
    { name: 'removed', path: '/removed' },
    { name: 'profile', path: '/profile' },
  ]
}

/** A study with a schedule, of whose subject one visit is late and one is planned. */
async function addPlannedStudy(admin: Caller, siteid: string, { study: name, form, subject }: Names) {
  const studyid = await newStudy(admin, siteid, `${name} 2`)
  const formtypeid = await addFormType(admin, studyid, form, [{ name: 'date', type: 'Date', required: true }])
  const [subjectid] = await addSubjects(admin, siteid, studyid, [subject])
  const visits = [`${name} 1`, `${name} 2`].map((visit, place) => ({
    name: visit,
    day: place * 90,
    daysBefore: 3,
    daysAfter: 3,
    formtypeids: [formtypeid],
    activitytypeids: [],
  }))
  const value = String(Math.floor(Date.now() / 86_400_000) * 86_400 - 30 * 86_400 + 43_200)
  await admin(
    `mutation ($studyid: ID!, $visits: [VisitInput!]!, $form: FormInput!) {
      updateVisits(studyid: $studyid, visits: $visits) { version }
      addForm(input: $form) { version }
    }`,
    { studyid, visits, form: { subjectid, formtypeid, fields: [{ key: 'date', value }] } },
  )
  return { study: `/studies/${studyid}`, subject: `/studies/${studyid}/subjects/${subjectid}` }
}

/** Opens the screen and waits until it is complete. */
export async function open(page: Page, { path, act }: Screen) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const hint = page.getByRole('button', { name: /^(No, thanks|Nei takk)$/ })
  if (await hint.isVisible()) await hint.click()
  await act?.(page)
  await page.waitForLoadState('networkidle')
}
