import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../../fixtures.ts'
import { newSubject } from '../../new-subject.ts'

const count = 500

/** Sections of 25, and a last field that must be filled in. */
const fields = Array.from({ length: count }, (_, n) => ({
  name: `f${n}`,
  type: n % 5 === 0 ? 'Number' : 'String',
  required: n === count - 1,
  label: `Question ${n + 1}`,
  section: n % 25 === 0 ? `Part ${n / 25 + 1}` : null,
  showIf: n === 498 ? 'f0 > 1.0' : null,
}))

const isFocused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

/** Opens it with a slow processor, so that most of it is still to be drawn. */
async function openLarge(page: Page, subject: Awaited<ReturnType<typeof newSubject>>, slowdown: number) {
  await subject.call(
    'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "Large", fields: $fields) { formtypeid } }',
    { studyid: subject.studyid, fields },
  )
  await signIn(page, 'nurse', subject.path)
  await page.getByRole('button', { name: 'Add form' }).click()
  const choice = page.getByRole('combobox', { name: 'Form type' })
  await expect(choice).toBeVisible()
  const devTools = await page.context().newCDPSession(page)
  const slowDown = (rate: number) => devTools.send('Emulation.setCPUThrottlingRate', { rate })
  await slowDown(slowdown)
  await choice.selectOption('Large')
  await expect(page.locator('[name="f0"]')).toBeFocused()
  return { slowDown }
}

test('Tab leads through a large form while it is still being drawn, in both directions', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const { slowDown } = await openLarge(page, await newSubject(browser, baseURL), 6)
  const { keyboard } = page
  // What is typed meanwhile stays.
  await keyboard.type('2')
  for (let n = 1; n <= 30; n++) {
    await keyboard.press('Tab')
    if (n % 25 === 0) {
      // The heading of the section, which folds it.
      const heading = page.getByRole('heading', { name: `Part ${n / 25 + 1}`, exact: true })
      await expect(page.locator('summary').filter({ has: heading })).toBeFocused()
      await keyboard.press('Tab')
    }
    await expect.poll(() => isFocused(page)).toBe(`f${n}`)
  }
  await keyboard.type('typed')
  // From below: the buttons, then the last field.
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  for (const n of [499, 498, 497]) {
    await keyboard.press('Shift+Tab')
    await expect.poll(() => isFocused(page)).toBe(`f${n}`)
  }
  await slowDown(1)
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await expect(page.locator('[data-field]')).toHaveCount(count)
  await expect(page.locator('[name="f0"]')).toHaveValue('2')
  await expect(page.locator('[name="f30"]')).toHaveValue('typed')
})

test('the index and the link of an error lead to the end of a large form at once, and its field stays in place', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const { slowDown } = await openLarge(page, await newSubject(browser, baseURL), 6)
  const index = page.getByRole('navigation', { name: 'Progress of this form' })
  await index.getByRole('button', { name: /^Part 18/ }).press('Enter')
  const inside = page.locator('[name="f425"]')
  await expect(inside).toBeFocused()
  await slowDown(1)
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
  await expect(inside).toBeInViewport()
  await expect(inside).toBeFocused()

  await page.locator('[name="f0"]').focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  const last = page.locator('[name="f499"]')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await page.locator('[name="f0"]').focus()
  await index.getByRole('button', { name: 'Question 500' }).press('Enter')
  await expect(last).toBeFocused()
  await page.keyboard.type('done')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()
})

test('a save that is pressed while a large form is being drawn shows what is wrong at its end', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  await openLarge(page, await newSubject(browser, baseURL), 6)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.locator('[name="f499"]')).toBeFocused()
  await expect(page.locator('[name="f499"]')).toHaveAttribute('aria-invalid', 'true')
})
