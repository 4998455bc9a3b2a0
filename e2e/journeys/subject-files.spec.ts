import { open } from 'node:fs/promises'
import { closeButton } from '../closing.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../fixtures.ts'
import { fillVisit, newSubject, recordStairs } from '../new-subject.ts'

const files = 'query ($subjectid: ID!) { listReferenceData(subjectid: $subjectid) { filename status } }'

test.describe('an interrupted upload', () => {
  // The browser itself logs that the POST failed.
  test.use({ expectedMessages: [/Failed to load resource: net::ERR_(FAILED|CONNECTION)/] })

  test('can be retried, and leaves no second row', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
    const subject = await newSubject(browser, baseURL)
    await recordStairs(subject)
    await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
    await page.getByRole('button', { name: 'Add reference data' }).click()
    await page
      .getByLabel('Choose files, or drop them here')
      .setInputFiles({ name: 'arm.csv', mimeType: 'text/csv', buffer: Buffer.from('1,2') })
    await page.route('**/objects', (route) => route.abort())
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText(/The connection was lost before the whole file was sent/)).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    await page.unroute('**/objects')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Upload complete!')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Download arm.csv' })).toBeVisible()
    expect(await subject.call(files, { subjectid: subject.subjectid })).toEqual({
      listReferenceData: [{ filename: 'arm.csv', status: 'UPLOADED' }],
    })
  })
})

test(
  'an upload that is canceled leaves nothing behind',
  { tag: '@desk' },
  async ({ page, browser, baseURL }, testInfo) => {
    const subject = await newSubject(browser, baseURL)
    await recordStairs(subject)
    const path = testInfo.outputPath('chest.bin')
    const file = await open(path, 'w')
    await file.truncate(100_000_000)
    await file.close()
    await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
    await page.getByRole('button', { name: 'Add reference data' }).click()
    await page.getByLabel('Choose files, or drop them here').setInputFiles(path)
    const slow = await page.context().newCDPSession(page)
    await slow.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 5_000_000,
    })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText(/\d+% · \d+ s left/)).toBeVisible()
    await expect(
      page
        .getByText(/The file chest\.bin is still uploading/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expect(closeButton(page)).toBeDisabled()
    await page.getByRole('button', { name: 'Cancel chest.bin' }).click()
    await expect(closeButton(page)).toBeEnabled()
    expect(await subject.call(files, { subjectid: subject.subjectid })).toEqual({ listReferenceData: [] })
  },
)

test('several dropped files are checked, then sent one after another', async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    for (const [name, content] of [
      ['arm.csv', '1,2'],
      ['chest.csv', '3,4'],
      ['empty.csv', ''],
    ])
      transfer.items.add(new File([content ?? ''], name ?? ''))
    return transfer
  })
  await page
    .getByText('Each file must be smaller than 150 MB. Several files are sent one after another.')
    .dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('This file is empty. Choose one that contains data.')).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Download arm.csv' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download chest.csv' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upload reference data' })).toBeHidden()

  await page.getByRole('button', { name: 'Delete arm.csv' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Download arm.csv' })).toBeHidden()
})

test('closing the panel does not stop an upload', { tag: '@desk' }, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'arm.csv', mimeType: 'text/csv', buffer: Buffer.alloc(3_000_000) })
  const slow = await page.context().newCDPSession(page)
  await slow.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_500_000,
  })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload of arm.csv' })).toBeVisible()
  await page.getByRole('button', { name: /reference data, Stairs/ }).click()
  await expect(page.getByRole('progressbar', { name: 'Upload of arm.csv' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Files 1, 1 uploading' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Files 1 (done)' })).toBeVisible()
})
