import type { CatalogueEntry } from './problem-code.ts'

/** Form types that come from other programs or go to them, and what is left out on the way. */
export const exchangeProblems = {
  'exchange.unreadable': {
    code: 'BAD_INPUT',
    sentence: 'This is no XLSForm (.xlsx), no data dictionary of REDCap (.csv) and no ODM 1.3 (.xml): {why}.',
  },
  'exchange.too-large': { code: 'BAD_INPUT', sentence: 'The content of the file may have at most {most} MB.' },
  'exchange.empty': { code: 'BAD_INPUT', sentence: 'There are no fields here to take over.' },
  'exchange.one': { code: 'BAD_INPUT', sentence: 'An XLSForm has one form type. Choose one.' },
  'exchange.limit': { code: 'BAD_INPUT', sentence: 'There can be at most {max}. The rest is left out.' },
  'exchange.type': { code: 'BAD_INPUT', sentence: 'There is no type of field like {type}. The field is left out.' },
  'exchange.as-text': { code: 'BAD_INPUT', sentence: 'There is no type of field like {type}. It becomes a text.' },
  'exchange.part': { code: 'BAD_INPUT', sentence: '{part} has no counterpart, and is left out.' },
  'exchange.piping': {
    code: 'BAD_INPUT',
    sentence: 'In {part}, values of other fields are not put into texts. The text is taken over as it is written.',
  },
  'exchange.nameless': { code: 'BAD_INPUT', sentence: 'Its row or its column has no name or type, so it is left out.' },
  'exchange.unused': { code: 'BAD_INPUT', sentence: 'Nothing in the file uses this. It is left out.' },
  'exchange.dangling': {
    code: 'BAD_INPUT',
    sentence: 'What this refers to is not in the file. It is left out.',
  },
  'exchange.sheet': { code: 'BAD_INPUT', sentence: 'The sheet {sheet} is not read.' },
  'exchange.expression': { code: 'BAD_INPUT', sentence: 'This cannot be carried over: {why}.' },
  'exchange.language': { code: 'BAD_INPUT', sentence: 'One language is taken over. This text is left out.' },
  'exchange.option': {
    code: 'BAD_INPUT',
    sentence: 'The option {code} is left out: its code is used twice, empty, or too long.',
  },
  'exchange.options.none': {
    code: 'BAD_INPUT',
    sentence: 'The options are not in the file. The field becomes a text.',
  },
  'exchange.name': { code: 'BAD_INPUT', sentence: 'This becomes {name}: a name is short, plain and not used twice.' },
  'exchange.text': {
    code: 'BAD_INPUT',
    sentence: 'The text is taken over without its formatting, with at most {max} characters.',
  },
  'exchange.record-id': { code: 'BAD_INPUT', sentence: 'The identifier of the subject takes the place of this field.' },
  'exchange.repeat': { code: 'BAD_INPUT', sentence: 'The repetition is left out. Its fields are asked once.' },
  'exchange.visit': {
    code: 'BAD_INPUT',
    sentence: 'The visit is left out, as the format has no visits. Download the definitions of the study or ODM.',
  },
  'exchange.visit.day': {
    code: 'BAD_INPUT',
    sentence: 'The file does not say on which day this visit is. It is unscheduled until you give it a day.',
  },
  'exchange.visit.none': {
    code: 'BAD_INPUT',
    sentence: 'The visit is left out, as no form type belongs to it. The definitions of the study have it.',
  },
} as const satisfies Record<string, CatalogueEntry>
