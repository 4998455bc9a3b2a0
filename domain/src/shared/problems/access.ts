import type { CatalogueEntry } from './problem-code.ts'

/** Who may call: sessions, access tokens, groups, sites, and what people may change about each other. */
export const accessProblems = {
  'session.missing': { code: 'UNAUTHENTICATED', sentence: 'Sign in to continue.' },
  'session.another': {
    code: 'UNAUTHENTICATED',
    sentence:
      'Another person has signed in in this browser since this page was loaded. Nothing was done in their name. What was typed and not saved is kept for the person who typed it.',
  },
  'token.unknown': {
    code: 'UNAUTHENTICATED',
    sentence: 'This access token is not valid. Create a new one and use that.',
  },
  'call.forbidden': {
    code: 'FORBIDDEN',
    sentence: 'You may not do this. Ask an administrator for one of these groups: {groups}.',
  },
  'call.cross-origin': {
    code: 'FORBIDDEN',
    sentence: 'Calls are accepted only from the application itself. Open it and try again.',
  },
  'token.scope': {
    code: 'FORBIDDEN',
    sentence: 'This access token lacks the scope {scope}. Create one that has it.',
  },
  'token.confined': {
    code: 'FORBIDDEN',
    sentence: 'This access token is limited to some studies and may not do this. Create one for all studies.',
  },
  'token.browser-only': {
    code: 'FORBIDDEN',
    sentence: 'An access token may not do this. Sign in with a browser to do it.',
  },
  'person.sites.not-own': {
    code: 'FORBIDDEN',
    sentence: 'You can give access only to sites that you belong to yourself.',
  },
  'admin.last': {
    code: 'FORBIDDEN',
    sentence:
      'This is the last active administrator of all sites. Make somebody else an administrator of all sites first.',
  },
  'person.missing': { code: 'NOT_FOUND', sentence: 'This person does not exist. Check the list of users.' },
  'token.missing': { code: 'NOT_FOUND', sentence: 'This access token does not exist. Check your tokens.' },
  'person.not-pending': {
    code: 'CONFLICT',
    sentence: 'This person is no longer waiting for approval. Reload the page.',
  },
  'person.not-active': {
    code: 'CONFLICT',
    sentence: 'This person is not active. Approve or reactivate them first.',
  },
  'person.not-deactivated': {
    code: 'CONFLICT',
    sentence: 'This person is not deactivated. Reload the page.',
  },
  'profile.email': { code: 'BAD_INPUT', sentence: 'Type an email address, such as kari@example.org.' },
  'profile.phone': {
    code: 'BAD_INPUT',
    sentence: 'Type a phone number, such as +47 22 33 44 55.',
  },
  'verification.format': { code: 'BAD_INPUT', sentence: 'Enter the {digits} digits of the code.' },
  'verification.wrong': {
    code: 'BAD_INPUT',
    sentence: 'This code is wrong or has expired. Enter the newest one, or have another sent.',
  },
  'verification.no-email': { code: 'BAD_INPUT', sentence: 'Add an email address to your profile first.' },
  'group.unknown': { code: 'BAD_INPUT', sentence: 'There is no group {group}. Choose from {groups}.' },
  'token.scopes': { code: 'BAD_INPUT', sentence: 'Choose at least one of the scopes {scopes}.' },
  'token.days': { code: 'BAD_INPUT', sentence: 'Let the token expire after 1 to {max} days.' },
  'token.studies': { code: 'BAD_INPUT', sentence: 'Choose at least one study, or leave the choice out for all.' },
  'token.calendar': {
    code: 'BAD_INPUT',
    sentence: 'A token for a calendar is for one study and nothing else. Choose one study and no other scope.',
  },
  'token.calendar.off': {
    code: 'CONFLICT',
    sentence: 'This study does not allow its calendar to be subscribed to. Ask its coordinator to allow it.',
  },
  'token.too-many': { code: 'BAD_INPUT', sentence: 'You already have {max} access tokens. Revoke one first.' },
  'token.shown-once': {
    code: 'BAD_INPUT',
    sentence: 'This access token has already been created, and is shown only once. Revoke it and add another.',
  },
} as const satisfies Record<string, CatalogueEntry>
