import type { Page } from '@playwright/test'
import { expect, expectLooksRight, expectRefused, signIn, test } from '../../fixtures.ts'
import { addFormType, addSubjects, firstColumn, newSite, newStudy } from '../../new-site.ts'

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
  // The library of sortable lists listens for further keys one task after it has picked a field up.
  await page.evaluate(() => new Promise((listened) => setTimeout(listened)))
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

/** Adds a field by its row; `more` fills in what is behind More. */
async function addField(
  page: Page,
  name: string,
  type: string,
  more: (editor: ReturnType<Page['getByRole']>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Add field' }).press('Enter')
  const editor = page.getByRole('group', { name: 'New field' })
  await editor.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await editor.getByRole('combobox', { name: 'Type', exact: true }).selectOption(type)
  await editor.locator('summary').press('Enter')
  await more(editor)
  await editor.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(editor).toBeHidden()
}

test('a form with labels, units, ranges, options, a condition and a calculation is defined, tried, published and filled in', async ({
  page,
  admin,
}) => {
  test.slow()
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Weights')
  const [subjectid = ''] = await addSubjects(admin, siteid, studyid, ['S-1'])
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  await page.getByRole('button', { name: 'New form type' }).press('Enter')
  await page.getByLabel('Identifier').fill('Baseline')
  await addField(page, 'weight', 'Number', async (editor) => {
    await editor.getByRole('textbox', { name: 'Label', exact: true }).fill('Body weight')
    await editor.getByLabel('Section heading').fill('Body')
    await editor.getByLabel('Unit').fill('kg')
    await editor.getByLabel('At least').fill('20')
    await editor.getByLabel('Unusual above').fill('150')
  })
  await addField(page, 'height', 'Number', (editor) => editor.getByLabel('Unit').fill('m'))
  await addField(page, 'smokes', 'Choice', async (editor) => {
    await editor.getByRole('button', { name: 'Give the options codes and labels' }).press('Enter')
    await editor.getByLabel('Label of option 1').fill('Never')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Daily')
    await editor.getByLabel('Shown as').selectOption('Buttons')
  })
  await addField(page, 'cigarettes', 'Number', async (editor) => {
    await editor.getByRole('button', { name: 'Add condition' }).press('Enter')
    await editor.getByLabel('Field of condition 1').selectOption('smokes')
    await editor.getByLabel('Value of condition 1').selectOption('Daily')
    await expect(editor.getByText('Asked if smokes is Daily.')).toBeVisible()
  })

  await expect(page.getByRole('row').filter({ hasText: 'cigarettes' })).toContainText('Asked if smokes is Daily.')
  await page.getByRole('button', { name: 'Try it' }).press('Enter')
  const tryOut = page.getByRole('region', { name: 'Try it' })
  await expect(async () => {
    const [chosen, shown] = await Promise.all(
      [tryOut.getByText('Computer', { exact: true }), tryOut.locator('.mantine-SegmentedControl-indicator')].map(
        (each) => each.boundingBox(),
      ),
    )
    expect(Math.abs((chosen?.y ?? 0) - (shown?.y ?? 99))).toBeLessThan(4)
  }).toPass()
  await tryOut.getByLabel('Body weight').fill('72')
  await tryOut.getByLabel('height').fill('1.8')
  await expect(tryOut.getByLabel('cigarettes')).toHaveCount(0)
  await tryOut.getByLabel('Daily').check()
  await expect(tryOut.getByLabel('cigarettes')).toBeVisible()
  await addField(page, 'bmi', 'Number', async (editor) => {
    const calculation = editor.getByLabel('Calculation')
    await calculation.fill('round(weight / (heigth * height), 1)')
    await calculation.press('Tab')
    await expect(editor.getByText(/cannot be used, at character/)).toBeVisible()
    await calculation.fill('')
    await calculation.pressSequentially('rou')
    await page.keyboard.press('Enter')
    await calculation.pressSequentially('body')
    await page.keyboard.press('Enter')
    await expect(calculation).toHaveValue('round(weight, 1)')
    await expect(editor.getByText('With the values of the try-out: 72')).toBeVisible()
    await calculation.fill('round(weight / (height * height), 1)')
    await expect(editor.getByText('With the values of the try-out: 22.2')).toBeVisible()
    await expectLooksRight(page)
  })
  await expect(tryOut.getByText('22.2')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(tryOut.getByText('22.2')).toBeHidden()
  await page.getByRole('button', { name: 'Redo' }).press('Enter')
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New form type' })).toBeHidden()

  // A phone, by keyboard alone.
  await page.getByRole('link', { name: 'Subjects' }).first().waitFor()
  const formtypes = await admin<{ listFormTypes: { formtypeid: string }[] }>(
    'query ($studyid: ID!) { listFormTypes(studyid: $studyid) { formtypeid } }',
    { studyid },
  )
  const formtypeid = formtypes.listFormTypes[0]?.formtypeid ?? ''
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/studies/${studyid}/subjects/${subjectid}/formtypes/${formtypeid}`)
  await expect(page.getByLabel('Body weight')).toBeFocused()
  await page.keyboard.type('160')
  await page.keyboard.press('Tab')
  await page.getByLabel('Why Body weight is right').press('Tab')
  await page.keyboard.type('1.8')
  await page.getByRole('radio', { name: 'Never' }).press('Space')
  await page.keyboard.press('ArrowRight')
  await page.getByLabel('cigarettes').fill('7')
  await page.keyboard.press('Enter')
  // The unusual weight needs a reason, and its sentence stands once.
  await expect(page.getByLabel('Why Body weight is right')).toBeFocused()
  await expect(page.getByText('This value is unusual')).toHaveCount(1)
  await expectLooksRight(page)
  await page.keyboard.type('Weighed twice')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Forms' })).toBeFocused()

  // What is published next is reviewed first: the stored form would be incomplete.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/studies/${studyid}/formtypes`)
  await page.getByRole('button', { name: 'Edit Baseline' }).press('Enter')
  await page.getByRole('button', { name: 'Edit field weight' }).press('Enter')
  const weight = page.getByRole('group', { name: 'Edit field weight' })
  await weight.locator('summary').press('Enter')
  await weight.getByLabel('At most').fill('155')
  await weight.getByRole('button', { name: 'OK' }).press('Enter')
  await page.getByRole('button', { name: 'Update' }).press('Enter')
  const review = page.getByRole('alertdialog', { name: 'What publishing means for stored forms' })
  await expect(review.getByText('Values of Body weight break the new limit.')).toBeVisible()
  // The form opens beside the review, which stays and asks nothing.
  const opened = page.context().waitForEvent('page')
  await review.getByRole('link', { name: 'S-1' }).press('Enter')
  const beside = await opened
  await expect(beside.getByLabel('Body weight', { exact: false }).first()).toHaveValue('160')
  await beside.close()
  await expect(review.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await expectLooksRight(page)
  await review.getByRole('button', { name: 'Back to editing' }).press('Enter')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByRole('button', { name: 'Copy field height' }).press('Enter')
  await page.getByRole('button', { name: 'Review and publish...' }).press('Enter')
  await review.getByLabel('What is new').fill('A second height')
  await review.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit form type' })).toBeHidden()
  await page.getByRole('button', { name: 'Edit Baseline' }).press('Enter')
  await page.getByText('Versions', { exact: true }).press('Enter')
  await expect(page.getByText('A second height').first()).toBeVisible()
  await page.getByRole('button', { name: 'Call Version 2 something else' }).press('Enter')
  await expect(page.getByLabel('Name of Version 2')).toBeFocused()
  await page.getByLabel('Name of Version 2').fill('Height, twice')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Call Version 2 something else' })).toBeFocused()
  await expect(page.getByRole('listitem').getByText('Height, twice')).toBeVisible()
  await page.getByLabel('Compare').selectOption('1')
  await expect(page.getByRole('rowheader', { name: 'height 2' })).toBeVisible()
})

test('what is published is what was reviewed, and conditions follow undo', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Walks')
  await addFormType(admin, studyid, 'Walk', [
    { name: 'weight', type: 'Number', required: false },
    { name: 'height', type: 'Number', required: false },
  ])
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  await page.getByRole('button', { name: 'Edit Walk' }).press('Enter')

  // Who only looks at a field is not asked about unsaved changes.
  await page.getByRole('button', { name: 'Edit field height' }).press('Enter')
  await page.getByRole('link', { name: 'Activity types' }).click()
  await expect(page.getByRole('heading', { name: 'Activity types' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Edit Walk' }).press('Enter')

  // A check is made by keyboard; its rows say what undo leaves.
  await page.getByRole('button', { name: 'Add check' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add condition' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Field of condition 1')).toBeFocused()
  await expect(page.getByText('This condition is not finished and is left out.')).toBeVisible()
  await page.getByLabel('Value of condition 1').fill('18,5')
  await page.getByLabel('Comparison of condition 1').selectOption('is more than')
  await expect(page.getByText('It must be true that weight is more than 18,5.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByLabel('Comparison of condition 1')).toHaveValue('is')
  await page.getByRole('button', { name: 'Redo' }).press('Enter')
  await expect(page.getByLabel('Comparison of condition 1')).toHaveValue('more')
  await page.getByLabel('Message if it is not true').pressSequentially('Too light')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByLabel('Message if it is not true')).toHaveValue('')
  await page.getByRole('button', { name: 'Redo' }).press('Enter')
  await expectLooksRight(page)

  // The review ends with the next change, and the name of the version stays.
  const open = page.getByRole('button', { name: 'Review and publish...' })
  const review = page.getByRole('alertdialog', { name: 'What publishing means for stored forms' })
  await open.press('Enter')
  await review.getByLabel('What is new').fill('A check')
  await page.getByRole('button', { name: 'Edit field height' }).press('Enter')
  await expect(review.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await expect(review.getByText('Finish editing the field first')).toBeVisible()
  const editor = page.getByRole('group', { name: 'Edit field height' })
  await editor.getByLabel('Required').press('Space')
  await page.keyboard.press('Escape')
  await expect(editor.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await editor.getByRole('button', { name: 'OK' }).press('Enter')
  await expect(review).toBeHidden()
  await open.press('Enter')
  await expect(review.getByText('The field height changes.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()

  // A draft is shown before it is published, however harmless.
  await page.getByRole('button', { name: 'Save draft' }).press('Enter')
  await expect(page.getByText('A draft. Forms are still filled in as published.')).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).press('Enter')
  await expect(review.getByLabel('What is new')).toHaveValue('A check')
  await review.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit form type' })).toBeHidden()
})

test('forms of an earlier version are brought up to date, one and all, and given back', async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const nap = { name: 'Nap', type: 'Number', required: false }
  const formtypeid = await addFormType(admin, studyid, 'Evening', [nap])
  const [one = '', two = ''] = await addSubjects(admin, siteid, studyid, ['S-1', 'S-2'])
  for (const subjectid of [one, two]) {
    const input = { subjectid, formtypeid, fields: [{ key: 'Nap', value: '20' }] }
    await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', { input })
  }
  const hours = { name: 'Hours', type: 'Number', required: false, calculation: 'Nap / 60.0', decimals: 2 }
  await admin(
    'mutation ($formtypeid: ID!, $input: FormTypeInput!) { updateFormType(formtypeid: $formtypeid, input: $input) { version } }',
    { formtypeid, input: { studyid, identifier: 'Evening', fields: [nap, hours] } },
  )

  await signIn(page, 'coordinator', `/studies/${studyid}/subjects/${one}/formtypes/${formtypeid}`)
  await expect(page.getByText('Judged by version 1 of the form type, which has version 2 now.')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Bring up to date' }).press('Enter')
  await expect(page.getByText('Brought up to date with version 2.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Bring up to date' })).toBeVisible()

  await page.goto(`/studies/${studyid}/formtypes`)
  await page.getByRole('button', { name: 'Edit Evening' }).click()
  await page.getByText('Versions', { exact: true }).click()
  await expect(page.getByText('2 forms were judged by an earlier version than version 2.')).toBeVisible()
  await expect(page.getByText('Hours gives another result.')).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Bring 2 forms up to date' }).press('Enter')
  await expect(page.getByText('2 forms brought up to date')).toBeVisible()
  const read = 'query ($s: ID!, $f: ID!) { getForm(subjectid: $s, formtypeid: $f) { typeNumber fields { key value } } }'
  const renewed = {
    typeNumber: 2,
    fields: [
      { key: 'Nap', value: '20' },
      { key: 'Hours', value: '0.33' },
    ],
  }
  expect(await admin(read, { s: two, f: formtypeid })).toEqual({ getForm: renewed })
  const undo = page.getByRole('button', { name: 'Undo', exact: true }).last()
  await expect(undo).toBeEnabled()
  await undo.press('Enter')
  await expect(page.getByRole('button', { name: 'Bring 2 forms up to date' })).toBeVisible()
})

test('two people edit one field: the second one is told, and both changes stay', async ({ page, admin, openAs }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Walks')
  await addFormType(admin, studyid, 'Walk', [{ name: 'weight', type: 'Number', required: false }])
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  const other = await openAs('admin', `/studies/${studyid}/formtypes`)
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'Edit Walk' }).click()
    await each.getByRole('button', { name: 'Edit field weight' }).click()
  }
  const editor = page.getByRole('group', { name: 'Edit field weight' })
  await editor.getByText('More', { exact: true }).click()
  await editor.getByRole('textbox', { name: 'Label', exact: true }).fill('Body weight')
  await other.getByLabel('Required').check()
  await other.keyboard.press('Enter')
  await other.getByRole('button', { name: 'Update' }).click()
  await expect(other.getByRole('heading', { name: 'Edit form type' })).toBeHidden()

  await expect(editor.getByText('This field has been changed elsewhere meanwhile.')).toBeVisible()
  await expect(editor.getByText('Number, Required')).toBeVisible()
  await expectLooksRight(page)
  await editor.getByRole('button', { name: 'OK' }).click()
  const row = page.getByRole('table', { name: 'Fields' }).getByRole('row').filter({ hasText: 'weight' })
  await expect(row).toContainText('Body weight')
  await expect(row).toContainText('Required')
})

test('a section of a form type comes from a study of another site, with what it needs under free names', async ({
  page,
  admin,
}) => {
  const there = await newSite(admin)
  const other = await newStudy(admin, there.siteid, 'Clinic elsewhere')
  await addFormType(admin, other, 'Lifestyle', [
    { name: 'Weight', type: 'Number', required: true, section: 'Body' },
    { name: 'Smokes', type: 'Boolean', required: false, section: 'Habits' },
    { name: 'Cigarettes', type: 'Number', required: false, showIf: 'Smokes' },
    { name: 'Cost', type: 'Number', required: false, showIf: 'Weight > 3.0', calculation: 'Cigarettes * 2.0' },
  ])
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Evening', [{ name: 'Smokes', type: 'String', required: false }])
  await signIn(page, 'coordinator', `/studies/${studyid}/formtypes`)
  await page
    .getByRole('row', { name: /Evening/ })
    .getByRole('button', { name: /Edit/ })
    .click()
  await page.getByRole('button', { name: 'Take over…' }).click()
  const part = page.getByRole('region', { name: 'Take fields over from another form type' })
  await expect(part.getByLabel('Study')).toBeFocused()
  await part.getByLabel('Study').selectOption(other)
  await part.getByLabel('Form type').selectOption('Lifestyle')
  await expect(part.getByRole('button', { name: 'Take over 4 fields' })).toBeEnabled()
  await part.getByLabel('Body (1 field)').uncheck()
  await expect(part.getByText('Smokes becomes Smokes 2')).toBeVisible()
  await expect(part.getByText('Cost: its condition.')).toBeVisible()
  await expect(part.getByText('It asks about Weight, which is not here.')).toBeVisible()
  await expectLooksRight(page)
  await part.getByRole('button', { name: 'Take over 3 fields' }).click()
  await expect(page.getByText('3 fields were taken over.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take over…' })).toBeFocused()
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Take over…' })).toBeHidden()
  const { getFormType } = await admin<{ getFormType: { fields: object[] } }>(
    'query ($studyid: ID!, $formtypeid: ID!) { getFormType(studyid: $studyid, formtypeid: $formtypeid) { fields { name variable section showIf calculation } } }',
    { studyid, formtypeid },
  )
  expect(getFormType.fields).toEqual([
    { name: 'Smokes', variable: 'Smokes', section: null, showIf: null, calculation: null },
    { name: 'Smokes 2', variable: 'Smokes_2', section: 'Habits', showIf: null, calculation: null },
    { name: 'Cigarettes', variable: 'Cigarettes', section: null, showIf: 'Smokes_2', calculation: null },
    { name: 'Cost', variable: 'Cost', section: null, showIf: null, calculation: 'Cigarettes * 2.0' },
  ])
})
