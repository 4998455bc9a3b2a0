const wouldRun = /^[=+\-@\t\r']/

/**
 * Prefixes text that a spreadsheet would run as a formula with one `'`, and text that begins with `'`, too, so that
 * removing one always restores the text. Only for text: numbers, dates and times are unchanged.
 */
export function guard(text: string): string {
  return wouldRun.test(text) ? `'${text}` : text
}

/** Removes the `'` that `guard` added. */
export function unguard(text: string): string {
  return text.startsWith("'") ? text.slice(1) : text
}
