import type { Locator, Page } from '@playwright/test'
import { closeButton, closeDialog } from '../../../closing.ts'
import { expect, signIn, test } from '../../../fixtures.ts'
import { addActivityType, addDevices, addFormType, newSite, newStudy } from '../../../new-site.ts'

/** Presses Tab until the element has the focus, like a person without a mouse. */
async function tabTo(page: Page, goal: Locator) {
  await expect(goal).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come to ${goal}`)
}

const activate = async (page: Page, goal: Locator) => {
  await tabTo(page, goal)
  await page.keyboard.press('Enter')
}

test('the whole main job is done by keyboard alone', async ({ page, admin }) => {
  const { siteid, name } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addDevices(admin, siteid, ['A1'])
  await addActivityType(admin, studyid, 'Stairs')
  await addFormType(admin, studyid, 'Visit', [
    { name: 'Date', type: 'Date', required: true },
    { name: 'Weight', type: 'Number', required: true },
  ])
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  await signIn(page, 'nurse', '/studies')
  await tabTo(page, page.getByLabel('Site', { exact: true }))
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('link', { name: 'Sleep', exact: true }))
  await activate(page, button('New subject'))
  await expect(page.getByLabel('Identifier')).toBeFocused()
  await page.keyboard.type('K-1')
  await page.keyboard.press('Enter')
  await activate(page, page.getByRole('link', { name: 'K-1', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: /K-1/ })).toBeVisible()

  await activate(page, button('Add form'))
  await expect(page.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await tabTo(page, page.getByLabel('Weight'))
  await page.keyboard.type('70')
  await activate(page, button('Save'))
  await expect(page.getByRole('table', { name: 'Forms' }).getByText('Visit')).toBeVisible()

  await activate(page, button('Add device'))
  await expect(page.getByLabel('Location')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByLabel('Device ID'))
  await page.keyboard.press('ArrowDown')
  await activate(page, button('Add'))
  await expect(page.getByRole('table', { name: 'Devices' }).getByText('A1')).toBeVisible()

  await activate(page, button('Record Stairs'))
  await tabTo(page, page.getByRole('textbox', { name: 'Start' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('2026-10-20 09:50')
  await tabTo(page, page.getByRole('textbox', { name: 'Stop' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('2026-10-20 10:00')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Activities' }).getByText('2026-10-20 10:00')).toBeVisible()
  await activate(page, closeButton(page))
  await expect(closeDialog(page).getByRole('button', { name: 'SUBMIT AND CLOSE' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Subject status: CLOSED' })).toBeVisible()
})
