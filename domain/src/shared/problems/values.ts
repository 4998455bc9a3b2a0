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
  'field.property.unused': {
    code: 'BAD_INPUT',
    sentence: 'A field of the type {type} has no {property}. Leave it empty.',
  },
  'field.number.range': { code: 'BAD_INPUT', sentence: 'Enter a number, not smaller than the lower bound {minimum}.' },
  'field.number.not-finite': { code: 'BAD_INPUT', sentence: 'Enter a number, or leave this empty.' },
  'field.decimals.range': {
    code: 'BAD_INPUT',
    sentence: 'Enter a whole number from 0 to {max}, or leave the decimals empty.',
  },
  'field.options.both': { code: 'BAD_INPUT', sentence: 'Give the options or the pattern, not both.' },
  'field.options.none': { code: 'BAD_INPUT', sentence: 'Give 1 to {max} options.' },
  'field.options.code': {
    code: 'BAD_INPUT',
    sentence: 'The code {code} contains the character |, which separates codes. Remove it.',
  },
  'field.language.format': {
    code: 'BAD_INPUT',
    sentence: 'Write the language as its tag, such as nb, en or en-GB.',
  },
  'field.language.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'The language {language} is given twice. Remove one of them.',
  },
  'field.languages.max': { code: 'BAD_INPUT', sentence: 'Give at most {max} other languages.' },
  'field.display.unused': {
    code: 'BAD_INPUT',
    sentence: 'A field of this type cannot be shown in this way. A scale needs a minimum and a maximum.',
  },
  'field.note.required': { code: 'BAD_INPUT', sentence: 'A note is only read, so it cannot be required.' },
  'field.variable.format': {
    code: 'BAD_INPUT',
    sentence:
      'Use letters a to z, digits and _, beginning with a letter, at most {max}; not a word of the expressions.',
  },
  'field.variable.duplicate': {
    code: 'BAD_INPUT',
    sentence: 'Another field already has the variable {variable}. Choose another one.',
  },
  'field.variable.fixed': {
    code: 'BAD_INPUT',
    sentence: 'The variable of a saved field cannot be changed. It is {variable}.',
  },
  'field.expression.wrong': {
    code: 'BAD_INPUT',
    sentence: 'This expression cannot be used, at character {place}: {why}',
  },
  'field.expression.circle': {
    code: 'BAD_INPUT',
    sentence: 'These fields depend on one another: {circle}. Change one of their expressions.',
  },
  'checks.too-many': { code: 'BAD_INPUT', sentence: 'Use at most {max} checks in a form type; this one has {count}.' },
  'check.field.unknown': { code: 'BAD_INPUT', sentence: 'The form type has no field {name} to show the message at.' },
  'value.minimum': { code: 'BAD_INPUT', sentence: 'Type a number that is at least {minimum}.' },
  'value.maximum': { code: 'BAD_INPUT', sentence: 'Type a number that is at most {maximum}.' },
  'value.whole': { code: 'BAD_INPUT', sentence: 'Type a whole number.' },
  'value.decimals': { code: 'BAD_INPUT', sentence: 'Type a number with at most {decimals} decimals.' },
  'value.choice.twice': { code: 'BAD_INPUT', sentence: 'Choose each option once.' },
  'value.date-time': {
    code: 'BAD_INPUT',
    sentence: 'Type a date and a time. The API takes them as whole epoch seconds.',
  },
  'value.note': { code: 'BAD_INPUT', sentence: 'A note is only read. Leave out its value.' },
  'value.hidden': {
    code: 'BAD_INPUT',
    sentence: 'The field {name} is not asked with these values. Leave out its value.',
  },
  'value.calculated': {
    code: 'BAD_INPUT',
    sentence: 'The field {name} is calculated. Leave out its value.',
  },
  'value.check': { code: 'BAD_INPUT', sentence: '{message}' },
  'value.unusual': {
    code: 'UNCONFIRMED',
    sentence: 'This value is unusual: usual is {range}. Correct it, or confirm it with a reason.',
  },
  'value.check.unconfirmed': { code: 'UNCONFIRMED', sentence: '{message} Correct it, or confirm it with a reason.' },
  'form.broken': {
    code: 'CONFLICT',
    sentence:
      'This release of Casebook does not accept an expression of the field {name}. The form can be read, and saved when its form type is corrected.',
  },
  'form.renewal.none': { code: 'CONFLICT', sentence: 'No form of this type can be brought up to date as it is.' },
  'form.renewal.undone': {
    code: 'CONFLICT',
    sentence: 'No form is as this act left it: all have been changed since, or it was undone.',
  },
  'form-type.version.missing': { code: 'NOT_FOUND', sentence: 'This form type has no such version.' },
  'form-type.version.renamed': {
    code: 'CONFLICT',
    sentence:
      'Somebody else has called this version something else meanwhile. Look at its name again before you change it.',
  },
  'form-type.draft.missing': { code: 'CONFLICT', sentence: 'This form type has no draft.' },
  'form-type.type.stored': {
    code: 'CONFLICT',
    sentence:
      'The type of the field {name} cannot change while forms have a value of it (now {count}). Add a new field instead.',
  },
  'form-type.bound.stored': {
    code: 'CONFLICT',
    sentence: 'The field {name} cannot be limited like this while forms have values that would not fit (now {count}).',
  },
  'value.pattern': {
    code: 'BAD_INPUT',
    sentence: 'Type a value that follows the pattern {pattern}, such as {example}',
  },
  'value.pattern.unexplained': { code: 'BAD_INPUT', sentence: 'Type a value that follows the pattern {pattern}' },
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
