import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../../fixtures.ts'
import { newSubject, recordStairs } from '../../new-subject.ts'

/** A wrist at 30 Hz from 09:50 UTC+2, for ten minutes, that rests in every other minute. */
function wrist(): Uint8Array<ArrayBuffer> {
  const first = Date.parse('2026-10-20T07:50:00Z')
  const lines = Array.from({ length: 18_000 }, (_, i) => {
    const moves = Math.floor(i / 1800) % 2 === 0 ? 0.8 * Math.max(0, Math.cos((2 * Math.PI * i) / 16)) : 0
    return `${new Date(first + (i * 1000) / 30).toISOString()},0.02,0.01,${(1 + moves).toFixed(3)}`
  })
  return new TextEncoder().encode(`time,acc_x (g),acc_y (g),acc_z (g)\n${lines.join('\n')}\n`)
}

/** Until it is released, no server has measured the file. */
async function holdMeasures(page: Page) {
  let isHeld = true
  await page.route(
    (url) => url.pathname === '/graphql',
    async (route) => {
      if (!isHeld || !route.request().postData()?.includes('query Measures')) return route.fallback()
      const response = await route.fetch()
      const { data, ...rest } = await response.json()
      const listMeasures = data.listMeasures.map((file: object) => ({ ...file, state: 'WAITING', measures: [] }))
      await route.fulfill({ response, json: { ...rest, data: { ...data, listMeasures } } })
    },
  )
  return {
    release() {
      isHeld = false
    },
  }
}

test('what was measured in a recording is shown on its screen, by value and over time', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  await signIn(page, 'nurse', `${subject.path}/activities/${subject.activitytypeid}`)

  // By the browser that uploads, before anything is sent.
  await page.getByRole('button', { name: 'Add reference data' }).click()
  await page
    .getByLabel('Choose files, or drop them here')
    .setInputFiles({ name: 'wrist.csv', mimeType: 'text/csv', buffer: Buffer.from(wrist()) })
  const chosen = page.getByRole('list', { name: 'Chosen files' })
  await expect(chosen.getByText(/^During the activity: ENMO 0\.\d+ g · Steps [\d,]+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const open = page.getByRole('link', { name: 'Open wrist.csv' })
  await expect(open).toBeVisible()

  // While the server has stored nothing, by the browser that opens it: every value is as the server's.
  const held = await holdMeasures(page)
  await open.click()
  await expect(page.getByText('The whole file has been read.')).toBeVisible()
  const measures = page.getByRole('region', { name: 'Measures' })
  const own = measures.getByText('Computed by this browser.')
  await expect(own).toBeVisible()
  await measures.getByText('All values, and how they were measured').click()
  const table = measures.getByRole('table')
  const computed = await table.innerText()
  expect(computed).toContain('verisense-steps')
  await expectAccessible(page)
  await held.release()
  await expect(own).toBeHidden({ timeout: 60_000 })
  expect(await table.innerText()).toBe(computed)
  await measures.getByText('All values, and how they were measured').click()
  await expect(measures.getByText('During the activity, by published methods.')).toBeVisible({ timeout: 60_000 })
  await expect(measures.getByText('is being measured')).toBeHidden()
  await expect(
    measures.getByRole('img', { name: /^ENMO by 60 s, from 2026-10-20 09:50:00 to 2026-10-20 10:00:00/ }),
  ).toBeVisible()
  await measures.getByLabel('Over time').selectOption({ label: 'Steps' })
  await expect(measures.getByRole('img', { name: /^Steps by 60 s/ })).toBeVisible()
  await measures.getByText('All values, and how they were measured').click()
  await expect(measures.getByText(/van Hees et al. 2013/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  // On the subject's day.
  await page.goto(subject.path)
  await page.getByText('What was measured', { exact: true }).click()
  const ofDay = page.getByRole('list', { name: 'What was measured' })
  await expect(ofDay.getByText(/^Stairs wrist\.csv ENMO [\d.]+ g · Steps [\d,]+$/)).toBeVisible()
  await expectAccessible(page)

  // Across subjects, by activity.
  await page.goto(`/studies/${subject.studyid}/overview`)
  await page.getByText('Compare a measure across subjects, by activity').click()
  const compared = page.getByRole('region', { name: 'ENMO by activity' })
  await expect(compared.getByRole('row', { name: /^Stairs .* 1 .* too few values to tell/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Measure', { exact: true }).selectOption({ label: 'Heart rate' })
  await expect(page.getByText('No recording of this study has this measure: Heart rate.')).toBeVisible()
})
