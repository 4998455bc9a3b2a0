import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { addActivityType, addDevices, addFormType, addSubjects, newSite, newStudy } from '../new-site.ts'

/** The measured and the maximum effort of each task. A change that needs more must raise the maximum there. */
const effort: Record<string, { most: number; counted: number }> = JSON.parse(
  await readFile(new URL('../../bench/effort.json', import.meta.url), 'utf8'),
)

function expectEffort(job: string, count: number) {
  const { most, counted } = effort[job] ?? { most: 0, counted: 0 }
  expect(count, job).toBeLessThanOrEqual(Math.min(most, counted))
}

async function newScene(admin: Parameters<typeof newSite>[0]) {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addDevices(admin, siteid, ['A1', 'B2', 'C3', 'D4'])
  await addActivityType(admin, studyid, 'Stairs')
  await addFormType(admin, studyid, 'Visit', [
    { name: 'Date', type: 'Date', required: true },
    { name: 'Weight', type: 'Number', required: true },
  ])
  return { siteid, studyid }
}

test('a device takes at most three clicks, an activity two', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid, studyid } = await newScene(admin)
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['Z1'])
  await page.addInitScript(() => {
    addEventListener(
      'click',
      () => {
        document.documentElement.dataset.clicks = String(Number(document.documentElement.dataset.clicks ?? 0) + 1)
      },
      true,
    )
  })
  await signIn(page, 'nurse', `/studies/${studyid}/subjects/${subjectid}`)
  const html = page.locator('html')
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const clicks = async () => Number((await html.getAttribute('data-clicks')) ?? 0)

  await button('Add form').click()
  await page.getByLabel('Weight').fill('70')
  await button('Save').click()
  await expect(page.getByRole('table', { name: 'Forms' })).toBeVisible()
  const beforeDevice = await clicks()
  await button('Add device').click()
  await button('Attach B2: arm').click()
  await expect(page.getByRole('table', { name: 'Devices' }).getByText('B2')).toBeVisible()
  expectEffort('clicks to attach a device', (await clicks()) - beforeDevice)

  const beforeActivity = await clicks()
  await button('Start Stairs now').click()
  await button('Stop Stairs now').click()
  await expect(button('Edit Stairs')).toBeVisible()
  expectEffort('clicks to record an activity', (await clicks()) - beforeActivity)
})

/**
 * Counts every press of Tab, Enter and shortcuts, and the letters typed to find something. Typing the values themselves
 * (identifier and weight) does not count, since the app can't reduce it.
 */
function newKeyboard(page: Page) {
  let count = 0
  async function press(key: string) {
    count++
    await page.keyboard.press(key)
  }
  /** Presses Tab until the target has the focus. */
  async function tabTo(target: Locator) {
    await expect(target).toBeVisible()
    const isFocused = () => target.evaluate((element) => element === document.activeElement)
    for (let tabs = 0; !(await isFocused()); tabs++) {
      if (tabs > 60) throw new Error(`Tab does not reach ${target}`)
      await press('Tab')
    }
  }
  return { press, tabTo, type: (value: string) => page.keyboard.type(value), count: () => count }
}

test('from the sign-in screen to a closed subject by keyboard alone', { tag: '@desk' }, async ({ page, admin }) => {
  const { siteid } = await newScene(admin)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const { press, tabTo, type, count } = newKeyboard(page)
  await page.goto(`/studies?site=${siteid}`)
  await tabTo(button('Sign In'))
  await press('Enter')
  // The embedded provider asks for no password: the person is chosen from a list.
  await tabTo(page.getByRole('link', { name: /Kari Nordmann/ }))
  await press('Enter')
  await expect(page.getByRole('table', { name: 'Studies' })).toBeVisible()

  await press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  for (const letter of 'new su') await press(letter === ' ' ? 'Space' : letter)
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText([/New subject in Zephyr/])
  await press('Enter')
  await expect(page.getByLabel('Identifier')).toBeFocused()
  await type('Z-1')
  await press('Enter')
  await expect(page.getByRole('link', { name: 'Z-1', exact: true })).toBeFocused()
  await press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: /Z-1/ })).toBeFocused()
  await tabTo(button('Add form'))
  await press('Enter')
  // Today is the default and is replaced by typing.
  const date = page.getByRole('textbox', { name: 'Date' })
  await expect(date).toBeFocused()
  expect(
    await date.evaluate((input: HTMLInputElement) => (input.selectionEnd ?? 0) - (input.selectionStart ?? 0)),
  ).toBe(10)
  await tabTo(page.getByLabel('Weight'))
  await type('70')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()

  await tabTo(button('Start Stairs now'))
  await press('Enter')
  await expect(button('Stop Stairs now')).toBeFocused()
  await press('Enter')
  await expect(button('Edit Stairs')).toBeFocused()
  await tabTo(page.locator('#status').getByRole('button', { name: 'SUBMIT AND CLOSE' }))
  await press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'SUBMIT AND CLOSE' })).toBeFocused()
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
  expectEffort('keys from sign-in to a closed subject', count())
})
