import { maxDocumentBytes } from '@casebook/domain/study-documents/study-documents.rules.ts'
import { told, topicOf, touched } from './notices.ts'
import { record } from './record.ts'

export const studyDocumentRecord = record('study_document', {
  key: ['documentid', 'siteid'],
  id: 'documentid',
  of: 'study',
  isVersioned: true,
  removal: 'hides',
  hasView: true,
  internal: ['removed_at'],
  change: 'STUDY_DOCUMENT',
  notices: (event) => [told(event, topicOf('onStudyDocumentsUpdates', event.studyid))],
  putBack: {
    listed: { as: 'STUDY_DOCUMENT', id: 'documentid', name: 'title' },
    call: 'putBackStudyDocument',
  },
  exported: ['studyDocuments'],
  file: null,
  personal: [],
})

export const studyDocumentVersionRecord = record('study_document_version', {
  key: ['documentid', 'number', 'siteid'],
  id: 'documentid',
  of: 'study',
  isVersioned: false,
  removal: 'never',
  hasView: true,
  internal: ['expires_at'],
  change: { partOf: 'STUDY_DOCUMENT', id: 'id' },
  notices: (event) => [touched(event, topicOf('onStudyDocumentsUpdates', event.studyid), event.id)],
  putBack: { never: 'versions stay as long as their document' },
  exported: ['studyDocuments'],
  file: { most: maxDocumentBytes },
  personal: ['filename', 'uploaded_by'],
})
