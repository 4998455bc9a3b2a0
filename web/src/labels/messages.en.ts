/** The page that prints labels of subjects. */
export const labelsEn = {
  heading: 'Labels',
  purpose:
    'Each label has the identifier in plain text and a QR code that opens the record in Casebook, after signing in.',
  sheet: 'Labels',
  sheets: '{width, number} × {height, number} mm, {count, number} on an A4 sheet',
  roll: '{width, number} × {height, number} mm, on a roll',
  copies: 'Copies of each',
  first: 'First free label on the sheet',
  print: 'Print labels',
  sum: '{subjects, plural, one {# subject} other {# subjects}}, {labels, plural, one {# label} other {# labels}}, {sheets, plural, one {# page} other {# pages}}',
  tooMany: 'At most {max, number} labels at once. Choose fewer subjects in the list.',
  all: 'Labels of all subjects',
  none: 'There is no subject to print a label for.',
  scale: 'In the print dialog choose 100 % (actual size) and no margins.',
  page: 'Page {page, number}',
  code: 'QR code that opens {name}',
} as const
