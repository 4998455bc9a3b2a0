import { told, topicOf } from './notices.ts'
import { record } from './record.ts'

const notExported = { never: 'an export tells of the records, not of other exports' }
const notRemoved = { never: 'what was taken out stays on record' }

export const exportRecord = record('export', {
  key: ['exportid', 'siteid'],
  id: 'exportid',
  of: 'exports',
  isVersioned: true,
  removal: 'never',
  hasView: false,
  internal: [],
  change: null,
  notices: (event) => [told(event, topicOf('onExportsUpdates', event.siteid))],
  putBack: notRemoved,
  exported: notExported,
  file: null,
  personal: ['person_name'],
})

export const exportAccessRecord = record('export_access', {
  key: ['accessid', 'siteid'],
  id: 'accessid',
  of: 'exports',
  isVersioned: false,
  removal: 'never',
  hasView: false,
  internal: [],
  change: null,
  notices: () => [],
  putBack: notRemoved,
  exported: notExported,
  file: null,
  personal: [],
})
