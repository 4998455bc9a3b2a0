import { inSubjects, told, topicOf } from './notices.ts'
import { record } from './record.ts'

export const formRecord = record('form', {
  key: ['subjectid', 'formtypeid', 'siteid', 'visitid', 'occurrence'],
  id: 'formtypeid',
  of: 'subject',
  isVersioned: true,
  removal: 'hides',
  hasView: true,
  internal: ['removed_at', 'renewalid'],
  change: 'FORM',
  notices: (event) => [told(event, topicOf('onFormsUpdates', event.subjectid)), inSubjects(event)],
  putBack: { call: 'putBackForm' },
  exported: ['forms'],
  file: null,
  personal: ['fields', 'confirmed'],
})
