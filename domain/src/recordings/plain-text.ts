export const longestText = 120

/** One line of text from a file that can be stored and shown. */
export function plainText(text: string): string {
  const units = [
    ...text.slice(0, 4 * longestText).replace(/[\p{Cc}\p{Surrogate}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' '),
  ]
  return units.slice(0, longestText).join('').trim()
}
