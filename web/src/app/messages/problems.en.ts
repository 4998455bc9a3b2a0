/** Sentences that tell people at a screen something else than the server tells scripts. All others are the server's own. */
export const problemsEn = {
  // Here the groups have names instead of codes.
  'call.forbidden': 'You may not do this. Ask an administrator for one of these groups: {groups}.',
  // What a pattern means, for those who did not write it.
  'value.pattern': 'Type a value such as {example}.',
  'value.pattern.unexplained':
    'The value does not have the form that is asked for. Ask whoever made the form what belongs here.',
  'value.date': 'Type a date, such as 2026-10-20.',
}
