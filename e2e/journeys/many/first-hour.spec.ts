import type { Locator } from '@playwright/test'
import { expect, test } from '../../fixtures.ts'
import { newSite } from '../../new-site.ts'

/** Somebody who types at 40 words a minute hits 200 keys in one, and a press of a button takes as long as ten keys. */
const keysPerMinute = 200
const keysPerPress = 10

const formTypes = [
  { name: 'Baseline', fields: ['Height', 'Weight', 'Smoking', 'Medicines', 'Remarks'] },
  { name: 'Fitting of the sensor', fields: ['Wrist', 'Serial number', 'Fitted by'] },
  { name: 'Return of the sensor', fields: ['Worn at night', 'Skin', 'Remarks'] },
]

test('a study with three form types, two activity types and ten subjects is set up within twelve minutes of typing, signing in included', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  let keys = 0
  async function type(text: string) {
    keys += text.length
    await page.keyboard.type(text)
  }
  async function hit(key: string) {
    keys += 1
    await page.keyboard.press(key)
  }
  async function press(target: Locator) {
    keys += keysPerPress
    await target.click()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })

  await page.goto(`/studies?site=${siteid}`)
  await press(button('Sign In'))
  await press(page.getByRole('link', { name: /Lars Haugen/ }))
  await press(button('New study'))
  await expect(page.getByLabel('Name')).toBeFocused()
  await type('A week at home')
  await hit('Enter')
  await press(link('A week at home'))

  await press(link('Form types'))
  for (const { name, fields } of formTypes) {
    await press(button('New form type'))
    await expect(page.getByLabel('Identifier')).toBeFocused()
    await type(name)
    await press(button('Add field'))
    const field = page.getByRole('group', { name: 'New field' }).getByLabel('Name')
    for (const each of fields) {
      await expect(field).toBeFocused()
      await expect(field).toHaveValue('')
      await type(each)
      await hit('Enter')
    }
    await expect(field).toHaveValue('')
    await hit('Control+Enter')
    await expect(page.getByRole('table', { name: 'Form types' })).toContainText(name)
    await expect(page.getByRole('heading', { name: 'New form type' })).toBeHidden()
  }

  await press(link('Activity types'))
  await press(button('Add activity type'))
  await expect(page.getByLabel('Description')).toBeFocused()
  for (const description of ['Walk of six minutes', 'Stairs']) {
    await type(description)
    await hit('Shift+Enter')
    await expect(page.getByText(`Added: ${description}`)).toBeVisible()
  }

  await press(link('Subjects'))
  await press(button('New subject'))
  await expect(page.getByLabel('Identifier')).toBeFocused()
  for (let place = 1; place <= 10; place++) {
    await type(`W-0${place}`)
    await hit('Shift+Enter')
    await expect(page.getByText(`Added: W-0${place}`)).toBeVisible()
  }
  await hit('Escape')
  await expect(page.getByText('10 subjects')).toBeVisible()
  expect(keys / keysPerMinute).toBeLessThanOrEqual(12)
})
