import type { CatalogueEntry } from './problem-code.ts'

/** Requests as such, limits, and what the server depends on. */
export const serverProblems = {
  'request.unreadable': {
    code: 'BAD_INPUT',
    sentence: 'The request could not be read. Check its address, content type and length.',
  },
  'request.no-such-call': {
    code: 'NOT_FOUND',
    sentence: 'Nothing answers at this address. Calls go to POST /graphql.',
  },
  'idempotency.key': {
    code: 'BAD_INPUT',
    sentence: 'Give the Idempotency-Key as 1 to 200 visible ASCII characters.',
  },
  'idempotency.other-call': {
    code: 'BAD_INPUT',
    sentence: 'This Idempotency-Key was used for another call within 24 hours. Use a new one for each call.',
  },
  'idempotency.several': {
    code: 'BAD_INPUT',
    sentence: 'An Idempotency-Key stands for one operation. Send the others in separate calls.',
  },
  'rate.limited': { code: 'RATE_LIMITED', sentence: 'Too many attempts. Wait {wait}, then try again.' },
  'database.unavailable': {
    code: 'INTERNAL',
    sentence:
      'The database does not answer right now. Nothing was changed, and nothing that was confirmed is lost; try again in a minute.',
  },
  'database.too-slow': {
    code: 'INTERNAL',
    sentence:
      'This took the database longer than it may, and was stopped. Nothing was changed. If it keeps happening, tell your administrator.',
  },
  'write.unknown': {
    code: 'INTERNAL',
    sentence:
      'The connection to the database was lost while this was being saved. The change may or may not have been saved. Check before you try again.',
  },
  internal: {
    code: 'INTERNAL',
    sentence:
      'Something went wrong on the server. Try again. If it keeps happening, quote this reference to your administrator: {errorId}',
  },
} as const satisfies Record<string, CatalogueEntry>
