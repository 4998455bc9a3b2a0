import type { Page } from '@playwright/test'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { newSubject } from '../../new-subject.ts'

const answers = [
  { code: '1', label: 'Never' },
  { code: '2', label: 'Rarely' },
  { code: '10', label: 'Always' },
]
const optional = { required: false }
const fields = [
  { name: 'Wristband', type: 'String', ...optional },
  { name: 'Weight', type: 'Number', ...optional, decimals: 1 },
  { name: 'Pain', type: 'Choice', ...optional, display: 'BUTTONS', options: answers },
  { name: 'Why', type: 'String', ...optional, showIf: 'Pain == "10"' },
  { name: 'Helps', type: 'Choice', ...optional, multiple: true, options: answers },
  { name: 'Smokes', type: 'Boolean', ...optional },
  { name: 'Ward', type: 'Choice', ...optional, display: 'LIST', options: answers },
  { name: 'Remarks', type: 'String', ...optional, multiline: true },
  { name: 'Room', type: 'String', ...optional },
]

/** Slower than a scanner, as a fast typist. */
const byHand = { delay: 60 }

async function addForm(page: Page, subject: Awaited<ReturnType<typeof newSubject>>, of: readonly object[]) {
  const { addFormType } = await subject.call<{ addFormType: { formtypeid: string } }>(
    'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "Keys", fields: $fields) { formtypeid } }',
    { studyid: subject.studyid, fields: of },
  )
  await signIn(page, 'nurse', `${subject.path}/formtypes/${addFormType.formtypeid}`)
  return addFormType.formtypeid
}

async function openForm(page: Page, subject: Awaited<ReturnType<typeof newSubject>>) {
  const formtypeid = await addForm(page, subject, fields)
  await expect(page.getByRole('textbox', { name: 'Wristband' })).toBeFocused()
  return formtypeid
}

test('a form is filled in with Enter, letters and codes alone', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  const formtypeid = await openForm(page, subject)
  const { keyboard } = page
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const radio = (group: string, name: string) => page.getByRole('radiogroup', { name: group }).getByLabel(name)

  await keyboard.type('A1', byHand)
  await keyboard.press('Enter')
  await expect(box('Weight')).toBeFocused()
  await keyboard.press('Shift+Enter')
  await expect(box('Wristband')).toBeFocused()
  await keyboard.press('Enter')
  await keyboard.type('71,5', byHand)
  await keyboard.press('Enter')
  await expect(box('Weight')).toHaveValue('71.5')

  await expect(radio('Pain', 'Never')).toBeFocused()
  await keyboard.press('r')
  await expect(radio('Pain', 'Rarely')).toBeChecked()
  await keyboard.press('1')
  await keyboard.press('0')
  await expect(radio('Pain', 'Always')).toBeChecked()
  await expect(radio('Pain', 'Always')).toBeFocused()
  // A field that an answer shows comes next.
  await keyboard.press('Enter')
  await expect(box('Why')).toBeFocused()
  await keyboard.press('Enter')

  const helps = page.getByRole('group', { name: 'Helps' })
  await expect(page.getByRole('checkbox', { name: 'Never' })).toBeFocused()
  await keyboard.press('a')
  await expect(page.getByRole('checkbox', { name: 'Always' })).toBeChecked()
  await keyboard.press('2')
  await expect(page.getByRole('checkbox', { name: 'Rarely' })).toBeChecked()
  await keyboard.press('r')
  await expect(page.getByRole('checkbox', { name: 'Rarely' })).not.toBeChecked()
  await expect(helps.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await keyboard.press('Enter')

  await expect(radio('Smokes', 'Yes')).toBeFocused()
  await keyboard.press('n')
  await expect(radio('Smokes', 'No')).toBeChecked()
  await keyboard.press('Enter')
  const ward = page.getByRole('combobox', { name: 'Ward' })
  await expect(ward).toBeFocused()
  await keyboard.press('2')
  await expect(ward).toHaveValue('2')
  await expectLooksRight(page)
  await keyboard.press('Enter')

  // A text of several lines keeps its Enter.
  await keyboard.type('one', byHand)
  await keyboard.press('Enter')
  await keyboard.type('two', byHand)
  await expect(box('Remarks')).toHaveValue('one\ntwo')
  await keyboard.press('Tab')
  await expect(box('Room')).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()

  const { getForm } = await subject.call<{ getForm: { fields: { key: string; value: string }[] } }>(
    'query ($s: ID!, $f: ID!) { getForm(subjectid: $s, formtypeid: $f) { fields { key value } } }',
    { s: subject.subjectid, f: formtypeid },
  )
  const stored = Object.fromEntries(getForm.fields.map(({ key, value }) => [key, value]))
  expect(stored).toMatchObject({ Wristband: 'A1', Weight: '71.5', Pain: '10', Smokes: 'false', Ward: '2' })
})

test('a barcode scanner stays in its field, and Ctrl Enter saves from anywhere', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await openForm(page, subject)
  const wristband = page.getByRole('textbox', { name: 'Wristband' })
  // What a scanner sends, without a pause between its keys.
  const keys = [...'P8401637', 'Enter']
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
  await expect(wristband).toHaveValue('P8401637')
  await expect(wristband).toBeFocused()
  await page.waitForTimeout(100)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Weight' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Remarks' }).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()
})

test('phones show a pad for numbers, days and times, and digits alone are understood', async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  const padded = [
    { name: 'Weight', type: 'Number', ...optional, decimals: 1 },
    { name: 'Steps', type: 'Number', ...optional, decimals: 0 },
    { name: 'Change', type: 'Number', ...optional, minimum: -10 },
    { name: 'Born', type: 'Date', ...optional },
    { name: 'At', type: 'Time', ...optional },
    { name: 'Since', type: 'DateTime', ...optional },
  ]
  const { addFormType } = await subject.call<{ addFormType: { formtypeid: string } }>(
    'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "Pads", fields: $fields) { formtypeid } }',
    { studyid: subject.studyid, fields: padded },
  )
  await signIn(page, 'nurse', `${subject.path}/formtypes/${addFormType.formtypeid}`)
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  await expect(box('Weight')).toBeFocused()
  const typed = [
    ['Weight', 'decimal', '71,5', '71.5'],
    ['Steps', 'numeric', '4000', '4000'],
    ['Change', 'text', '-2', '-2'],
    ['Born', 'numeric', '01051960', '1960-05-01'],
    ['At', 'numeric', '0630', '06:30'],
    ['Since', 'numeric', '202610201000', '2026-10-20 10:00'],
  ] as const
  for (const [name, pad, text, settled] of typed) {
    await expect(box(name)).toBeFocused()
    await expect(box(name)).toHaveAttribute('inputmode', pad)
    await expect(box(name)).toHaveAttribute('enterkeyhint', name === 'Since' ? 'done' : 'next')
    // What is there is selected.
    await page.keyboard.type(text, byHand)
    if (name === 'Since') await page.keyboard.press('Shift+Enter')
    else await page.keyboard.press('Enter')
    await expect(box(name)).toHaveValue(settled)
  }
})

test('what is no longer asked stays while somebody types, and a save that would drop it names it first', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  const { subjectid } = subject
  const asked = [
    { name: 'Smokes', type: 'Boolean', ...optional },
    { name: 'Daily', type: 'Number', ...optional, showIf: 'Smokes' },
  ]
  const { addFormType } = await subject.call<{ addFormType: { formtypeid: string } }>(
    'mutation ($studyid: ID!, $fields: [FormTypeFieldInput!]!) { addFormType(studyid: $studyid, identifier: "Habits", fields: $fields) { formtypeid } }',
    { studyid: subject.studyid, fields: asked },
  )
  const { formtypeid } = addFormType
  await subject.call('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: {
      subjectid,
      formtypeid,
      fields: [
        { key: 'Smokes', value: 'true' },
        { key: 'Daily', value: '7' },
      ],
    },
  })
  await signIn(page, 'nurse', `${subject.path}/formtypes/${formtypeid}`)
  const daily = page.getByRole('textbox', { name: 'Daily' })
  const inIndex = page.getByRole('navigation', { name: 'Progress of this form' }).getByRole('button', { name: 'Daily' })
  const no = page.getByRole('radio', { name: 'No' })
  await expect(daily).toHaveValue('7')
  await expect(inIndex).toBeVisible()
  await page.getByRole('radio', { name: 'Yes' }).focus()
  await page.keyboard.press('n')
  await expect(no).toBeChecked()
  await expect(daily).toHaveCount(0)
  await expect(inIndex).toHaveCount(0)
  await page.keyboard.press('y')
  await expect(daily).toHaveValue('7')
  await expect(inIndex).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Now asked: Daily' })).toHaveCount(1)
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeFocused()

  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Values are left out' })
  await expect(question).toContainText('Daily')
  await expectLooksRight(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(no).toBeFocused()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.press('Enter')
  await question.getByRole('button', { name: 'Back to the form' }).press('Enter')
  await expect(save).toBeFocused()
  await save.press('Enter')
  await question.getByRole('button', { name: 'Save without them' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()
  const { getForm } = await subject.call<{ getForm: unknown }>(
    'query ($s: ID!, $f: ID!) { getForm(subjectid: $s, formtypeid: $f) { version fields { key value } } }',
    { s: subjectid, f: formtypeid },
  )
  // One write, which has both.
  expect(getForm).toEqual({ version: 2, fields: [{ key: 'Smokes', value: 'false' }] })

  // The history of either field brings both back.
  await page.getByRole('button', { name: 'Edit Habits' }).click()
  await no.focus()
  await page.keyboard.press('F2')
  await expectLooksRight(page)
  await page.getByRole('button', { name: 'Fill in as it was before: Smokes and Daily' }).press('Enter')
  await expect(daily).toHaveValue('7')
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await expect(no).toBeFocused()
  await save.click()
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()
  const { getForm: again } = await subject.call<{ getForm: unknown }>(
    'query ($s: ID!, $f: ID!) { getForm(subjectid: $s, formtypeid: $f) { version fields { key value } } }',
    { s: subjectid, f: formtypeid },
  )
  expect(again).toMatchObject({
    version: 3,
    fields: [
      { key: 'Smokes', value: 'true' },
      { key: 'Daily', value: '7' },
    ],
  })
})

test('a save that is refused goes to the first question without an answer, also in a folded section', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  const required = { required: true }
  await addForm(page, subject, [
    { name: 'Room', type: 'String', ...optional },
    { name: 'Smokes', type: 'Boolean', ...required, section: 'Habits' },
    { name: 'Pain', type: 'Choice', ...required, display: 'BUTTONS', options: answers },
    { name: 'Helps', type: 'Choice', ...required, multiple: true, options: answers, section: 'Help' },
    { name: 'Sleep', type: 'Number', ...required, display: 'SCALE', minimum: 0, maximum: 10 },
  ])
  await expect(page.getByRole('textbox', { name: 'Room' })).toBeFocused()
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const habits = page.locator('summary').filter({ hasText: 'Habits' })
  await habits.click()
  await save()
  const group = (name: string) => page.getByRole('radiogroup', { name })
  await expect(group('Smokes').getByLabel('Yes')).toBeFocused()
  await page.keyboard.press('Space')
  await save()
  await expect(group('Pain').getByLabel('Never')).toBeFocused()
  await page.keyboard.press('Space')
  await save()
  await expect(page.getByRole('group', { name: 'Helps' }).getByLabel('Never')).toBeFocused()
  await page.keyboard.press('Space')
  await save()
  const sleep = page.getByRole('slider', { name: 'Sleep' })
  await expect(sleep).toBeFocused()
  await expect(sleep).toHaveAccessibleDescription(/required|needed|fill/i)
  await expectLooksRight(page)
  await page.keyboard.press('ArrowRight')
  await save()
  await expect(page.getByRole('heading', { name: 'Forms', exact: true })).toBeFocused()
})
