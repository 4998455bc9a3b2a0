import type { Page } from '@playwright/test'
import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { addFormType, firstColumn, newSite, newStudy } from '../../new-site.ts'

const fieldNames = (page: Page) => page.getByRole('table', { name: 'Fields' }).locator('tbody td:nth-child(2)')

test('a form type is created field by field; saving waits for the open row', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  await expect(page.getByText('No form types yet!')).toBeVisible()
  await page.getByRole('button', { name: 'New form type' }).click()
  await expect(page.getByRole('heading', { name: 'New form type' })).toBeVisible()
  await expect(page.getByText('No fields!')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Fields' }).getByRole('columnheader')).toHaveText([
    'Name',
    'Type',
    'Required',
    'Length',
    'Pattern',
  ])
  await expectLooksRight(page)
  await page.getByLabel('Identifier').fill('Evening')

  const add = page.getByRole('button', { name: 'Add', exact: true })
  const editor = page.getByRole('group', { name: 'New field' })
  await page.getByRole('button', { name: 'Add field' }).click()
  await expect(add).toBeDisabled()
  await expect(editor.getByLabel('Type').getByRole('option')).toHaveText([
    'Boolean',
    'Choice',
    'Date',
    'Date and time',
    'Note',
    'Time',
    'Number',
    'String',
  ])
  await editor.getByRole('button', { name: 'OK' }).click()
  await expectRefused(editor.getByLabel('Name'))
  await editor.getByLabel('Name').fill('Date')
  await editor.getByLabel('Type').selectOption('Date')
  await editor.getByLabel('Required').check()
  await editor.getByLabel('Name').press('Enter')
  await expect(add).toBeEnabled()

  await page.getByRole('button', { name: 'Add field' }).click()
  // The first position counts as well, and so does a different case.
  await editor.getByLabel('Name').fill('DATE')
  await editor.getByRole('button', { name: 'OK' }).click()
  await expectRefused(editor.getByLabel('Name'))
  expect(messages).toContain('Duplicated field')
  await editor.getByLabel('Name').fill('Side')
  await editor.getByLabel('Type').selectOption('Choice')
  await editor.getByLabel('Options').fill('left')
  await editor.getByRole('button', { name: 'OK' }).click()
  await expectRefused(editor.getByLabel('Options'))
  await expectLooksRight(page)
  await editor.getByLabel('Options').fill('left|right')
  await editor.getByRole('button', { name: 'OK' }).click()

  await page.getByRole('button', { name: 'Add field' }).click()
  await editor.getByLabel('Name').fill('Room')
  await editor.getByLabel('Type').selectOption('String')
  await editor.getByLabel('Length').fill('five')
  await editor.getByRole('button', { name: 'OK' }).click()
  await expectRefused(editor.getByLabel('Length'))
  await editor.getByLabel('Length').fill('5')
  await editor.getByLabel('Pattern').fill('[A-Z')
  await editor.getByRole('button', { name: 'OK' }).click()
  await expectRefused(editor.getByLabel('Pattern'))
  await editor.getByLabel('Pattern').fill('[A-Z][0-9]{3}')
  await editor.getByRole('button', { name: 'OK' }).click()
  await expect(fieldNames(page)).toHaveText(['Date', 'Side', 'Room'])

  await page.getByRole('button', { name: 'Delete field Side' }).click()
  await add.click()
  await expect(page.getByRole('heading', { name: 'New form type' })).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'Evening' })
  await expect(row.getByRole('cell').nth(1)).toHaveText('2')
})

test('saved fields keep their names; fields are reordered by keyboard and by pointer', async ({
  page,
  admin,
  openAs,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  await addFormType(admin, studyid, 'Visit', [
    { name: 'date', type: 'Date', required: true },
    { name: 'Weight', type: 'Number', required: false },
    { name: 'Room', type: 'String', required: false, length: 5 },
  ])
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  const other = await openAs('admin', `/studies/${studyid}/formtypes`)
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(page.getByRole('heading', { name: 'Edit form type' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Form types' }).locator('tr[aria-current]')).toContainText('Visit')

  await page.getByRole('button', { name: 'Edit field Weight' }).click()
  const editor = page.getByRole('group', { name: 'Edit field Weight' })
  await expect(editor.getByLabel('Name')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Delete field Room' })).toBeDisabled()
  await expectLooksRight(page)
  await editor.getByLabel('Required').check()
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()

  await page.getByRole('button', { name: 'Move field Room' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Field Room is now number 3 of 3.')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Field Room is now number 2 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(fieldNames(page)).toHaveText(['date', 'Room', 'Weight'])

  const handle = await page.getByRole('button', { name: 'Move field date' }).boundingBox()
  const goal = await page.getByRole('button', { name: 'Move field Weight' }).boundingBox()
  if (!handle || !goal) throw new Error('The handles are not on screen')
  await page.mouse.move(handle.x + 8, handle.y + 8)
  await page.mouse.down()
  await page.mouse.move(handle.x + 8, handle.y + 30, { steps: 4 })
  await page.mouse.move(goal.x + 8, goal.y + 20, { steps: 8 })
  await page.mouse.up()
  await expect(fieldNames(page)).toHaveText(['Room', 'Weight', 'date'])
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('heading', { name: 'Edit form type' })).toBeHidden()

  await other.getByRole('button', { name: 'Edit Visit' }).click()
  await expect(fieldNames(other)).toHaveText(['Room', 'Weight', 'date'])
  await other.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove Visit' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(other.getByText('No form types yet!')).toBeVisible()
  await expect(firstColumn(page, 'Form types')).toHaveCount(0)
})
