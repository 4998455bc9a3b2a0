import { inSubjects, topicOf, touched } from './notices.ts'
import { record } from './record.ts'

export const visitRecord = record('visit', {
  key: ['visitid', 'siteid'],
  id: 'visitid',
  of: 'study',
  isVersioned: true,
  removal: 'deletes',
  hasView: false,
  internal: ['name_key', 'place'],
  change: { partOf: 'STUDY', id: 'studyid' },
  notices: (event) => [touched(event, topicOf('onStudiesUpdates', event.siteid), event.studyid ?? '')],
  putBack: { never: 'only a visit to which nothing stored belongs is taken out, and is added to the schedule again' },
  exported: ['visits'],
  file: null,
  personal: [],
})

export const subjectVisitRecord = record('subject_visit', {
  key: ['subjectid', 'visitid', 'occurrence', 'siteid'],
  id: 'visitid',
  of: 'subject',
  isVersioned: true,
  removal: 'deletes',
  hasView: false,
  internal: [],
  change: { partOf: 'SUBJECT', id: 'subjectid' },
  notices: (event) => [
    inSubjects(event),
    touched(event, topicOf('onSubjectUpdates', event.studyid, event.subjectid), event.subjectid ?? ''),
  ],
  putBack: { never: 'it is removed only with its visit' },
  exported: ['subjectVisits'],
  file: null,
  personal: ['reason'],
})
