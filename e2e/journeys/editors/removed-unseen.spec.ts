import type { Page } from '@playwright/test'
import { holdReads } from '../../answers.ts'
import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { fillVisit, newSubject, recordStairs } from '../../new-subject.ts'

// Two people at one subject: nobody removes what the other has written and they have not seen.

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const asked = (page: Page) => page.getByRole('alertdialog')
const changed = 'changed this after you had read it.'

test('a form or activity that a colleague changed is removed only by whoever was told', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
}) => {
  const subject = await newSubject(browser, baseURL)
  const { call, siteid, studyid, subjectid, formtypeid, activitytypeid } = subject
  await fillVisit(subject)
  await recordStairs(subject)
  await signIn(page, 'nurse', subject.path)
  await expect(button(page, 'Delete Visit')).toBeEnabled()
  const release = await holdReads(page)
  const fields = [
    { key: 'date', value: '1792497600' },
    { key: 'Room', value: 'B204' },
  ]
  await call('mutation ($input: FormInput!) { updateForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, fields },
  })
  await call(
    'mutation ($s: ID!, $input: ReferenceDataInput!) { addReferenceData(subjectid: $s, input: $input) { status } }',
    { s: subjectid, input: { siteid, studyid, activitytypeid, filename: 'chest.csv' } },
  )

  await button(page, 'Delete Visit').click()
  await asked(page).getByRole('button', { name: 'Delete' }).click()
  await expect(asked(page).getByText(changed)).toContainText('Lars Haugen')
  await expectLooksRight(page)
  await asked(page).getByRole('button', { name: 'Keep' }).click()
  await button(page, 'Delete Stairs').click()
  await asked(page).getByRole('button', { name: 'Delete' }).click()
  await expect(asked(page).getByText(changed)).toBeVisible()
  const stored = `query ($t: ID!, $s: ID!) { getSubject(studyid: $t, subjectid: $s) {
    forms { fields { key value } } activities { referenceData { filename } } } }`
  expect(await call(stored, { t: studyid, s: subjectid })).toEqual({
    getSubject: { forms: [{ fields }], activities: [{ referenceData: [{ filename: 'chest.csv' }] }] },
  })

  await release()
  await expect(asked(page).getByText('1 file')).toBeVisible()
  await asked(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted: Stairs')).toBeVisible()
  await button(page, 'Delete Visit').click()
  await asked(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted: Visit')).toBeVisible()
  expect(await call(stored, { t: studyid, s: subjectid })).toEqual({ getSubject: { forms: [], activities: [] } })
})
