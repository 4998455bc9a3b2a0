import { inSites, inStudies, told, topicOf } from './notices.ts'
import { record } from './record.ts'

export const studyRecord = record('study', {
  key: ['studyid', 'siteid'],
  id: 'studyid',
  of: 'study',
  isVersioned: true,
  removal: 'hides',
  hasView: true,
  internal: ['removed_at'],
  change: 'STUDY',
  notices: (event) => [told(event, topicOf('onStudiesUpdates', event.siteid)), ...inSites(event)],
  putBack: { listed: { as: 'STUDY', id: 'studyid', name: 'name' } },
  exported: ['studies'],
  file: null,
  personal: [],
})

export const activityTypeRecord = record('activity_type', {
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
    listed: { as: 'ACTIVITY_TYPE', id: 'activitytypeid', name: 'description', nameKey: 'description_key' },
  },
  exported: ['activityTypes'],
  file: null,
  personal: [],
})

export const formTypeRecord = record('form_type', {
  key: ['formtypeid', 'siteid'],
  id: 'formtypeid',
  of: 'study',
  isVersioned: true,
  removal: 'hides',
  hasView: true,
  internal: ['identifier_key', 'reordered', 'removed_at'],
  change: 'FORM_TYPE',
  notices: (event) => [told(event, topicOf('onFormTypesUpdates', event.studyid)), ...inStudies(event)],
  putBack: { listed: { as: 'FORM_TYPE', id: 'formtypeid', name: 'identifier', nameKey: 'identifier_key' } },
  exported: ['formTypes'],
  file: null,
  personal: [],
})
