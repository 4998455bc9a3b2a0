import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { csvRecording, openRecording } from '../new-file.ts'

const begin = (9 * 60 + 45) * 60

/** Seconds of the day from which and to which the picture shows the recording. */
async function shownTimes(page: Page): Promise<{ from: number; to: number }> {
  const text = await page.getByText(/^Shown: /).textContent()
  const [from = Number.NaN, to = Number.NaN] = [...(text ?? '').matchAll(/(\d\d):(\d\d):(\d\d)/g)].map(
    ([, hours, minutes, seconds]) => Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
  )
  return { from, to }
}

test('two fingers zoom, one pans, and the page still scrolls', async ({ page, browser, baseURL, hasTouch }) => {
  test.skip(!hasTouch, 'needs a touch screen')
  await openRecording({ page, browser, baseURL }, csvRecording('2026-10-20T09:45:00', 1200, 600))
  expect(await shownTimes(page)).toEqual({ from: begin, to: begin + 1200 })

  const surface = page.getByRole('group', { name: 'Signals of arm.csv' })
  await surface.scrollIntoViewIfNeeded()
  const box = await surface.boundingBox()
  if (!box) throw new Error('the picture has no place on the page')
  // Below the names of the channels.
  const y = box.y + 130
  const at = (share: number, id: number) => ({ x: box.x + box.width * share, y, id })
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: ReturnType<typeof at>[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })

  // From a fifth of the width apart to four fifths, about the middle.
  await touch('touchStart', at(0.4, 1), at(0.6, 2))
  for (const spread of [0.15, 0.2, 0.25, 0.3, 0.35, 0.4])
    await touch('touchMove', at(0.5 - spread, 1), at(0.5 + spread, 2))
  await touch('touchEnd')
  await expect.poll(async () => Math.abs((await shownTimes(page)).from - begin - 450)).toBeLessThan(6)
  expect(Math.abs((await shownTimes(page)).to - begin - 750)).toBeLessThan(6)

  // A quarter of the width to the left.
  await touch('touchStart', at(0.75, 1))
  for (const share of [0.7, 0.6, 0.5]) await touch('touchMove', at(share, 1))
  await touch('touchEnd')
  await expect.poll(async () => Math.abs((await shownTimes(page)).from - begin - 525)).toBeLessThan(6)

  const top = await page.evaluate(() => scrollY)
  await touch('touchStart', { ...at(0.5, 1), y: y + 200 })
  for (const lower of [160, 100, 40]) await touch('touchMove', { ...at(0.5, 1), y: y + lower })
  await touch('touchEnd')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top)
})

test('keys pan, zoom, move the cursor, select a range and go to the activities', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await openRecording({ page, browser, baseURL }, csvRecording('2026-10-20T09:45:00', 1200, 600))
  const surface = page.getByRole('group', { name: 'Signals of arm.csv' })
  await expect(surface).toHaveAccessibleDescription(/^Keys: arrows move, /)
  await surface.focus()

  await surface.press('+')
  await expect.poll(() => shownTimes(page)).toEqual({ from: begin + 300, to: begin + 900 })
  await surface.press('ArrowRight')
  await expect.poll(() => shownTimes(page)).toEqual({ from: begin + 420, to: begin + 1020 })
  await surface.press('ArrowLeft')
  await surface.press('ArrowLeft')
  await expect.poll(() => shownTimes(page)).toEqual({ from: begin + 180, to: begin + 780 })
  await surface.press('-')
  await expect.poll(() => shownTimes(page)).toEqual({ from: begin, to: begin + 1200 })

  // The cursor begins in the middle and moves by a hundredth of what is shown.
  await surface.press('Shift+ArrowRight')
  await expect(page.getByText('09:55:12.000')).toBeVisible()
  await surface.press('Shift+ArrowLeft')
  await expect(page.getByText('09:55:00.000')).toBeVisible()
  const x = page.getByRole('listitem').filter({ has: page.getByRole('checkbox', { name: 'x', exact: true }) })
  await expect(x).toContainText(/9$/)

  // The activity with a margin, then its statistics as a table.
  await surface.press(']')
  await expect.poll(async () => (await shownTimes(page)).from).toBeGreaterThan(begin + 200)
  const { from, to } = await shownTimes(page)
  expect(from).toBeLessThanOrEqual(begin + 300)
  expect(to).toBeGreaterThanOrEqual(begin + 900)
  await surface.press('Enter')
  const row = page.getByRole('region', { name: 'Selection' }).getByRole('row', { name: /^x g/ })
  await expect(row.getByRole('cell').nth(4)).toHaveText('9')
  await surface.press('Escape')
  await expect(row).toHaveCount(0)
  await surface.press('0')
  await expect.poll(() => shownTimes(page)).toEqual({ from: begin, to: begin + 1200 })
  await expectAccessible(page)
})
