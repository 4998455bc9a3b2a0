import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addFile, csvRecording } from '../../new-file.ts'
import { newSubject, recordStairs } from '../../new-subject.ts'

test('recordings of different days have an axis for each time, one shown and the other one press away', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  await recordStairs(subject)
  const files = []
  for (const [name, start] of [
    ['arm.csv', '2026-10-20T09:50:00'],
    ['old.csv', '2024-03-12T09:00:00'],
    ['chest.csv', '2026-10-20T09:50:10'],
  ] as const)
    files.push(await addFile(subject, name, csvRecording(start, 20, 5)))
  await signIn(page, 'nurse', subject.path)
  for (const { path } of files) {
    const isDescribed = page.waitForResponse((answer) =>
      /describeReferenceData/.test(answer.request().postData() ?? ''),
    )
    await page.goto(path)
    await isDescribed
  }
  const unread = await addFile(subject, 'unread.csv', csvRecording('2026-10-20T09:50:00', 20, 5))
  const ids = [...files, unread].map(({ referencedataid }) => referencedataid)
  await page.goto(`${subject.path}/recordings?files=${ids}`)
  const old = page.getByRole('button', { name: '1 recording of 12 March 2024' })
  const recent = page.getByRole('button', { name: '2 recordings of 20 October 2026' })
  await expect(recent).toHaveAttribute('aria-pressed', 'true')
  const shown = page.getByRole('region', { name: /\.csv$/ })
  await expect(shown).toHaveCount(2)
  await expect(page.getByText('Shown: 2026-10-20 09:50:00 to 2026-10-20 09:50:30')).toBeVisible()
  // What it is about stands beside it.
  await expect(page.getByRole('link', { name: 'Open unread.csv' })).toHaveText('Open')
  await expectLooksRight(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Zoom in' }).click()

  await old.click()
  await expect(old).toBeFocused()
  await expect(old).toHaveAttribute('aria-pressed', 'true')
  await expect(shown).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'old.csv' })).toBeVisible()
  await expect(page.getByText('Shown: 2024-03-12 09:00:00 to 2024-03-12 09:00:20')).toBeVisible()

  // Without the others, nothing is asked.
  await page.getByRole('checkbox', { name: /^old\.csv/ }).click()
  await expect(old).toBeHidden()
  await expect(shown).toHaveCount(2)
})
