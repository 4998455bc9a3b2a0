import { maxUploadBytes } from '@casebook/domain/reference-data/reference-data.rules.ts'
import { inSubjects, told, topicOf, touchedActivity } from './notices.ts'
import { record } from './record.ts'

export const referenceDataRecord = record('reference_data', {
  key: ['referencedataid', 'siteid'],
  id: 'referencedataid',
  of: 'subject',
  isVersioned: true,
  removal: 'hides',
  hasView: true,
  internal: [
    'expires_at',
    'described_at',
    'recorded_from',
    'recorded_to',
    'recorded_gaps',
    'recorded_tolerance',
    'removed_at',
  ],
  change: 'REFERENCE_DATA',
  notices(event) {
    const subject = event.subjectid ?? ''
    const activity = event.activitytypeid ?? ''
    return [
      told(event, topicOf('onReferenceDataUpdates', subject, activity)),
      touchedActivity(event, topicOf('onActivitiesUpdates', subject), activity),
      inSubjects(event),
    ]
  },
  putBack: { call: 'putBackReferenceData' },
  exported: ['referenceData'],
  file: { most: maxUploadBytes },
  personal: ['filename', 'description'],
})
