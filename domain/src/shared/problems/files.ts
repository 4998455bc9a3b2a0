import type { CatalogueEntry } from './problem-code.ts'

/** Files: uploads, recordings, exports and definitions. */
export const filesProblems = {
  'reference-data.missing': { code: 'NOT_FOUND', sentence: 'This subject has no such file. Reload the page.' },
  'reference-data.former': {
    code: 'NOT_FOUND',
    sentence:
      'The activity of this file was removed, and another of its type has been recorded since. The file does not belong to that one.',
  },
  'study-document.missing': { code: 'NOT_FOUND', sentence: 'This study has no such document. Reload the page.' },
  'study-document.date': { code: 'BAD_INPUT', sentence: 'Give the date as YYYY-MM-DD, such as 2026-10-20.' },
  'study-document.too-large': {
    code: 'BAD_INPUT',
    sentence: 'A document can have at most 50 MB. Choose a smaller file.',
  },
  'study-document.not-arrived': {
    code: 'BAD_INPUT',
    sentence: 'The file did not arrive. Choose it again, and upload it as a new version.',
  },
  'export.missing': {
    code: 'NOT_FOUND',
    sentence: 'This export does not exist, or its file is not ready yet or was deleted. Check the list of exports.',
  },
  'export.study.needed': {
    code: 'BAD_INPUT',
    sentence: 'A subject is exported from its study. Name the study too.',
  },
  'export.subjects': {
    code: 'BAD_INPUT',
    sentence: 'Name one subject, or a choice of 1 to {most} subjects.',
  },
  'export.identified': {
    code: 'FORBIDDEN',
    sentence:
      'You may export only without what identifies people. Choose that, or ask an administrator for the group export:identified.',
  },
  'export.running': {
    code: 'CONFLICT',
    sentence: 'You already have an export in progress. Wait until it is done, or cancel it.',
  },
  'export.too-many': {
    code: 'RATE_LIMITED',
    sentence: 'You have made {most} exports within a day. Wait until tomorrow, or ask somebody else.',
  },
  'upload.pending.person': {
    code: 'RATE_LIMITED',
    sentence:
      'You have {most} uploads that have begun and not arrived. Wait until some have arrived, or 15 minutes, then try again.',
  },
  'upload.pending.site': {
    code: 'RATE_LIMITED',
    sentence:
      'This site has {most} uploads that have begun and not arrived. Wait until some have arrived, or 15 minutes, then try again.',
  },
  'upload.too-large': { code: 'BAD_INPUT', sentence: 'Max. file size is 150MB' },
  'upload.empty': { code: 'BAD_INPUT', sentence: 'This file is empty. Choose one that contains data.' },
  'upload.sha256': {
    code: 'BAD_INPUT',
    sentence: 'Give the SHA-256 as 64 lowercase hexadecimal digits, or leave it out.',
  },
  'upload.identifier': {
    code: 'BAD_INPUT',
    sentence: 'The identifier given is not this subject’s. Reload the page.',
  },
  'recording.description': {
    code: 'BAD_INPUT',
    sentence: 'This is not the description of a file. Open the file again.',
  },
  'recording.zone': { code: 'BAD_INPUT', sentence: 'Give the name of a time zone, such as Europe/Oslo.' },
  'recording.correction': {
    code: 'BAD_INPUT',
    sentence: 'Give the correction in seconds, a hundred years at most.',
  },
  'recording.correction.stale': {
    code: 'CONFLICT',
    sentence: 'Somebody else has corrected the clock of this file. Look at the file again before you correct it.',
  },
  'recording.zone.stale': {
    code: 'CONFLICT',
    sentence: 'Somebody else has set the time zone of this file. Look at it again before you choose another one.',
  },
  'recording.layout.stale': {
    code: 'CONFLICT',
    sentence: 'Somebody else has just set how this file is read, and that is kept. Look at it before you set it again.',
  },
  'list.too-long': { code: 'BAD_INPUT', sentence: 'At most {max} lines at once. Split the list.' },
  'list.nothing-new': { code: 'BAD_INPUT', sentence: 'Nothing in this list is new. Type or paste one name a line.' },
  'list.no-type': {
    code: 'BAD_INPUT',
    sentence: 'There is no field type {type}. Use one of those that the type offers.',
  },
  'definitions.unreadable': {
    code: 'BAD_INPUT',
    sentence: 'This file contains no definitions of a study. Choose one that was exported as definitions.',
  },
  'definitions.refused': {
    code: 'CONFLICT',
    sentence: 'Some definitions cannot be added: {names}. Nothing was imported. Look at the preview again.',
  },
  'definitions.newer': {
    code: 'BAD_INPUT',
    sentence:
      'This file comes from a newer release, which writes definitions differently. Update this installation first.',
  },
  'definitions.duplicate': { code: 'BAD_INPUT', sentence: '{name} appears twice in the file. Remove one of them.' },
  'definitions.other': {
    code: 'ALREADY_EXISTS',
    sentence: 'The study has a form type {name} with other fields. Rename one of them.',
  },
  'definitions.once': {
    code: 'ALREADY_EXISTS',
    sentence: 'In the file, {name} is recorded several times for a subject. Let it be so in the study first.',
  },
  'definitions.retired': {
    code: 'BAD_INPUT',
    sentence:
      'The field was retired before the file was made, and is not in it. An import of forms leaves its values out.',
  },
  'definitions.removed.form-type': {
    code: 'BAD_INPUT',
    sentence: 'The form type was removed before the file was made, and is not in it.',
  },
  'definitions.removed.activity-type': {
    code: 'BAD_INPUT',
    sentence: 'The activity type was removed before the file was made, and is not in it.',
  },
  'definitions.visit.other': {
    code: 'ALREADY_EXISTS',
    sentence: 'The study has a visit {name} that is planned differently. Rename one of them.',
  },
  'definitions.visit.type': {
    code: 'BAD_INPUT',
    sentence: '{type} belongs to the visit {name}, and is neither in the file nor in the study. Add it first.',
  },
  'store.unavailable': {
    code: 'INTERNAL',
    sentence: 'The file store does not answer right now. Nothing is lost; try again in a minute.',
  },
} as const satisfies Record<string, CatalogueEntry>
