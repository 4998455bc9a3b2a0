import { inStudies, inSubjects, told, topicOf, touched } from './notices.ts'
import { record } from './record.ts'

export const subjectRecord = record('subject', {
  key: ['subjectid', 'siteid'],
  id: 'subjectid',
  of: 'subject',
  isVersioned: true,
  removal: 'never',
  hasView: true,
  internal: ['identifier_key'],
  change: 'SUBJECT',
  notices: (event) => [
    told(event, topicOf('onSubjectsUpdates', event.studyid)),
    told(event, topicOf('onSubjectUpdates', event.studyid, event.subjectid)),
    ...inStudies(event),
  ],
  putBack: { never: 'removeSubject marks it as DELETED, and updateSubject reopens it' },
  exported: ['subjects'],
  file: null,
  personal: ['subjectid', 'identifier', 'identifier_key', 'snapshot'],
})

export const subjectDeviceRecord = record('subject_device', {
  key: ['subjectid', 'deviceuid', 'position', 'siteid'],
  id: 'deviceuid',
  of: 'subject',
  isVersioned: false,
  removal: 'deletes',
  hasView: false,
  internal: ['deviceuid', 'place'],
  change: { partOf: 'SUBJECT', id: 'subjectid' },
  notices: (event) => [
    inSubjects(event),
    touched(event, topicOf('onSubjectUpdates', event.studyid, event.subjectid), event.subjectid ?? ''),
  ],
  putBack: { call: 'putBackSubjectDevice' },
  exported: ['subjectDevices'],
  file: null,
  personal: [],
})
