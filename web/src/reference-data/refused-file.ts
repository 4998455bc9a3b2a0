import type { Failure } from '../calls/failures.ts'

/** A file that can't be uploaded, and why. */
export type RefusedFile = { name: string; failure: Failure }
