import type { Page } from '@playwright/test'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { type NewSubject, newSubject } from '../../new-subject.ts'

// A type that is removed while a record of it is typed, and never saved.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const reload = async (page: Page) => {
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
}

function removeFormType({ call, studyid, formtypeid }: NewSubject) {
  return call('mutation ($s: ID!, $f: ID!) { removeFormType(studyid: $s, formtypeid: $f) { formtypeid } }', {
    s: studyid,
    f: formtypeid,
  })
}

test('a new form stays with its text when its type is removed, and does not become another', {
  tag: '@desk',
}, async ({ page, browser, baseURL }) => {
  const subject = await newSubject(browser, baseURL)
  const { addFormType } = await subject.call<{ addFormType: { formtypeid: string } }>(
    'mutation ($s: ID!) { addFormType(studyid: $s, identifier: "Sleep", fields: [{ name: "Hours", type: Number, required: false }]) { formtypeid } }',
    { s: subject.studyid },
  )
  await subject.call('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid: subject.subjectid, formtypeid: addFormType.formtypeid, fields: [{ key: 'Hours', value: '7' }] },
  })
  await signIn(page, 'nurse', `${subject.path}/formtypes/new`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('199')
  await removeFormType(subject)
  await expect(page.getByText('A colleague has removed this form type in the meantime.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('199')
  await expect(page.getByRole('textbox', { name: 'Hours' })).toHaveCount(0)
  await expect(button(page, 'Save')).toBeDisabled()
  await expectLooksRight(page)
  await reload(page)
  await expect(page.getByText('A colleague has removed this form type in the meantime.')).toBeVisible()
  await expect(page.getByText('Weight199')).toBeVisible()
  await button(page, 'Discard what I typed').click()
  await expect(page.getByText('Weight199')).toHaveCount(0)
})

test('a new form of the only type stays when that type is removed', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  await signIn(page, 'nurse', `${subject.path}/formtypes/new`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('199')
  await removeFormType(subject)
  await expect(page.getByText('A colleague has removed this form type in the meantime.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('199')
})
