import { activityTypeFields } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { whyNotFormTypeIdentifier } from '@casebook/domain/form-types/form-types.rules.ts'
import { studyFields } from '@casebook/domain/studies/studies.rules.ts'
import { maxDocumentBytes, whyNotDocumentTitle } from '@casebook/domain/study-documents/study-documents.rules.ts'
import { type HistoryEvent, inSites, inStudies, type Notice, told, topicOf, touched } from './notices.ts'
import { record } from './record.ts'

/** The records of a study. */
export const studyRecords = {
  study: record('study', {
    key: ['studyid', 'siteid'],
    id: 'studyid',
    of: 'study',
    isVersioned: true,
    removal: 'hides',
    hasView: true,
    internal: ['removed_at'],
    change: 'STUDY',
    notices: (event) => [told(event, topicOf('onStudiesUpdates', event.siteid)), ...inSites(event)],
    putBack: { listed: { as: 'STUDY', id: 'studyid', name: 'name', whyNot: studyFields.name.whyNot } },
    exported: ['studies'],
    file: null,
    personal: [],
  }),
  activity_type: record('activity_type', {
    key: ['activitytypeid', 'siteid'],
    id: 'activitytypeid',
    of: 'study',
    isVersioned: true,
    removal: 'hides',
    hasView: true,
    internal: ['description_key', 'removed_at'],
    change: 'ACTIVITY_TYPE',
    notices: (event) => [told(event, topicOf('onActivityTypesUpdates', event.studyid)), ...inStudies(event)],
    putBack: {
      listed: {
        as: 'ACTIVITY_TYPE',
        id: 'activitytypeid',
        name: 'description',
        whyNot: activityTypeFields.description.whyNot,
        nameKey: 'description_key',
      },
    },
    exported: ['activityTypes'],
    file: null,
    personal: [],
  }),
  form_type: record('form_type', {
    key: ['formtypeid', 'siteid'],
    id: 'formtypeid',
    of: 'study',
    isVersioned: true,
    removal: 'hides',
    hasView: true,
    internal: ['identifier_key', 'reordered', 'removed_at'],
    change: 'FORM_TYPE',
    notices: (event) => [told(event, topicOf('onFormTypesUpdates', event.studyid)), ...inStudies(event)],
    putBack: {
      listed: {
        as: 'FORM_TYPE',
        id: 'formtypeid',
        name: 'identifier',
        whyNot: whyNotFormTypeIdentifier,
        nameKey: 'identifier_key',
      },
    },
    exported: ['formTypes'],
    file: null,
    personal: [],
  }),
  study_document: record('study_document', {
    key: ['documentid', 'siteid'],
    id: 'documentid',
    of: 'study',
    isVersioned: true,
    removal: 'hides',
    hasView: true,
    internal: ['removed_at'],
    change: 'STUDY_DOCUMENT',
    notices: (event) => [told(event, topicOf('onStudyDocumentsUpdates', event.studyid)), ofStudy(event)],
    putBack: {
      listed: { as: 'STUDY_DOCUMENT', id: 'documentid', name: 'title', whyNot: whyNotDocumentTitle, anyStatus: true },
      call: 'putBackStudyDocument',
    },
    exported: ['studyDocuments'],
    file: null,
    personal: [],
  }),
  study_document_version: record('study_document_version', {
    key: ['documentid', 'number', 'siteid'],
    id: 'documentid',
    of: 'study',
    isVersioned: false,
    removal: 'never',
    hasView: true,
    internal: ['expires_at'],
    change: { partOf: 'STUDY_DOCUMENT', id: 'id' },
    notices: (event) => [touched(event, topicOf('onStudyDocumentsUpdates', event.studyid), event.id), ofStudy(event)],
    putBack: { never: 'versions stay as long as their document' },
    exported: ['studyDocuments'],
    file: { most: maxDocumentBytes },
    personal: ['filename', 'uploaded_by'],
  }),
  visit: record('visit', {
    key: ['visitid', 'siteid'],
    id: 'visitid',
    of: 'study',
    isVersioned: true,
    removal: 'deletes',
    hasView: false,
    internal: ['name_key', 'place'],
    change: { partOf: 'STUDY', id: 'studyid' },
    notices: (event) => [ofStudy(event)],
    putBack: { never: 'only a visit to which nothing stored belongs is taken out, and is added to the schedule again' },
    exported: ['visits'],
    file: null,
    personal: [],
  }),
}

/** An UPDATED of the study, whose page shows the record. */
function ofStudy(event: HistoryEvent): Notice {
  return touched(event, topicOf('onStudiesUpdates', event.siteid), event.studyid ?? '')
}
