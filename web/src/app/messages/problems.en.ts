/** Sentences that tell people at a screen something else than the server tells scripts. All others are the server's own. */
export const problemsEn = {
  // Here the groups have names instead of codes.
  'call.forbidden': 'You may not do this. Ask an administrator for one of these groups: {groups}.',
  'value.date': 'Type a date, such as 2026-10-20.',
}
