import { createHash } from 'node:crypto'
import { hugeGzip } from '../../domain/src/recordings/testing/huge-gzip.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { csvRecording } from '../new-file.ts'
import { newSubject, recordStairs } from '../new-subject.ts'

const stored = `query ($subjectid: ID!) { listReferenceData(subjectid: $subjectid) { filename sha256 description zone } }`
type Stored = {
  listReferenceData: { filename: string; sha256: string | null; description: string | null; zone: string | null }[]
}

test('a chosen file is looked into before it is sent, and what was found is kept with it', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const bytes = csvRecording('2026-10-20T09:45:00', 1200, 600)
  const arm = { name: 'arm.csv', mimeType: 'text/csv', buffer: Buffer.from(bytes) }
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  const chooser = page.getByLabel('Choose files, or drop them here')
  await chooser.setInputFiles(arm)
  const chosen = page.getByRole('list', { name: 'Chosen files' })
  await expect(chosen.getByText(/^CSV · 3 channels · 50 Hz · 180,000 values · 2026-10-20 09:45/)).toBeVisible()
  await expect(chosen.getByText('Covers Stairs')).toBeVisible()
  await expect(page.getByLabel('Time zone of the recorder’s clock')).toHaveValue('Europe/Oslo')
  await chooser.setInputFiles({ ...arm, name: 'again.csv' })
  await expect(chosen.getByText('Chosen twice: the same file as arm.csv')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Remove again.csv' }).click()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Download arm.csv' })).toBeVisible()
  await expect(
    page
      .getByRole('table', { name: 'Reference data of Stairs' })
      .getByText(/^CSV · 3 channels · 50 Hz · 180,000 values/),
  ).toBeVisible()

  const read = async () => {
    const { listReferenceData } = await subject.call<Stored>(stored, { subjectid: subject.subjectid })
    return listReferenceData[0]
  }
  await expect.poll(async () => (await read())?.zone).toBe('Europe/Oslo')
  const kept = await read()
  expect(kept?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(JSON.parse(kept?.description ?? '')).toMatchObject({ format: 'CSV', samples: 180_000, clock: 'local' })

  await page.getByRole('button', { name: 'Add reference data' }).click()
  await chooser.setInputFiles({ ...arm, name: 'renamed.csv' })
  await expect(chosen.getByText(`Already uploaded as arm.csv, Stairs of ${subject.identifier}`)).toBeVisible()
})

test('the buttons stay where they are while a chosen file is looked into', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  const worker = Promise.withResolvers<void>()
  await page.route(/assets\/inspection-worker-.*\.js$/, async (route) => {
    await worker.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add reference data' }).click()
  const buffer = Buffer.from('1,2\n'.repeat(1_000))
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'arm.csv', mimeType: 'text/csv', buffer })
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  await expect(page.getByText(/^Looking inside/)).toBeVisible()
  const before = await upload.boundingBox()
  worker.resolve()
  await expect(page.getByText('Does not say when it was recorded')).toBeVisible()
  expect(await upload.boundingBox()).toEqual(before)
})

test('missing coverage of the activity is shown before a file is sent, and stays until it was seen', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  const buffer = Buffer.from(csvRecording('2026-10-20T09:55:00', 600, 10))
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'late.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('Begins 5 min after Stairs began')).toBeVisible()
  await page.getByLabel('Time zone of the recorder’s clock').selectOption('Europe/London')
  await expect(
    page.getByText('Would cover Stairs if the recorder’s clock were set 1 hour back'),
    'an hour later it recorded nothing of the ten minutes',
  ).toHaveCount(0)
  await expect(page.getByText('No part of Stairs was recorded')).toBeVisible()
  await page.getByLabel('Time zone of the recorder’s clock').selectOption('Europe/Oslo')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Upload complete!')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const day = page.getByRole('region', { name: 'The day' })
  await expect(day.getByText('late.csv begins 5 min after Stairs began')).toBeVisible()
  await expectAccessible(page)
})

test('a file whose dates can be read in two ways is uploaded once somebody has said which, and what it lacks is told', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const rows = Array.from({ length: 600 }, (_, second) => {
    const time = `09:${45 + Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`
    return `${second === 100 ? 'soon' : `10/11/2026 ${time}`},${second}.5`
  })
  const french = { name: 'french.csv', mimeType: 'text/csv', buffer: Buffer.from(['time,x', ...rows].join('\n')) }
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles([
      french,
      { name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n\0\x01\x02') },
    ])
  const chosen = page.getByRole('list', { name: 'Chosen files' })
  await expect(chosen.getByText('1 line is left out: the time cannot be read.')).toBeVisible()
  await expect(
    chosen.getByText(/^Not readable as a recording\. It is in none of the formats that can be shown\./),
  ).toBeVisible()
  const question = page.getByRole('group', { name: 'Its dates can be read in two ways. When does it begin?' })
  await expect(question.getByRole('button')).toHaveText([/^11 October 2026/, /^10 November 2026/])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const missing = page.getByRole('group', { name: 'Say when it begins before it is uploaded:' })
  await expect(missing.getByRole('button').first()).toBeFocused()
  await missing.getByRole('button', { name: /^10 November/ }).click()
  await expect(chosen.getByText(/2026-11-10 09:45/)).toBeVisible()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const read = async () => {
    const { listReferenceData } = await subject.call<Stored>(stored, { subjectid: subject.subjectid })
    return JSON.parse(listReferenceData.find(({ filename }) => filename === 'french.csv')?.description ?? '{}')
  }
  await expect
    .poll(read)
    .toMatchObject({ start: Date.parse('2026-11-10T09:45:00Z') / 1000, layout: { dateOrder: 'dmy' } })
  // Beside what is no recording stands no promise to open it as one.
  await expect(page.getByRole('link', { name: 'Open french.csv' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try to open report.pdf' })).toHaveText('Try to open')
})

test('a file whose times are minutes or hours is uploaded once somebody has said how long it lasts', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const two = (number: number) => String(number).padStart(2, '0')
  const rows = Array.from({ length: 300 }, (_, i) => `${two(Math.floor(i / 60))}:${two(i % 60)},${i}.5`)
  const file = { name: 'elapsed.csv', mimeType: 'text/csv', buffer: Buffer.from(['time,x', ...rows].join('\n')) }
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page.getByLabel('Choose files, or drop them here').setInputFiles(file)
  const question = page.getByRole('group', { name: 'Its times can be read in two ways. How long does it last?' })
  await expect(question.getByRole('button')).toHaveText(['5 min', '5 h'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const missing = page.getByRole('group', { name: 'Say how long it lasts before it is uploaded:' })
  await expect(missing.getByRole('button').first()).toBeFocused()
  await missing.getByRole('button', { name: '5 h' }).click()
  await expect(missing).toHaveCount(0)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const read = async () => {
    const { listReferenceData } = await subject.call<Stored>(stored, { subjectid: subject.subjectid })
    return JSON.parse(listReferenceData[0]?.description ?? '{}')
  }
  await expect.poll(read).toMatchObject({ duration: 18_000, layout: { timeUnit: 'h' } })
})

test('a file that inflates to ten gigabytes neither stops its upload nor the page', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  const bomb = { name: 'arm.csv.gz', mimeType: 'application/gzip', buffer: Buffer.from(hugeGzip(10 * 2 ** 30)) }
  const chooser = page.getByLabel('Choose files, or drop them here')
  await chooser.setInputFiles(bomb)
  await expect(page.getByText(/^Looking inside/)).toBeVisible()
  // Removed while it is being inspected, and chosen again.
  await page.getByRole('button', { name: 'Remove arm.csv.gz' }).click()
  await expect(page.getByText(/^Looking inside/)).toHaveCount(0)
  await chooser.setInputFiles(bomb)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('link', { name: 'Open arm.csv.gz' }).click()
  await expect(page.getByText(/^Reading \d+% of the file/)).toBeVisible()
  await page.getByRole('link', { name: `Subject: ${subject.identifier}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(subject.identifier) })).toBeVisible()
})
