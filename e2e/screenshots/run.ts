import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { callAs } from '../api.ts'
import { findBrowser } from '../browser.ts'
import { emptyDataDir, startCasebook } from '../casebook.ts'
import { signIn } from '../fixtures.ts'
import { type Places, type State, statesOf } from './states.ts'

// Draws every screen in every state: node e2e/screenshots/run.ts [--only PATTERN] [--address URL] [--out FOLDER]
const { values: asked } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    address: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('../screenshots-out/', import.meta.url)) },
  },
})
const images = fileURLToPath(new URL('../../docs/images/', import.meta.url))

const sizes = {
  desk: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const
type Size = keyof typeof sizes

/** The pictures of the README and of docs/tour.md, each as large as the window. */
const forDocs: { state: string; size: Size; scheme: 'light' | 'dark'; file: string }[] = [
  { state: 'subject', size: 'desk', scheme: 'light', file: 'subject.png' },
  { state: 'studies', size: 'desk', scheme: 'light', file: 'studies.png' },
  { state: 'subject', size: 'phone', scheme: 'light', file: 'subject-phone.png' },
  { state: 'subjects', size: 'desk', scheme: 'light', file: 'tour-subjects.png' },
  { state: 'subject-form', size: 'desk', scheme: 'light', file: 'tour-form.png' },
  { state: 'recording', size: 'desk', scheme: 'dark', file: 'tour-recording.jpg' },
  { state: 'subject-closing', size: 'desk', scheme: 'light', file: 'tour-closing.png' },
  { state: 'study-overview', size: 'desk', scheme: 'dark', file: 'tour-overview.png' },
  { state: 'subjects', size: 'phone', scheme: 'dark', file: 'tour-subjects-phone.png' },
]

async function openPage(browser: Browser, baseURL: string, as: State['as'], size: Size): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: sizes[size],
    locale: 'en-GB',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
  })
  const page = await context.newPage()
  if (as !== 'guest') await signIn(page, as)
  return page
}

/** Waits until everything is loaded and animations have ended. */
async function settle(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(drawn))))
    // Infinite animations (a progress bar) need not end.
    const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
}

async function draw(page: Page, { name, path, act, media }: State, size: Size, index: number) {
  await page.unrouteAll()
  await page.emulateMedia({ colorScheme: 'light', media: null })
  await page.goto(path)
  await page.evaluate(() => localStorage.clear())
  await settle(page)
  await act?.(page)
  await settle(page)
  // In a full-page screenshot, sticky elements appear at the scroll position.
  await page.evaluate(() => scrollTo(0, 0))
  if (media) await page.emulateMedia({ media })
  for (const colorScheme of media ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction((asked) => document.documentElement.dataset.mantineColorScheme === asked, colorScheme)
    await settle(page)
    const doc = forDocs.find((one) => one.state === name && one.size === size && one.scheme === colorScheme)
    // JPEG is smaller for curves. PNG is small and sharp for text.
    if (doc) await page.screenshot({ path: `${images}${doc.file}`, ...(doc.file.endsWith('.jpg') && { quality: 85 }) })
    const file = `${String(index + 1).padStart(2, '0')}-${name}-${size}-${colorScheme}.png`
    await page.screenshot({ path: `${asked.out}/${file}`, fullPage: true })
  }
}

/** Finds the records of the example data that the pictures show. */
async function findPlaces(browser: Browser, baseURL: string): Promise<Places> {
  const context = await browser.newContext()
  const call = await callAs(context.request, baseURL, 'coordinator')
  type Studies = { listStudies: { studyid: string; name: string; subjects: { subjectid: string }[] }[] }
  const { listStudies } = await call<Studies>(
    '{ listStudies(siteid: "oslo") { studyid name subjects { subjectid status activities { activitytypeid } } } }',
  )
  const [study, emptyStudy] = ['Step', 'Night'].map((start) => listStudies.find(({ name }) => name.startsWith(start)))
  if (!study || !emptyStudy) throw new Error('The example data are not there.')
  type Subjects = { listSubjects: { subjectid: string; status: string; activities: unknown[] }[] }
  const { listSubjects } = await call<Subjects>(
    'query ($studyid: ID!) { listSubjects(studyid: $studyid) { subjectid status activities { activitytypeid } } }',
    { studyid: study.studyid },
  )
  const at = (isMeant: (subject: Subjects['listSubjects'][number]) => boolean) =>
    `/studies/${study.studyid}/subjects/${listSubjects.find(isMeant)?.subjectid}`
  await context.close()
  return {
    study: `/studies/${study.studyid}`,
    emptyStudy: `/studies/${emptyStudy.studyid}`,
    open: at(({ status, activities }) => status === 'OPEN' && activities.length > 0),
    closed: at(({ status }) => status === 'CLOSED'),
    begun: at(({ status, activities }) => status === 'OPEN' && activities.length === 3),
    started: at(({ status, activities }) => status === 'OPEN' && activities.length === 0),
  }
}

async function drawAll(baseURL: string) {
  const browser = await chromium.launch(await findBrowser())
  try {
    const states = statesOf(await findPlaces(browser, baseURL))
    for (const size of ['desk', 'phone'] as const) {
      const pages = new Map<State['as'], Page>()
      for (const [index, state] of states.entries()) {
        if (!new RegExp(asked.only).test(state.name) || (state.only && state.only !== size)) continue
        const page = pages.get(state.as) ?? (await openPage(browser, baseURL, state.as, size))
        pages.set(state.as, page)
        await draw(page, state, size, index).catch((error) => {
          console.error(`✗ ${state.name}, ${size}: ${error.message}`)
          process.exitCode = 1
        })
      }
      for (const page of pages.values()) await page.context().close()
    }
  } finally {
    await browser.close()
  }
}

await mkdir(images, { recursive: true })
if (asked.only === '') await rm(asked.out, { recursive: true, force: true })
if (asked.address) await drawAll(asked.address)
else {
  const { dataDir, remove } = await emptyDataDir()
  const casebook = await startCasebook({ dataDir })
  try {
    await drawAll(casebook.address)
  } finally {
    await casebook.stop()
    await remove()
  }
}
console.log(`The pictures are in ${asked.out}`)
