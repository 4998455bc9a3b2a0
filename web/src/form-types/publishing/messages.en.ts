/** The versions of a form type. */
export const versionsEn = {
  rename: 'Call {version} something else',
  nameOf: 'Name of {version}',
  nowCalled: 'Now called: {note}',
  title: 'Versions',
  number: 'Version {number}',
  typed: 'What is typed now',
  compare: 'Compare',
  with: 'with',
  none: 'No version is published yet.',
  same: 'They are the same.',
  reordered: 'Only the order of the fields differs.',
} as const
