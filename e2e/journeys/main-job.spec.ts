import { open } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Casebook, emptyDataDir, startCasebook } from '../casebook.ts'
import { closeButton, submitAndClose } from '../closing.ts'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll, signIn } from '../fixtures.ts'

// It kills its server, so it needs its own.
const test = base.extend<{ own: { casebook: Casebook } }>({
  own: async ({ browserName: _ }, use) => {
    const { dataDir, remove } = await emptyDataDir()
    const own = { casebook: await startCasebook({ dataDir }) }
    await use(own)
    await own.casebook.stop()
    await remove()
  },
  baseURL: async ({ own }, use) => use(own.casebook.address),
})

const study = 'Step counting, arm and chest against treadmill'
const identifier = 'S-100'

async function looksRight(page: Page) {
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

async function openSubject(page: Page) {
  await page.getByLabel('Site').selectOption('Oslo walking lab')
  await page.getByRole('link', { name: study, exact: true }).click()
  await page.getByRole('link', { name: identifier, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Subject: ${identifier} (identifier)` })).toBeVisible()
}

test('a nurse records one subject from sign-in to closed, and finds all of it again after a crash', async ({
  page,
  openAs,
  own,
}, testInfo) => {
  test.setTimeout(360_000)
  await signIn(page, 'nurse')

  await test.step('creates a subject in a study of the site', async () => {
    await page.getByLabel('Site').selectOption('Oslo walking lab')
    await page.getByRole('link', { name: study, exact: true }).click()
    await page.getByRole('button', { name: 'New subject' }).click()
    await page.getByLabel('Identifier').fill(identifier)
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: identifier, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Subject: ${identifier} (identifier)` })).toBeVisible()
    await expect(page.getByText('No forms yet!')).toBeVisible()
    await expect(page.getByText('No devices yet!')).toBeVisible()
    await expect(page.getByText('No activities yet!')).toBeVisible()
    await expect(page.getByText('A date must be saved before adding activities')).toBeVisible()
    await expect(closeButton(page)).toBeDisabled()
    await expect(
      page
        .getByText('At least one activity must be saved before submitting and closing a subject')
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await looksRight(page)
  })

  await test.step('fills in a form with all six field types; errors stand beside the fields', async () => {
    await page.getByRole('button', { name: 'Add form' }).click()
    await page.getByLabel('Form type').selectOption('Baseline')
    await page.getByLabel('Arrived at').fill('25:00')
    await page.getByLabel('Age').fill('fifty')
    await page.getByLabel('Shoe size').fill('4')
    await page.getByLabel('Remarks').focus()
    await expect(page.getByText('Type a time as hours:minutes or hours:minutes:seconds, such as 09:30.')).toBeVisible()
    await expect(
      page.getByText('Type a number, such as 12, -12.5 or 1e3, with a decimal point and no spaces.'),
    ).toBeVisible()
    await expect(page.getByText('Type a value such as 12.')).toBeVisible()
    await looksRight(page)

    await page.getByRole('textbox', { name: 'Date' }).fill('2026-10-20')
    await page.getByLabel('Arrived at').fill('09:30')
    await page.getByLabel('Age').fill('54')
    await page.getByLabel('Writing hand').selectOption('Right')
    await page.getByRole('radiogroup', { name: 'Walks without aid' }).getByLabel('Yes').check()
    await page.getByLabel('Shoe size').fill('42.5')
    await page.getByLabel('Remarks').fill('Slept well.')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAccessibleDescription('unsaved changes')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('table', { name: 'Forms' }).getByText('20 October 2026')).toBeVisible()
  })

  await test.step('attaches two devices', async () => {
    for (const [position, deviceid] of [
      ['arm', 'A1'],
      ['chest', 'B1'],
    ] as const) {
      await page.getByRole('button', { name: 'Add device' }).click()
      await page.getByLabel('Location').selectOption(position)
      await page.getByLabel('Device ID').selectOption(deviceid)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await expect(page.getByRole('table', { name: 'Devices' }).getByText(deviceid)).toBeVisible()
      // The notice of the change may bring the row before the save is answered, which closes the editor.
      await expect(page.getByRole('button', { name: 'Add device' })).toBeEnabled()
    }
    await looksRight(page)
  })

  await test.step('records an activity, which begins at 00:00 of the date', async () => {
    await page.getByRole('button', { name: 'Record Treadmill 4 km/h' }).click()
    const start = page.getByRole('textbox', { name: 'Start' })
    const stop = page.getByRole('textbox', { name: 'Stop' })
    await expect(start).toHaveValue('2026-10-20 00:00')
    await expect(page.getByRole('button', { name: 'Save Treadmill 4 km/h' })).toBeDisabled()
    await start.fill('2026-10-20 09:50')
    await stop.fill('2026-10-20 09:40')
    await page.getByRole('textbox', { name: 'Comment' }).focus()
    await expect(page.getByText('Enter a stop time that is later than the start time.').first()).toBeVisible()
    await looksRight(page)
    await stop.fill('2026-10-20 10:00')
    await page.getByRole('textbox', { name: 'Comment' }).fill('even pace')
    await page.getByRole('textbox', { name: 'Comment' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Edit Treadmill 4 km/h' })).toBeFocused()
    await expect(page.getByRole('table', { name: 'Activities' }).getByText('2026-10-20 10:00')).toBeVisible()
  })

  await test.step('uploads 100 MB with visible progress', async () => {
    const file = testInfo.outputPath('arm sensor, left.csv')
    await makeFile(file, 100_000_000)
    await page.getByRole('button', { name: /reference data, Treadmill 4 km\/h/ }).click()
    await expect(page.getByText('No reference data yet!')).toBeVisible()
    await page.getByRole('button', { name: 'Add reference data' }).click()
    await expect(page.getByRole('heading', { name: 'Upload reference data' })).toBeVisible()

    const tooLarge = testInfo.outputPath('too large.csv')
    await makeFile(tooLarge, 157_286_400)
    await page.getByLabel('Choose files, or drop them here').setInputFiles(tooLarge)
    await expect(page.getByText('Max. file size is 150MB')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled()
    await looksRight(page)

    await page.getByLabel('Choose files, or drop them here').setInputFiles(file)
    const phases = await watchPhases(page)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByText('Upload complete!')).toBeVisible({ timeout: 120_000 })
    // The bar fills by 2 per 50 ms, then the panel closes by itself.
    await expect(page.getByRole('heading', { name: 'Upload reference data' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Download arm sensor, left.csv' })).toBeVisible()
    expect(await phases()).toEqual(expect.arrayContaining(['Preparing upload URL...', 'Uploading']))
    await looksRight(page)
  })

  const second = await openAs('coordinator')
  await openSubject(second)
  await expect(second.getByRole('heading', { name: 'Subject status: OPEN' })).toBeVisible()

  await test.step('submits and closes; a second browser sees it without reloading', async () => {
    await submitAndClose(page)
    await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
    await expect(second.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
    for (const name of ['Add form', 'Add device', 'Add activity', 'Edit Baseline', 'Delete Treadmill 4 km/h']) {
      await expect(second.getByRole('button', { name })).toBeDisabled()
    }
    await looksRight(page)
  })

  await test.step('reopens it, saying why; the history tells both', async () => {
    await page.getByLabel('Reason (optional)').fill('The weight was missing')
    await page.getByRole('button', { name: 'REOPEN SUBJECT' }).click()
    await expect(page.getByRole('heading', { name: 'Subject status: OPEN' })).toBeVisible()
    await expect(second.getByRole('heading', { name: 'Subject status: OPEN' })).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByText('Subject submitted and closed')).toBeVisible()
    await expect(page.getByText('Reason: The weight was missing')).toBeVisible()
    await looksRight(page)
    await page.keyboard.press('Escape')
  })

  await test.step('finds all of it again after kill -9', async () => {
    await second.close()
    const { pathname } = new URL(page.url())
    await page.goto('about:blank')
    const { port } = new URL(own.casebook.address)
    await own.casebook.kill()
    own.casebook = await startCasebook({ dataDir: own.casebook.dataDir, env: { PORT: port } })
    await signIn(page, 'nurse', pathname)
    await expect(page.getByRole('table', { name: 'Forms' }).getByText('20 October 2026')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Devices' }).getByText('B1')).toBeVisible()
    await expect(page.getByRole('table', { name: 'Activities' }).getByText('even pace')).toBeVisible()
    const files = page.getByRole('button', { name: 'Download arm sensor, left.csv' })
    if (await files.isHidden()) await page.getByRole('button', { name: /reference data, Treadmill 4 km\/h/ }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), files.click()])
    expect(download.suggestedFilename()).toBe('arm sensor, left.csv')
    await expect(page.getByRole('heading', { name: 'Subject status: OPEN' })).toBeVisible()
  })
})

/** A sparse file of this many zero bytes. */
async function makeFile(path: string, bytes: number) {
  const file = await open(path, 'w')
  await file.truncate(bytes)
  await file.close()
}

/** Collects the states that the upload shows, because a fast machine passes a phase before one could look. */
async function watchPhases(page: Page) {
  await page.evaluate(() => {
    const said = new Set<string>()
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('li [role="status"]')) said.add(status.textContent ?? '')
      document.body.dataset.said = JSON.stringify([...said])
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return async (): Promise<string[]> => JSON.parse((await page.locator('body').getAttribute('data-said')) ?? '[]')
}
