/** The history of a subject or a study. */
export const historyEn = {
  history: 'History',
  close: 'Close history',
  none: 'Nothing has happened yet.',
  newestFirst: 'Newest first. Times in {zone}.',
  older: 'Older changes',
  because: 'Reason: {reason}',
  nothing: 'nothing',
  actionDone: {
    ADDED: '{what} added',
    UPDATED: '{what} changed',
    REMOVED: '{what} removed',
  },
  undoReason: 'Removal undone',
  kinds: {
    study: 'Study',
    activity_type: 'Activity type',
    form_type: 'Form type',
    visit: 'Visit',
    study_document: 'Document',
    study_document_version: 'Document version',
  },
  /** What the history of a study shows of each kind of record, in this order. Fields of a form type are shown by their names. */
  fields: {
    study: {
      name: 'Name',
      status: 'Status',
      identifier: 'Identifier',
      places: 'Places on the body',
      epoch_seconds: 'Length of an epoch in seconds',
      calendar_feed: 'Calendar can be subscribed to',
    },
    activity_type: { description: 'Description', repeats: 'Repeats' },
    form_type: {
      identifier: 'Identifier',
      number: 'Version',
      repeats: 'Repeats',
      fields: 'Fields',
      draft: 'Draft',
      version_notes: 'Names of versions',
    },
    visit: {
      name: 'Name',
      day: 'Day',
      days_before: 'Days before',
      days_after: 'Days after',
      repeats: 'Repeats',
      in_order: 'In order',
    },
    study_document: { title: 'Title', kind: 'Kind' },
    study_document_version: { number: 'Version', filename: 'File', date: 'Date', status: 'Status', size: 'Size' },
  },
  /** Stored values that people read as words. */
  values: {
    study_document: {
      kind: {
        protocol: 'Protocol',
        approval: 'Approval',
        information: 'Information letter',
        procedure: 'Procedure',
        other: 'Other',
      },
    },
  },
  yes: 'yes',
  no: 'no',
  draftSaved: 'saved',
  draftChanged: 'changed',
} as const
