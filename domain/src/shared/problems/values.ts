import type { CatalogueEntry } from './problem-code.ts'

/** Single texts and values, and the definitions of fields. */
export const valuesProblems = {
  'text.required': { code: 'BAD_INPUT', sentence: 'Fill in this field.' },
  'text.too-long': { code: 'BAD_INPUT', sentence: 'This text has {count} characters; the maximum is {max}.' },
  'text.too-heavy': {
    code: 'BAD_INPUT',
    sentence: 'Use fewer combined characters or emoji; this text takes up too much space.',
  },
  'text.control-characters': {
    code: 'BAD_INPUT',
    sentence: 'Remove the line breaks, tabs and invisible control characters.',
  },
  'text.not-storable': {
    code: 'BAD_INPUT',
    sentence: 'Type this text again: it contains a null character or half of a character, which cannot be stored.',
  },
  'fields.too-many': { code: 'BAD_INPUT', sentence: 'Use at most {max} fields in a form type; this one has {count}.' },
  'field.name.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'Another field is already named {name}. Choose another name.',
  },
  'field.name.fixed': {
    code: 'BAD_INPUT',
    sentence: 'The name of the field {name} cannot be changed. Keep it, or delete the field and add a new one.',
  },
  'field.length.range': {
    code: 'BAD_INPUT',
    sentence: 'Enter a whole number from 1 to {max}, or leave the length empty.',
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
    sentence: 'Enter two or more different options, separated by | and none of them empty.',
  },
  'field.options.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'The option {option} is listed twice. Remove one of them.',
  },
  'value.pattern': { code: 'BAD_INPUT', sentence: 'Type a value that follows the pattern {pattern}' },
  'value.number': {
    code: 'BAD_INPUT',
    sentence: 'Type a number, such as 12, -12.5 or 1e3, with a decimal point and no spaces.',
  },
  'value.boolean': { code: 'BAD_INPUT', sentence: 'Choose Yes or No (true or false).' },
  'value.choice': { code: 'BAD_INPUT', sentence: 'Choose one of the options: {options}' },
  'value.time': {
    code: 'BAD_INPUT',
    sentence: 'Type a time as hours:minutes or hours:minutes:seconds, such as 09:30.',
  },
  'value.date': {
    code: 'BAD_INPUT',
    sentence: 'Choose a date. The API takes it as the epoch seconds of 12:00 UTC on that day.',
  },
} as const satisfies Record<string, CatalogueEntry>
