const wouldRun = /^[=+\-@\t\r']/

/**
 * Prefixes text that a spreadsheet would run as a formula with one `'`, and text that begins with `'`, too, so that
 * removing one always restores the text. Only for text: numbers, dates and times are unchanged.
 */
export function guard(text: string): string {
  return wouldRun.test(text) ? `'${text}` : text
}

const guarded = /^'[=+\-@\t\r']/

/** Removes the `'` that `guard` added. Another leading `'` belongs to the text, as in `'tHooft` typed by hand. */
export function unguard(text: string): string {
  return guarded.test(text) ? text.slice(1) : text
}
