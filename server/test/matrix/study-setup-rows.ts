import type { Row } from './row.ts'

/** The rows of studies that begin as another one, or with an example, and of the names of versions. */
export const studySetupRows: Readonly<Record<string, Row>> = {
  addStudyLike: {
    give: ({ siteid, studyid }) => ({ siteid, name: 'Once more', studyid }),
    groups: ['study:admin'],
  },
  addExampleStudy: {
    give: ({ siteid }) => ({ siteid, name: 'A day', example: 'GAIT_LAB', language: 'nb' }),
    groups: ['study:admin'],
  },
  nameFormTypeVersion: {
    give: ({ studyid, formtypeid }) => ({ studyid, formtypeid, number: 1, note: 'First' }),
    groups: ['study:admin'],
  },
}
