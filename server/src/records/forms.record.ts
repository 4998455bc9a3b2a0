import { inSubjects, told, topics } from './notices.ts'
import { record } from './record.ts'

export const formRecord = record('form', {
  key: ['subjectid', 'formtypeid', 'siteid'],
  id: 'formtypeid',
  of: 'subject',
  isVersioned: true,
  removal: 'hides',
  hasView: true,
  internal: ['removed_at'],
  change: 'FORM',
  notices: (event) => [told(event, topics.forms(event.subjectid ?? '')), inSubjects(event)],
  putBack: { call: 'putBackForm' },
  exported: ['forms'],
  file: null,
  personal: ['fields'],
})
