import { expect, expectAccessible, signIn, test } from '../../fixtures.ts'
import { addActivityType, addFormType, addSubjects, newSite, newStudy } from '../../new-site.ts'

const types = ['Boolean', 'Choice', 'Date', 'Number', 'String', 'Time']

test('in a closed subject an empty field reads –, and a placeholder never looks like a value', async ({
  page,
  admin,
}) => {
  const { siteid } = await newSite(admin)
  const studyid = await newStudy(admin, siteid, 'Sleep')
  const activitytypeid = await addActivityType(admin, studyid, 'Stairs')
  const fields = types.map((type) => ({
    name: `A ${type}`,
    type,
    required: false,
    ...(type === 'Choice' && { pattern: 'left|right' }),
    ...(type === 'String' && { pattern: '[A-Z][0-9]{3}' }),
  }))
  const formtypeid = await addFormType(admin, studyid, 'Visit', fields)
  const [subjectid] = await addSubjects(admin, siteid, studyid, ['P-1'])
  await admin('mutation ($input: FormInput!) { addForm(input: $input) { version } }', {
    input: { subjectid, formtypeid, fields: [] },
  })
  await admin('mutation ($input: ActivityInput!) { addActivity(input: $input) { version } }', {
    input: { subjectid, activitytypeid, startTime: 1_792_482_600, stopTime: 1_792_483_200 },
  })
  await signIn(page, 'nurse', `/studies/${studyid}/subjects/${subjectid}/formtypes/${formtypeid}`)
  const text = page.getByRole('textbox', { name: 'A String' })
  await expect(text).toHaveAttribute('placeholder', 'A123')
  const [value, placeholder] = await text.evaluate((input) =>
    [null, '::placeholder'].map((part) => getComputedStyle(input, part).color),
  )
  expect(placeholder).not.toBe(value)

  await admin('mutation ($input: UpdateSubjectInput!) { updateSubject(input: $input) { version } }', {
    input: { siteid, studyid, subjectid, status: 'CLOSED' },
  })
  await expect(page.getByRole('heading', { name: 'Form: Visit' })).toBeVisible()
  for (const type of ['Date', 'Number', 'String', 'Time'])
    await expect(page.getByRole('textbox', { name: `A ${type}` })).toHaveValue('–')
  await expect(page.getByLabel('A Choice').locator('option:checked')).toHaveText('–')
  await expect(page.getByRole('radiogroup', { name: 'A Boolean' }).getByText('–')).toBeVisible()
  await expectAccessible(page)
})
