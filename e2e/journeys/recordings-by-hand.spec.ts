import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { writeCwa } from '../../domain/src/recordings/testing/write-cwa.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'
import { addFile, csvRecording, openRecording } from '../new-file.ts'
import { newSubject, recordStairs } from '../new-subject.ts'

const allRead = 'The whole file has been read.'
const stored = `query ($subjectid: ID!) { listReferenceData(subjectid: $subjectid) {
  filename description zone clockCorrection } }`
type Stored = {
  listReferenceData: { filename: string; description: string; zone: string | null; clockCorrection: number }[]
}

/** Seconds of the day from which and to which the picture shows the recording. */
async function shownTimes(page: Page): Promise<{ from: number; to: number }> {
  const text = await page.getByText(/^Shown: /).textContent()
  const [from = Number.NaN, to = Number.NaN] = [...(text ?? '').matchAll(/(\d\d):(\d\d):(\d\d)/g)].map(
    ([, hours, minutes, seconds]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  )
  return { from, to }
}

async function boxOf(element: Locator) {
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (!box) throw new Error('it has no place on the page')
  return box
}

async function drag(
  page: Page,
  box: { x: number; y: number; width: number; height: number },
  from: number,
  to: number,
) {
  const y = box.y + box.height * 0.4
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * to, y, { steps: 8 })
  await page.mouse.up()
}

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

const linesIn = (svg: Buffer) => svg.toString().match(/<path d="M/g)?.length ?? 0

test('wheel and strip move the picture; channels, pictures and the selection are as shown', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await openRecording({ page, browser, baseURL }, csvRecording('2026-10-20T09:45:00', 1200, 600))
  const begin = (9 * 60 + 45) * 60
  expect(await shownTimes(page)).toEqual({ from: begin, to: begin + 1200 })

  // Turned away from the reader, the wheel zooms in, about the pointer.
  const surface = await boxOf(page.getByRole('group', { name: 'Signals of arm.csv' }))
  await page.mouse.move(surface.x + surface.width / 2, surface.y + surface.height / 2)
  await page.mouse.wheel(0, -600)
  await expect.poll(async () => (await shownTimes(page)).from).toBeGreaterThan(begin + 300)
  const zoomed = await shownTimes(page)
  expect(Math.abs((zoomed.from + zoomed.to) / 2 - begin - 600)).toBeLessThan(5)

  const strip = await boxOf(page.getByRole('img', { name: 'The whole recording; what is shown is framed' }))
  await page.mouse.click(strip.x + 2, strip.y + strip.height / 2)
  await expect.poll(async () => (await shownTimes(page)).from).toBe(begin)
  await drag(page, strip, 0.1, 0.3)
  await expect.poll(async () => Math.abs((await shownTimes(page)).from - begin - 240)).toBeLessThan(4)
  await page.getByRole('button', { name: 'Show all' }).click()

  const svg = await saved(page, 'Picture as SVG')
  expect(svg.name).toBe('arm.svg')
  expect(svg.bytes.toString()).toContain('arm.csv · 2026-10-20 09:45:00')
  expect(svg.bytes.toString()).toContain('>Stairs<')
  expect(linesIn(svg.bytes)).toBe(3)
  const png = await saved(page, 'Picture as PNG')
  expect(png.name).toBe('arm.png')
  expect(await coloursOf(page, png.bytes)).toMatchObject({ width: 2400, hasLine: true })

  const channel = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await channel('y').click()
  expect(linesIn((await saved(page, 'Picture as SVG')).bytes)).toBe(2)
  // The band's statistics and the CSV have the visible channels only.
  await page.getByRole('button', { name: /^Stairs, .* zoom and show statistics/ }).click()
  await expect(page.getByRole('row', { name: /^x g/ })).toBeVisible()
  const csv = await saved(page, 'Download as CSV')
  expect(csv.name).toBe('arm-selection.csv')
  const [head, ...rows] = csv.bytes.toString().trim().split('\r\n')
  expect(head).toMatch(/^time,seconds,x\b[^,]*,z\b[^,]*$/)
  expect(rows).toHaveLength(600 * 50)
  expect(rows.filter((row) => row.split(',')[2] === '9')).toHaveLength(1)

  for (const name of ['x', 'z']) await channel(name).click()
  const hidden = page.getByRole('group', { name: 'Channels' })
  await hidden.getByRole('checkbox', { name: 'y' }).click()
  await expect(hidden).toHaveCount(0)
  await expect(channel('y')).toBeChecked()
  await expect(channel('x')).not.toBeChecked()
})

/** Decodes a picture in the page: its width, and whether it has the blue or red of a drawn line. */
async function coloursOf(page: Page, bytes: Buffer) {
  return await page.evaluate(async (base64) => {
    const picture = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([picture], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const pen = canvas.getContext('2d')
    pen?.drawImage(image, 0, 0)
    const { data } = pen?.getImageData(0, 0, image.width, image.height) ?? { data: new Uint8ClampedArray() }
    let strong = 0
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
      if (Math.max(red, green, blue) - Math.min(red, green, blue) > 90) strong++
    }
    return { width: image.width, hasLine: strong > 1000 }
  }, bytes.toString('base64'))
}

test('the clock is shifted by dragging the activities, and stays as it was saved', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const { subject } = await openRecording({ page, browser, baseURL }, csvRecording('2026-10-20T09:48:00', 600, 10))
  await page.getByLabel('Time zone of the recorder').selectOption('Europe/Oslo')
  await expect(page.getByText('The recording ends 2 min before the activity Stairs ended.')).toBeVisible()
  await page.getByText('Correct clock').click()
  // A fifth of ten minutes to the left: the recorder's clock is two minutes behind.
  await drag(page, await boxOf(page.getByRole('group', { name: 'Signals of arm.csv' })), 0.7, 0.5)
  const seconds = page.getByLabel('Seconds to add to the recorder’s times')
  await expect.poll(async () => Math.abs(Number(await seconds.inputValue()) - 120)).toBeLessThan(3)
  const dragged = Number(await seconds.inputValue())
  await page.getByRole('button', { name: 'Save correction' }).click()
  await expect(page.getByText('The recording covers the activity Stairs.')).toBeVisible()
  await expect(page.getByText(/Clock correction: \+1.* s by Kari/)).toBeVisible()
  const { listReferenceData } = await subject.call<Stored>(stored, { subjectid: subject.subjectid })
  expect(listReferenceData[0]?.clockCorrection).toBe(dragged)
  await page.reload()
  await expect(seconds).toHaveValue(String(dragged))
})

test('corrupt blocks are counted, and marked where they lie', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const start = Date.UTC(2026, 9, 20, 9, 50) / 1000
  const axis = (value: number) => Array.from({ length: 100 }, (_, at) => value + (at % 10))
  const sectors = Array.from({ length: 60 }, (_, index) => ({
    stamp: start + index,
    sequence: index,
    axes: [axis(0), axis(50), axis(256)],
    isPacked: true,
    isCorrupt: index === 30 || index === 31,
  }))
  const { path } = await addFile(subject, 'arm.cwa', writeCwa(sectors))
  await signIn(page, 'nurse', path)
  await expect(page.getByText(allRead)).toBeVisible()
  const row = page.getByRole('row', { name: /^Corrupt block, left out/ })
  await expect(row.getByRole('cell').nth(1)).toHaveText('2')
  await expect(row.getByRole('cell').nth(2)).toContainText('09:50:30')
  const surface = await boxOf(page.getByRole('group', { name: 'Signals of arm.cwa' }))
  const mark = await boxOf(page.getByTitle('Corrupt block, left out × 2'))
  expect(Math.abs((mark.x + mark.width / 2 - surface.x) / surface.width - 0.5)).toBeLessThan(0.02)
})

test('settings are stored with what they give, however long reading takes', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const text = `n,x\n${Array.from({ length: 600 }, (_, row) => `${row},${row % 7}`).join('\n')}\n`
  const file = await addFile(subject, 'slow.csv', new TextEncoder().encode(text))
  const describing = () =>
    page.waitForResponse((answer) => /describeReferenceData/.test(answer.request().postData() ?? ''))
  const described = describing()
  await signIn(page, 'nurse', file.path)
  await described
  await page.route(/slow\.csv|X-Amz/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 4000))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Change settings' }).click()
  await page.getByLabel('Rate in Hz').fill('1')
  await page.getByLabel('Start on the recorder’s clock').fill('2026-10-20 09:50')
  const describedAgain = describing()
  await page.getByRole('button', { name: 'Read again with these settings' }).click()
  expect(JSON.parse((await describedAgain).request().postDataJSON().variables.description)).toMatchObject({
    start: Date.UTC(2026, 9, 20, 9, 50) / 1000,
    duration: 600,
  })
})

test('the start of a file without a date is set, for that file alone', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const text = `n,x\n${Array.from({ length: 600 }, (_, row) => `${row},${row % 7}`).join('\n')}\n`
  const rows = new TextEncoder().encode(text)
  const [first, second] = [await addFile(subject, 'first.csv', rows), await addFile(subject, 'second.csv', rows)]
  // What was found at first is stored slowly. It must not replace what was set meanwhile.
  let isFirst = true
  let isFirstStored = false
  await page.route('**/graphql', async (route) => {
    if (!isFirst || !route.request().postData()?.includes('describeReferenceData')) return route.continue()
    isFirst = false
    await new Promise((resolve) => setTimeout(resolve, 6000))
    await route.fulfill({ response: await route.fetch() })
    isFirstStored = true
  })
  await signIn(page, 'nurse', first.path)
  const noDate = page.getByText(/The file gives no date\. Set its start below/)
  await expect(noDate).toBeVisible()
  await page.getByRole('button', { name: 'Change settings' }).click()
  await page.getByLabel('Rate in Hz').fill('1')
  await page.getByLabel('Start on the recorder’s clock').fill('20.10.2026 09:50')
  await page.getByRole('button', { name: 'Read again with these settings' }).click()
  await expect(page.getByText(/Type the start as yyyy-MM-dd HH:mm:ss/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Start on the recorder’s clock').fill('2026-10-20 09:50')
  await page.getByRole('button', { name: 'Read again with these settings' }).click()
  await expect(page.getByText(/2026-10-20 09:50:00 – 10:00:00/)).toBeVisible()
  await page.getByLabel('Time zone of the recorder').selectOption('Europe/Oslo')
  await expect(page.getByText('The recording covers the activity Stairs.')).toBeVisible()
  await expect.poll(() => isFirstStored).toBe(true)
  await expect
    .poll(async () => {
      const { listReferenceData } = await subject.call<Stored>(stored, { subjectid: subject.subjectid })
      const file = listReferenceData.find(({ filename }) => filename === 'first.csv')
      return JSON.parse(file?.description ?? '{}')
    })
    .toMatchObject({ start: Date.UTC(2026, 9, 20, 9, 50) / 1000, clock: 'local', duration: 600 })

  await page.goto(second.path)
  await expect(page.getByText('Read with the settings of the last file of this kind in the study.')).toBeVisible()
  await expect(noDate).toBeVisible()
})
