import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, firstColumn, newSite, newStudy } from '../../new-site.ts'

type Typed = { name: string; type: string; required?: boolean; options?: string }

const twelve: Typed[] = [
  { name: 'Day', type: 'Date', required: true },
  { name: 'Height', type: 'Number', required: true },
  { name: 'Weight', type: 'Number', required: true },
  { name: 'Room', type: 'String' },
  { name: 'Side', type: 'Choice', required: true, options: 'left|right' },
  { name: 'Smokes', type: 'Boolean' },
  { name: 'Bedtime', type: 'Time' },
  { name: 'Pulse', type: 'Number' },
  { name: 'Medicine', type: 'String' },
  { name: 'Falls', type: 'Number' },
  { name: 'Walks alone', type: 'Boolean', required: true },
  { name: 'Remarks', type: 'String' },
]
/** The letters that choose a type in its list. */
const letters: Record<string, string> = { Date: 'D', Number: 'NU', Choice: 'C', Boolean: 'B', Time: 'T', String: '' }

test('twelve fields take at most 60 keys beside their names, and no click', { tag: '@desk' }, async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes?new`)
  await expect(page.getByLabel('Identifier')).toBeFocused()
  await page.keyboard.type('Baseline')
  let keys = 0
  async function press(key: string) {
    keys += 1
    await page.keyboard.press(key)
  }
  const add = page.getByRole('button', { name: 'Add field' })
  while (!(await add.evaluate((button) => button === document.activeElement))) await press('Tab')
  await press('Enter')
  const row = page.getByRole('group', { name: 'New field' })
  for (const { name, type, required, options } of twelve) {
    await expect(row.getByLabel('Name')).toBeFocused()
    await expect(row.getByLabel('Name')).toHaveValue('')
    await page.keyboard.type(name)
    if (type !== 'String') {
      await press('Tab')
      for (const letter of letters[type] ?? '') await press(letter)
      await expect(row.getByLabel('Type')).toHaveValue(type)
    }
    if (required) {
      await press('Tab')
      await press('Space')
    }
    if (options) {
      await press('Tab')
      // What can be chosen is no name of a field: its letters are counted.
      for (const letter of options) await press(letter)
    }
    await press('Enter')
  }
  await expect(row.getByLabel('Name')).toBeFocused()
  await expectLooksRight(page)
  await press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'New form type' })).toBeHidden()
  expect(keys).toBeLessThanOrEqual(60)
  const { listFormTypes } = await admin<{ listFormTypes: { fields: Typed[] }[] }>(
    'query ($studyid: ID!) { listFormTypes(studyid: $studyid) { fields { name type required } } }',
    { studyid },
  )
  expect(listFormTypes[0]?.fields).toEqual(twelve.map(({ name, type, required = false }) => ({ name, type, required })))
})

test('an empty row that stands ready keeps nobody from anything, and Enter in it ends', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes?new`)
  await page.getByLabel('Identifier').fill('Baseline')
  await page.getByRole('button', { name: 'Add field' }).click()
  const row = page.getByRole('group', { name: 'New field' })
  await row.getByLabel('Name').fill('Weight')
  await row.getByLabel('Name').press('Enter')
  await expect(page.getByRole('button', { name: 'Delete field Weight' })).toBeEnabled()
  await row.getByLabel('Name').press('Enter')
  await expect(row).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add field' })).toBeFocused()
  await page.getByRole('button', { name: 'Add field' }).click()
  await expect(page.getByRole('button', { name: 'Delete field Weight' })).toBeDisabled()
})

test('fields from a spreadsheet are rows of the table, and what is none is said', { tag: '@desk' }, async ({
  page,
  context,
  admin,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes?new`)
  await page.getByLabel('Identifier').fill('Baseline')
  await page.getByRole('button', { name: 'Add field' }).click()
  const list = 'Weight\tNumber\tx\nSide\tChoice\tyes\tleft|right\nweight\nAge\tNumeral'
  await page.evaluate((text) => navigator.clipboard.writeText(text), list)
  await page.keyboard.press('Control+v')
  await expect(page.getByText('2 fields added')).toBeVisible()
  await expect(page.getByText(/^Line 3, weight:/)).toBeVisible()
  await expect(page.getByText(/^Line 4, Age: There is no field type Numeral/)).toBeVisible()
  const names = page.getByRole('table', { name: 'Fields' }).locator('tbody td:nth-child(2)')
  await expect(names).toHaveText(['Weight', 'Side'])
  await expectLooksRight(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('No fields!')).toBeVisible()
})

test('a form type and an activity type are copied; several activity types are added at once', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addFormType(admin, studyid, 'Visit', [{ name: 'Weight', type: 'Number', required: true }])
  await addActivityType(admin, studyid, 'Stairs')
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  await page.getByRole('button', { name: 'Copy Visit' }).click()
  await expect(page.getByLabel('Identifier')).toHaveValue('Visit 2')
  await page.getByRole('button', { name: 'Edit field Weight' }).click()
  await page
    .getByRole('group', { name: 'Edit field' })
    .or(page.getByRole('group', { name: 'New field' }))
    .getByLabel('Name')
    .fill('Mass')
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(firstColumn(page, 'Form types')).toHaveText(['Visit', 'Visit 2'])

  await page.goto(`/studies/${studyid}/activitytypes`)
  await page.getByRole('button', { name: 'Copy Stairs' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Stairs 2')
  await page.getByLabel('Description').press('Enter')
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Stairs', 'Stairs 2'])
  await page.getByRole('button', { name: 'Add activity type' }).click()
  await page.getByRole('button', { name: 'Several at once' }).click()
  await page.keyboard.type('Rest\nstairs\nTreadmill 4')
  await expect(page.getByText('2 to add, 1 left out')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Add 2 activity types' }).click()
  await expect(firstColumn(page, 'Activity types')).toHaveText(['Rest', 'Stairs', 'Stairs 2', 'Treadmill 4'])
})

test('what is typed into an open row outlives a reload, and cannot be folded away', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Zephyr')
  await addFormType(admin, studyid, 'Visit', [
    { name: 'Weight', type: 'Number', required: false, section: 'Body' },
    { name: 'Height', type: 'Number', required: false },
  ])
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  await page.getByRole('button', { name: 'Edit Visit' }).click()
  await page.getByRole('button', { name: 'Edit field Height' }).click()
  const row = page.getByRole('group', { name: 'Edit field Height' })
  await row.getByText('More', { exact: true }).click()
  await row.getByLabel('Unit').fill('cm')
  await page.getByRole('button', { name: /^Body/ }).click()
  await expect(row.getByLabel('Unit')).toHaveValue('cm')

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await row.getByText('More', { exact: true }).click()
  await expect(row.getByLabel('Unit')).toHaveValue('cm')
  await expect(page.getByRole('button', { name: 'Update', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit form type' })).toBeHidden()
  const { listFormTypes } = await admin<{ listFormTypes: { fields: { name: string; unit: string | null }[] }[] }>(
    'query ($studyid: ID!) { listFormTypes(studyid: $studyid) { fields { name unit } } }',
    { studyid },
  )
  expect(listFormTypes[0]?.fields).toEqual([
    { name: 'Weight', unit: null },
    { name: 'Height', unit: 'cm' },
  ])
})
