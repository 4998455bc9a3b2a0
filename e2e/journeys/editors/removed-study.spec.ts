import { expect, expectLooksRight, signIn, test } from '../../fixtures.ts'
import { newStudy } from '../../new-site.ts'
import { fillVisit, newSubject } from '../../new-subject.ts'

test('a form whose study is removed stays with what was typed, until that is discarded', { tag: '@desk' }, async ({
  page,
  browser,
  baseURL,
  openAs,
}) => {
  const subject = await newSubject(browser, baseURL)
  await fillVisit(subject)
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('199')
  const reader = await openAs('nurse', subject.path)
  await expect(reader.getByRole('button', { name: 'Edit Visit' })).toBeVisible()
  await subject.call('mutation ($siteid: ID!, $s: ID!) { removeStudy(siteid: $siteid, studyid: $s) { studyid } }', {
    siteid: subject.siteid,
    s: subject.studyid,
  })
  await expect(page.getByText('This study has been removed in the meantime.')).toBeVisible()
  await expect(page.getByText('Weight199')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('70')
  await expectLooksRight(page)
  // Without unsaved text, nothing of the record stays on the screen.
  await expect(reader.getByText('This study has been removed in the meantime.')).toBeVisible()
  await expect(reader.getByText('Visit')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard what I typed' }).click()
  await expect(page.getByRole('link', { name: 'To the studies' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveCount(0)
})

test('a form whose subject is moved to another study stays with what was typed, and leads there', {
  tag: '@desk',
}, async ({ page, browser, baseURL, admin }) => {
  const subject = await newSubject(browser, baseURL)
  const { siteid, studyid, subjectid } = subject
  const to = await newStudy(admin, siteid, `Other than ${subject.identifier}`)
  await signIn(page, 'nurse', `${subject.path}/formtypes/${subject.formtypeid}`)
  await page.getByRole('textbox', { name: 'Weight' }).fill('199')
  await admin(
    'mutation ($studyid: ID!, $ids: [ID!]!, $to: ID!) { moveSubjects(studyid: $studyid, subjectids: $ids, to: $to) { subjectid } }',
    { studyid, ids: [subjectid], to },
  )
  await expect(page.getByText('This subject is in another study now.')).toBeVisible()
  await expect(page.getByText('What you typed is kept on this screen')).toBeVisible()
  await expect(
    page
      .getByText(/Weight\s*199/)
      .or(page.getByRole('textbox', { name: 'Weight' }))
      .first(),
  ).toBeVisible()
  await expectLooksRight(page)
  await page.getByRole('link', { name: 'Open it there' }).click()
  // What is not saved is not left without a question.
  await page.getByRole('button', { name: 'Stay', exact: true }).click()
  await expect(page.getByText('What you typed is kept on this screen')).toBeVisible()
  await page.getByRole('link', { name: 'Open it there' }).click()
  await page.getByRole('button', { name: /^(Leave|Discard)/ }).click()
  await expect(page).toHaveURL(new RegExp(`/studies/${to}/subjects/${subjectid}$`))
})
