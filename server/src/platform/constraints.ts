import { type Problem, problem } from '@casebook/domain/shared/problems.ts'

/**
 * What a named constraint of the database means to the caller. Only those that a caller can run into although the rules
 * were asked first, since somebody else was quicker; any other is INTERNAL.
 */
const problems: Record<string, () => Problem> = {
  site_pkey: () => problem('site.id.taken', { field: 'identifier' }),
  device_deviceid_key: () => problem('device.id.taken', { field: 'deviceid' }),
  activity_type_description_key: () => problem('activity-type.description.taken', { field: 'description' }),
  form_type_identifier_key: () => problem('form-type.identifier.taken', { field: 'identifier' }),
  subject_identifier_key: () => problem('subject.identifier.taken', { field: 'identifier' }),
  // An id that is taken at the same site is refused by the first of the two, at another site by the second.
  subject_pkey: () => problem('subject.id.taken', { field: 'subjectid' }),
  subject_subjectid_key: () => problem('subject.id.taken', { field: 'subjectid' }),
}

/** The problem behind an error of the database, by its constraint's name. */
export function problemOfConstraint(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('constraint' in error) || typeof error.constraint !== 'string') return undefined
  return problems[error.constraint]?.()
}
