import { reportError } from '../calls/errors.ts'
import { Failure } from '../calls/failures.ts'

/** The server's own sentence, without the catalogue of all of them. */
export const anotherSignedIn =
  'Another person has signed in in this browser since this page was loaded. Nothing was done in their name. What was typed and not saved is kept for the person who typed it.'

/** Tells the person who is signed in now that this page was another person's until now, in the error area. */
export function reportGaveWay(): void {
  reportError(new Failure({ code: 'CONFLICT', reason: 'session.another', message: anotherSignedIn }))
}
