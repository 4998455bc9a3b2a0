import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { newSite, newStudy } from '../../new-site.ts'

const protocol = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>endobj
trailer<</Root 1 0 R>>`)
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

// What the test itself tries to run in the frame is blocked, too.
test.use({ expectedMessages: [/Blocked script execution in .*\/objects\/.* frame is sandboxed/] })

test('a document is added, gets a second version, is shown and downloaded, removed and put back', async ({
  page,
  admin,
  openAs,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const path = `/studies/${studyid}/documents?site=${siteid}`
  await signIn(page, 'coordinator', path)
  await expect(page.getByText('No documents yet!')).toBeVisible()
  await expectLooksRight(page)
  const nurse = await openAs('nurse', path)
  await expect(nurse.getByText('No documents yet!')).toBeVisible()
  await expect(nurse.getByRole('button', { name: 'New document' })).toHaveCount(0)

  await page.getByRole('button', { name: 'New document' }).click()
  await page.getByLabel('Title').fill('Protocol of the sleep study')
  await expect(page.getByLabel('Kind')).toHaveValue('Protocol')
  await page.getByLabel('Date of the document').fill('2026-10-20')
  await page.setInputFiles('input[type=file]', { name: 'protocol.pdf', mimeType: 'application/pdf', buffer: protocol })
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const row = page.getByRole('row', { name: /Protocol of the sleep study/ })
  await expect(row).toContainText('1: protocol.pdf')
  // It appears by itself at a colleague's.
  await expect(nurse.getByRole('row', { name: /Protocol of the sleep study/ })).toContainText('1: protocol.pdf')

  await row.getByRole('button', { name: 'Protocol of the sleep study', exact: true }).click()
  await expect(page.getByText(/dated 2026-10-20/)).toBeVisible()
  await page.setInputFiles('input[type=file]', { name: 'page.png', mimeType: 'image/png', buffer: pixel })
  await page.getByRole('button', { name: 'Upload new version' }).click()
  await expect(page.getByText('2: page.png').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show version 2' }).click()
  const frame = page.locator('iframe')
  await expect(frame).toHaveAttribute('sandbox', '')
  const shown = await page.request.get((await frame.getAttribute('src')) ?? '')
  expect(shown.headers()['content-type']).toBe('image/png')
  expect(shown.headers()['content-security-policy']).toContain('sandbox')
  await expect(frame).toHaveAccessibleName('page.png')
  await page.getByRole('button', { name: 'Hide version 2' }).click()
  await expect(frame).toHaveCount(0)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download version 1' }).click()
  expect((await download).suggestedFilename()).toBe('protocol.pdf')

  await row.getByRole('button', { name: 'Remove Protocol of the sleep study' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(nurse.getByText('No documents yet!')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(nurse.getByRole('row', { name: /Protocol of the sleep study/ })).toContainText('2: page.png')
  await expectLooksRight(nurse)

  await page.getByRole('button', { name: 'History', exact: true }).click()
  const history = page.getByRole('dialog', { name: 'History' })
  const entries = history.getByRole('listitem')
  await expect(entries.first()).toContainText('Document Protocol of the sleep study added')
  await expect(entries.first()).toContainText('Reason: Removal undone')
  const versions = entries.filter({ hasText: 'Document version Protocol of the sleep study added' })
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText('page.png')
  // A change appears by itself, with each value before and after.
  const input = { name: 'Sleep and naps', status: 'OPEN' }
  const rename =
    'mutation ($siteid: ID!, $studyid: ID!, $input: StudyInput!) { updateStudy(siteid: $siteid, studyid: $studyid, input: $input) { version } }'
  await admin(rename, { siteid, studyid, input })
  await expect(entries.first()).toContainText(/Study changed.*Name\s*Sleep\s*→\s*Sleep and naps/s)
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'History', exact: true })).toBeFocused()
})

test.describe('a lost line', () => {
  // The browser itself logs that the POST failed.
  test.use({ expectedMessages: [/Failed to load resource: net::ERR_(FAILED|CONNECTION)/] })

  test('leaves a document whose file is uploaded as the next version', async ({ page, admin }) => {
    const { siteid } = await newSite(admin)
    const studyid = await newStudy(admin, siteid, 'Sleep')
    await signIn(page, 'coordinator', `/studies/${studyid}/documents?site=${siteid}&new`)
    await page.getByLabel('Title').fill('Approval')
    await page.setInputFiles('input[type=file]', {
      name: 'approval.pdf',
      mimeType: 'application/pdf',
      buffer: protocol,
    })
    await page.route('**/objects', (route) => route.abort())
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText(/The file did not arrive/).first()).toBeVisible()
    await page.unroute('**/objects')
    await page.getByRole('button', { name: 'Approval', exact: true }).click()
    await expect(page.getByText('1: approval.pdf').first()).toBeVisible()
    await page.setInputFiles('input[type=file]', {
      name: 'approval.pdf',
      mimeType: 'application/pdf',
      buffer: protocol,
    })
    await page.getByRole('button', { name: 'Upload new version' }).click()
    await expect(page.getByRole('button', { name: 'Download version 2' })).toBeVisible()
  })
})
