import { expect, test } from 'vitest'
import { compareStudies, offeredStudyStatuses, studyFields, whyStudyTakesNoChanges } from './studies.rules.ts'

test('a status is free text of 1 to 50 characters', () => {
  for (const status of [...offeredStudyStatuses, 'Venter på etisk komité', 'x'.repeat(50)]) {
    expect(studyFields.status.whyNot(status)).toBeUndefined()
  }
  expect(studyFields.status.whyNot(' ')).toMatchObject({ reason: 'text.required', field: 'status' })
  expect(studyFields.status.whyNot('x'.repeat(51))?.reason).toBe('text.too-long')
})

test.each(['CLOSED', 'DELETED'])('a study that is %s takes no changes', (status) => {
  expect(whyStudyTakesNoChanges({ status })).toMatchObject({ code: 'STUDY_NOT_OPEN', params: { status } })
})

test.each(['OPEN', 'closed', 'Closed for the summer'])('a study that is %j takes changes', (status) => {
  expect(whyStudyTakesNoChanges({ status })).toBeUndefined()
})

test('studies with the same name have a stable order', () => {
  const studies = [
    { name: 'Steps', studyid: '2' },
    { name: 'steps', studyid: '3' },
    { name: 'Steps', studyid: '1' },
    { name: 'Balance', studyid: '4' },
  ]
  expect(studies.sort(compareStudies).map(({ studyid }) => studyid)).toEqual(['4', '1', '2', '3'])
})
