import type { CatalogueEntry } from './problem-code.ts'

/** Subjects that go to another study. */
export const movingProblems = {
  'move.count': { code: 'BAD_INPUT', sentence: 'Move 1 to {max} subjects at once.' },
  'move.same-study': { code: 'BAD_INPUT', sentence: 'The subjects are in this study already. Choose another one.' },
  'move.other-site': {
    code: 'BAD_INPUT',
    sentence: 'This study belongs to another site. Choose a study of the same site.',
  },
  'move.running': { code: 'CONFLICT', sentence: 'The activity {activity} is running. Stop it first.' },
  'move.uploading': {
    code: 'UPLOAD_PENDING',
    sentence: 'The file {filename} is still uploading. Wait until it has finished, or delete it.',
  },
  'move.identifier': {
    code: 'ALREADY_EXISTS',
    sentence: 'The other study has a subject {identifier} already. Give one of the two another identifier.',
  },
  'move.form-type': {
    code: 'CONFLICT',
    sentence: 'The other study has no form type {formtype}. Add and publish it there first.',
  },
  'move.activity-type': {
    code: 'CONFLICT',
    sentence: 'The other study has no activity type {activity}. Add it there first.',
  },
  'move.visit': { code: 'CONFLICT', sentence: 'The other study has no visit {visit}. Add it to its schedule first.' },
  'move.visit-type': {
    code: 'CONFLICT',
    sentence: 'In the other study, {type} does not belong to the visit {visit}. Add it to the visit first.',
  },
  'move.visit-repeats': {
    code: 'CONFLICT',
    sentence:
      'The visit {visit} took place several times, and does not repeat in the other study. Let it repeat there.',
  },
  'move.repeats': {
    code: 'CONFLICT',
    sentence:
      'There are several of {type}, or one with a label, and it does not repeat in the other study. Let it repeat there.',
  },
  'move.twice': {
    code: 'CONFLICT',
    sentence: 'This study had two types with the name {type}, and the subject has both. Give one of them another name.',
  },
  'move.place': {
    code: 'CONFLICT',
    sentence: 'A device is worn in the place {place}, which the other study does not have. Add it there first.',
  },
  'move.field': {
    code: 'CONFLICT',
    sentence:
      'The form type {formtype} of the other study has no field {field}, and the form has a value of it. Add the field there first.',
  },
  'move.value': {
    code: 'CONFLICT',
    sentence: 'The form type {formtype} of the other study does not accept {field}. Correct the form first.',
  },
  'move.changes': {
    code: 'CONFLICT',
    sentence: 'In {formtype}, {field} is left out or computed again, as the form type of the other study says.',
  },
} as const satisfies Record<string, CatalogueEntry>
