import { writeEdf } from '../../domain/src/recordings/testing/write-edf.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { addFile, csvRecording, openRecording } from '../new-file.ts'
import { newSubject, recordStairs } from '../new-subject.ts'

const stored = `query ($subjectid: ID!) { listReferenceData(subjectid: $subjectid) {
  description zone clockCorrection clockCorrectedBy } }`
type Stored = {
  listReferenceData: { description: string; zone: string | null; clockCorrection: number; clockCorrectedBy: string }[]
}

test('a recording is opened from the list, with its activity over it and its peak at every zoom', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  // The activity lasts from 09:50 to 10:00. The peak is in its middle, and in the middle of the file.
  const { referencedataid } = await addFile(subject, 'arm.csv', csvRecording('2026-10-20T09:45:00', 1200, 600))
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('link', { name: 'Open arm.csv' }).click()
  await expect(page).toHaveURL(new RegExp(`/recordings/${referencedataid}$`))
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  await expect(page.getByText(/CSV · 3 channels · 50 Hz · 2026-10-20 09:45:00 – 10:05:00/)).toBeVisible()
  await expect(page.getByText(/Time from column 1, date and time/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const surface = page.getByRole('group', { name: 'Signals of arm.csv' })
  const x = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'x', exact: true }) })
  await surface.focus()
  for (let zoom = 0; zoom < 12; zoom++) {
    // The cursor moves one step right and one left: to the middle.
    await surface.press('Shift+ArrowRight')
    await surface.press('Shift+ArrowLeft')
    await expect(x).toContainText(/9$/)
    await surface.press('+')
  }
  await surface.press('0')

  await page.getByRole('button', { name: /^Stairs, .* zoom and show statistics/ }).click()
  const row = page.getByRole('row', { name: /^x g/ })
  await expect(row.getByRole('cell', { name: '30,000', exact: true })).toBeVisible()
  await expect(row.getByRole('cell', { name: '9', exact: true })).toBeVisible()
  // From the top, because controls partly covered by the bar count as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
})

test('the recorder’s zone is told once, and its clock corrected', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const { subject } = await openRecording({ page, browser, baseURL }, csvRecording('2026-10-20T09:48:00', 600, 10))
  await page.getByLabel('Time zone of the recorder').selectOption('Europe/Oslo')
  await expect(page.getByText('The recording ends 2 min before the activity Stairs ended.')).toBeVisible()
  await page.getByLabel('Seconds to add to the recorder’s times').fill('120')
  await page.getByRole('link', { name: 'Stairs', exact: true }).click()
  await page.getByRole('button', { name: 'Stay', exact: true }).click()
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByText('The recording covers the activity Stairs.')).toBeVisible()
  await expect(page.getByText(/Clock correction: \+120 s by Kari/)).toBeVisible()
  const { listReferenceData } = await subject.call<Stored>(stored, { subjectid: subject.subjectid })
  expect(listReferenceData[0]).toMatchObject({ zone: 'Europe/Oslo', clockCorrection: 120 })
  expect(JSON.parse(listReferenceData[0]?.description ?? '')).toMatchObject({ format: 'CSV', samples: 90_000 })
})

test('an EDF shows its peak, and a file that is none says why', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const values = Array.from({ length: 6000 }, (_, i) => (i === 3000 ? 900 : Math.round(100 * Math.sin(i / 10))))
  const signals = [{ label: 'ECG', unit: 'uV', samplesPerRecord: 100, samples: values }]
  const bytes = writeEdf({ records: 60, recordDuration: 1, start: ['20.10.26', '09.50.00'], signals })
  const edf = await addFile(subject, 'chest.edf', bytes)
  await signIn(page, 'nurse', edf.path)
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  await page.getByRole('button', { name: 'Select what is shown' }).click()
  const row = page.getByRole('row', { name: /^ECG/ }).first()
  await expect(row.getByRole('cell').nth(0)).toHaveText('6,000')
  await expect(row.getByRole('cell').nth(4)).toHaveText('900')

  const none = await addFile(subject, 'notes.bin', Uint8Array.of(0, 1, 2, 3, 255, 254, 0, 0, 7))
  // As long as no server has looked at it, nothing says that it is being measured.
  await page.route(
    (url) => url.pathname === '/graphql',
    async (route) => {
      if (!route.request().postData()?.includes('query Measures')) return route.fallback()
      const response = await route.fetch()
      const { data } = await response.json()
      const listMeasures = data.listMeasures.map((file: object) => ({ ...file, state: 'WAITING' }))
      await route.fulfill({ response, json: { data: { listMeasures } } })
    },
  )
  await page.goto(none.path)
  await expect(page.getByText('This file cannot be shown as a recording. It can still be downloaded.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download the file' })).toBeVisible()
  await expect(page.getByText('The file is being measured.')).toBeHidden()
  await expectAccessible(page)
})

test('a selection is copied as CSV over plain http too, or the browser’s refusal is said', { tag: '@desk' }, async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const { path } = await addFile(subject, 'arm.csv', csvRecording('2026-10-20T09:48:00', 4, 1))
  // Browsers disable the Clipboard API for http:// addresses of other machines.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await context.grantPermissions(['clipboard-read'])
  await signIn(page, 'nurse', path)
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  await page.getByRole('button', { name: 'Select what is shown' }).click()
  await page.getByRole('button', { name: 'Copy as CSV' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  const copied = (await other.evaluate(() => navigator.clipboard.readText())).trim().split(/\r?\n/)
  await other.close()
  // The heading, then four seconds at 50 Hz.
  expect(copied).toHaveLength(1 + 4 * 50)
  expect(copied[0]).toMatch(/x.*y.*z/)

  await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Select what is shown' }).click()
  await page.getByRole('button', { name: 'Copy as CSV' }).click()
  await expect(page.getByRole('alert')).toHaveText(/The browser did not copy the selection/)
})

test('the files of a record are read together, and settings are used for the next file of their kind', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const bytes = (text: string) => new TextEncoder().encode(text)
  const header = await addFile(subject, 'walk.hea', bytes('walk 1 10 3\nwalk.dat 16 1 16 0 0 0 0 effort\n'))
  await signIn(page, 'nurse', header.path)
  await expect(page.getByText(/It belongs with the file walk\.dat/)).toBeVisible()
  const samples = await addFile(subject, 'walk.dat', Uint8Array.of(1, 0, 2, 0, 3, 0))
  for (const { path } of [header, samples]) {
    await page.goto(path)
    await expect(page.getByText('The whole file has been read.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'effort' })).toBeVisible()
  }

  const rows = bytes(`n,x\n${Array.from({ length: 200 }, (_, row) => `${row},${row % 7}`).join('\n')}\n`)
  const [first, second] = [await addFile(subject, 'first.csv', rows), await addFile(subject, 'second.csv', rows)]
  await page.goto(first.path)
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  await page.getByRole('button', { name: 'Change settings' }).click()
  await page.getByLabel('Rate in Hz').fill('40')
  // With these settings: what was found at first may still be on its way.
  const isDescribed = page.waitForResponse((answer) =>
    /describeReferenceData.*rate\\":40\b/s.test(answer.request().postData() ?? ''),
  )
  await page.getByRole('button', { name: 'Read again with these settings' }).click()
  await expect(page.getByText(/40 Hz/).first()).toBeVisible()
  await isDescribed
  await page.goto(second.path)
  await expect(page.getByText('Read with the settings of the last file of this kind in the study.')).toBeVisible()
  await expect(page.getByText(/40 Hz/).first()).toBeVisible()
})

test('a file of annotations alone is drawn over its time', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const lists = ['+0\u0014\u0014\0+0\u0015300\u0014Wake\u0014\0+300\u0015900\u0014Sleep N1\u0014\0']
  const signals = [{ label: 'EDF Annotations', samplesPerRecord: 60, lists }]
  const night = writeEdf({ reserved: 'EDF+C', records: 1, recordDuration: 0, signals })
  const { path } = await addFile(subject, 'stages.edf', night)
  await signIn(page, 'nurse', path)
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  const surface = page.getByRole('group', { name: 'Signals of stages.edf' })
  const stages = page.locator('[data-kind="stages"]')
  const label = stages.getByText('N1', { exact: true })
  await expect(label).toBeVisible()
  // Three quarters of the picture: the stage lasts from 5 to 20 minutes.
  const picture = await surface.boundingBox()
  const stage = await label.locator('..').boundingBox()
  expect((stage?.width ?? 0) / (picture?.width ?? 1)).toBeCloseTo(0.75, 1)
  // Its name is not cut off.
  expect(stage?.height).toBeGreaterThanOrEqual((await label.boundingBox())?.height ?? Number.POSITIVE_INFINITY)
  expect(picture?.height).toBeGreaterThan(100)
  await expectAccessible(page)
})

/** An accelerometer at 25 Hz for five minutes: the same uneven movements, seen from another side, by a clock that starts at `start`. */
function moving(start: string, side: 'arm' | 'chest'): Uint8Array<ArrayBuffer> {
  const first = Date.parse(`${start}Z`)
  const lines = ['time,acc x (g),acc y (g),acc z (g)']
  for (let i = 0; i < 7500; i++) {
    const second = Math.floor(i / 25)
    // As uneven as chance, and the same in both.
    const size = 1 + (Math.abs(Math.sin(second * 12.9898) * 43_758.5453) % 0.6)
    const noise = ((i * 104_729) % 17) / 400
    const [x, z] = side === 'arm' ? [size, 0.1 + noise] : [0.1, size - noise]
    const time = new Date(first + i * 40).toISOString().slice(0, -1)
    lines.push(`${time},${x.toFixed(3)},0.100,${z.toFixed(3)}`)
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

test('two recordings are shown on one axis, and the clock of one is corrected by the other', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  // The clock of the chest recorder is 7.4 s behind.
  const files = [
    await addFile(subject, 'arm.csv', moving('2026-10-20T09:50:07.400', 'arm')),
    await addFile(subject, 'chest.csv', moving('2026-10-20T09:50:00', 'chest')),
  ]
  await signIn(page, 'nurse', subject.path)
  for (const { path } of files) {
    const isDescribed = page.waitForResponse((answer) =>
      /describeReferenceData/.test(answer.request().postData() ?? ''),
    )
    await page.goto(path)
    await isDescribed
  }
  await page.goto(`${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('link', { name: 'Show together' }).click()
  await expect(page.getByRole('heading', { name: 'Recordings together' })).toBeVisible()
  const chest = page.getByRole('region', { name: 'chest.csv' })
  await expect(chest.getByText(/No clock correction/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // Moved with one, both follow.
  const surface = page.getByRole('group', { name: 'Signals of arm.csv' })
  await surface.focus()
  await surface.press('+')
  await surface.press('+')
  await surface.press('0')
  await expect(page.getByText('Shown: 2026-10-20 09:50:00 to 2026-10-20 09:55:07')).toBeVisible()

  await chest.getByRole('button', { name: 'Compare the clock with arm.csv' }).click()
  await expect(chest.getByText(/^The clock of chest.csv is 7\.(4|39|40)\d* s behind that of arm.csv\.$/)).toBeVisible()
  await expect(chest.getByText(/^Sure: both measured the same there \(Acceleration/)).toBeVisible()
  await expect(page.getByText('Shown: 2026-10-20 09:50:07 to 2026-10-20 09:55:07')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await chest.getByRole('button', { name: 'Save correction' }).click()
  await expect(chest.getByText(/Clock correction \+7\.(4|39|40)\d* s/)).toBeVisible()
  await expect(chest.getByRole('button', { name: 'Save correction' })).toBeHidden()
  const { listReferenceData } = await subject.call<Stored>(stored, { subjectid: subject.subjectid })
  const [none, corrected] = listReferenceData.map(({ clockCorrection }) => clockCorrection).toSorted((a, b) => a - b)
  expect(none).toBe(0)
  expect(corrected).toBeCloseTo(7.4, 1)
})
