/** The page that leads through the setting up of a study. */
export const setupEn = {
  heading: 'Setting the study up',
  purpose:
    'Six steps to the first subject, in any order. Leave at any time: what is done stays, and this page goes when the first subject is there.',
  ready: 'The study is set up',
  readyText: 'It has its first subject. Everything can still be changed under the tabs above.',
  toSubjects: 'To the subjects',
  steps: {
    devices: 'Devices',
    formtypes: 'Form types',
    activitytypes: 'Activity types',
    visits: 'Visits',
    people: 'People',
    subject: 'First subject',
  },
  has: {
    devices: '{count, plural, =0 {none yet} one {# device} other {# devices}}',
    formtypes: '{count, plural, =0 {none yet} one {# form type} other {# form types}}',
    activitytypes: '{count, plural, =0 {none yet} one {# activity type} other {# activity types}}',
    visits: '{count, plural, =0 {none planned} one {# visit} other {# visits}}',
    people: '{count, plural, =0 {none yet} one {# person} other {# people}}',
    subject: '{count, plural, =0 {none yet} one {# subject} other {# subjects}}',
  },
  about: {
    devices: 'The sensors of the site, each added once. They serve all studies of the site.',
    formtypes:
      'What is filled in for each subject. Take all types over from an example or another study, read a file, or begin with an empty one.',
    activitytypes: 'What each subject does, timed from start to stop. Several can be pasted as a list.',
    visits: 'Only if subjects come more than once: when each visit is, and what belongs to it.',
    people: 'Those who record at this site. An administrator lets them in under Users.',
    subject: 'The first person who takes part, under an identifier that does not say who it is.',
  },
  add: {
    devices: 'Add devices',
    formtypes: 'New form type',
    activitytypes: 'Add activity types',
    visits: 'Plan visits',
    people: 'To the users',
    subject: 'New subject',
  },
  fromFile: 'From a file',
  takeFrom: 'Take all types from',
  choose: 'Choose a study or an example',
  take: 'Take over',
  taking: 'Taking over...',
  taken: '{count, plural, =0 {Nothing was new} one {# added} other {# added}}',
} as const
