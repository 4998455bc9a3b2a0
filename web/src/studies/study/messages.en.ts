/** The page of one study. */
export const studyEn = {
  editHeading: 'Edit study',
  update: 'Update',
  updating: 'Updating...',
  study: 'Study: {name}',
  parts: 'Parts of the study',
  tabs: {
    subjects: 'Subjects',
    overview: 'Overview',
    visits: 'Visits',
    formtypes: 'Form types',
    activitytypes: 'Activity types',
    documents: 'Documents',
    import: 'Import',
    export: 'Export',
    edit: 'Edit',
  },
  siteidMissing: 'Site ID is missing',
  missingHeading: 'This study is not here',
  missing: 'This study does not exist here. Check the list of studies.',
  removed: 'This study has been removed in the meantime.',
  removedText: 'Nothing can be saved in it. What you typed is kept on this screen, so that you can copy it.',
  toStudies: 'To the studies',
  statusHint: 'A CLOSED or DELETED study accepts no new subjects and no changes to its form types or activity types.',
  epochHint:
    'Recordings are measured in spans of this length. If you change it, those of the study are measured again.',
  seconds: '{seconds} seconds',
  limit: {
    qualityShare: 'Recorded less than (percent)',
    qualityGap: 'One gap longer than (seconds)',
    qualityDropOut: 'One channel missing for more than (seconds)',
    qualityClipped: 'Values cut off at the top or bottom, from (percent)',
    qualityDrift: 'Clock wrong by (seconds a day)',
    qualityCalibration: 'Accelerometer at rest wrong by (mg)',
    qualityNotWorn: 'Not worn for (percent of the time)',
    qualityBattery: 'Battery at the end below (percent)',
    qualityVolts: 'Battery at the end below (volts)',
  },
  limits: 'When is a recording marked?',
  limitsStand: '{changed, plural, =0 {as usual} other {# of {all} changed}}',
  limitsHint:
    'Somebody should look at a marked recording. If you change a limit, all recordings of the study are judged by it, and those whose mark changes say so. Leave a limit empty if it never matters.',
  placesHint:
    'One a line: where devices are worn, in the order in which they are offered. A place that was used can’t be taken out.',
  setUp: 'Set up',
  copy: 'Copy {name}',
  changed: 'Last change',
  begins: {
    label: 'Begin with',
    empty: 'Nothing',
    examples: 'Examples',
    like: 'The same as a study at {site}',
    likeHint:
      'The same form types, activity types, visits, places on the body and limits of quality, without subjects and documents.',
  },
  examples: {
    GAIT_LAB: 'A day in the gait lab',
    WRIST_WEEK: 'A week at home with a wrist sensor',
    QUESTIONNAIRES: 'Questionnaires at three times',
  },
  exampleHints: {
    GAIT_LAB: 'Two forms, six activities and one visit. Everything can be changed afterwards.',
    WRIST_WEEK:
      'Three forms, a diary of days among them, and two visits a week apart. Everything can be changed afterwards.',
    QUESTIONNAIRES: 'Two forms and three visits in twelve weeks. Everything can be changed afterwards.',
  },
} as const
