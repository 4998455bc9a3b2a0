import type { Page } from '@playwright/test'
import type { Caller } from '../../../api.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../../../new-site.ts'

export interface Screen {
  name: string
  path: string
  /** Opens an editor, for example. */
  act?: (page: Page) => Promise<void>
}

const click = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}

/** As long as names may be, and without a place to break. */
const longWord = 'Gangstereoskopiundersøkelsesprotokoll'
const names = {
  short: { study: 'Sleep', form: 'Visit', activity: 'Stairs', subject: 'P', device: 'A' },
  long: {
    study: `${longWord} og langtidsoppfølging av pasienter etter hofteoperasjon ved flere sentre`,
    form: `${longWord} ved første kontroll`,
    activity: `${longWord} på tredemølle`,
    subject: 'OUS-NEVRO-2026-LANGTIDSOPPFØLGING-KONTROLLGRUPPE-',
    device: 'AX62026HOFTEOPPFOLGINGVENSTRE',
  },
} as const

/** A study with a form of 60 fields, ten subjects, types and devices, and every screen that an administrator has. */
export async function everyScreen(admin: Caller, kind: keyof typeof names = 'short'): Promise<Screen[]> {
  const { study: name, form, activity, subject, device } = names[kind]
  const { siteid } = await newSite(admin, kind === 'long' ? `${longWord} ved universitetssykehuset` : undefined)
  const studyid = await newStudy(admin, siteid, name)
  const fields = Array.from({ length: 60 }, (_, place) => ({
    name: `Field ${place + 1}`,
    type: (['String', 'Number', 'Date', 'Boolean', 'Time'] as const)[place % 5] ?? 'String',
    required: place < 10,
  }))
  await addFormType(admin, studyid, form, fields)
  for (const place of [1, 2, 3]) await addActivityType(admin, studyid, `${activity} ${place}`)
  await addDevices(
    admin,
    siteid,
    [1, 2, 3].map((place) => `${device}${place}`),
  )
  const identifiers = Array.from({ length: 10 }, (_, place) => `${subject}${place}`)
  const [subjectid] = await addSubjects(admin, siteid, studyid, identifiers)
  const of = `/studies/${studyid}`
  const own = `${of}/subjects/${subjectid}`
  const at = (path: string) => `${path}?site=${siteid}`
  return [
    { name: 'studies', path: at('/studies') },
    { name: 'new study', path: at('/studies'), act: click('New study') },
    { name: 'subjects', path: `${of}/subjects` },
    { name: 'new subject', path: `${of}/subjects`, act: click('New subject') },
    { name: 'subject', path: own },
    { name: 'form', path: own, act: click('Add form') },
    { name: 'activity', path: own, act: click(/^Record /) },
    { name: 'study overview', path: `${of}/overview` },
    { name: 'visits', path: `${of}/visits` },
    { name: 'form types', path: `${of}/formtypes` },
    { name: 'form type', path: `${of}/formtypes`, act: click(/^Edit /) },
    { name: 'activity types', path: `${of}/activitytypes`, act: click('Add activity type') },
    { name: 'documents', path: `${of}/documents` },
    { name: 'import', path: `${of}/import` },
    { name: 'export', path: `${of}/export` },
    { name: 'edit study', path: `${of}/edit` },
    { name: 'site overview', path: `/sites/${siteid}/overview` },
    { name: 'sites', path: at('/sites') },
    { name: 'edit site', path: `/sites/${siteid}/edit` },
    { name: 'devices', path: at('/devices/new') },
    { name: 'users', path: '/users' },
    { name: 'person', path: '/users', act: click('Kari Nordmann') },
    { name: 'removed', path: '/removed' },
    { name: 'profile', path: '/profile' },
  ]
}

/** Opens the screen and waits until it is complete. */
export async function open(page: Page, { path, act }: Screen) {
  await page.goto(path)
  await page.locator('main h1').waitFor()
  const hint = page.getByRole('button', { name: /^(No, thanks|Nei takk)$/ })
  if (await hint.isVisible()) await hint.click()
  await act?.(page)
  await page.waitForLoadState('networkidle')
}
