import { barCloseButton, closeButton } from '../../../closing.ts'
import { expect, expectNoSidewaysScroll, signIn, test } from '../../../fixtures.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../../../new-site.ts'
import { everyScreen, open } from './every-screen.ts'
import { lastingFaults } from './measures.ts'
import { highBars, primaryActions, smallTargets } from './targets.ts'

// So high that all of a screen is in the window.
const height = 4_000

/** Each language in one of the two colours; short names where there is most room and least. */
const looks = {
  long: [
    { language: 'en', colorScheme: 'light', widths: [1728, 1280, 768, 390] },
    { language: 'nb', colorScheme: 'dark', widths: [1728, 1280, 768, 390] },
  ],
  short: [
    { language: 'en', colorScheme: 'dark', widths: [1728] },
    { language: 'nb', colorScheme: 'light', widths: [390] },
  ],
} as const

for (const kind of ['long', 'short'] as const)
  test(`at four widths, with ${kind} names and in both languages, no screen is too wide and no text lies under another`, async ({
    page,
    admin,
  }) => {
    test.setTimeout(600_000)
    const screens = await everyScreen(admin, kind)
    await signIn(page, 'admin')
    const wrong: Record<string, string[]> = {}
    for (const screen of screens) {
      await page.setViewportSize({ width: 1280, height })
      await open(page, screen)
      for (const { language, colorScheme, widths } of looks[kind]) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`button[lang=${language}]`).click()
        await page.locator(`html[lang=${language}]`).waitFor()
        for (const width of widths) {
          await page.setViewportSize({ width, height })
          const found = await lastingFaults(page)
          const { y: above } = (screen.name === 'form' &&
            (await page.locator('[data-field]').first().boundingBox())) || { y: 0 }
          if (width === 1280 && above > 200) found.push(`the first field begins at ${above} px`)
          if (found.length > 0) wrong[`${screen.name}, ${language}, ${width}`] = found
        }
      }
      // Editors are opened by their English names.
      await page.locator('button[lang=en]').click()
    }
    expect(wrong).toEqual({})
  })

for (const count of [2, 12, 30])
  test(`the matrix of a study with ${count} activities shortens no name that only differs at its end`, async ({
    page,
    admin,
  }) => {
    const { siteid } = await newSite(admin)
    const studyid = await newStudy(admin, siteid, 'Sleep')
    for (let speed = 1; speed <= count; speed++)
      await addActivityType(admin, studyid, `Treadmill walking at an even speed without a handrail, ${speed} km/h`)
    const fields = [{ name: 'date', type: 'Date', required: true }]
    await addFormType(admin, studyid, 'Questionnaire on what was done in the week before the visit', fields)
    const names = Array.from(
      { length: 10 },
      (_, at) => `OUS-NEVRO-2026-KONTROLL-SUBJEKT-${String(at).padStart(6, '0')}`,
    )
    await addSubjects(admin, siteid, studyid, names)
    await signIn(page, 'admin', `/studies/${studyid}/overview?site=${siteid}`)
    const rows = page.locator('tbody th[scope=row] a[title^=OUS-NEVRO]')
    await expect(rows).toHaveCount(10)
    const texts = rows.or(page.locator('thead th span[title]'))
    for (const width of [390, 768, 900, 1280, 1728]) {
      await page.setViewportSize({ width, height: 1600 })
      const shortened = () =>
        texts.evaluateAll((all) =>
          all
            .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
            .map(({ textContent }) => textContent),
        )
      await expect.poll(shortened, `at ${width} px`).toEqual([])
      await expectNoSidewaysScroll(page)
    }
  })

test('beside long names who changed a subject last is told whole, and a recorded activity takes two lines', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const name = 'Treadmill walking at an even speed without a handrail, 4 km/h'
  const activitytypeid = await addActivityType(admin, studyid, name)
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['OUS-NEVRO-2026-GANGSTEREOSKOPI-KONTROLL-SUBJEKT-1'])
  await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, startTime: 1_792_483_200, stopTime: 1_792_483_800 },
  })
  await addDevices(admin, siteid, ['AX62026HOFTEOPPFOLGINGVENSTREKONTROLL1'])
  await page.setViewportSize({ width: 768, height: 1024 })
  await signIn(page, 'admin', `/studies/${studyid}/subjects?site=${siteid}`)
  const by = page.getByRole('row').getByTitle('Ingrid Solberg')
  const cut = () => by.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect.poll(cut).toBe(0)
  await page.goto(`/devices?site=${siteid}`)
  await expect.poll(cut).toBe(0)
  await page.goto(`/studies/${studyid}/subjects/${subjectid}`)
  const cell = page.locator('#activities').getByRole('cell', { name, exact: true })
  for (const width of [768, 1728]) {
    await page.setViewportSize({ width, height: 1024 })
    await expect.poll(async () => (await cell.boundingBox())?.height, `at ${width} px`).toBeLessThanOrEqual(44)
  }
})

/** Their parts are as high as what they show. */
const pictures = ['recording', 'recordings together', 'calendar', 'study overview']

test('under a finger what takes a press is 44 px, and each screen has one primary action', async ({
  browser,
  baseURL,
  admin,
}) => {
  test.setTimeout(600_000)
  const screens = await everyScreen(admin)
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await signIn(page, 'admin')
  const wrong: Record<string, string[]> = {}
  for (const screen of screens) {
    // What opens an editor may have another place on a phone.
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, screen)
    // So high that what is below the fold counts, too.
    await page.setViewportSize({ width: 1280, height: 1600 })
    let primary = await page.evaluate(primaryActions)
    if (primary.length > 1) {
      // What the window now shows of the page decides which of two is an action: the browser tells that a moment later.
      await page.waitForTimeout(1_000)
      primary = await page.evaluate(primaryActions)
    }
    await page.setViewportSize({ width: 390, height })
    const small = async (): Promise<string[]> => (pictures.includes(screen.name) ? [] : page.evaluate(smallTargets))
    let found = await small()
    if (found.length > 0) {
      // For a moment the page is laid out by the rules of the width before.
      await page.waitForTimeout(1_000)
      found = await small()
    }
    found.push(...(await page.evaluate(highBars)))
    if (primary.length > 1) found.push(`primary actions: ${primary.join(', ')}`)
    if (found.length > 0) wrong[screen.name] = found
  }
  // The address of this person is still to be verified.
  await signIn(page, 'nurse')
  await page.setViewportSize({ width: 1280, height: 1600 })
  await open(page, { name: 'profile', path: '/profile' })
  await page.getByRole('button', { name: 'Resend' }).waitFor()
  if ((await page.evaluate(primaryActions)).length > 1) wrong.unverified = await page.evaluate(primaryActions)
  expect(wrong).toEqual({})
  await context.close()
})

test('what stands side by side shares its edges, and a form begins within 200 pixels', async ({ page, admin }) => {
  const screens = await everyScreen(admin)
  const screen = (name: string) => screens.find((each) => each.name === name) ?? { name, path: '/' }
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox()
    return found ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'admin')

  await open(page, screen('subjects'))
  const [heading, table] = [await box('main h1'), await box('main table')]
  expect(Math.abs(heading.x - table.x)).toBeLessThanOrEqual(1)
  const action = await page.getByRole('button', { name: 'New subject' }).boundingBox()
  expect(Math.abs((action?.x ?? 0) + (action?.width ?? 0) - table.x - table.width)).toBeLessThanOrEqual(1)

  await open(page, screen('subject'))
  const [forms, devices, activities] = [await box('#forms'), await box('#devices'), await box('#activities')]
  expect(forms.y).toBe(activities.y)
  expect(forms.x).toBe(devices.x)
  expect(forms.width).toBe(devices.width)
  expect(Math.abs(activities.x + activities.width - 1256)).toBeLessThanOrEqual(1)

  // One of the two buttons is in view, wherever one scrolls to.
  await page.setViewportSize({ width: 1280, height: 500 })
  for (const top of [0, 10_000]) {
    await page.evaluate((to) => scrollTo(0, to), top)
    // Asked of all there are at once: the one in the bar leaves as soon as the other is in view.
    const inView = async () => {
      const shown = [closeButton(page), barCloseButton(page)].map((button) =>
        button.evaluateAll(
          (elements) =>
            elements.filter((element) => {
              const { top: from, bottom } = element.getBoundingClientRect()
              return element.checkVisibility({ visibilityProperty: true }) && from >= 0 && bottom <= innerHeight
            }).length,
        ),
      )
      return (await Promise.all(shown)).reduce((sum, count) => sum + count, 0)
    }
    await expect.poll(inView).toBe(1)
  }

  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, screen('form'))
  await page.evaluate(() => scrollTo(0, 0))
  expect((await box('[data-field]')).y).toBeLessThanOrEqual(200)
})
