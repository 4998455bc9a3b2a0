import fc from 'fast-check'

const awkward = [
  '=1+1',
  "'",
  "''=",
  '"',
  '""',
  ',',
  '\r\n',
  '\n',
  '\r',
  '\t',
  '\u2028',
  ' ',
  'NA',
  'NaN',
  'TRUE',
  '007',
  '1e400',
  '-',
  '@',
  'Å',
  'e\u0301',
  '\u{1F469}\u200D\u{1F692}',
  '\u202Eabc',
  'שלום',
  '<&]]>',
  '\\',
  '#',
  '\u0001',
  '\u007f',
  '|',
]

/** Texts that the database may contain and that are difficult for readers of files. */
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...awkward), fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 6 })
  .map((parts) => parts.join('').replaceAll('\0', ''))
