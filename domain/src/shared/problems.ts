/** What a caller's program decides by; the sentence is for people. Decisions, section 8. */
export type ProblemCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_INPUT'
  | 'ALREADY_EXISTS'
  | 'CONFLICT'
  | 'SUBJECT_NOT_OPEN'
  | 'STUDY_NOT_OPEN'
  | 'NO_ACTIVITY'
  | 'UPLOAD_PENDING'
  | 'RATE_LIMITED'
  | 'INTERNAL'

/**
 * Every failure that is expected. A sentence says what to do; `{param}` stands for a value of the case at hand.
 * Sentences are also read as ICU messages by the browser: no apostrophe before a brace, no `<`, braces for params only.
 */
export const catalogue = {
  'session.missing': { code: 'UNAUTHENTICATED', sentence: 'Sign in to go on.' },
  'token.unknown': {
    code: 'UNAUTHENTICATED',
    sentence: 'This access token is not valid. Make a new one and use that.',
  },

  'call.forbidden': {
    code: 'FORBIDDEN',
    sentence: 'You may not do this. Ask an administrator for one of these groups: {groups}.',
  },
  'call.cross-origin': {
    code: 'FORBIDDEN',
    sentence: 'Calls are taken from the application itself only. Open it and try again.',
  },
  'token.scope': {
    code: 'FORBIDDEN',
    sentence: 'This access token lacks the scope {scope}. Make one that has it.',
  },
  'token.confined': {
    code: 'FORBIDDEN',
    sentence: 'This access token is confined to some studies and may not do this. Make one for all studies.',
  },
  'token.browser-only': {
    code: 'FORBIDDEN',
    sentence: 'An access token may not do this. Sign in with a browser to do it.',
  },
  'person.sites.not-own': {
    code: 'FORBIDDEN',
    sentence: 'You can give and take only the sites that you belong to yourself.',
  },
  'admin.last': {
    code: 'FORBIDDEN',
    sentence: 'This is the last active administrator. Make somebody else administrator first.',
  },

  'site.missing': {
    code: 'NOT_FOUND',
    sentence: 'There is no such site, or you do not belong to it. Select another site.',
  },
  'device.missing': {
    code: 'NOT_FOUND',
    sentence: 'There is no such device at this site. Look through the list of devices.',
  },
  'study.missing': { code: 'NOT_FOUND', sentence: 'There is no such study here. Look through the list of studies.' },
  'activity-type.missing': {
    code: 'NOT_FOUND',
    sentence: 'There is no such activity type in this study. Look through its activity types.',
  },
  'form-type.missing': {
    code: 'NOT_FOUND',
    sentence: 'There is no such form type in this study. Look through its form types.',
  },
  'subject.missing': {
    code: 'NOT_FOUND',
    sentence: 'There is no such subject here. Look through the list of subjects.',
  },
  'form.missing': { code: 'NOT_FOUND', sentence: 'This subject has no such form. Read the subject again.' },
  'activity.missing': {
    code: 'NOT_FOUND',
    sentence: 'This subject has no such activity. Save the activity first, or read the subject again.',
  },
  'reference-data.missing': { code: 'NOT_FOUND', sentence: 'This subject has no such file. Read the subject again.' },
  'person.missing': { code: 'NOT_FOUND', sentence: 'There is no such person. Look through the list of users.' },
  'token.missing': { code: 'NOT_FOUND', sentence: 'There is no such access token. Look through your tokens.' },
  'removed.missing': { code: 'NOT_FOUND', sentence: 'Nothing removed has this id. Look through what was removed.' },

  'site.id.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This identifier is or was used by a site and stays its own. Choose another.',
  },
  'device.id.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This site has a device with this id already. Choose another device id.',
  },
  'activity-type.description.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This study has an activity type with this description already. Choose another.',
  },
  'form-type.identifier.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This study has a form type with this identifier already. Choose another.',
  },
  'subject.identifier.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This study has a subject with this identifier already. Choose another.',
  },
  'subject.id.taken': { code: 'ALREADY_EXISTS', sentence: 'A subject with this id exists already. Choose another id.' },
  'form.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This subject has a form of this type already. Open that one and edit it.',
  },
  'activity.taken': {
    code: 'ALREADY_EXISTS',
    sentence: 'This subject has an activity of this type already. Open that one and edit it.',
  },
  'email.taken': { code: 'ALREADY_EXISTS', sentence: 'Somebody else has verified this email address. Use another.' },

  'version.stale': {
    code: 'CONFLICT',
    sentence:
      'This was changed while you worked on it. Compare what you typed with what is there now, then save again.',
  },
  'snapshot.differs': {
    code: 'CONFLICT',
    sentence: 'The subject was changed while you were closing it. Look through it again, then submit once more.',
  },
  'person.not-pending': {
    code: 'CONFLICT',
    sentence: 'This person does not wait for approval any more. Read the list of users again.',
  },
  'person.not-active': {
    code: 'CONFLICT',
    sentence: 'This person is not active. Approve or reactivate them first.',
  },
  'person.not-deactivated': {
    code: 'CONFLICT',
    sentence: 'This person is not deactivated. Read the list of users again.',
  },
  'reference-data.settled': {
    code: 'CONFLICT',
    sentence: 'This upload is settled already. Read the list of files again.',
  },

  'subject.closed': {
    code: 'SUBJECT_NOT_OPEN',
    sentence: 'The subject is closed. Reopen it before you change anything.',
  },
  'subject.deleted': {
    code: 'SUBJECT_NOT_OPEN',
    sentence: 'The subject is marked as deleted. Ask a subject administrator to reopen it before you change anything.',
  },
  'study.not-open': {
    code: 'STUDY_NOT_OPEN',
    sentence:
      'The study is {status}: it takes no new subjects and no changes to its types. Set its status to OPEN first.',
  },
  'subject.no-activity': {
    code: 'NO_ACTIVITY',
    sentence: 'At least one activity must be saved before submitting and closing a subject',
  },
  'subject.upload-pending': {
    code: 'UPLOAD_PENDING',
    sentence: 'The file {filename} is still uploading. Wait until it is there, or delete it, then submit.',
  },

  'text.required': { code: 'BAD_INPUT', sentence: 'Fill in this field.' },
  'text.too-long': { code: 'BAD_INPUT', sentence: 'Use at most {max} characters; these are {count}.' },
  'text.too-heavy': {
    code: 'BAD_INPUT',
    sentence: 'Use fewer combined characters or emoji; this text takes too much room.',
  },
  'text.control-characters': {
    code: 'BAD_INPUT',
    sentence: 'Take out the line breaks, tabs and invisible control characters.',
  },
  'text.not-storable': {
    code: 'BAD_INPUT',
    sentence: 'Type this text anew: it holds a null character or half of a character, which cannot be stored.',
  },

  'site.id.pattern': { code: 'BAD_INPUT', sentence: 'Use lowercase letters a to z only, 1 to {max} of them.' },
  'device.id.pattern': {
    code: 'BAD_INPUT',
    sentence: 'Use uppercase letters A to Z and digits 0 to 9 only, 1 to {max} of them.',
  },
  'subject.id.pattern': {
    code: 'BAD_INPUT',
    sentence: 'Use letters a to z, digits, hyphens and underscores only, 1 to {max} of them.',
  },
  'subject.new-not-open': {
    code: 'BAD_INPUT',
    sentence: 'A new subject is OPEN. Create it first, then change its status.',
  },
  'subject.devices.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'The device {deviceid} is attached at this location already. Choose another device or location.',
  },
  'subject.devices.too-many': { code: 'BAD_INPUT', sentence: 'Attach at most {max} devices to a subject.' },
  'snapshot.unreadable': {
    code: 'BAD_INPUT',
    sentence: 'The snapshot is not JSON of the agreed form. Load the page again, then submit once more.',
  },

  'fields.too-many': { code: 'BAD_INPUT', sentence: 'Use at most {max} fields in a form type; these are {count}.' },
  'field.name.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'Another field is named {name} already. Choose another name.',
  },
  'field.name.fixed': {
    code: 'BAD_INPUT',
    sentence: 'The name of the field {name} cannot be changed. Keep it, or delete the field and add a new one.',
  },
  'field.length.range': {
    code: 'BAD_INPUT',
    sentence: 'Give a whole number from 1 to {max}, or leave the length empty.',
  },
  'field.length.unused': { code: 'BAD_INPUT', sentence: 'Only a String has a length. Leave it empty.' },
  'field.pattern.unused': { code: 'BAD_INPUT', sentence: 'Only a String or a Choice has a pattern. Leave it empty.' },
  'field.pattern.syntax': {
    code: 'BAD_INPUT',
    sentence: 'This pattern cannot be used: {why}. Correct it, or leave it empty.',
  },
  'field.pattern.too-large': {
    code: 'BAD_INPUT',
    sentence: 'This pattern would take too long to check. Use fewer or smaller repetitions.',
  },
  'field.options.too-few': {
    code: 'BAD_INPUT',
    sentence: 'Give two or more different options, separated by | and none of them empty.',
  },
  'field.options.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'The option {option} is there twice. Take one of them out.',
  },

  'form.key.unknown': { code: 'BAD_INPUT', sentence: 'The form type has no field {name}. Leave this value out.' },
  'form.key.duplicate': { code: 'BAD_INPUT', sentence: 'The field {name} was given twice. Give it once.' },
  'value.pattern': { code: 'BAD_INPUT', sentence: 'Type a value that follows the pattern {pattern}' },
  'value.number': {
    code: 'BAD_INPUT',
    sentence: 'Type a number, such as 12, -12.5 or 1e3, with a point and no blanks.',
  },
  'value.boolean': { code: 'BAD_INPUT', sentence: 'Choose Yes or No (true or false).' },
  'value.choice': { code: 'BAD_INPUT', sentence: 'Choose one of the options: {options}' },
  'value.time': {
    code: 'BAD_INPUT',
    sentence: 'Type a time as hours:minutes or hours:minutes:seconds, such as 09:30.',
  },
  'value.date': {
    code: 'BAD_INPUT',
    sentence: 'Choose a day. It is stored as the epoch seconds of 12:00 UTC on that day.',
  },

  'activity.date-missing': { code: 'BAD_INPUT', sentence: 'A date must be saved before adding activities' },
  'activity.time.format': {
    code: 'BAD_INPUT',
    sentence: 'Type the time as yyyy-MM-dd HH:mm, such as 2026-10-20 09:50.',
  },
  'activity.time.no-such': { code: 'BAD_INPUT', sentence: 'There is no such day or time of day. Correct it.' },
  'activity.time.skipped': {
    code: 'BAD_INPUT',
    sentence: 'This time does not exist in {zone}: clocks were put forward then. Type an earlier or a later time.',
  },
  'activity.time.range': { code: 'BAD_INPUT', sentence: 'Give the time in whole seconds, in the years 1 to 9999.' },
  'activity.stop.not-later': { code: 'BAD_INPUT', sentence: 'Type a stop that is later than the start.' },

  'upload.too-large': { code: 'BAD_INPUT', sentence: 'Max. file size is 150MB' },
  'upload.empty': { code: 'BAD_INPUT', sentence: 'This file is empty. Choose one that holds data.' },
  'upload.sha256': {
    code: 'BAD_INPUT',
    sentence: 'Give the SHA-256 as 64 lowercase hexadecimal digits, or leave it out.',
  },
  'upload.identifier': {
    code: 'BAD_INPUT',
    sentence: 'The identifier given is not the one of this subject. Read the subject again.',
  },

  'profile.email': { code: 'BAD_INPUT', sentence: 'Type an email address, such as kari@example.org.' },
  'profile.phone': {
    code: 'BAD_INPUT',
    sentence: 'Type a phone number, such as +47 22 33 44 55.',
  },
  'verification.format': { code: 'BAD_INPUT', sentence: 'Type the {digits} digits of the code.' },
  'verification.wrong': {
    code: 'BAD_INPUT',
    sentence: 'This code is wrong or has run out. Type the newest one, or have another sent.',
  },
  'verification.no-email': { code: 'BAD_INPUT', sentence: 'Save an email address in your profile first.' },
  'group.unknown': { code: 'BAD_INPUT', sentence: 'There is no group {group}. Choose among {groups}.' },
  'token.scopes': { code: 'BAD_INPUT', sentence: 'Choose at least one of the scopes {scopes}.' },
  'token.days': { code: 'BAD_INPUT', sentence: 'Let the token expire after 1 to {max} days.' },
  'token.studies': { code: 'BAD_INPUT', sentence: 'Choose at least one study, or leave the choice out for all.' },
  'token.too-many': { code: 'BAD_INPUT', sentence: 'You have {max} access tokens already. Remove one first.' },
  'token.shown-once': {
    code: 'BAD_INPUT',
    sentence: 'This access token was made already, and is shown only once. Remove it and make another.',
  },
  'idempotency.key': {
    code: 'BAD_INPUT',
    sentence: 'Give the Idempotency-Key as 1 to 200 visible ASCII characters.',
  },
  'idempotency.other-call': {
    code: 'BAD_INPUT',
    sentence: 'This Idempotency-Key was used for another call within 24 hours. Make a new one for each call.',
  },
  'idempotency.several': {
    code: 'BAD_INPUT',
    sentence: 'An Idempotency-Key stands for one operation. Send the others in calls of their own.',
  },
  'history.range': { code: 'BAD_INPUT', sentence: 'Ask for 1 to {max} entries at a time.' },

  'rate.limited': { code: 'RATE_LIMITED', sentence: 'Too many attempts. Wait {seconds} seconds, then try again.' },
  'database.unavailable': {
    code: 'INTERNAL',
    sentence: 'The database does not answer right now. Nothing that was confirmed is lost; try again in a minute.',
  },
  'store.unavailable': {
    code: 'INTERNAL',
    sentence: 'The file store does not answer right now. Nothing was lost; try again in a minute.',
  },
  internal: {
    code: 'INTERNAL',
    sentence:
      'Something went wrong on the server. Try again; if it stays so, give your administrator this number: {errorId}',
  },
} as const satisfies Record<string, { code: ProblemCode; sentence: string }>

export type Reason = keyof typeof catalogue

type Placeholders<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never
type ParamNames<R extends Reason> = Placeholders<(typeof catalogue)[R]['sentence']>
export type ProblemParams = Readonly<Record<string, string | number>>

type Details = {
  /** The argument or form field at fault, as the contract or the form type spells it. */
  field?: string | undefined
  /** More for the answer's `extensions`, such as `current` of a conflict or `retryAfterSeconds`. */
  details?: Readonly<Record<string, unknown>>
}
type Options<R extends Reason> = [ParamNames<R>] extends [never]
  ? [options?: Details]
  : [options: Details & { params: Readonly<Record<ParamNames<R>, string | number>> }]

/** An expected failure. `message` is the English sentence; made by `problem`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly reason: Reason
  readonly params: ProblemParams
  readonly field: string | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(reason: Reason, params: ProblemParams, options: Details) {
    super(fillIn(catalogue[reason].sentence, params))
    this.name = 'Problem'
    this.code = catalogue[reason].code
    this.reason = reason
    this.params = params
    this.field = options.field
    this.details = options.details ?? {}
  }
}

/** Makes the problem for a reason of the catalogue; params are demanded where its sentence has placeholders. */
export function problem<R extends Reason>(reason: R, ...[options]: Options<R>): Problem {
  const given: Details & { params?: ProblemParams } = options ?? {}
  return new Problem(reason, given.params ?? {}, given)
}

/** Whether a text that came over the wire is a reason this build knows. */
export function isReason(text: unknown): text is Reason {
  return typeof text === 'string' && Object.hasOwn(catalogue, text)
}

/** Puts the params into a sentence; a placeholder without a value stays as it is. */
export function fillIn(sentence: string, params: ProblemParams): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
}
