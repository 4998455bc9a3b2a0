/** The code for a caller's program; the sentence is for people. */
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
  | 'UNCONFIRMED'
  | 'RATE_LIMITED'
  | 'INTERNAL'

export type CatalogueEntry = { code: ProblemCode; sentence: string }
