import { told, topicOf } from './notices.ts'
import { record } from './record.ts'

export const siteRecord = record('site', {
  key: ['siteid'],
  id: 'siteid',
  of: 'site',
  isVersioned: true,
  removal: 'hides',
  hasView: true,
  internal: ['removed_at'],
  change: 'SITE',
  notices: (event) => [told(event, topicOf('onSitesUpdates'))],
  putBack: { listed: { as: 'SITE', id: 'siteid', name: 'name' } },
  exported: ['sites'],
  file: null,
  personal: [],
})
