import { inSubjects, told, topicOf, touchedActivity } from './notices.ts'
import { record } from './record.ts'

export const activityRecord = record('activity', {
  key: ['subjectid', 'activitytypeid', 'siteid', 'visitid', 'occurrence'],
  id: 'activitytypeid',
  of: 'subject',
  isVersioned: true,
  removal: 'hides',
  hasView: true,
  internal: ['began_at', 'removed_at'],
  change: 'ACTIVITY',
  notices: (event) => [told(event, topicOf('onActivitiesUpdates', event.subjectid)), inSubjects(event)],
  putBack: { call: 'putBackActivity' },
  exported: ['activities'],
  file: null,
  personal: ['comment'],
})

export const runningActivityRecord = record('running_activity', {
  key: ['subjectid', 'activitytypeid', 'siteid', 'visitid', 'occurrence'],
  id: 'activitytypeid',
  of: 'subject',
  isVersioned: true,
  removal: 'deletes',
  hasView: true,
  internal: [],
  change: null,
  // Screens with a subject's activities also show the running ones, for which no activity exists yet.
  notices: (event) => [
    touchedActivity(event, topicOf('onActivitiesUpdates', event.subjectid), event.id),
    inSubjects(event),
  ],
  putBack: { never: 'it ends when the activity is recorded, and a start that was cancelled is started again' },
  exported: ['runningActivities'],
  file: null,
  personal: ['started_by'],
})
