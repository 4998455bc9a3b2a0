import { type Problem, problem } from '@casebook/domain/shared/problems.ts'

/**
 * What a violated constraint means to the caller. Lists only those that a caller can violate although the rules were
 * checked before, because someone else was faster. Any other is INTERNAL.
 */
const problems: Record<string, () => Problem> = {
  site_pkey: () => problem('site.id.taken', { field: 'identifier' }),
  device_deviceid_key: () => problem('device.id.taken', { field: 'deviceid' }),
  activity_type_description_key: () => problem('activity-type.description.taken', { field: 'description' }),
  form_type_identifier_key: () => problem('form-type.identifier.taken', { field: 'identifier' }),
  subject_identifier_key: () => problem('subject.identifier.taken', { field: 'identifier' }),
  // An existing id at the same site violates the first of the two, one at another site the second.
  subject_pkey: () => problem('subject.id.taken', { field: 'subjectid' }),
  export_person_key: () => problem('export.running'),
  subject_subjectid_key: () => problem('subject.id.taken', { field: 'subjectid' }),
}

/** The problem for a database error, by its constraint's name. */
export function problemOfConstraint(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('constraint' in error) || typeof error.constraint !== 'string') return undefined
  return problems[error.constraint]?.()
}
