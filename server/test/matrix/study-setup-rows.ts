import type { Place } from '../beds/place.ts'
import type { Row } from './row.ts'

/** To the study in which the subject is: a place has no other. */
const toItself = ({ studyid, subjectid }: Place) => ({ studyid, subjectids: [subjectid], to: studyid })

/** The rows of studies that begin as another one, or with an example, of the names of versions, and of subjects that go to another study. */
export const studySetupRows: Readonly<Record<string, Row>> = {
  addStudyLike: {
    give: ({ siteid, studyid }) => ({ siteid, name: 'Once more', studyid }),
    groups: ['study:admin'],
  },
  addExampleStudy: {
    give: ({ siteid }) => ({ siteid, name: 'A day', example: 'GAIT_LAB', language: 'nb' }),
    groups: ['study:admin'],
  },
  reviewSubjectMove: { give: toItself, groups: ['subject:admin'], answer: 'BAD_INPUT', apart: 'to' },
  moveSubjects: { give: toItself, groups: ['subject:admin'], answer: 'BAD_INPUT', apart: 'to' },
  nameFormTypeVersion: {
    give: ({ studyid, formtypeid }) => ({ studyid, formtypeid, number: 1, note: 'First' }),
    groups: ['study:admin'],
  },
}
