import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { addFormType, newSite, newStudy } from '../../new-site.ts'

const csv = (age: number) => `identifier,Age\nS-1,${age}\n`

test('a file is not imported over what a colleague changed since it was checked, before that is seen', {
  tag: '@desk',
}, async ({ page, admin }) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const formtypeid = await addFormType(admin, studyid, 'Ages', [{ name: 'Age', type: 'Number', required: true }])
  await signIn(page, 'coordinator', `/studies/${studyid}/import`)
  await page.getByLabel('The file contains').selectOption({ label: 'Subjects and values of Ages' })
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'ages.csv', mimeType: 'text/csv', buffer: Buffer.from(csv(41)) })
  await page.getByRole('button', { name: 'Check file' }).click()
  await expect(page.getByText('1 new subject, 1 new form, no changed forms, no rows already there.')).toBeVisible()

  await admin('mutation ($input: ImportInput!) { addImport(input: $input) { addedForms } }', {
    input: { siteid, studyid, formtypeid, filename: 'theirs.csv', csv: csv(42) },
  })
  const press = page.getByRole('button', { name: 'Import', exact: true })
  await press.click()
  await expect(page.getByText('The study has changed since the file was checked.')).toBeVisible()
  await expect(page.getByText('No new subjects, no new forms, 1 changed form, no rows already there.')).toBeVisible()
  await expectLooksRight(page)
  type Forms = { listForms: { fields: { value: string }[] }[] }
  const stored = async () => {
    const { listSubjects } = await admin<{ listSubjects: { subjectid: string }[] }>(
      'query ($studyid: ID!) { listSubjects(studyid: $studyid) { subjectid } }',
      { studyid },
    )
    const { listForms } = await admin<Forms>(
      'query ($subjectid: ID!) { listForms(subjectid: $subjectid) { fields { value } } }',
      listSubjects[0],
    )
    return listForms[0]?.fields[0]?.value
  }
  expect(await stored()).toBe('42')

  await press.click()
  await expect(page.getByText('No new subjects, no new forms, 1 changed form.')).toBeVisible()
  expect(await stored()).toBe('41')
})
