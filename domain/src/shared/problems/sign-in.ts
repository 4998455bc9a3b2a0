import type { CatalogueEntry } from './problem-code.ts'

/** Why somebody did not get in, as the Authentication Error screen shows it. */
export const signInProblems = {
  'sign-in.pending': {
    code: 'UNAUTHENTICATED',
    sentence: 'Your account is waiting for an administrator to activate it.',
  },
  'sign-in.deactivated': {
    code: 'UNAUTHENTICATED',
    sentence: 'Your account has been deactivated. An administrator can reactivate it.',
  },
  'sign-in.elsewhere': {
    code: 'UNAUTHENTICATED',
    sentence: 'This sign-in was started in another browser, or more than 15 minutes ago. Start it again.',
  },
  'sign-in.used': { code: 'UNAUTHENTICATED', sentence: 'This sign-in has already been used. Start it again.' },
  'sign-in.too-many': {
    code: 'RATE_LIMITED',
    sentence: 'Too many sign-ins were started from your network address. Try again in {wait}.',
  },
  'sign-in.level': {
    code: 'UNAUTHENTICATED',
    sentence:
      'This sign-in has the assurance level {level}; {needed} or higher is needed. Sign in with a stronger method.',
  },
  'sign-in.no-level': {
    code: 'UNAUTHENTICATED',
    sentence: 'This sign-in has no assurance level; {needed} or higher is needed. Sign in with a stronger method.',
  },
  'sign-in.refused': {
    code: 'UNAUTHENTICATED',
    sentence: 'The identity provider refused the sign-in: {why} ({error}).',
  },
  'sign-in.refused-silently': {
    code: 'UNAUTHENTICATED',
    sentence: 'The identity provider refused the sign-in and gave no reason ({error}).',
  },
  'sign-in.unreachable': {
    code: 'UNAUTHENTICATED',
    sentence: 'The identity provider cannot be reached. Try again in a moment.',
  },
  'sign-in.answer': {
    code: 'UNAUTHENTICATED',
    sentence: 'The identity provider does not answer as it should ({error}). Try again in a moment.',
  },
  'sign-in.unverified': {
    code: 'UNAUTHENTICATED',
    sentence:
      'The identity provider’s answer could not be verified ({error}). Try again. If it keeps happening, contact support.',
  },
} as const satisfies Record<string, CatalogueEntry>
