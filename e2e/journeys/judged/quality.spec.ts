import { writeZip } from '../../../domain/src/recordings/testing/write-zip.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../../fixtures.ts'
import { csvRecording, openRecording } from '../../new-file.ts'
import { newSubject, recordStairs } from '../../new-subject.ts'

/** A chest strap at 100 Hz from 09:50, for ten minutes, whose electrode falls off after five. */
function chestStrap(): Uint8Array<ArrayBuffer> {
  const first = Date.parse('2026-10-20T09:50:00Z')
  const lines = Array.from({ length: 60_000 }, (_, i) => {
    const time = new Date(first + i * 10).toISOString().slice(0, -1)
    const ecg = i < 30_000 ? Math.sin(i / 12) + Math.cos(i * 1.7) / 9 : 0.5
    return `${time},${ecg.toFixed(4)}`
  })
  return new TextEncoder().encode(`time,chest ECG (mV)\n${lines.join('\n')}\n`)
}

const flat = 'chest ECG is flat from 09:55 to the end.'

test('what is wrong with a recording is told before it is sent, beside it in each list, and on its screen', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  const buffer = Buffer.from(chestStrap())
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'chest.csv', mimeType: 'text/csv', buffer })
  const chosen = page.getByRole('list', { name: 'Chosen files' })
  await expect(chosen.getByText('1 thing to look at')).toBeVisible()
  await expect(chosen.getByText(flat)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const files = page.getByRole('table', { name: 'Reference data of Stairs' })
  const mark = files.getByText('1 thing to look at')
  await expect(mark).toBeVisible()
  await expect(files.getByText(flat)).toBeHidden()
  await mark.click()
  await expect(files.getByText(flat)).toBeVisible()

  await page.getByRole('link', { name: 'Open chest.csv' }).click()
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  await expect(page.getByText(flat)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

/** Three axes once a second for four hours, of which the recorder lay on a table for two; the column says what was done. */
function wristRecorder(): Uint8Array<ArrayBuffer> {
  const first = Date.parse('2026-10-20T08:00:00Z')
  const lines = Array.from({ length: 4 * 3600 }, (_, i) => {
    const isStill = i >= 3600 && i < 3 * 3600
    const move = isStill ? 0.002 * (i % 2) : 0.4 * Math.sin(i * 1.3)
    const time = new Date(first + i * 1000).toISOString().slice(0, -5)
    return `${time},${move.toFixed(3)},${(move / 2).toFixed(3)},${(1 - move / 3).toFixed(3)},${isStill ? 'REST' : 'ACTIVE'}`
  })
  return new TextEncoder().encode(`time,acc x (g),acc y (g),acc z (g),Interval\n${lines.join('\n')}\n`)
}

test('what was not worn is hatched and counted, and states of a column have a lane of their own', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const { subject, path } = await openRecording({ page, browser, baseURL }, wristRecorder())
  await expect(page.getByText('Not worn for 1 h, the longest part from 09:30 to 10:30.')).toBeVisible()
  await expect(page.getByText('not worn', { exact: true })).toBeVisible()
  const states = page.locator('[data-kind="states"]')
  await expect(states.getByText('REST')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(states.getByText('REST')).toBeVisible()
  await expectNoSidewaysScroll(page)

  // In the overview it is counted by the reason, until the study says that as much may be not worn.
  await page.goto(`/studies/${subject.studyid}/overview`)
  const marked = page.getByRole('region', { name: 'Recordings to look at' })
  await marked.getByText('1 Not worn').click()
  await expect(marked.getByRole('link', { name: subject.identifier })).toBeVisible()
  await expectAccessible(page)
  const admin = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
  await signIn(admin, 'admin', `/studies/${subject.studyid}/edit`)
  const limit = admin.getByLabel('Not worn for (percent of the time)')
  const fold = admin.getByText('When is a recording marked?')
  await expect(limit).toBeHidden()
  await expect(admin.getByText('as usual')).toBeVisible()
  await expectAccessible(admin)
  await fold.click()
  await limit.fill('101')
  await expect(admin.getByText('1 of 9 changed')).toBeVisible()
  await fold.click()
  await expect(limit).toBeHidden()
  // What is wrong is not hidden.
  await admin.getByRole('button', { name: 'Update' }).click()
  await expect(limit).toBeFocused()
  await expect(admin.getByText('Give a number from 0 to 100, or leave the limit out.')).toBeVisible()
  await limit.fill('30')
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Update' }).click()
  await expect(admin).toHaveURL(/studies$/)
  await admin.context().close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Measures of recordings' })).toBeVisible()
  await expect(marked).toBeHidden()
  await page.goto(path)
  await expect(page.getByText('Not marked any more since the limits of the study were changed.')).toBeVisible()
})

test('of an archive with several recordings one is chosen, and another one later', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  const zip = writeZip({
    'left/arm.csv': csvRecording('2026-10-20T09:45:00', 1200, 600),
    'right/arm.csv': csvRecording('2026-10-20T09:50:00', 600, 100),
  })
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'arms.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) })
  const chosen = page.getByRole('list', { name: 'Chosen files' })
  await expect(chosen.getByText('It contains several recordings.')).toBeVisible()
  await chosen.getByLabel('Which of its recordings is read').selectOption('left/arm.csv')
  await expect(chosen.getByText(/^left\/arm\.csv · CSV · 3 channels · 50 Hz · 180,000 values/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()

  await page.getByRole('link', { name: 'Open arms.zip' }).click()
  await expect(page.getByText(/CSV · 3 channels · 50 Hz · 2026-10-20 09:45:00 – 10:05:00/)).toBeVisible()
  await page.getByLabel('Which of its recordings is read').selectOption('right/arm.csv')
  await expect(page.getByText(/CSV · 3 channels · 50 Hz · 2026-10-20 09:50:00 – 10:00:00/)).toBeVisible()
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/CSV · 3 channels · 50 Hz · 2026-10-20 09:50:00 – 10:00:00/)).toBeVisible()
  await expect(page.getByLabel('Which of its recordings is read')).toHaveValue('right/arm.csv')
})
