/** Sentences that tell people at a screen something else than the server tells scripts. All others are the server's own. */
export const problemsEn = {
  'value.date': 'Type a date, such as 2026-10-20.',
}
