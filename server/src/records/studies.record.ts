import { inSites, told, topicOf } from './notices.ts'
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
